// A program that drives Slipway through MCP, as the official client is one: the compiled command as its child, or a server.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { isRecord } from '../../src/plain/json.ts';
import type { Sample } from './sample.ts';
import { main } from './sample.ts';

export interface Given {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Program {
  readonly client: Client;
  readonly call: (name: string, args?: Readonly<Record<string, unknown>>) => Promise<Given>;
  readonly close: () => Promise<void>;
}

export async function programAt(sample: Sample, ...args: readonly string[]): Promise<Program> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, 'mcp', ...args],
    cwd: sample.repository.dir,
    env: { ...sample.env },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'tester', version: '1.0.0' });
  await client.connect(transport);
  return programOf(client);
}

/** Of a server, with a token. */
export async function programOver(url: string, token: string): Promise<Program> {
  const client = new Client({ name: 'tester', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  return programOf(client);
}

function programOf(client: Client): Program {
  return {
    client,
    call: async (name, args = {}) => {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...args } });
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      return { isError: isError === true, text, data: isRecord(structuredContent) ? structuredContent : {} };
    },
    close: () => client.close(),
  };
}
