// How long a plan takes with our schedule, in a world where agents take given times and nothing fails: against the lower
// bound (the longest path, all work over all slots, and all work on one file) and against waves with a barrier behind
// each. Random plans, the same in every run; the schedule is the core's own, told of every start and every end.

import { overlap } from '../src/core/fence/paths.ts';
import { waves } from '../src/core/plan/plan.ts';
import type { Task } from '../src/core/plan/plan.ts';
import type { Run, TaskState } from '../src/core/run.ts';
import { startable } from '../src/core/tasks/schedule.ts';
import { aPlan, aPolicy, aRun, aTask } from '../test/support/core.ts';
import type { Measurement } from './support/bench.ts';
import { quantile, rounded } from './support/compare.ts';

const graphs = 500;
const tasksMax = 30;
const minutesMax = 30;
/** A list schedule is never worse than twice the bound; on average it has to be close to it. */
const limits = { mean: 1.05, meanShared: 1.1, againstWaves: 0.9 } as const;

export const makespan: Measurement = ({ say }) => {
  const apart = ratiosOf(false);
  say(`${graphs} graphs without shared files: ${JSON.stringify(apart)}`);
  const shared = ratiosOf(true);
  say(`${graphs} graphs with shared files: ${JSON.stringify(shared)}`);
  const ok =
    apart.mean <= limits.mean &&
    shared.mean <= limits.meanShared &&
    Math.max(apart.againstWaves, shared.againstWaves) <= limits.againstWaves;
  return Promise.resolve({ graphs, apart, shared, limits, ok });
};

interface Ratios {
  /** Ours over the lower bound, which nobody may be able to reach. */
  readonly mean: number;
  readonly p95: number;
  readonly most: number;
  /** Sum of ours over sum of the waves' times: below 1, ours is quicker. */
  readonly againstWaves: number;
}

interface Problem {
  readonly tasks: readonly Task[];
  readonly minutes: ReadonlyMap<string, number>;
  readonly slots: number;
}

function ratiosOf(shares: boolean): Ratios {
  const random = randomFrom(shares ? 2 : 1);
  const problems = Array.from({ length: graphs }, () => problemFrom(random, shares));
  const ours = problems.map(ourTime);
  const ratios = problems.map((problem, at) => (ours[at] ?? 0) / lowerBound(problem));
  return {
    mean: rounded(sum(ratios) / graphs),
    p95: rounded(quantile(ratios, 0.95)),
    most: rounded(Math.max(...ratios)),
    againstWaves: rounded(sum(ours) / sum(problems.map(waveTime))),
  };
}

function problemFrom(random: (below: number) => number, shares: boolean): Problem {
  const count = 2 + random(tasksMax - 1);
  const density = 1 + random(4);
  const tasks = Array.from({ length: count }, (_, n) =>
    aTask(`t${n}`, {
      files: shares && random(3) === 0 ? [`shared/${random(4)}`] : [`own/${n}`],
      dependsOn: Array.from({ length: n }, (_unused, before) => `t${before}`).filter(
        () => random(count) < density,
      ),
    }),
  );
  const minutes = new Map(tasks.map(({ id }) => [id, 1 + random(minutesMax)]));
  return { tasks, minutes, slots: 1 + random(8) };
}

/** The core says who starts; whoever is done is integrated at once. */
function ourTime({ tasks, minutes, slots }: Problem): number {
  let states: readonly TaskState[] = tasks.map((task) => ({ task, at: 'todo', grants: [], evidence: [] }));
  const start: Run = { ...aRun(aPolicy({ slots })), accepted: aPlan(tasks) };
  const ends = new Map<string, number>();
  let now = 0;
  for (;;) {
    const begun = new Set(startable({ ...start, tasks: states }).map((state) => state.task.id));
    for (const id of begun) ends.set(id, now + (minutes.get(id) ?? 0));
    states = states.map((state) => (begun.has(state.task.id) ? { ...state, at: 'working' } : state));
    if (ends.size === 0) return now;
    now = Math.min(...ends.values());
    const done = new Set([...ends].filter(([, at]) => at === now).map(([id]) => id));
    for (const id of done) ends.delete(id);
    states = states.map((state) => (done.has(state.task.id) ? { ...state, at: 'integrated' } : state));
  }
}

/** The same schedule within a wave, and nobody of the next one before the last of it is done. */
function waveTime({ tasks, minutes, slots }: Problem): number {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return sum(
    waves(tasks, []).waves.map((ids) => {
      const wave = ids.flatMap((id) => byId.get(id) ?? []).map((task) => ({ ...task, dependsOn: [] }));
      return ourTime({ tasks: wave, minutes, slots });
    }),
  );
}

function lowerBound({ tasks, minutes, slots }: Problem): number {
  const path = new Map<string, number>();
  for (const { id, dependsOn } of tasks) {
    path.set(id, (minutes.get(id) ?? 0) + Math.max(0, ...dependsOn.map((before) => path.get(before) ?? 0)));
  }
  const work = (some: readonly Task[]): number => sum(some.map(({ id }) => minutes.get(id) ?? 0));
  const onOneFile = tasks.map((task) => work(tasks.filter((other) => overlap(task.files, other.files))));
  return Math.max(...path.values(), work(tasks) / slots, ...onOneFile);
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** Always the same numbers from the same seed (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
