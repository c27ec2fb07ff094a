// The marks an auditor gives a plan, and the score they come to. The weights are the whole judgement that code adds.

export const weights = {
  correctness: 3,
  completeness: 2.5,
  executability: 2.5,
  tests: 1.5,
  security: 1.5,
  performance: 1,
  quality: 0.5,
} as const;

export type Dimension = keyof typeof weights;

export const dimensions = Object.keys(weights).filter(isDimension);

function isDimension(word: string): word is Dimension {
  return Object.hasOwn(weights, word);
}

export const markMax = 5;

/** From 0 to 5 each; security and performance only where the plan touches them. */
export type Marks = Readonly<Partial<Record<Dimension, number>>>;

/** Percent of the marks that can be had, after the caps (see AUDIT-2 in `audit.ts`). */
export function scoreOf(
  marks: Marks,
  found: { readonly mirages: number; readonly blockedTasks: number },
): number {
  const caps: Marks = {
    correctness: mirageCap(found.mirages),
    executability: blockedCap(found.blockedTasks),
  };
  let reached = 0;
  let possible = 0;
  for (const dimension of dimensions) {
    const mark = marks[dimension];
    if (mark === undefined) continue;
    reached += weights[dimension] * Math.min(mark, caps[dimension] ?? markMax);
    possible += weights[dimension] * markMax;
  }
  return possible === 0 ? 0 : Math.round((reached / possible) * 1000) / 10;
}

function mirageCap(mirages: number): number {
  if (mirages === 0) return 5;
  if (mirages === 1) return 4;
  return mirages <= 3 ? 3 : 2;
}

function blockedCap(tasks: number): number {
  if (tasks === 0) return 5;
  return tasks === 1 ? 3 : 1;
}
