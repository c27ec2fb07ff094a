// What is played: one call, or a few, that nobody may get through with, and how its answer is judged.
//
// Invariants
//   WEB-CASE-1. A case is wrong in one thing and right in everything else. What else is wrong would hide that nobody looks at it.
//   WEB-CASE-2. Only the door may refuse: a call that came as far as the schema of its verb was let in, whatever became of it then. What
//       is no HTTP for Node itself gets a 400 without a word, before there is a door.
//   WEB-CASE-3. Nothing of the home is in an answer to somebody who may not see it, be its status what it may.

import type { Answer } from './call.ts';
import type { Stage } from './stage.ts';

export interface Finding {
  /** Accepted: somebody got what they may not. Wrong: nobody did, but the answer is none that is defined. */
  readonly category: 'accepted' | 'wrong';
  readonly what: string;
}

export interface Case {
  readonly group: string;
  readonly name: string;
  readonly play: (stage: Stage) => Promise<readonly Finding[]>;
}

/** A case that was played, by its group and name. */
export interface Judged {
  readonly name: string;
  readonly findings: readonly Finding[];
}

/** What the door answers with: not known, not allowed, not for this host, not this type, and what else a case names. */
export const doors = { session: [401], access: [403], place: [403, 421], type: [415] } as const;

/** `expected`: the statuses that say it was refused for what is wrong in it. */
export function refusedBy(
  answer: Answer,
  expected: readonly number[],
  secrets: readonly string[],
): readonly Finding[] {
  const { status, headers, body, isLate } = answer;
  const told = [body, ...Object.values(headers)].join('\n');
  const findings: Finding[] = [];
  const accepted = (what: string): void => void findings.push({ category: 'accepted', what });
  const wrong = (what: string): void => void findings.push({ category: 'wrong', what });
  if (isLate) wrong('no answer came, and the connection was held open');
  if (status !== undefined && status < 400) accepted(`it was answered with ${status}: ${shortly(body)}`);
  else if (status !== undefined && status >= 500) wrong(`it broke something: ${status}: ${shortly(body)}`);
  else if (status !== undefined && !expected.includes(status) && !(status === 400 && body === ''))
    accepted(`it came through the door, and was answered with ${status}: ${shortly(body)}`);
  for (const secret of secrets) {
    if (told.includes(secret)) accepted(`the answer has '${secret}' in it`);
  }
  if (headers['access-control-allow-origin'] !== undefined) accepted('pages of other origins may read it');
  if (isGivenCookie(headers['set-cookie'])) accepted('a cookie was given out');
  return findings;
}

/** One that is taken back is none. */
function isGivenCookie(header: string | undefined): boolean {
  if (header === undefined) return false;
  return header.split('\n').some((cookie) => !/max-age=0|expires=thu, 01 jan 1970/i.test(cookie));
}

const shownChars = 160;

export function shortly(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > shownChars ? `${line.slice(0, shownChars)}…` : line;
}
