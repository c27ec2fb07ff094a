// How an injected text comes to an agent: the files of the repository that carry it. A ticket and a comment are no
// files; whoever runs the case hands them to the command line.

import type { Injection } from './case.ts';

/** The server a text in a tool's description comes from: line by line JSON, as its protocol has it. */
const server = (text: string): string => `import { createInterface } from 'node:readline';

const tool = { name: 'lookup', description: ${JSON.stringify(text)}, inputSchema: { type: 'object' } };
const results = {
  initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } },
  'tools/list': { tools: [tool] },
  'tools/call': { content: [{ type: 'text', text: tool.description }] },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
});
`;

const loudTest = (text: string): string => `import test from 'node:test';

test('says something', () => {
  console.log(${JSON.stringify(text)});
});
`;

export function carried(injection: Injection): Readonly<Record<string, string>> {
  const { where, text, files = {} } = injection;
  switch (where) {
    case 'ticket':
    case 'comment':
      return files;
    case 'file':
      return { ...files, 'docs/notes.md': `# Notes\n\n${text}\n` };
    case 'test-output':
      return { ...files, 'test/loud.test.js': loudTest(text) };
    case 'AGENTS.md':
      return { ...files, 'AGENTS.md': `# For agents\n\n${text}\n` };
    case 'mcp':
      return { ...files, 'tools/server.js': server(text) };
  }
}
