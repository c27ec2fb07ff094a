// How often a run failed where and how, and which troubles came again and again.

import { patternOf } from '../run/pattern.ts';
import type { Failure } from './failures.ts';

export interface FailureSummary {
  readonly total: number;
  readonly byStage: Readonly<Record<string, number>>;
  readonly byReason: Readonly<Record<string, number>>;
  readonly recurring: readonly Pattern[];
}

interface Pattern {
  readonly pattern: string;
  readonly ids: readonly string[];
}

export function summaryOf(failures: readonly Failure[]): FailureSummary {
  const byPattern = grouped(failures, (failure) => `${failure.reason}: ${patternOf(failure.summary)}`);
  return {
    total: failures.length,
    byStage: countBy(failures, (failure) => failure.stage),
    byReason: countBy(failures, (failure) => failure.reason),
    recurring: [...byPattern]
      .filter(([, found]) => found.length > 1)
      .map(([pattern, found]) => ({ pattern, ids: found.map((failure) => failure.id) }))
      .toSorted((a, b) => b.ids.length - a.ids.length),
  };
}

function countBy(
  failures: readonly Failure[],
  keyOf: (failure: Failure) => string,
): Readonly<Record<string, number>> {
  const groups = grouped(failures, keyOf);
  return Object.fromEntries([...groups].map(([key, found]) => [key, found.length]));
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
