import { describe, expect, test } from 'vitest';
import { drive } from '../../../test/support/core.ts';
import { estimateRest, estimateRun, estimateWords, historyOf } from './estimate.ts';
import { summarise } from '../run/summarise.ts';
import type { RunSummary } from '../run/summary.ts';

const ended = summarise(drive().go().run(), 1);

function took(change: Partial<RunSummary>): RunSummary {
  return { ...ended, ...change };
}

const runs = [
  took({ launches: 4, usd: 0.4, launchesWithoutUsd: 0, agentMs: 240_000, updatedAt: 1 }),
  took({ launches: 6, usd: 0.6, launchesWithoutUsd: 0, agentMs: 360_000, updatedAt: 2 }),
  took({ launches: 40, usd: 4, launchesWithoutUsd: 0, agentMs: 2_400_000, updatedAt: 3 }),
  took({ launches: 5, usd: 0.5, launchesWithoutUsd: 0, agentMs: 300_000, updatedAt: 4 }),
  took({ launches: 5, usd: 0.5, launchesWithoutUsd: 0, agentMs: 300_000, updatedAt: 5 }),
];

function estimated(summaries: readonly RunSummary[]): string {
  const history = historyOf(summaries);
  return history === undefined ? 'nothing' : estimateWords(estimateRun(history, 40));
}

describe('what a run will probably take', () => {
  test('counts launches by role in the summary of each run', () => {
    expect(ended).toMatchObject({
      status: 'completed',
      launches: 4,
      roles: { investigator: 1, planner: 1, implementer: 1, reviewer: 1 },
    });
  });

  test('is unknown where no run went through its work', () => {
    const young = drive()
      .go((run) => run.gates.length > 0)
      .run();
    expect(estimated([])).toBe('nothing');
    expect(estimated([summarise(young, 1), took({ status: 'cancelled' }), took({ tasksDone: 0 })])).toBe(
      'nothing',
    );
  });

  test('is learned from a run that waits for its merge, too', () => {
    expect(estimated([took({ status: 'waiting', stage: 'merge' })])).toContain('from 1 run here');
    expect(estimated([took({ status: 'waiting', stage: 'review' })])).toBe('nothing');
  });

  test('is the middle of what earlier runs took, with how many there were', () => {
    expect(estimated(runs)).toBe(
      '5 to 6 launches, 5 to 6 min of agent time, $0.50 to $0.60 (from 5 runs here)',
    );
  });

  test('is all of it where there are few, and says that one says little', () => {
    expect(estimated(runs.slice(0, 2))).toContain('4 to 6 launches');
    expect(estimated(runs.slice(0, 1))).toBe(
      '4 launches, 4 min of agent time, $0.40 (from 1 run here, which says little)',
    );
  });

  test('never calls unknown money nothing', () => {
    const silent = took({ launches: 4, usd: 0, launchesWithoutUsd: 4, agentMs: 240_000 });
    expect(estimated([silent])).toContain('4 min of agent time, cost unknown (from');
    expect(estimated([silent, took({ launches: 4, usd: 0.8, launchesWithoutUsd: 0 })])).toContain(
      '$0.80 of known cost',
    );
  });

  test('stays below the cap, and looks at the newest runs only', () => {
    const history = historyOf(runs);
    if (history === undefined) throw new Error('there is a history');
    expect(estimateRun(history, 3).launches).toEqual({ least: 3, most: 3 });
    const many = Array.from({ length: 40 }, (_, n) => took({ launches: n < 10 ? 99 : 2, updatedAt: n }));
    expect(historyOf(many)).toMatchObject({ runs: 30, launches: { least: 2, most: 2 } });
  });
});

describe('what is left after the plan', () => {
  const history = historyOf([
    took({ tasksDone: 2, tasksTotal: 2, roles: { implementer: 2, reviewer: 3, planner: 9 } }),
    took({ tasksDone: 1, tasksTotal: 1, roles: { implementer: 1, reviewer: 1, planner: 9 } }),
  ]);
  if (history === undefined) throw new Error('there is a history');

  test('follows from the attempts and reviews a task took, and how many tasks there are', () => {
    expect(estimateRest(history, { tasks: 4, launchesLeft: 40 }).launches).toEqual({ least: 8, most: 10 });
    expect(estimateRest(history, { tasks: 4, launchesLeft: 9 }).launches).toEqual({ least: 8, most: 9 });
  });
});
