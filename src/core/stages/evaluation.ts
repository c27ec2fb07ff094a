// Evaluation: every check, on a clean checkout of the run branch's head, and a look at whether the change weakens what
// it is checked with, or destroys something. Claims count for nothing here.

import { allGood } from '../evidence/evidence.ts';
import type { CheckInput, Want } from '../effects.ts';
import type { Repository, Run } from '../run.ts';
import { endedHere, must, naming, repositoryOf, startedIn } from '../run.ts';
import { checksIn } from '../tasks/task-checks.ts';
import type { Stage } from '../pipeline/stage.ts';
import { againstBaseline } from './baseline.ts';
import { visitLine } from './lines.ts';
import { destructionGates } from './destroying.ts';
import { firing } from './live-fire.ts';
import { compareWanted, tamperingGates } from './tampering.ts';
import { excused, waiverGates } from './waiver.ts';

export const evaluation: Stage = {
  wanted: (run) => run.repositories.flatMap((repository) => wantedIn(run, repository)),

  interpret: (run, effect, outcome) => {
    const where = naming(run, repositoryOf(run, effect));
    if (outcome.kind === 'fire') return [{ type: 'change.fired', ...where, fired: outcome.result }];
    if (outcome.kind === 'compare') return [{ type: 'change.compared', ...where, compared: outcome.result }];
    return outcome.kind === 'check'
      ? [
          {
            type: 'evidence.recorded',
            subject: 'run',
            ...where,
            evidence: excused(run, effect, outcome.result.evidence),
          },
        ]
      : [];
  },

  // A change whose checks fail is worked on anyway: a person is asked about one that would go on.
  gates: (run) => [
    ...waiverGates(run),
    ...(areChecked(run) && allGood(run.visit.evidence)
      ? [...tamperingGates(run), ...destructionGates(run)]
      : []),
  ],
};

function wantedIn(run: Run, repository: Repository): readonly Want[] {
  const { alias, head } = repository;
  // Which tests are not executed any more is held against what the change did to them.
  if (isChecked(run, repository)) {
    const shots = firing(run, repository);
    return shots.length > 0 ? shots : compareWanted(run, repository);
  }
  return [
    {
      kind: 'check',
      repository: alias,
      subject: 'run',
      line: visitLine(run, 'check', repository),
      input: {
        commit: head.commit,
        tree: must(head.tree, 'the head has a tree once something is integrated'),
        checks: checksIn(run, repository),
        ...againstBaseline(repository),
        ...proofsIn(run, repository),
      },
    },
  ];
}

/** Bugs are reproduced where the run was started. */
function proofsIn(run: Run, { alias }: Repository): Pick<CheckInput, 'proofs'> {
  const { proofs } = run;
  return proofs.length === 0 || alias !== startedIn(run).alias ? {} : { proofs };
}

function isChecked(run: Run, { alias }: Repository): boolean {
  return endedHere(run, { kind: 'check', subject: 'run', repository: alias });
}

export function areChecked(run: Run): boolean {
  return run.repositories.every((repository) => isChecked(run, repository));
}
