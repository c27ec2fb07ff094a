// What was spent in a time, on what. Journals are read of the newest runs of that time, and of no more than so many.

import { usd } from '../../views/words/words.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { Charged, CostRow, MergedCost, NearBudget } from '../../views/page/costs.ts';
import { chargesOf, mergedCost, rowsBy, rowsByDay, stageOf } from '../../views/page/costs.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import type { Journal } from '../../journal/journal.ts';
import { readRun } from '../home/reader.ts';
import { nameOf } from '../words/list-text.ts';
import type { CostsInput } from './schemas/page.ts';
import type { Look } from './verb.ts';

const runsReadMax = 200;
const daysShown = 14;
const dayMs = 24 * 60 * 60 * 1000;
/** From this share of its cap on a run is called near it. */
const nearShare = 0.8;

export interface CostsShown {
  readonly days: number;
  readonly total: CostRow;
  readonly byDay: readonly CostRow[];
  readonly byRepository: readonly CostRow[];
  readonly byStage: readonly CostRow[];
  readonly byAgent: readonly CostRow[];
  readonly byRole: readonly CostRow[];
  readonly merged: MergedCost;
  readonly near: readonly NearBudget[];
  readonly runsRead: number;
  /** Runs of that time that were not read. */
  readonly runsLeft: number;
}

export const costs: Look<CostsInput, CostsShown> = {
  look: async ({ journal, clock }, { days = daysShown }) => {
    const now = clock.now();
    const since = now - days * dayMs;
    const recent = ((await journal?.summaries()) ?? [])
      .filter(({ updatedAt }) => updatedAt >= since)
      .toSorted((one, other) => other.updatedAt - one.updatedAt);
    const taken = recent.slice(0, runsReadMax);
    const read = journal === undefined ? [] : await readAll(journal, taken);
    const charges = read.flatMap((one) => one.charges).filter(({ at }) => at >= since);
    const [total] = rowsBy(charges, () => 'all');
    return {
      days,
      total: total ?? { name: 'all', usd: 0, launches: 0, unknown: 0, failed: 0 },
      byDay: rowsByDay(charges, now, days),
      byRepository: rowsBy(charges, ({ repository }) => nameOf(repository)),
      byStage: rowsBy(charges, stageOf),
      byAgent: rowsBy(charges, ({ agent }) => agent),
      byRole: rowsBy(charges, ({ role }) => role),
      merged: mergedCost(recent),
      near: read.flatMap(({ near }) => near),
      runsRead: taken.length,
      runsLeft: recent.length - taken.length,
    };
  },
  words: ({ total, byRepository }) => ({
    data: [total, ...byRepository]
      .map(({ name, usd: amount, launches }) => `${forTerminal(name)}  ${usd(amount)}  ${launches}\n`)
      .join(''),
  }),
};

/** Money that nobody reports is no less spent: launches have a cap of their own. */
function nearOf(summary: RunSummary): readonly NearBudget[] {
  const { run, title, status, usd: spent, launches } = summary;
  const { budgetUsd = Infinity, budgetLaunches = Infinity } = summary;
  const isOpen = status === 'running' || status === 'waiting' || status === 'blocked';
  const isNear = spent >= budgetUsd * nearShare || launches >= budgetLaunches * nearShare;
  return isOpen && isNear
    ? [{ run, title, usd: spent, of: budgetUsd, launches, launchesOf: budgetLaunches }]
    : [];
}

interface ReadRun {
  readonly charges: readonly Charged[];
  readonly near: readonly NearBudget[];
}

async function readAll(journal: Journal, runs: readonly RunSummary[]): Promise<readonly ReadRun[]> {
  const { storyOf } = await import('../../views/artifacts/story-of-events.ts');
  const found: ReadRun[] = [];
  for (const summary of runs) {
    const { run: id, repository } = summary;
    const read = await readRun(journal, id).catch(() => undefined); // whose journal is damaged is told elsewhere
    const story = read === undefined ? undefined : storyOf(read.events);
    if (read === undefined || story === undefined) continue;
    found.push({ charges: chargesOf(story, repository), near: nearOf(summary) });
  }
  return found;
}
