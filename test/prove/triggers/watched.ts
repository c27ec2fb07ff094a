// What happens to watched pull requests while three hints in ten are lost: how late each is found, by the time of a clock that is told
// when to go on.

import { PullRequestWatch } from '../../../src/engine/pull-request-watch.ts';
import { localEngine } from '../../../src/engine/engines/local.ts';
import { Runs } from '../../../src/engine/runs.ts';
import { fakeJournal } from '../../../src/journal/fake-journal.ts';
import { must } from '../../../src/core/run.ts';
import type { Clock } from '../../../src/telemetry/clock.ts';
import { counterClock } from '../../../src/telemetry/counter-clock.ts';
import { aPolicy, aStart, happy } from '../../support/core.ts';
import { theRepository } from '../../support/the-repository.ts';
import { seeded } from './dying.ts';

export interface WatchedFound {
  readonly changes: number;
  readonly hintsLost: number;
  /** Later than this none was found. */
  readonly latestMs: number;
  /** Never found. */
  readonly missed: number;
}

const gapMsMax = 90_000;
const lostShare = 0.3;
const turns = 50;

/** `isDeaf` is the control: nobody looks but where a hint says so. */
export async function watched(changes: number, seed: number, isDeaf = false): Promise<WatchedFound> {
  const random = seeded(seed);
  const journal = fakeJournal();
  await journal.takeOver();
  const runs = new Runs(journal, counterClock(1_000, 1));
  const engine = localEngine({
    runs,
    effects: {
      probe: () => Promise.resolve(undefined),
      act: (effect, { run }) => Promise.resolve(happy(run, effect)),
    },
    openRuns: async () => ['r'],
    onTrouble: (error) => {
      throw error;
    },
  });
  const time = toldClock();
  const waiting = new Set<number>();
  let latestMs = 0;
  const watch = new PullRequestWatch({
    engine,
    runs,
    clock: isDeaf
      ? { ...time.clock, until: (_at, signal) => time.clock.until(Infinity, signal) }
      : time.clock,
    isShared: () => true,
    look: (run) => {
      for (const at of waiting) latestMs = Math.max(latestMs, time.clock.now() - at);
      waiting.clear();
      const { visit: _visit, ...seen } = must(theRepository(run).pullRequest?.seen, 'it was looked at');
      return Promise.resolve(seen);
    },
  });
  const { type: _type, ...start } = aStart(aPolicy({ gates: { plan: false } }));
  await engine.submit('r', { type: 'run.start', start: { ...start, run: 'r' } });
  await engine.idle();
  await settled();
  const { repository, pullRequest } = theRepository(must(await runs.load('r'), 'it was started'));
  const { number } = must(pullRequest, 'it has one');
  let hintsLost = 0;
  for (let n = 0; n < changes; n += 1) {
    await time.pass(Math.floor(random() * gapMsMax));
    waiting.add(time.clock.now());
    if (random() < lostShare) hintsLost += 1;
    else watch.hint(repository, [number]);
    await settled();
  }
  await time.pass(gapMsMax);
  await watch.stop();
  return { changes, hintsLost, latestMs, missed: waiting.size };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Stands still until it is told how much passes, and then wakes those that wait, in the order of their times. */
function toldClock(): { readonly clock: Clock; readonly pass: (ms: number) => Promise<void> } {
  let now = 0;
  const waiting = new Set<{ readonly at: number; readonly go: () => void }>();
  const until: Clock['until'] = (at, signal) =>
    new Promise((resolve) => {
      const one = {
        at,
        go: () => {
          waiting.delete(one);
          signal.removeEventListener('abort', one.go);
          resolve();
        },
      };
      waiting.add(one);
      signal.addEventListener('abort', one.go);
      if (signal.aborted) one.go();
    });
  const pass = async (ms: number): Promise<void> => {
    const end = now + ms;
    for (;;) {
      const next = [...waiting].toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) break;
      now = Math.max(now, next.at);
      next.go();
      await settled();
    }
    now = end;
  };
  return { clock: { now: () => now, monotonic: () => now, until }, pass };
}
