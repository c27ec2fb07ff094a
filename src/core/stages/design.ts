// Design: for changes of some size, the designer writes down how before anybody builds.

import { modeOf } from '../roles/modes.ts';
import { startedIn } from '../run.ts';
import type { Stage } from '../pipeline/stage.ts';
import { failure } from '../failures/failed-effect.ts';
import { lessons, named, ordinalOf, ticketTexts, visitLine } from './lines.ts';

export const design: Stage = {
  wanted: (run) => {
    if (run.design?.visit === run.visit.n) return [];
    const line = visitLine(run, 'ask/designer');
    return [
      {
        kind: 'ask',
        subject: 'designer',
        line,
        input: {
          role: 'designer',
          mode: modeOf.designer,
          ordinal: ordinalOf(run, line),
          commit: startedIn(run).head.commit,
          inputs: [
            ...ticketTexts(run),
            ...named('analysis', run.analysis?.blob),
            ...named('plan', run.plan?.blob),
            ...named('design before', run.design?.blob),
            ...run.visit.carry,
            ...lessons(run, line),
          ],
        },
      },
    ];
  },

  interpret: (run, effect, outcome) => {
    if (outcome.kind !== 'ask') return [];
    return outcome.result.answer === 'design'
      ? [{ type: 'design.recorded', blob: outcome.result.blob }]
      : failure(run, effect, { reason: 'malformed-answer' });
  },

  gates: () => [],
};
