// The baseline [E2]: what the checks say of the base commit, before anybody has changed anything. It is taken beside the
// first agent of a run, so that it costs no time of its own.
//   F1. A red base stops nothing: it is a fact, and what the change is held against.
//   F2. Nothing is implemented before it is there, or the first change would be charged with what it found.

import type { Effect, Want } from '../effects.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { RunEvent } from '../events.ts';
import type { Run } from '../run.ts';
import { must, only } from '../run.ts';
import { visitLine } from './lines.ts';

const subject = 'baseline';

/** F2. A run without checks has nothing to hold a change against. */
export function hasBaseline(run: Run): boolean {
  return run.checks.length === 0 || run.baseline?.tree === only(run).base.tree;
}

export function takingBaseline(run: Run): readonly Want[] {
  if (hasBaseline(run)) return [];
  const { commit, tree } = only(run).base;
  return [
    {
      kind: 'check',
      subject,
      line: visitLine(run, `check/${subject}`),
      input: { commit, tree: must(tree, 'the base was surveyed'), checks: run.checks },
    },
  ];
}

export function isBaseline(effect: Pick<Effect, 'kind' | 'subject'>): boolean {
  return effect.kind === 'check' && effect.subject === subject;
}

export function baselineTaken(run: Run, evidence: readonly Evidence[]): RunEvent {
  return { type: 'baseline.recorded', tree: must(only(run).base.tree, 'the base was surveyed'), evidence };
}

/** What a change is held against, for a check that asks; nothing in a run of before there were baselines. */
export function againstBaseline(run: Run): { readonly against?: readonly Evidence[] } {
  return run.baseline === undefined ? {} : { against: run.baseline.evidence };
}
