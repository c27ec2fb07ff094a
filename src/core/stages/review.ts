// Review: one look across the whole change by somebody who did not write it, or a person's where nobody could judge it, then the
// delivery gate.

import { modeOf } from '../roles/modes.ts';
import type { Want } from '../effects.ts';
import type { Repository, Run } from '../run.ts';
import { headsOf, isIn, naming, repositoryOf } from '../run.ts';
import type { Stage } from '../pipeline/stage.ts';
import type { Verdict } from '../roles/verdict.ts';
import { effective } from '../roles/verdict.ts';
import { failure } from '../failures/failed-effect.ts';
import { lessons, mandateTexts, named, ordinalOf, ticketTexts, visitLine } from './lines.ts';
import { heard, isTakenUnjudged, owedTests, owingTasks } from './reviewing.ts';
import { followedTexts } from './triage.ts';

export const review: Stage = {
  wanted: (run) =>
    run.repositories
      .filter((repository) => verdictIn(run, repository) === undefined)
      .map((repository) => asked(run, repository)),

  interpret: (run, effect, outcome) => {
    if (outcome.kind !== 'ask' || effect.kind !== 'ask') return [];
    if (outcome.result.answer !== 'verdict') return failure(run, effect, { reason: 'malformed-answer' });
    const said = heard(run, effect, outcome.result);
    if (said.verdict === undefined) return said.events;
    const where = naming(run, repositoryOf(run, effect));
    const { verdict } = said;
    return [{ type: 'verdict.recorded', subject: 'run', ...where, verdict, head: effect.input.commit }];
  },

  gates: (run) => {
    const verdict = finalVerdict(run);
    const [digest, isTaken] = [headsOf(run), isTakenUnjudged(run)];
    if (verdict !== undefined && effective(verdict) === 'abstain' && !isTaken) {
      return [{ kind: 'review', subject: 'change', digest, blob: verdict.blob }];
    }
    const asks =
      run.policy.gates.delivery && verdict !== undefined && (effective(verdict) === 'pass' || isTaken);
    return asks ? [{ kind: 'delivery', subject: 'delivery', digest, blob: verdict.blob }] : [];
  },
};

function asked(run: Run, repository: Repository): Want {
  const line = visitLine(run, 'ask/reviewer', repository);
  const { alias, base, head } = repository;
  return {
    kind: 'ask',
    repository: alias,
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
        ...named('earlier verdict', run.review?.blob),
        ...followedTexts(run, repository),
        ...owedTests(owingTasks(run, undefined).filter(({ task }) => isIn(run, task, repository))),
        ...run.visit.carry,
        ...lessons(run, line),
      ],
      diff: { from: base.commit, to: head.commit },
    },
  };
}

function verdictIn(run: Run, repository: Repository): Verdict | undefined {
  return run.visit.verdicts.find((item) => item.subject === 'run' && isIn(run, item, repository))?.verdict;
}

/**
 * Once every repository was looked at: the first verdict that wants something mended, else one that nobody could come to, else the
 * pass. What has to be mended is looked at anew anyway.
 */
export function finalVerdict(run: Run): Verdict | undefined {
  const verdicts = run.repositories.flatMap((repository) => verdictIn(run, repository) ?? []);
  if (verdicts.length < run.repositories.length) return undefined;
  const wanted = verdicts.find((verdict) => !['pass', 'abstain'].includes(effective(verdict)));
  return wanted ?? verdicts.find((verdict) => effective(verdict) === 'abstain') ?? verdicts.at(-1);
}
