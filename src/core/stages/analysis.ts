// Analysis: the investigator reads and says what the ticket touches. In a bug round it reads what failed.

import { modeOf } from '../modes.ts';
import { only } from '../run.ts';
import type { Stage } from '../stage.ts';
import { failure } from './failures.ts';
import { lessons, named, ordinalOf, ticketTexts, visitLine } from './lines.ts';

export const analysis: Stage = {
  wanted: (run) => {
    if (run.analysis?.visit === run.visit.n || run.visit.skipped !== undefined) return [];
    const line = visitLine(run, 'ask/investigator');
    return [
      {
        kind: 'ask',
        subject: 'investigator',
        line,
        input: {
          role: 'investigator',
          mode: modeOf.investigator,
          ordinal: ordinalOf(run, line),
          commit: only(run).head.commit,
          inputs: [
            ...ticketTexts(run),
            ...named('survey of the repository', run.survey),
            ...run.visit.carry,
            ...lessons(run, line),
          ],
        },
      },
    ];
  },

  interpret: (run, effect, outcome) => {
    if (outcome.kind !== 'ask') return [];
    const found = outcome.result.answer === 'analysis' ? outcome.result.analysis : undefined;
    const holds =
      found !== undefined &&
      found.chars > run.policy.analysisCharsMin &&
      found.related.length > 0 &&
      found.missing.length === 0;
    return holds
      ? [{ type: 'analysis.recorded', analysis: found }]
      : failure(run, effect, { reason: 'malformed-answer' });
  },

  gates: () => [],
};
