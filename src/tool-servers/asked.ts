// One conversation with a server: greeting, the list of its tools, one call where one is wanted, and good-bye.
//   ASKED-1. Nothing is offered to it: what it asks of us is refused by the client.
//   ASKED-2. What was heard counts once its program is gone, or the line to it cut: nothing of it stays.
//   ASKED-3. Only what the protocol calls an answer is one; whatever else happened is told apart, and nothing was heard.

import type { CallToolResult } from '@modelcontextprotocol/client';
import { Client, ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Processes } from '../containment/process.ts';
import type { ToolAnswer } from '../core/evidence/tool-call.ts';
import { messageOf } from '../plain/errors.ts';
import { isRecord } from '../plain/json.ts';
import type { Line, LineEnd } from './line.ts';
import { overHttp } from './over-http.ts';
import { overPipes } from './over-pipes.ts';
import type { ToolServerHeard, ToolRequest, Unheard } from './tool-servers.ts';

const detailCharsMax = 2_000;

type Outcome = ToolServerHeard extends infer One ? (One extends unknown ? Omit<One, 'ms'> : never) : never;

export async function asked(processes: Processes, request: ToolRequest): Promise<Outcome> {
  const { server } = request;
  const line = typeof server === 'string' ? overHttp(server, request) : overPipes(processes, server, request);
  const client = new Client({ name: 'slipway', version: '1' }, { capabilities: {} }); // ASKED-1
  const said = await conversation(client, line, request);
  await client.close().catch(() => undefined);
  const end = await line.ended(); // ASKED-2
  const { refused } = end;
  const outcome = said.heard === 'nothing' ? explained(said, end, request) : said;
  return refused === undefined || refused.length === 0 ? outcome : { ...outcome, refused };
}

async function conversation(client: Client, line: Line, request: ToolRequest): Promise<Outcome> {
  const { call, signal } = request;
  const timeMs = request.limits.timeMs;
  const within = { signal, timeout: timeMs, maxTotalTimeout: timeMs };
  try {
    await client.connect(line, within);
    const tools = (await client.listTools(undefined, within)).tools.map(({ name }) => name);
    if (call === undefined) return { heard: 'tools', tools };
    if (!tools.includes(call.tool)) return nothing('no-such-tool', `It has ${tools.join(', ')}.`);
    const answer = await client.callTool({ name: call.tool, arguments: { ...call.arguments } }, within);
    return { heard: 'answer', answer: answerFrom(answer) };
  } catch (error) {
    return nothing(reasonOf(error), messageOf(error));
  }
}

function answerFrom({ content, structuredContent, isError }: CallToolResult): ToolAnswer {
  const words = content.map(wordsOf).join('\n');
  const said = { isError: isError === true, text: words };
  if (isRecord(structuredContent)) return { ...said, data: structuredContent };
  // Later revisions give any JSON. What has no keys is read as words.
  return structuredContent === undefined
    ? said
    : { ...said, text: `${words}\n${JSON.stringify(structuredContent)}` };
}

function wordsOf(part: CallToolResult['content'][number]): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'resource':
      return 'text' in part.resource ? part.resource.text : `[${part.resource.uri}]`;
    case 'resource_link':
      return `[${part.uri}]`;
    case 'image':
    case 'audio':
      return `[${part.mimeType}]`;
  }
}

function nothing(because: Unheard['because'], detail: string): Extract<Outcome, { heard: 'nothing' }> {
  return { heard: 'nothing', because, detail: detail.slice(0, detailCharsMax) };
}

const reasons: Readonly<Partial<Record<SdkErrorCode, Unheard['because']>>> = {
  [SdkErrorCode.RequestTimeout]: 'timeout',
  [SdkErrorCode.ConnectionClosed]: 'gone',
  [SdkErrorCode.NotConnected]: 'gone',
  [SdkErrorCode.SendFailed]: 'gone',
  [SdkErrorCode.EraNegotiationFailed]: 'other-protocol',
  [SdkErrorCode.ListPaginationExceeded]: 'flood',
};

/** ASKED-3. */
function reasonOf(error: unknown): Unheard['because'] {
  if (error instanceof SdkError) return reasons[error.code] ?? 'refused';
  if (error instanceof ProtocolError) return 'refused';
  if (error instanceof TypeError) return 'gone'; // as `fetch` says that an answer was cut off
  return /protocol version/.test(messageOf(error)) ? 'other-protocol' : 'refused';
}

/** How its line ended says more than what the client saw of it. */
function explained(
  said: Extract<Outcome, { heard: 'nothing' }>,
  { because, exit, detail }: LineEnd,
  { signal }: ToolRequest,
): Outcome {
  if (signal.aborted) return { ...said, because: 'stopped' };
  return {
    ...said,
    ...(because === undefined ? {} : { because }),
    ...(exit === undefined ? {} : { exit }),
    detail: [said.detail, detail].filter((text) => text !== '').join('\n'),
  };
}
