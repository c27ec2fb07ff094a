// What a line of a program's transcript comes to, and how the things all programs do are said. Pure.

import { textIn } from './look.ts';

export interface LineTold {
  /** What people read, each on lines of its own; none for what nobody needs. */
  readonly words: readonly string[];
  /** The next piece of a message that comes piece by piece. */
  readonly piece?: string;
  /** What the program has cost so far, where it says so along the way. */
  readonly usd?: number;
}

/** What a dialect is told beside the line. */
export interface Telling {
  /** The cost so far, as the lines before told it. */
  readonly usd: number | undefined;
  /** The beginning of a text, with the workspace's own folder taken off its paths. */
  readonly short: (text: string) => string;
}

/** How the lines of one kind of agent are told. */
export interface TranscriptDialect {
  /** By a mark that every line of this kind has, and no line of another. */
  readonly isOwn: (event: unknown) => boolean;
  /** Undefined for a line that the dialect does not know. */
  readonly tell: (event: unknown, telling: Telling) => LineTold | undefined;
}

export const quiet: LineTold = { words: [] };

export function told(...words: readonly string[]): LineTold {
  return { words: words.filter((text) => text.trim() !== '') };
}

const actCharsMax = 200;

/** One line, however much there is. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= actCharsMax ? line : `${line.slice(0, actCharsMax - 1)}…`;
}

interface Act {
  readonly verb: string;
  /** The first of these keys that the input has says with what. */
  readonly keys: readonly string[];
}

const paths = ['file_path', 'filePath', 'notebook_path', 'path'];

/** By the name of the tool in small letters; programs that are asked for the same thing call it alike. */
const acts: ReadonlyMap<string, Act> = new Map([
  ['read', { verb: 'reads', keys: paths }],
  ['edit', { verb: 'edits', keys: paths }],
  ['multiedit', { verb: 'edits', keys: paths }],
  ['notebookedit', { verb: 'edits', keys: paths }],
  ['patch', { verb: 'edits', keys: paths }],
  ['write', { verb: 'writes', keys: paths }],
  ['list', { verb: 'lists', keys: paths }],
  ['ls', { verb: 'lists', keys: paths }],
  ['bash', { verb: 'runs', keys: ['command'] }],
  ['shell', { verb: 'runs', keys: ['command'] }],
  ['glob', { verb: 'looks for', keys: ['pattern'] }],
  ['grep', { verb: 'looks for', keys: ['pattern'] }],
  ['webfetch', { verb: 'fetches', keys: ['url'] }],
  ['websearch', { verb: 'searches the web for', keys: ['query'] }],
  ['structuredoutput', { verb: 'gives its answer', keys: [] }],
]);

/** A call of a tool, as something that is done: "edits greet.js". */
export function actWords(tool: string, input: unknown, { short }: Telling): string {
  const act = acts.get(tool.toLowerCase());
  const about = act?.keys.map((key) => textIn(input, key)).find((text) => text !== '');
  if (act === undefined || (about === undefined && act.keys.length > 0)) return `uses ${oneLine(tool)}`;
  return oneLine(`${act.verb} ${short(about ?? '')}`);
}

/** A command without the shell that was started for it. */
export function bareCommand(command: string): string {
  const inner = /^(?:\S*\/)?(?:ba|z)?sh -l?c (.*)$/s.exec(command)?.[1] ?? command;
  return inner.replace(/^(['"])(.*)\1$/s, '$2').replaceAll(String.raw`'\''`, "'");
}

export function failedWords(why: string): string {
  return why.trim() === '' ? 'that failed' : `that failed: ${oneLine(why)}`;
}

export function errorWords(why: string): string {
  return `error: ${oneLine(why === '' ? 'unknown' : why)}`;
}

/** How it ended, and what is known of it. */
export function endWords(how: string, facts: readonly (string | undefined)[]): string {
  return oneLine([how, ...facts].filter((fact) => fact !== undefined).join(', '));
}

const centUsd = 0.01;

/** Cents, and parts of one where there is less than one. */
export function usdWords(usd: number | undefined): string | undefined {
  if (usd === undefined) return undefined;
  return `$${usd.toFixed(usd > 0 && usd < centUsd ? 4 : 2)}`;
}
