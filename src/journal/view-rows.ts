// What every journal answers alike about its view tables: which runs count as open, and in which order rows come.

import type { RepositoryFact } from '../core/memory/facts.ts';
import { searchTextOf, searchWordsOf } from '../core/memory/recall.ts';
import type { FactFilter } from './journal.ts';
import type { InboxItem, RunSummary } from '../views/run/summary.ts';

export interface SummaryFilter {
  readonly repository?: string;
  readonly open?: boolean;
  /** Only these. */
  readonly runs?: readonly string[];
}

const openStatuses: Readonly<Record<RunSummary['status'], boolean>> = {
  running: true,
  waiting: true,
  blocked: true,
  failed: false,
  cancelled: false,
  completed: false,
};

/** A run that has ended stays open while something of it is owed: only open runs are taken up after a crash. */
export function isOpen(summary: RunSummary): boolean {
  return openStatuses[summary.status] || summary.owed === true;
}

export function wanted(summary: RunSummary, filter: SummaryFilter): boolean {
  if (filter.repository !== undefined && filter.repository !== summary.repository) return false;
  if (filter.runs !== undefined && !filter.runs.includes(summary.run)) return false;
  return filter.open === undefined || filter.open === isOpen(summary);
}

/** What changed last comes first. */
export function byUpdate(a: RunSummary, b: RunSummary): number {
  return b.updatedAt - a.updatedAt || compare(a.run, b.run);
}

/** What has waited longest comes first. */
export function byOpening(a: InboxItem, b: InboxItem): number {
  return a.openedAt - b.openedAt || compare(`${a.run} ${a.gate}`, `${b.run} ${b.gate}`);
}

/** The run that a fact belongs to; empty where it is the repository's. */
export function runOfFact(fact: RepositoryFact): string {
  return fact.scope === 'repository' ? '' : (fact.sources[0]?.run ?? '');
}

export function wantedFact(fact: RepositoryFact, { repository, words, heldIn }: FactFilter): boolean {
  if (repository !== undefined && fact.repository !== repository) return false;
  const isHeld = fact.state === 'promoted' || (runOfFact(fact) === heldIn && fact.state !== 'withdrawn');
  if (heldIn !== undefined && !isHeld) return false;
  const text = searchTextOf(fact);
  return searchWordsOf(words ?? '').every((word) => text.includes(word));
}

/** What changed last comes first. */
export function byChange(a: RepositoryFact, b: RepositoryFact): number {
  return b.changedAt - a.changedAt || compare(`${a.repository} ${a.id}`, `${b.repository} ${b.id}`);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
