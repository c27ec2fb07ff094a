// Intake: the ticket is recorded and screened, the repository is looked at, and its base is checked where this home has not
// seen yet that it can be. Only an ambiguous ticket costs anything here: the interpreter is asked, once everything that could
// stop the run has been looked at.

import type { Want } from '../effects.ts';
import { modeOf } from '../roles/modes.ts';
import type { Repository, Run } from '../run.ts';
import { eachOf, endedHere, must, startedIn } from '../run.ts';
import type { Stage } from '../pipeline/stage.ts';
import type { Refined } from '../ticket/ticket.ts';
import { failure } from '../failures/failed-effect.ts';
import { baselineTaken, takingUnseen } from './baseline.ts';
import { hasWaiver } from './waiver.ts';
import { contextTexts, lessons, mandateTexts, ordinalOf, ticketTexts, visitLine } from './lines.ts';

export const intake: Stage = {
  wanted: (run) => [
    ...(endedHere(run, { kind: 'reserve', subject: 'run' })
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
    ...run.repositories
      .filter((repository) => !isSurveyed(run, repository))
      .map((repository) => ({
        kind: 'survey' as const,
        repository: repository.alias,
        subject: 'repository',
        line: visitLine(run, 'survey', repository),
        input: { commit: repository.base.commit },
      })),
    // A ticket that cannot be read stops the run in a second; the checks of a base may take minutes.
    ...(areSurveyed(run) && run.preflight?.length === 0 && run.ticket !== undefined ? takingUnseen(run) : []),
    ...(needsInterpreter(run) && mayPay(run) ? [askInterpreter(run)] : []),
  ],

  interpret: (run, effect, outcome) => {
    if (outcome.kind === 'fetch-ticket') {
      return [{ type: 'ticket.recorded', ticket: outcome.result.ticket, branch: outcome.result.branch }];
    }
    if (outcome.kind === 'survey') {
      return [{ type: 'survey.recorded', repository: effect.repository, survey: outcome.result }];
    }
    if (outcome.kind === 'check') return [baselineTaken(run, effect, outcome.result)];
    if (outcome.kind !== 'ask') return [];
    const refined = outcome.result.answer === 'refined' ? outcome.result.refined : undefined;
    // What it leaves open is asked before: the border makes a question of it.
    return refined !== undefined && refined.criteria.length > 0 && refined.openPoints === 0
      ? [{ type: 'ticket.refined', refined, criteria: criteriaWith(run, refined) }]
      : failure(run, effect, { reason: 'malformed-answer' });
  },

  // Without a test there is no evidence. A person may waive that, once, before anybody is paid.
  gates: (run) =>
    run.preflight?.length === 0 && !hasTests(run)
      ? [
          {
            kind: 'waiver',
            subject: 'no-tests',
            digest: `no-tests.${eachOf(run, ({ base }) => base.commit)}`,
          },
        ]
      : [],
};

/** The quick profile takes a ticket as it is; so does a person who turned interpreting off. */
export function needsInterpreter({ ticket, policy }: Run): boolean {
  const asks = policy.interpret === 'auto' && policy.profile !== 'quick';
  return asks && ticket?.clarity?.verdict === 'ambiguous' && ticket.refined === undefined;
}

/** Nothing stands in the way of the run any more but what the ticket means. */
function mayPay(run: Run): boolean {
  const isReady = areSurveyed(run) && run.preflight?.length === 0;
  return isReady && endedHere(run, { kind: 'reserve', subject: 'run' }) && (hasTests(run) || hasWaiver(run));
}

function isSurveyed(run: Run, { alias }: Repository): boolean {
  return endedHere(run, { kind: 'survey', subject: 'repository', repository: alias });
}

export function areSurveyed(run: Run): boolean {
  return run.repositories.every((repository) => isSurveyed(run, repository));
}

function hasTests(run: Run): boolean {
  return run.checks.some((check) => check.kind === 'test');
}

function askInterpreter(run: Run): Want {
  const line = visitLine(run, 'ask/interpreter');
  return {
    kind: 'ask',
    subject: 'interpreter',
    line,
    input: {
      role: 'interpreter',
      mode: modeOf.interpreter,
      ordinal: ordinalOf(run, line),
      commit: startedIn(run).head.commit,
      inputs: [
        ...ticketTexts(run),
        ...contextTexts(run),
        ...mandateTexts(run),
        ...run.visit.carry,
        ...lessons(run, line),
      ],
    },
  };
}

/** What the ticket lists stays; a title that only stood for criteria gives way to real ones. */
function criteriaWith(run: Run, refined: Refined): readonly string[] {
  const { criteria, criteriaFrom } = must(run.ticket, 'a ticket is recorded before it is refined');
  return [...(criteriaFrom === 'title' ? [] : criteria), ...refined.criteria];
}
