// What progress is shown from: the folded run, and the times the fold does not keep. Pure.

import type { ToldEvent } from '../home/reader.ts';
import type { Effect, Kind } from '../../core/effects.ts';
import { evolve } from '../../core/evolve/evolve.ts';
import { startOf } from '../../core/evolve/start.ts';
import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { eventWords, isTold } from '../../views/events/event-words.ts';
import type { WaitFacts } from '../../views/run/waits.ts';
import { noteWait, noWaitFacts } from '../../views/run/waits.ts';

export interface Tracked {
  readonly run: Run;
  readonly seq: number;
  /** When each effect in flight was begun. */
  readonly begunAt: ReadonlyMap<string, number>;
  /** How long the attempts, checks and answers took that ended well, newest last. */
  readonly took: readonly Took[];
  /** What the times it waits for are told from. */
  readonly waits: WaitFacts;
  /** The last thing worth telling. */
  readonly last?: SaidLine;
}

export interface Took {
  readonly kind: Kind;
  readonly subject: string;
  readonly ms: number;
}

export interface SaidLine {
  readonly at: number;
  readonly words: string;
}

const tookMax = 200;
const timed: ReadonlySet<Kind> = new Set<Kind>(['ask', 'attempt', 'check']);

export function track(before: Tracked | undefined, told: ToldEvent): Tracked {
  const { event, at, seq } = told;
  if (event.type === 'run.started') {
    const run = startOf(event, at);
    return { run, seq, begunAt: new Map(), took: [], waits: noWaitFacts, ...said(told, run) };
  }
  const tracked = must(before, 'a stream starts with run.started');
  const run = evolve(tracked.run, event, at);
  const waits = noteWait(tracked.waits, told);
  const next: Tracked = { ...tracked, run, seq, waits, ...said(told, tracked.run) };
  if (event.type === 'effect.begun') {
    return { ...next, begunAt: new Map([...next.begunAt, [event.effect.key, at]]) };
  }
  if (event.type !== 'effect.ended') return next;
  const effect = tracked.run.inFlight.find((item) => item.key === event.key);
  const begunAt = new Map(next.begunAt);
  begunAt.delete(event.key);
  return { ...next, begunAt, took: [...next.took, ...tookBy(tracked, told, effect)].slice(-tookMax) };
}

function tookBy(tracked: Tracked, { event, at }: ToldEvent, effect: Effect | undefined): readonly Took[] {
  if (event.type !== 'effect.ended' || event.how !== 'done' || effect === undefined) return [];
  const begun = tracked.begunAt.get(event.key);
  if (begun === undefined || !timed.has(effect.kind)) return [];
  return [{ kind: effect.kind, subject: effect.subject, ms: Math.max(0, at - begun) }];
}

function said({ event, at }: ToldEvent, run: Run): { readonly last?: SaidLine } {
  return isTold(event, run) ? { last: { at, words: forTerminal(eventWords(event, run)) } } : {};
}
