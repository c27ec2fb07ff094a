// When somebody was at work on something. From its beginning to its end is more than that, where Slipway was not there in between:
// downtime is not drawn as work. Pure.

import type { Span } from '../story.ts';
import type { Bar } from './axis.ts';

/** Getting ready and recording take a moment; what is longer than that is no work of anybody's. */
const asideMsMax = 120_000;

/**
 * What an agent did is told with its charge, and it did it first. Checks that were begun anew after a crash ran last, for as long
 * as their evidence says. Of what was lost nobody can tell when it ended: it is a mark where it began.
 */
export function workedOn(
  {
    begunAt,
    endedAt,
    how,
    charge,
    evidence,
  }: Pick<Span, 'begunAt' | 'endedAt' | 'how' | 'charge' | 'evidence'>,
  now: number,
): Bar {
  const whole = { from: begunAt, to: endedAt ?? now };
  const worked =
    evidence === undefined
      ? (charge?.agentMs ?? (how === 'stopped' ? 0 : undefined))
      : evidence.reduce((sum, { ms }) => sum + ms, 0);
  const isReused = evidence?.some(({ reused }) => reused === true) === true;
  if (endedAt === undefined || worked === undefined || isReused) return whole;
  if (endedAt - begunAt <= worked + asideMsMax) return whole;
  return evidence === undefined
    ? { from: begunAt, to: begunAt + worked }
    : { from: endedAt - worked, to: endedAt };
}
