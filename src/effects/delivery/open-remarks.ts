// What of the words on a pull request somebody may want something with, and which of them are told on. Pure.
//
//   LOOK-1. What Slipway said itself is not heard: its account together with its marker. The account alone may be a person's.
//   LOOK-2. Edited words are nobody's order: they are heard as they were written first, or not at all.
//   LOOK-3. A thread in which Slipway had the last word is not open; further words of somebody make it another remark, also where
//       Slipway settled it.
//   LOOK-4. In a thread everybody speaks for themselves: the last words of somebody who may steer decide, and whoever is to act on
//       them is told nothing of what others said there. What others said is a remark of its own, for a person to read.

import { createHash } from 'node:crypto';

import type { Remark } from '../../core/remarks/remark.ts';
import { maySteer } from '../../core/remarks/remark.ts';
import type { Authors } from '../../core/ticket/authors.ts';
import type { Remark as Raw } from '../../forges/forge.ts';
import { reveal } from '../../screening/hidden.ts';

type Words = Omit<Raw, 'replies' | 'kind'>;

/** A remark and its text, which is not screened yet. */
export interface OpenRemark {
  readonly remark: Remark;
  readonly text: string;
}

export interface Hearing {
  readonly authors: Authors;
  /** People whose last word in a review asks for changes. */
  readonly demanding: readonly string[];
}

const wordsCharsMax = 20_000;

export function openIn(raw: Raw, { authors, demanding }: Hearing): readonly OpenRemark[] {
  const said: readonly Words[] = [raw, ...(raw.replies ?? [])];
  const lastOfOurs = said.findLastIndex((words) => isOurs(words));
  const isSettled = raw.isResolved === true && !(raw.isResolvedByUs === true && lastOfOurs >= 0);
  if (isSettled || raw.verdict === 'approved' || raw.verdict === 'dismissed') return [];
  const isSteering = (words: Words): boolean => maySteer(authors, words.author);
  const since = said.slice(lastOfOurs + 1).filter((words) => isWord(words));
  const steering = since.findLast((words) => isSteering(words));
  const other = since.findLast((words) => !isSteering(words));
  const isContext = (words: Words): boolean =>
    words.isEdited !== true && (isOurs(words) || isSteering(words));
  return [
    ...(steering === undefined ? [] : [heard(raw, steering, said.filter(isContext), demanding)]),
    ...(other === undefined
      ? []
      : [
          heard(
            raw,
            other,
            since.filter((words) => !isSteering(words)),
            demanding,
          ),
        ]),
  ];
}

/** LOOK-2. */
function isWord({ body, isEdited }: Words): boolean {
  return isEdited !== true && reveal(body).text.trim() !== '';
}

function heard(
  { id: on, kind, path, line }: Raw,
  last: Words,
  told: readonly Words[],
  demanding: readonly string[],
): OpenRemark {
  const remark: Remark = {
    id: last.id,
    on,
    kind,
    author: last.author,
    words: '',
    print: printOf(path, last.body),
    ...(path === undefined ? {} : { path }),
    ...(line === undefined ? {} : { line }),
    ...(demanding.includes(last.author.name) ? { isDemand: true } : {}),
  };
  const text = reveal(told.map((words) => spoken(words)).join('\n\n')).text;
  const where = path === undefined ? '' : ` at ${path}${line === undefined ? '' : `:${line}`}`;
  // What was said last is what is wanted now.
  return { remark, text: `${kind}${where}\n\n${text.slice(-wordsCharsMax)}\n` };
}

/** LOOK-1. */
function isOurs({ marker, author }: Words): boolean {
  return marker !== undefined && author.isOurAccount === true;
}

function spoken(words: Words): string {
  const { name, association } = words.author;
  const who = isOurs(words) ? 'Slipway' : `${name}${association === undefined ? '' : ` (${association})`}`;
  return `${who}:\n${words.body}`;
}

/** The same wish at the same place, whatever its letter case and spacing. */
function printOf(path: string | undefined, body: string): string {
  const plain = reveal(body).text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return createHash('sha256')
    .update(`${path ?? ''}\n${plain}`)
    .digest('hex')
    .slice(0, 16);
}
