// Evaluation: every check, on a clean checkout of the run branch's head, and a look at whether the change weakens what
// it is checked with. Claims count for nothing here.

import { allGood, waived } from '../evidence/evidence.ts';
import { endedHere, must, only } from '../run.ts';
import type { Stage } from '../pipeline/stage.ts';
import { againstBaseline } from './baseline.ts';
import { visitLine } from './lines.ts';
import { compareWanted, tamperingGates } from './tampering.ts';
import { hasWaiver, waiverGates } from './waiver.ts';

export const evaluation: Stage = {
  wanted: (run) => {
    if (endedHere(run, 'check', 'run')) return compareWanted(run);
    const { commit, tree } = only(run).head;
    return [
      ...compareWanted(run),
      {
        kind: 'check',
        subject: 'run',
        line: visitLine(run, 'check'),
        input: {
          commit,
          tree: must(tree, 'the head has a tree once something is integrated'),
          checks: run.checks,
          ...againstBaseline(run),
          ...(run.proofs.length === 0 ? {} : { proofs: run.proofs }),
        },
      },
    ];
  },

  interpret: (run, _effect, outcome) => {
    if (outcome.kind === 'compare') return [{ type: 'change.compared', compared: outcome.result }];
    return outcome.kind === 'check'
      ? [
          {
            type: 'evidence.recorded',
            subject: 'run',
            evidence: waived(outcome.result.evidence, hasWaiver(run)),
          },
        ]
      : [];
  },

  // A change whose checks fail is worked on anyway: a person is asked about one that would go on.
  gates: (run) => [
    ...waiverGates(run),
    ...(endedHere(run, 'check', 'run') && allGood(run.visit.evidence) ? tamperingGates(run) : []),
  ],
};
