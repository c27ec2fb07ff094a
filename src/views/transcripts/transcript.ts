// A transcript as people read it, while it comes in and piece by piece. What the programs print is JSON, a line each;
// which program it was is seen by the line itself. The dialects belong to the kinds of agents and are handed in. Pure,
// total on any text.
//
// Invariants
//   VIEWS-TRANSCRIPTS-TRANSCRIPT-1. However a transcript is cut into pieces, the same words come out.
//   VIEWS-TRANSCRIPTS-TRANSCRIPT-2. What is no line of a known program, or of a kind nobody knows yet, comes out as it is: nothing is swallowed.
//   VIEWS-TRANSCRIPTS-TRANSCRIPT-3. Memory is bounded: a line or a message without an end comes out when it is long enough.

import { parsed } from './look.ts';
import type { LineTold, TranscriptDialect } from './told.ts';

/** How far a transcript has been heard. */
export interface TranscriptHeard {
  /** A line whose end has not come. */
  readonly line: string;
  /** The last line of a message that comes in pieces. */
  readonly message: string;
  readonly usd?: number;
}

export interface HearOptions {
  /** The run, whose workspaces' folders are left out of paths: they begin with its id. */
  readonly run: string;
  /** Lines as they were printed. */
  readonly raw: boolean;
  readonly dialects: readonly TranscriptDialect[];
}

export const unheard: TranscriptHeard = { line: '', message: '' };

/** JSON makes no sense by halves; other text does. */
const jsonCharsMax = 4 * 1024 * 1024;
const plainCharsMax = 64 * 1024;

/** The words of every line that is whole now, each ended by a line feed. */
export function hear(
  before: TranscriptHeard,
  text: string,
  options: HearOptions,
): { readonly heard: TranscriptHeard; readonly words: string } {
  const lines = `${before.line}${text}`.split('\n');
  const last = lines.pop() ?? '';
  const charsMax = last.startsWith('{') && !options.raw ? jsonCharsMax : plainCharsMax;
  const isTooLong = last.length > charsMax; // VIEWS-TRANSCRIPTS-TRANSCRIPT-3
  let heard: TranscriptHeard = { ...before, line: isTooLong ? '' : last };
  let words = '';
  for (const line of lines) {
    const next = options.raw ? { heard, words: `${line}\n` } : hearLine(heard, line, options);
    heard = next.heard;
    words += next.words;
  }
  return { heard, words: isTooLong ? `${words}${last}` : words };
}

/** What is left when nothing comes any more. */
export function hearEnd(before: TranscriptHeard, options: HearOptions): string {
  if (options.raw) return before.line;
  const { heard, words } =
    before.line === '' ? { heard: before, words: '' } : hearLine(before, before.line, options);
  return heard.message === '' ? words : `${words}${heard.message}\n`;
}

function hearLine(before: TranscriptHeard, line: string, options: HearOptions): ReturnType<typeof hear> {
  const { words, piece, usd } = tellLine(line, before, options) ?? { words: [line] }; // VIEWS-TRANSCRIPTS-TRANSCRIPT-2
  const heard: TranscriptHeard = { ...before, ...(usd === undefined ? {} : { usd }) };
  if (piece !== undefined) return hearPiece(heard, piece);
  if (words.length === 0) return { heard, words: '' };
  const message = heard.message === '' ? [] : [heard.message];
  return { heard: { ...heard, message: '' }, words: [...message, ...words].map(ended).join('') };
}

function hearPiece(before: TranscriptHeard, piece: string): ReturnType<typeof hear> {
  const text = `${before.message}${piece}`;
  const end = text.length > plainCharsMax ? text.length : text.lastIndexOf('\n') + 1;
  return { heard: { ...before, message: text.slice(end) }, words: text.slice(0, end) };
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

function tellLine(
  line: string,
  { usd }: TranscriptHeard,
  { run, dialects }: HearOptions,
): LineTold | undefined {
  const event = parsed(line);
  const own = dialects.find((dialect) => dialect.isOwn(event));
  return own?.tell(event, { usd, short: (text) => withoutWorkspace(text, run) });
}

const shortCharsMax = 4_000;

function withoutWorkspace(text: string, run: string): string {
  const name = run.replaceAll(/[^\w-]/g, String.raw`\$&`);
  return text.slice(0, shortCharsMax).replaceAll(new RegExp(`(?:/[^\\s'"/]+)*/${name}-[^\\s'"/]+/`, 'g'), '');
}
