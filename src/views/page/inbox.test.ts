// What waits for a person is grouped by what one answer clears, from stored rows alone.

import { expect, test } from 'vitest';
import type { InboxItem, RunSummary } from '../run/summary.ts';
import { inboxOf } from './inbox.ts';

/** Ten in the morning, wherever this runs. */
const now = new Date(2026, 0, 15, 10).getTime();
const summaryOf = (run: string, more: Partial<RunSummary> = {}): RunSummary => ({
  run,
  title: `title of ${run}`,
  repository: 'local/one',
  stage: 'implementation',
  visit: 1,
  status: 'running',
  startedAt: now - 60_000,
  updatedAt: now - 1000,
  tasksDone: 1,
  tasksTotal: 3,
  launches: 2,
  usd: 1,
  launchesWithoutUsd: 0,
  budgetUsd: 10,
  budgetLaunches: 40,
  agentMs: 10,
  roles: {},
  ...more,
});
const gateOf = (run: string, kind: InboxItem['kind'], openedAt = now - 500): InboxItem => {
  return { run, repository: 'local/one', gate: 'g1', kind, subject: 's', digest: 'd', title: run, openedAt };
};
const groupsOf = (
  summaries: readonly RunSummary[],
  gates: readonly InboxItem[] = [],
): Readonly<Record<string, readonly string[]>> => {
  const { groups } = inboxOf({ summaries, gates, drives: (run) => run !== 'left', now, entriesMax: 2 });
  return Object.fromEntries(groups.map(({ name, entries }) => [name, entries.map((one) => one.summary.run)]));
};

test('a gate is to be decided, a merge gate is ready to merge, and neither is listed as running', () => {
  const runs = [summaryOf('plan', { status: 'waiting' }), summaryOf('merge', { status: 'waiting' })];
  expect(groupsOf(runs, [gateOf('plan', 'plan'), gateOf('merge', 'merge')])).toEqual({
    decide: ['plan'],
    unblock: [],
    merge: ['merge'],
    running: [],
    done: [],
  });
});

test('a blocked run and one that nobody works on want somebody', () => {
  const runs = [summaryOf('blocked', { status: 'blocked' }), summaryOf('left'), summaryOf('fine')];
  expect(groupsOf(runs)).toMatchObject({ unblock: ['left', 'blocked'], running: ['fine'] });
});

test('what ended yesterday is not of today', () => {
  const runs = [
    summaryOf('today', { status: 'completed' }),
    summaryOf('last evening', { status: 'cancelled', updatedAt: now - 11 * 60 * 60 * 1000 }),
    summaryOf('before breakfast', { status: 'cancelled', updatedAt: now - 9 * 60 * 60 * 1000 }),
  ];
  expect(groupsOf(runs)).toMatchObject({ done: ['today', 'before breakfast'] });
});

test('what holds up most comes first, and what is left out is counted', () => {
  const runs = ['a', 'b', 'c'].map((run, index) =>
    summaryOf(run, { tasksTotal: index + 1, status: 'waiting' }),
  );
  const shown = inboxOf({
    summaries: runs,
    gates: runs.map(({ run }) => gateOf(run, 'plan')),
    drives: () => true,
    now,
    entriesMax: 2,
  });
  expect(shown.waiting).toBe(3);
  expect(shown.groups[0]).toMatchObject({ total: 3, entries: [{ tasksHeld: 2 }, { tasksHeld: 1 }] });
});
