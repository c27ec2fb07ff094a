// Evaluation: every check, on a clean checkout of the run branch's head. Claims count for nothing here.

import { waived } from '../evidence.ts';
import { endedHere, must, only } from '../run.ts';
import type { Stage } from '../stage.ts';
import { againstBaseline } from './baseline.ts';
import { visitLine } from './lines.ts';
import { hasWaiver, waiverGates } from './waiver.ts';

export const evaluation: Stage = {
  wanted: (run) => {
    if (endedHere(run, 'check', 'run')) return [];
    const { commit, tree } = only(run).head;
    return [
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

  interpret: (run, _effect, outcome) =>
    outcome.kind === 'check'
      ? [
          {
            type: 'evidence.recorded',
            subject: 'run',
            evidence: waived(outcome.result.evidence, hasWaiver(run)),
          },
        ]
      : [],

  gates: waiverGates,
};
