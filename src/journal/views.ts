// What every journal answers alike about its view tables: which runs count as open, and in which order rows come.

import type { InboxItem, RunSummary } from '../views/summary.ts';

export interface SummaryFilter {
  readonly repository?: string;
  readonly open?: boolean;
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

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
