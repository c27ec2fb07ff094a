// The transition table: the only thing that moves a run between stages. Its rows are in `moves/`, by the part of the way
// they belong to; here they are put together, a list for each pipeline.
//
// Invariants
//   TRANSITIONS-1. Rows are tried in order; the first whose conditions all hold wins.
//   TRANSITIONS-2. Overlapping rows are meant: an earlier row is always the one intended (property-tested).
//   TRANSITIONS-3. A row says why in words, and what text goes along.
//   TRANSITIONS-4. The rows of a pipeline name its own stages and no others.

import type { Run } from '../run.ts';
import * as when from './conditions.ts';
import { anywhere } from './moves/anywhere.ts';
import type { Move } from './moves/move.ts';
import { toAChange } from './moves/from-implementation-to-review.ts';
import { toAMerge } from './moves/from-completion-to-merge.ts';
import { toAPlan } from './moves/from-intake-to-plan-review.ts';
import type { PipelineName } from './pipeline.ts';

/**
 * The review and release pipelines have stages, but no moves: what lets them on (a report that is written, a version that
 * is chosen) is nothing a stage does yet, and a row without its fact would never hold or always. No run is started in them.
 */
export const moves: Readonly<Partial<Record<PipelineName, readonly Move[]>>> = {
  deliver: [...anywhere, ...toAPlan, ...toAChange, ...toAMerge],
};

const movesOf = ({ pipeline }: Run): readonly Move[] => moves[pipeline] ?? [];

/** TRANSITIONS-1. */
export function nextMove(run: Run): Move | undefined {
  return movesOf(run).find(
    (move) =>
      (move.from === 'any' || move.from === run.visit.stage) && move.when.every((item) => item.holds(run)),
  );
}

/** Rows of a coverage round say nothing to somebody whose run is in none. */
function isAbout(move: Move, run: Run): boolean {
  return !move.when.includes(when.coverageRound) || when.coverageRound.holds(run);
}

/** Why the run is where it is: every move out of its stage, and which conditions hold. */
export function movesOut(
  run: Run,
): readonly { readonly move: Move; readonly missing: readonly string[]; readonly held: readonly string[] }[] {
  return movesOf(run)
    .filter((move) => move.from === run.visit.stage && move.to !== 'blocked' && isAbout(move, run))
    .map((move) => ({
      move,
      missing: move.when.filter((item) => !item.holds(run)).map((item) => item.name),
      held: move.when.filter((item) => item.holds(run)).map((item) => item.name),
    }));
}
