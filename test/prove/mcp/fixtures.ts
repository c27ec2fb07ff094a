// A server with what the official suite wants to find: tools, resources and prompts of fixed answers, behind the code that speaks the
// protocol for Slipway's own server.

import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { completable, fromJsonSchema, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { overHttp } from '../../../src/server/programs.ts';
import type { Started } from './suite.ts';
import { addressOf } from './suite.ts';

/** One red pixel, and a tenth of a second of silence. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';
const image = { type: 'image', data: png, mimeType: 'image/png' } as const;
const text = (words: string) => ({ type: 'text', text: words }) as const;
const resource = (uri: string, mimeType: string, words: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const;

const draft = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
  },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
} as const;

/** `fault` is the one that a control plants: an error that does not say that it is one. */
export async function startFixtures(fault?: 'calm-error'): Promise<Started> {
  const { fetch } = overHttp(() => Promise.resolve(fixtures(fault)));
  const listener = getRequestListener((request) => fetch(request));
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  return {
    url: `${await addressOf(server)}/mcp`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function fixtures(fault: 'calm-error' | undefined): McpServer {
  const server = new McpServer(
    { name: 'fixtures', version: '1.0.0' },
    { capabilities: { logging: {}, resources: { subscribe: true }, completions: {} } },
  );
  withTools(server, fault);
  withResources(server);
  withPrompts(server);
  return server;
}

function withTools(server: McpServer, fault: 'calm-error' | undefined): void {
  const answers: Readonly<
    Record<
      string,
      readonly (
        | ReturnType<typeof text>
        | typeof image
        | ReturnType<typeof resource>
        | { readonly type: 'audio'; readonly data: string; readonly mimeType: string }
      )[]
    >
  > = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image],
    test_audio_content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
    test_embedded_resource: [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
    test_multiple_content_types: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  };
  for (const [name, content] of Object.entries(answers)) {
    server.registerTool(name, { description: name }, () => ({ content: [...content] }));
  }
  server.registerTool('test_error_handling', { description: 'Fails.' }, () => ({
    content: [text('This tool intentionally returns an error for testing')],
    isError: fault === undefined,
  }));
  server.registerTool('test_tool_with_logging', { description: 'Logs.' }, async ({ mcpReq }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed'])
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
    return { content: [text('It logged.')] };
  });
  server.registerTool('test_tool_with_progress', { description: 'Tells.' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100])
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken: progressToken ?? 0, progress, total: 100 },
      });
    return { content: [text('It told.')] };
  });
  const inputSchema: StandardSchemaWithJSON = fromJsonSchema(draft);
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Takes more than others.', inputSchema },
    () => ({ content: [] }),
  );
}

function withResources(server: McpServer): void {
  const given = (
    name: string,
    uri: string,
    mimeType: string,
    content: { readonly text: string } | { readonly blob: string },
  ): void => {
    server.registerResource(name, uri, { description: name, mimeType }, () => ({
      contents: [{ uri, mimeType, ...content }],
    }));
  };
  given('text', 'test://static-text', 'text/plain', {
    text: 'This is the content of the static text resource.',
  });
  given('binary', 'test://static-binary', 'image/png', { blob: png });
  given('watched', 'test://watched-resource', 'text/plain', { text: 'It is watched.' });
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'By its id.' },
    ({ href }, { id }) => ({
      contents: [
        { uri: href, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) },
      ],
    }),
  );
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function withPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'One text.' }, () => ({
    messages: [{ role: 'user', content: text('This is a simple prompt for testing.') }],
  }));
  const argsSchema = z.object({
    arg1: completable(z.string(), () => ['paris', 'park', 'party']),
    arg2: z.string(),
  });
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Two arguments.', argsSchema },
    ({ arg1, arg2 }) => ({
      messages: [{ role: 'user', content: text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`) }],
    }),
  );
  const ofResource = z.object({ resourceUri: z.string() });
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A resource.', argsSchema: ofResource },
    ({ resourceUri }) => ({
      messages: [
        {
          role: 'user',
          content: resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
        },
        { role: 'user', content: text('Please process the embedded resource above.') },
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'An image.' }, () => ({
    messages: [
      { role: 'user', content: image },
      { role: 'user', content: text('Please analyze the image above.') },
    ],
  }));
}
