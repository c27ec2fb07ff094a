// What a verb answered, as a program gets it: words to read and the same as data, screened once more, because diffs are read from
// repositories and nobody knows where the program takes them. Whatever it is, it is bounded.

import type { VerbName } from '../app/verbs/table.ts';
import { verbs } from '../app/verbs/table.ts';
import { styleOf } from '../app/words/style.ts';
import type { LastFrame } from '../engine/frames.ts';
import { isRecord } from '../plain/json.ts';
import { forTerminal } from '../screening/terminal.ts';

const wordsCharsMax = 100_000;
const dataCharsMax = 1024 * 1024;

export type Redact = (text: string) => string;

export interface Given {
  readonly text: string;
  /** Undefined where it went wrong. */
  readonly data?: Readonly<Record<string, unknown>>;
}

export async function givenFor(
  verb: VerbName,
  frame: LastFrame,
  { redact, now }: { readonly redact: Redact; readonly now: number },
): Promise<Given> {
  const problem = problemIn(frame);
  if (problem !== undefined || !('output' in frame)) return { text: shown(problem ?? '', redact) };
  const data = redacted(plain(frame.output), redact);
  if (!isRecord(data)) return { text: 'The answer is nothing that could be read.' };
  const chars = JSON.stringify(data).length;
  if (chars > dataCharsMax)
    return {
      text: `The answer has ${chars} characters, and at most ${dataCharsMax} are given. Ask for a part of it.`,
    };
  return { text: shown(await wordsOf(verb, frame.output, now), redact), data };
}

/** What was answered in words, whole. */
export async function wordsOf(verb: VerbName, output: unknown, now: number): Promise<string> {
  const entry = verbs[verb];
  if (entry.kind === 'subscription') throw new Error('invariant: no tool goes on and on');
  const paper = { style: styleOf(false), width: Number.POSITIVE_INFINITY, now };
  const { data = '', talk = '' } = await entry.said(plain(output), paper);
  return `${data}${talk}`;
}

/** Undefined where an answer came. */
export function problemIn(frame: LastFrame): string | undefined {
  if ('output' in frame) return undefined;
  if ('trouble' in frame) return frame.trouble.message;
  if ('leaving' in frame) return 'The engine is about to leave. Ask again in a moment, under the same id.';
  return `This needs ${frame.wants.join(', ')}, which the engine was not given. A person orders it at a terminal that has it.`;
}

/** What somebody wrote moves no cursor, hides nothing, and ends. */
export function shown(text: string, redact: Redact, charsMax = wordsCharsMax): string {
  const safe = forTerminal(redact(text));
  const more = safe.length - charsMax;
  return more > 0 ? `${safe.slice(0, charsMax)}\n[${more} more characters are left out]` : safe;
}

/** As it would be sent: what is undefined is not there. */
function plain(output: unknown): unknown {
  return JSON.parse(JSON.stringify(output ?? {}));
}

function redacted(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item: unknown) => redacted(item, redact));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redacted(item, redact)]));
}
