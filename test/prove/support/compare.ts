// Two finished worlds side by side: what the one that was disturbed has twice, what it lacks, and what is otherwise
// not as in the one that was not. Pure.

import type { Acknowledged } from './drive.ts';
import type { Facts } from './facts.ts';

export type Category = 'duplicated' | 'lost' | 'stuck' | 'different';

export interface Finding {
  readonly category: Category;
  readonly what: string;
}

/** What may differ: in which order independent tasks came in, how artifacts were written in between, and events. */
const told = [
  'ended',
  'landedChange',
  'branches',
  'pullRequests',
  'ticketStatus',
  'comments',
  'tasks',
  'evidence',
  'gates',
  'failures',
  'rounds',
  'basesMoved',
  'conflicts',
  'reserved',
  'artifacts',
  'workspaces',
  'verified',
] as const satisfies readonly (keyof Facts)[];

export function compare(
  control: Facts,
  other: Facts,
  acknowledged: readonly Acknowledged[] = [],
): readonly Finding[] {
  return [
    ...stuck(other),
    ...duplicated(control, other),
    ...lost(control, other, acknowledged),
    ...different(control, other),
  ];
}

function stuck(other: Facts): readonly Finding[] {
  const there = other.ended === 'completed' && other.landed;
  return there ? [] : [finding('stuck', `the run is at '${other.ended}', landed: ${other.landed}`)];
}

function duplicated(control: Facts, other: Facts): readonly Finding[] {
  return [
    ...more('pull requests', control.pullRequests.length, other.pullRequests.length),
    ...more('commits on the target', control.targetCommits, other.targetCommits),
    ...more('comments on the ticket', control.comments.length, other.comments.length),
    ...more('branches of the user', Object.keys(control.branches).length, Object.keys(other.branches).length),
    ...more('reservations', control.reserved, other.reserved),
    ...more('integrations', control.order.length, other.order.length),
    ...other.begunTwice.map((key) => finding('duplicated', `effect ${key} was begun twice`)),
    ...[...keysOf(control.done, other.done)].flatMap((key) =>
      more(`effect ${key} done`, control.done[key] ?? 0, other.done[key] ?? 0),
    ),
    ...[...keysOf(control.doneLaunches, other.doneLaunches)].flatMap((key) =>
      more(`launch ${key} done`, control.doneLaunches[key] ?? 0, other.doneLaunches[key] ?? 0),
    ),
    // Which of them are written depends on how fast a stage passes; none is written twice.
    ...Object.entries(other.doneArtifacts).flatMap(([key, count]) => more(`effect ${key} done`, 1, count)),
  ];
}

function more(what: string, before: number, now: number): readonly Finding[] {
  return now > before ? [finding('duplicated', `${what}: ${now} instead of ${before}`)] : [];
}

function lost(control: Facts, other: Facts, acknowledged: readonly Acknowledged[]): readonly Finding[] {
  const gone = acknowledged.filter(({ seq, hash }) => other.events[seq - 1]?.hash !== hash);
  return [
    ...gone
      .slice(0, 1)
      .map(({ seq }) => finding('lost', `event ${seq}, which was acknowledged, is not there`)),
    ...fewer('pull requests', control.pullRequests.length, other.pullRequests.length),
    ...fewer('commits on the target', control.targetCommits, other.targetCommits),
    ...fewer('comments on the ticket', control.comments.length, other.comments.length),
    ...fewer(
      'branches of the user',
      Object.keys(control.branches).length,
      Object.keys(other.branches).length,
    ),
    ...[...keysOf(control.done, other.done)].flatMap((key) =>
      fewer(`effect ${key} done`, control.done[key] ?? 0, other.done[key] ?? 0),
    ),
    ...[...keysOf(control.doneLaunches, other.doneLaunches)].flatMap((key) =>
      fewer(`launch ${key} done`, control.doneLaunches[key] ?? 0, other.doneLaunches[key] ?? 0),
    ),
    ...(other.lostLaunches > 0 ? [finding('lost', `${other.lostLaunches} launches have no end`)] : []),
  ];
}

function fewer(what: string, before: number, now: number): readonly Finding[] {
  return now < before ? [finding('lost', `${what}: ${now} instead of ${before}`)] : [];
}

function different(control: Facts, other: Facts): readonly Finding[] {
  const sameOrder = control.order.join() === other.order.join();
  return [
    ...told.flatMap((name) => unlike(name, control[name], other[name])),
    // Commits are a pure function of the journal: the same order gives the same id.
    ...(sameOrder ? unlike('landedCommit', control.landedCommit, other.landedCommit) : []),
    ...unlike('survivors', 0, other.survivors),
  ];
}

function unlike(name: string, before: unknown, now: unknown): readonly Finding[] {
  const [one, two] = [JSON.stringify(before), JSON.stringify(now)];
  return one === two ? [] : [finding('different', `${name}: ${two} instead of ${one}`)];
}

function keysOf(one: object, two: object): ReadonlySet<string> {
  return new Set([...Object.keys(one), ...Object.keys(two)]);
}

function finding(category: Category, what: string): Finding {
  return { category, what };
}
