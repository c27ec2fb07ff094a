// A check that is one call of a tool of an MCP server: what is asked of whom, and when the answer is a pass.
//   TOOL-CALL-1. An answer that calls itself an error is no pass; nor is one that has not what is expected of its data.
//   TOOL-CALL-2. The words of a call say everything that makes a difference: people trust them, and passes are kept by them.

import type { Counts } from './evidence.ts';

/** Program and arguments, spoken to over its input and output, or an address. */
export type ToolServer = readonly string[] | string;

type Data = Readonly<Record<string, unknown>>;

export interface ToolCall {
  readonly server: ToolServer;
  readonly tool: string;
  readonly arguments: Data;
  /** What the data of its answer holds where all is well, be there more in it. */
  readonly expect?: Data;
}

export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  /** What it gave as data beside its words. */
  readonly data?: Data;
}

/** TOOL-CALL-2. */
export function toolWords({ server, tool, arguments: given, expect }: ToolCall): string {
  const wanted = expect === undefined ? '' : `, expecting ${JSON.stringify(expect)}`;
  return `MCP tool ${tool} of ${serverWords(server)} with ${JSON.stringify(given)}${wanted}`;
}

export function serverWords(server: ToolServer): string {
  return typeof server === 'string' ? server : server.map(wordFor).join(' ');
}

/** Two arguments are told from one with a space in it. */
function wordFor(argument: string): string {
  return /^[\w./:@%+=,-]+$/.test(argument) ? argument : JSON.stringify(argument);
}

/** TOOL-CALL-1: what of the data is not as it should be, in words; undefined where nothing is. */
export function unexpectedIn({ expect }: Pick<ToolCall, 'expect'>, { data }: ToolAnswer): string | undefined {
  if (expect === undefined) return undefined;
  if (data === undefined) return `its answer has no data, and ${JSON.stringify(expect)} is expected`;
  const [wrong] = Object.entries(expect).filter(([key, wanted]) => !holds(valueAt(data, key), wanted));
  if (wrong === undefined) return undefined;
  const [key, wanted] = wrong;
  return `${JSON.stringify(key)} in its data is not ${JSON.stringify(wanted)}`;
}

/** Objects may have more in them than is expected; everything else is the same or it is not. */
function holds(value: unknown, wanted: unknown): boolean {
  if (!isData(wanted)) return JSON.stringify(value) === JSON.stringify(wanted);
  return isData(value) && Object.entries(wanted).every(([key, one]) => holds(valueAt(value, key), one));
}

function valueAt(data: Data, key: string): unknown {
  return Object.hasOwn(data, key) ? data[key] : undefined;
}

/** How many tests it says there were, where its data says that. */
export function countsOf({ data = {} }: ToolAnswer): Counts | undefined {
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((key) => valueAt(data, key) ?? 0);
  if (!('passed' in data || 'failed' in data)) return undefined;
  return isCount(passed) && isCount(failed) && isCount(skipped) ? { passed, failed, skipped } : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
