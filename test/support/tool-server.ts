// A server of MCP without the official package, for what servers do right and wrong: written out as a program of its own, and
// started as a person would name it.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What it does instead of what it should. */
export type Fault =
  | 'does-not-start'
  | 'says-nothing'
  | 'lies-about-its-version'
  | 'floods-with-a-line'
  | 'floods-with-messages'
  | 'floods-beside'
  | 'pages-without-end'
  | 'leaves-in-mid-call'
  | 'leaves-well-in-mid-call'
  | 'answers-nonsense'
  | 'asks-of-us'
  | 'greets'
  | 'stays';

/** Puts the program there, and gives the command that starts it. */
export async function toolServer(dir: string, fault?: Fault): Promise<readonly [string, ...string[]]> {
  const file = path.join(dir, 'tool-server.mjs');
  await writeFile(file, toolServerText);
  return [process.execPath, file, ...(fault === undefined ? [] : [fault])];
}

export const toolServerText = String.raw`
import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';

const fault = process.argv[2];
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
if (fault === 'does-not-start') process.exit(3);
if (fault === 'greets') console.log('Welcome to the tool server!');
if (fault === 'stays') process.on('SIGTERM', () => undefined);
console.error('the server was started');

const given = {
  look: (args) => ({ content: [{ type: 'text', text: readFileSync(args.file ?? 'found.txt', 'utf8') }] }),
  data: (args) => ({ content: [{ type: 'text', text: 'see the data' }], structuredContent: args }),
  lacks: ({ file, words }) => {
    const isThere = readFileSync(file, 'utf8').includes(words);
    return { content: [{ type: 'text', text: file + (isThere ? ' holds ' : ' lacks ') + words }], isError: isThere };
  },
  fails: () => ({ content: [{ type: 'text', text: 'two licences are not allowed' }], isError: true }),
  throws: () => { throw new Error('bad arguments'); },
  secret: () => ({ content: [{ type: 'text', text: 'key ' + ['AKIA', 'Z7QK4MWE', '3XHJ5TNB'].join('') }] }),
  where: () => ({ content: [{ type: 'text', text: JSON.stringify({ home: process.env.HOME, ci: process.env.CI, cwd: process.cwd() }) }] }),
  large: () => ({ content: [{ type: 'text', text: 'x'.repeat(1_000_000) }] }),
};
const tools = Object.keys(given).map((name) => ({ name, inputSchema: { type: 'object' } }));

async function flood(piece) {
  for (;;) if (!process.stdout.write(piece)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

const answers = {
  initialize: ({ params }) => ({
    protocolVersion: fault === 'lies-about-its-version' ? '1066-10-14' : params.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'tool-server', version: '1' },
  }),
  'tools/list': () => (fault === 'pages-without-end' ? { tools: [], nextCursor: String(Math.random()) } : { tools }),
  'tools/call': ({ id, params }) => {
    if (fault === 'leaves-in-mid-call') process.exit(9);
    if (fault === 'leaves-well-in-mid-call') process.exit(0);
    if (fault === 'answers-nonsense') return { content: 'nonsense' };
    if (fault === 'floods-with-a-line') return void flood('x'.repeat(65_536));
    if (fault === 'floods-beside') return void flood('x'.repeat(65_535) + '\n');
    if (fault === 'floods-with-messages')
      return void flood((JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(60_000) } }) + '\n'));
    if (fault === 'asks-of-us') {
      say({ id: 'mine', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } });
      waiting = id;
      return undefined;
    }
    return given[params.name](params.arguments);
  },
};
let waiting;

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id === 'mine')
    return say({ id: waiting, result: { content: [{ type: 'text', text: 'we were told: ' + (message.error?.message ?? 'yes') }] } });
  if (fault === 'says-nothing' || message.id === undefined) return;
  try {
    const result = answers[message.method]?.(message);
    if (result !== undefined) say({ id: message.id, result });
  } catch (error) {
    say({ id: message.id, error: { code: -32602, message: error.message } });
  }
});
`;
