// A check that calls a tool of an MCP server. What the tool answers is taken as what a command would have printed, and how it says it
// went as how a command would have ended, so that it is judged as any other.
//   CALL-TOOL-1. Only an answer without an error, with the data that is expected, ends well. Where nothing was answered, nothing was
//       checked, and that is no pass however the program ended.

import type { ProcessResult } from '../containment/process.ts';
import type { Counts } from '../core/evidence/evidence.ts';
import type { ToolAnswer, ToolCall } from '../core/evidence/tool-call.ts';
import { countsOf, unexpectedIn } from '../core/evidence/tool-call.ts';
import type { ToolServerHeard, ToolRequest, ToolServers, Unheard } from '../tool-servers/tool-servers.ts';
import { unheardWords } from '../tool-servers/tool-servers.ts';

/** Its messages and what it tells beside them: an answer is a result, and no log. */
const saidBytesMax = 16_000_000;

export interface Called extends Pick<ProcessResult, 'how' | 'exit' | 'ms' | 'refused'> {
  readonly counts?: Counts;
  /** What a reader of the log cannot see from the answer. */
  readonly closing: string;
}

type Place = Omit<ToolRequest, 'server' | 'call'> & { readonly onAnswer: (text: string) => void };

export async function callTool(
  servers: ToolServers | undefined,
  call: ToolCall,
  { onAnswer, ...place }: Place,
): Promise<Called> {
  if (servers === undefined) throw new Error('invariant: checks that call tools were not prepared for');
  const limits = { ...place.limits, outputBytesMax: saidBytesMax };
  const heard = await servers.ask({ ...place, limits, server: call.server, call });
  const { ms, refused } = heard;
  return { ms, ...(refused === undefined ? {} : { refused }), ...calledFrom(call, heard, onAnswer) };
}

function calledFrom(
  call: ToolCall,
  heard: ToolServerHeard,
  say: (text: string) => void,
): Omit<Called, 'ms' | 'refused'> {
  switch (heard.heard) {
    case 'answer':
      say(shown(heard.answer));
      return answered(call, heard.answer);
    case 'nothing':
      say(heard.detail === '' ? '' : `${heard.detail}\n`);
      return {
        ...endOf(heard),
        closing: `\n[The tool ${call.tool} gave no answer: ${unheardWords(heard)}.]\n`,
      };
    case 'tools':
      throw new Error('invariant: a tool was called, and none answered');
  }
}

/** CALL-TOOL-1. */
function answered(call: ToolCall, answer: ToolAnswer): Omit<Called, 'ms' | 'refused'> {
  const counts = countsOf(answer);
  const unexpected = unexpectedIn(call, answer);
  const isWell = !answer.isError && unexpected === undefined;
  return {
    how: 'exited',
    exit: isWell ? 0 : 1,
    ...(counts === undefined ? {} : { counts }),
    closing: closingOf(call, answer, unexpected),
  };
}

function closingOf({ tool }: ToolCall, { isError }: ToolAnswer, unexpected: string | undefined): string {
  if (isError) return `\n[The tool ${tool} says that it failed.]\n`;
  return unexpected === undefined
    ? ''
    : `\n[The tool ${tool} was answered otherwise than slipway.yaml says: ${unexpected}.]\n`;
}

/** Words first; data that says the same once more does no harm. */
function shown({ text, data }: ToolAnswer): string {
  const words = text === '' ? '' : `${text}\n`;
  return data === undefined ? words : `${words}${JSON.stringify(data, undefined, 2)}\n`;
}

function endOf({ because, exit }: Unheard): Pick<Called, 'how' | 'exit'> {
  switch (because) {
    case 'stopped':
      return { how: 'aborted' };
    case 'timeout':
      return { how: 'timeout' };
    case 'flood':
      return { how: 'output-limit' };
    case 'no-room':
      return { how: 'no-room' };
    case 'gone':
    case 'overran':
      return { how: 'signalled' };
    case 'not-there':
      return { how: 'spawn-failed', ...(exit === undefined ? {} : { exit }) };
    case 'other-protocol':
    case 'no-such-tool':
    case 'refused':
      return { how: 'spawn-failed' };
  }
}
