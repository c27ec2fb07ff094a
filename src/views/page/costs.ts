// What was spent, on what. The days and repositories come from stored summaries; stages, agents and roles need the journals of the
// runs, of which so many are read and no more. Unknown money is counted in launches, never as zero (BUDGET-1). Pure.

import type { StageName } from '../../core/pipeline/stage.ts';
import { stageDefinitions } from '../../core/pipeline/stage.ts';
import type { Story } from '../artifacts/story.ts';
import type { RunSummary } from '../run/summary.ts';

export interface CostRow {
  readonly name: string;
  readonly usd: number;
  readonly launches: number;
  readonly unknown: number;
  /** Of the launches, those that failed. */
  readonly failed: number;
}

export interface NearBudget {
  readonly run: string;
  readonly title: string;
  readonly usd: number;
  readonly of: number;
  readonly launches: number;
  readonly launchesOf: number;
}

export interface Charged {
  readonly at: number;
  readonly repository: string;
  readonly stage: StageName;
  readonly agent: string;
  readonly role: string;
  readonly usd?: number | undefined;
  readonly failed: boolean;
}

/** Every launch of a run that ended, with what it cost. */
export function chargesOf(story: Story, repository: string): readonly Charged[] {
  const agents = new Map(
    story.events.flatMap(({ event }) =>
      event.type === 'effect.ended' && event.provenance !== undefined
        ? [[event.key, event.provenance.agent] as const]
        : [],
    ),
  );
  return story.spans.flatMap(({ effect, stage, endedAt, charge, how }): readonly Charged[] => {
    if (endedAt === undefined || (effect.kind !== 'ask' && effect.kind !== 'attempt')) return [];
    const role = 'role' in effect.input ? effect.input.role : 'implementer';
    const agent = agents.get(effect.key) ?? 'unknown';
    return [{ at: endedAt, repository, stage, agent, role, usd: charge?.usd, failed: how === 'failed' }];
  });
}

export function rowsBy(charges: readonly Charged[], nameOf: (charge: Charged) => string): readonly CostRow[] {
  const rows = new Map<string, CostRow>();
  for (const charge of charges) {
    const name = nameOf(charge);
    const { usd, launches, unknown, failed } = rows.get(name) ?? {
      usd: 0,
      launches: 0,
      unknown: 0,
      failed: 0,
    };
    rows.set(name, {
      name,
      usd: usd + (charge.usd ?? 0),
      launches: launches + 1,
      unknown: unknown + (charge.usd === undefined ? 1 : 0),
      failed: failed + (charge.failed ? 1 : 0),
    });
  }
  return [...rows.values()].toSorted((one, other) => other.usd - one.usd || other.launches - one.launches);
}

export function stageOf({ stage }: Charged): string {
  return stageDefinitions[stage].heading;
}

const dayMs = 24 * 60 * 60 * 1000;

/** One row for every day of the window, the oldest first, also where nothing was spent. */
export function rowsByDay(charges: readonly Charged[], now: number, days: number): readonly CostRow[] {
  const found = new Map(rowsBy(charges, ({ at }) => dayOf(at)).map((row) => [row.name, row]));
  return Array.from({ length: days }, (_, index) => {
    const name = dayOf(now - (days - 1 - index) * dayMs);
    return found.get(name) ?? { name, usd: 0, launches: 0, unknown: 0, failed: 0 };
  });
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

export interface MergedCost {
  readonly merged: number;
  readonly usd: number;
  readonly launches: number;
  readonly unknown: number;
}

/** What a change that reached its repository costs, over those that did. */
export function mergedCost(summaries: readonly RunSummary[]): MergedCost {
  const merged = summaries.filter(({ status }) => status === 'completed');
  return {
    merged: merged.length,
    usd: merged.reduce((sum, { usd }) => sum + usd, 0),
    launches: merged.reduce((sum, { launches }) => sum + launches, 0),
    unknown: merged.reduce((sum, { launchesWithoutUsd }) => sum + launchesWithoutUsd, 0),
  };
}
