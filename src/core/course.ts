// The course a run takes when something happens to it: the events, and the state after each. Whoever appends the events
// has the states with them, and applies no event a second time.

import type { Refusal } from './commands.ts';
import type { RunEvent } from './events.ts';
import { evolve } from './evolve/evolve.ts';
import type { Run } from './run.ts';

export interface Course {
  readonly events: readonly RunEvent[];
  /** One for each event, in the same order. */
  readonly states: readonly Run[];
}

/** What a command gets: the course it leads to, or why there is none. */
export type CommandAnswer = Course | Refusal;

export function courseOf(run: Run, events: readonly RunEvent[], at: number): Course {
  const states: Run[] = [];
  let now = run;
  for (const event of events) {
    now = evolve(now, event, at);
    states.push(now);
  }
  return { events, states };
}

/** One course and what follows it. */
export function followedBy(first: Course, next: Course): Course {
  if (next.events.length === 0) return first;
  return { events: [...first.events, ...next.events], states: [...first.states, ...next.states] };
}

/** Where it leads, from where it began. */
export function endOf(run: Run, { states }: Course): Run {
  return states.at(-1) ?? run;
}
