// Intake: the ticket is recorded and screened, the repository is looked at, nothing is paid for yet.

import type { Stage } from '../stage.ts';
import { endedHere, only } from '../run.ts';
import { visitLine } from './lines.ts';

export const intake: Stage = {
  wanted: (run) => [
    ...(endedHere(run, 'reserve', 'run')
      ? []
      : [
          {
            kind: 'reserve' as const,
            subject: 'run',
            line: visitLine(run, 'reserve'),
            input: { usd: run.budget.usd, launches: run.budget.launches },
          },
        ]),
    ...(run.ticket === undefined
      ? [
          {
            kind: 'fetch-ticket' as const,
            subject: 'ticket',
            line: visitLine(run, 'fetch-ticket'),
            input: { source: run.source },
          },
        ]
      : []),
    ...(endedHere(run, 'survey', 'repository')
      ? []
      : [
          {
            kind: 'survey' as const,
            subject: 'repository',
            line: visitLine(run, 'survey'),
            input: { commit: only(run).base.commit },
          },
        ]),
  ],

  interpret: (_run, effect, outcome) => {
    if (outcome.kind === 'fetch-ticket') {
      return [{ type: 'ticket.recorded', ticket: outcome.result.ticket, branch: outcome.result.branch }];
    }
    if (outcome.kind === 'survey') {
      return [{ type: 'survey.recorded', repository: effect.repository, survey: outcome.result }];
    }
    return [];
  },

  // Without a test there is no evidence. A person may waive that, once, before anybody is paid.
  gates: (run) =>
    run.preflight?.length === 0 && !run.checks.some((check) => check.kind === 'test')
      ? [{ kind: 'waiver', subject: 'no-tests', digest: `no-tests.${only(run).base.commit}` }]
      : [],
};
