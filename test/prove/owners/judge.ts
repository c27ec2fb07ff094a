// What is wrong with a home after everybody left it, beside one that nobody disturbed: what took hold twice, what was lost, and
// who is still there.

import { compare } from '../support/compare.ts';
import type { Acknowledged } from '../support/drive.ts';
import type { Facts } from '../support/facts.ts';
import { factsOf } from '../support/facts.ts';
import type { World } from '../support/world.ts';

export const categories = ['doubled', 'lost', 'orphans'] as const;

export interface Wrong {
  readonly category: (typeof categories)[number];
  readonly what: string;
}

interface Judged {
  readonly control: Facts;
  /** In words, where there is nothing that could be read. */
  readonly facts: Facts | string;
  readonly runs: number;
  /** What was recorded in the sight of somebody else. */
  readonly seen: readonly Acknowledged[];
  readonly orphans: readonly string[];
}

export function judge({ control, facts, runs, seen, orphans }: Judged): readonly Wrong[] {
  const left = orphans.map((what): Wrong => ({ category: 'orphans', what }));
  if (typeof facts === 'string') return [...left, { category: 'lost', what: facts }];
  const found = compare(control, facts, seen).flatMap(({ category, what }): readonly Wrong[] => {
    // Ids and times are a run's own: what differs without being more or less is no matter of owners.
    if (category === 'different') return [];
    return [{ category: category === 'duplicated' ? 'doubled' : 'lost', what }];
  });
  return [
    ...left,
    ...found,
    ...(runs > 1 ? [{ category: 'doubled', what: `${runs} runs of one order` } as const] : []),
    ...(facts.verified ? [] : [{ category: 'lost', what: 'the journal does not verify' } as const]),
    ...(facts.workspaces.length === control.workspaces.length
      ? []
      : [{ category: 'lost', what: `workspaces nobody took away: ${facts.workspaces.join(', ')}` } as const]),
  ];
}

export function factsThere(world: World): Promise<Facts | string> {
  return factsOf(world).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
}
