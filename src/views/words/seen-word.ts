// What a person names who answers: a short word for exactly what a gate asks about. It stands in every command that decides
// something, so that a command that was printed for one plan is no answer to the next. Pure.

import type { GateRequest } from '../../core/gates/gate.ts';
import { fingerprintOf } from '../artifacts/trace-id.ts';

type Asked = Pick<GateRequest, 'kind' | 'subject' | 'digest'>;

/** Enough that nobody finds another plan for the same word, and few enough to be typed. */
const wordChars = 10;

export function seenWord({ kind, subject, digest }: Asked): string {
  return fingerprintOf(`${kind} ${subject} ${digest}`).slice(0, wordChars);
}

/** As it was printed, or the digest as documents have it. The beginning of one is not enough: two may begin alike. */
export function isSeen(asked: Asked, seen: string): boolean {
  return seen === asked.digest || seen === seenWord(asked);
}
