// A change that destroys something nobody approved in the plan. Code sees it when the whole change is compared with its base, on
// the only way to a pull request; until then everything is in a branch of Slipway's own, and nothing of anybody's is gone.
//   DESTROYING-1. Asked is what no person approved: neither in the plan, by letting a marked task begin, nor at this gate before.
//   DESTROYING-2. An approval is for what was shown (`DESTRUCTION-1`): less of it later is not asked about again, more of it is.

import { covers } from '../fence/paths.ts';
import type { RunEvent } from '../events.ts';
import type { Destruction } from '../evidence/destruction.ts';
import { destructionId } from '../evidence/destruction.ts';
import type { Gate, GateRequest } from '../gates/gate.ts';
import { filesOf } from '../plan/plan.ts';
import type { Repository, Run } from '../run.ts';
import { isIn, must } from '../run.ts';
import { comparedHere, mostLikely } from './tampering.ts';

/** No task can be called that: ids have no spaces. */
const subject = 'the change';

export function asksAboutChange(gate: Pick<Gate, 'kind' | 'subject'>): boolean {
  return gate.kind === 'destructive' && gate.subject === subject;
}

/** Nothing is destroyed that a person did not approve. Policy says whether people are asked about that at all. */
export function isSpared(run: Run): boolean {
  return run.repositories.every(
    (repository) => comparedHere(run, repository) !== undefined && unapproved(run, repository).length === 0,
  );
}

/** DESTROYING-1. */
function unapproved(run: Run, repository: Repository): readonly Destruction[] {
  if (!run.policy.gates.destructive) return [];
  const approved = run.gates.filter(
    ({ kind, decision }) => kind === 'destructive' && decision?.answer === 'approve',
  );
  const shown = new Set(approved.flatMap(({ about }) => about ?? []));
  const marked = run.tasks
    .filter(({ task }) => isIn(run, task, repository))
    .filter(({ task }) => approved.some((gate) => gate.subject === task.id))
    .flatMap(({ task }) => filesOf(task));
  return (repository.compared?.destroyed?.findings ?? []).filter(
    (finding) => !shown.has(destructionId(finding)) && !isMarked(marked, finding), // DESTROYING-2
  );
}

function isMarked(marked: readonly string[], { file, files }: Destruction): boolean {
  return (files ?? [file]).every((one) => covers(marked, one));
}

const pathsMax = 20;

export function destructionGates(run: Run): readonly GateRequest[] {
  return run.repositories.flatMap((repository) => {
    const destroyed = comparedHere(run, repository)?.destroyed;
    const asked = unapproved(run, repository);
    if (destroyed === undefined || asked.length === 0) return [];
    const paths = [...new Set(asked.map(({ file }) => file))].slice(0, pathsMax);
    return [
      {
        kind: 'destructive' as const,
        subject,
        digest: `destruction.${destroyed.blob}`,
        blob: destroyed.blob,
        paths,
        about: asked.map(destructionId),
      },
    ];
  });
}

/** Each file goes back to the last task in order that may touch it, with what it destroys. */
export function reopenDestroying(run: Run): readonly RunEvent[] {
  return run.repositories
    .filter((repository) => unapproved(run, repository).length > 0)
    .flatMap((repository) => {
      const integrated = run.tasks.filter(
        ({ at, task }) => at === 'integrated' && isIn(run, task, repository),
      );
      const feedback = must(repository.compared?.destroyed, 'something is destroyed').blob;
      const tasks = unapproved(run, repository).map(({ file }) => mostLikely(integrated, file).task.id);
      return [...new Set(tasks)].map((task): RunEvent => ({ type: 'task.reopened', task, feedback }));
    });
}
