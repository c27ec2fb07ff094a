// The loops a run has gone through, for people: which round of how many, and why it began. Pure.

import type { RunEvent } from '../../core/events.ts';
import { limitOf } from '../../core/pipeline/rounds.ts';
import type { RoundName, Run } from '../../core/run.ts';
import { list } from '../words/words.ts';

export interface RoundTold {
  readonly round: RoundName;
  /** Which one it is in, or was in last, counted from 1. */
  readonly n: number;
  /** How many there may be; a person can ask for more than that. */
  readonly of: number;
  readonly because: string;
}

/** Every loop that has begun, the one begun last first. A first design is no round of anything. */
export function roundsTold(run: Run, events: readonly { readonly event: RunEvent }[]): readonly RoundTold[] {
  const last = new Map<RoundName, string>();
  for (const { event } of events) {
    if (event.type !== 'stage.entered' || event.round === undefined) continue;
    const { round, because, carry } = event;
    last.delete(round);
    last.set(round, carry.length === 0 ? because : list(carry.map(({ name }) => name)));
  }
  return [...last]
    .toReversed()
    .map(([round, because]) => ({ round, n: run.rounds[round], of: limitOf(run, round), because }))
    .filter(({ round, n }) => round !== 'design' || n > 1);
}

const names: Readonly<Record<RoundName, string>> = {
  plan: 'plan revision',
  design: 'design',
  bug: 'bug round',
  simplify: 'simplification pass',
  review: 'review round',
  fix: 'fix round',
  replan: 'planning again',
  coverage: 'coverage round',
  triage: 'triage round',
  rebase: 'round onto a target that moved',
  pushes: 'round on top of what somebody else pushed',
};

/** "bug round 2 of 3: failed check test". */
export function roundWords({ round, n, of, because }: RoundTold): string {
  const beyond = n > of ? `, more than policy's ${of}, as a person asked` : ` of ${of}`;
  return `${names[round]} ${n}${beyond}: ${because}`;
}
