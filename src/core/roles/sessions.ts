// Conversations that can be gone on with, and how.
//   SESSIONS-1. Within a visit the next try at a work goes on with the session of the last one.
//   SESSIONS-2. In a later visit of the same stage whoever makes something goes on with a copy of theirs: they know the
//       repository already, and the session that belongs to the earlier version stays what it was.
//   SESSIONS-3. Whoever judges begins afresh in every visit: nobody is held to what they said before.
//   SESSIONS-4. No session travels into another stage, nor to another agent.
//   SESSIONS-5. One that grew too long for its model is forgotten; a fresh one starts from the artifacts.

import type { Earlier, Effect, Provenance, Want } from '../effects.ts';
import { whoOf } from '../effects.ts';
import { isJudge } from './modes.ts';
import type { Run } from '../run.ts';

export type Owned = Earlier & { readonly agent: string };

export function sessionFor(run: Run, want: Want<'ask' | 'attempt'>): Owned | undefined {
  const who = whoOf(want);
  const here = run.sessions[who]; // SESSIONS-1
  if (here !== undefined) return here;
  const before = run.past[placed(run, who)];
  const judging = want.kind === 'ask' && isJudge(want.input.role);
  return before === undefined || judging ? undefined : { ...before, fork: true }; // SESSIONS-2, SESSIONS-3
}

/** Whose conversation it was is kept with it: no other agent can go on with it (SESSIONS-4). */
export function sessionsAfter(
  { sessions }: Run,
  effect: Effect,
  provenance: Provenance | undefined,
): Run['sessions'] {
  if (provenance?.session === undefined) return sessions;
  const { agent, session } = provenance;
  return { ...sessions, [whoOf(effect)]: { ...session, agent } };
}

/** When a run leaves a stage. */
export function leftBehind(run: Run): Pick<Run, 'sessions' | 'past'> {
  const left = Object.entries(run.sessions).map(([who, session]) => [placed(run, who), session] as const);
  const past = left.length === 0 ? run.past : { ...run.past, ...Object.fromEntries(left) };
  return { sessions: {}, past };
}

/** SESSIONS-5. `key` is that of the launch that failed. */
export function forgotten(run: Run, key: string): Pick<Run, 'sessions' | 'past'> {
  const isOther = (who: string): boolean => !key.includes(`/${who}/`);
  const others = Object.entries(run.sessions).filter(([who]) => isOther(who));
  const past = Object.entries(run.past).filter(([place]) => isOther(place.slice(place.indexOf('/') + 1)));
  return { sessions: Object.fromEntries(others), past: Object.fromEntries(past) };
}

function placed(run: Run, who: string): string {
  return `${run.visit.stage}/${who}`;
}
