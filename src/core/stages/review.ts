// Review: one look across the whole change by somebody who did not write it, then the delivery gate.

import { modeOf } from '../roles/modes.ts';
import type { Run } from '../run.ts';
import { only } from '../run.ts';
import type { Stage } from '../pipeline/stage.ts';
import type { Verdict } from '../roles/verdict.ts';
import { effective } from '../roles/verdict.ts';
import { failure } from '../failures/failed-effect.ts';
import { lessons, mandateTexts, named, ordinalOf, ticketTexts, visitLine } from './lines.ts';

export const review: Stage = {
  wanted: (run) => {
    if (finalVerdict(run) !== undefined) return [];
    const line = visitLine(run, 'ask/reviewer');
    const { base, head } = only(run);
    return [
      {
        kind: 'ask',
        subject: 'reviewer',
        line,
        input: {
          role: 'reviewer',
          mode: modeOf.reviewer,
          ordinal: ordinalOf(run, line),
          commit: head.commit,
          inputs: [
            ...ticketTexts(run),
            ...mandateTexts(run),
            ...named('plan', run.accepted?.blob),
            ...run.visit.carry,
            ...lessons(run, line),
          ],
          diff: { from: base.commit, to: head.commit },
        },
      },
    ];
  },

  interpret: (run, effect, outcome) => {
    if (outcome.kind !== 'ask' || effect.kind !== 'ask') return [];
    if (outcome.result.answer !== 'verdict') return failure(run, effect, { reason: 'malformed-answer' });
    const verdict = outcome.result.verdict;
    return verdict.conclusion === 'abstain'
      ? failure(run, effect, { reason: 'abstained', detail: verdict.blob })
      : [{ type: 'verdict.recorded', subject: 'run', verdict, head: effect.input.commit }];
  },

  gates: (run) => {
    const verdict = finalVerdict(run);
    const asks = run.policy.gates.delivery && verdict !== undefined && effective(verdict) === 'pass';
    return asks
      ? [{ kind: 'delivery', subject: 'delivery', digest: only(run).head.commit, blob: verdict.blob }]
      : [];
  },
};

export function finalVerdict(run: Run): Verdict | undefined {
  return run.visit.verdicts.find((item) => item.subject === 'run')?.verdict;
}
