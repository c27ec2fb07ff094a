// The baseline [E2]: what the checks say of the base commit, before anybody has changed anything. It is taken beside the
// first agent of a run, so that it costs no time of its own.
//   BASELINE-1. A red base stops nothing: it is a fact, and what the change is held against.
//   BASELINE-2. Nothing is implemented before it is there, or the first change would be charged with what it found.

import type { Effect, Want } from '../effects.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { RunEvent } from '../events.ts';
import type { Repository, Run } from '../run.ts';
import { must, naming, repositoryOf } from '../run.ts';
import { checksIn } from '../tasks/task-checks.ts';
import { visitLine } from './lines.ts';

const subject = 'baseline';

/** BASELINE-2. A run without checks has nothing to hold a change against. */
export function hasBaseline(run: Run): boolean {
  return run.repositories.every((repository) => isTaken(run, repository));
}

function isTaken(run: Run, repository: Repository): boolean {
  return checksIn(run, repository).length === 0 || repository.baseline?.tree === repository.base.tree;
}

export function takingBaseline(run: Run): readonly Want[] {
  return run.repositories
    .filter((repository) => !isTaken(run, repository))
    .map((repository) => {
      const { commit, tree } = repository.base;
      const checks = checksIn(run, repository);
      return {
        kind: 'check',
        repository: repository.alias,
        subject,
        line: visitLine(run, `check/${subject}`, repository),
        input: { commit, tree: must(tree, 'the base was surveyed'), checks },
      };
    });
}

export function isBaseline(effect: Pick<Effect, 'kind' | 'subject'>): boolean {
  return effect.kind === 'check' && effect.subject === subject;
}

export function baselineTaken(run: Run, effect: Effect, evidence: readonly Evidence[]): RunEvent {
  const repository = repositoryOf(run, effect);
  const tree = must(repository.base.tree, 'the base was surveyed');
  return { type: 'baseline.recorded', ...naming(run, repository), tree, evidence };
}

/** What a change is held against, for a check that asks; nothing in a run of before there were baselines. */
export function againstBaseline({ baseline }: Repository): { readonly against?: readonly Evidence[] } {
  return baseline === undefined ? {} : { against: baseline.evidence };
}
