// Planted bugs: clients and performers that do what ours must not. The same judges have to see them.

import type { Case } from './case.ts';
import { casesOf } from './case.ts';
import type { Finding } from './judge.ts';
import { findingsIn } from './judge.ts';
import type { Counts, Played } from './play.ts';
import { callsOf, played } from './play.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { Wire } from './wire.ts';

/** Each with the case it is seen in, and as what. */
const seenIn = {
  'no-probe': ['comment on a GitHub issue | POST /repo/issues/N/comments | reset after once', 'duplicates'],
  'retry-writes': ['comment on a GitHub issue | POST /repo/issues/N/comments | 5xx after once', 'duplicates'],
  'takes-for-done': ['label | POST /repo/issues/N/labels | reset before once', 'lost'],
  impatient: ['label | POST /repo/issues/N/labels | 429 once', 'wrong'],
} as const;

export type Plant = keyof typeof seenIn;
const plants: readonly Plant[] = ['no-probe', 'retry-writes', 'takes-for-done', 'impatient'];

export function plantFrom(word: string | undefined): Plant | undefined {
  if (word === undefined) return undefined;
  const found = plants.find((plant) => plant === word);
  if (found === undefined) throw new Error(`--plant is one of ${plants.join(', ')}`);
  return found;
}

export function wireOf(plant: Plant | undefined): Wire {
  return new Wire(plant === 'no-probe' || plant === 'retry-writes' ? plant : undefined);
}

export function performerOf(plant: Plant | undefined): 'takes-for-done' | 'impatient' | undefined {
  return plant === 'takes-for-done' || plant === 'impatient' ? plant : undefined;
}

interface Control {
  readonly scene: Scene;
  readonly played: Played;
}

/** Whether each planted bug is seen in its case, as what it is. */
export async function plantsSeen(
  stage: Stage,
  controls: readonly Control[],
  n: () => number,
): Promise<readonly { readonly plant: Plant; readonly seen: boolean }[]> {
  const told: { readonly plant: Plant; readonly seen: boolean }[] = [];
  for (const plant of plants) {
    const [name, category] = seenIn[plant];
    const found = controls
      .flatMap((control) => casesOf(control.scene, callsOf(control.played)).map((one) => ({ one, control })))
      .find(({ one }) => one.name === name);
    const findings =
      found === undefined ? [] : await playedWith(plant, stage, found.one, found.control.played.written, n());
    told.push({ plant, seen: findings.some((finding) => finding.category === category) });
  }
  return told;
}

async function playedWith(
  plant: Plant,
  stage: Stage,
  one: Case,
  usual: Counts,
  n: number,
): Promise<readonly Finding[]> {
  const wire = wireOf(plant);
  try {
    return findingsIn(one, await played(one, { stage, n, wire, plant: performerOf(plant) }), usual);
  } finally {
    wire.remove();
  }
}
