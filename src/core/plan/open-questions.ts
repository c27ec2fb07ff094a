// What a plan leaves open, and who answers it. No run decides by itself what its planner could not: `--auto` opens gates, it answers
// nothing.
//   OPEN-QUESTIONS-1. An open question is put to a person before the plan counts as one, whatever the level of autonomy.
//   OPEN-QUESTIONS-2. Policy may name the recommended answer as the one to take, for a TRIVIAL or SMALL plan in which every question
//       has one. The plan is written by it, and the pull request says so.

import type { Policy } from '../policy.ts';
import type { Plan } from './plan.ts';

type Asking = Pick<Plan, 'openQuestions' | 'recommended' | 'tier'>;

/** OPEN-QUESTIONS-1. */
export function awaitsAnswer(plan: Asking, policy: Policy): boolean {
  return plan.openQuestions > 0 && !isAnsweredByPolicy(plan, policy);
}

/** OPEN-QUESTIONS-2. */
export function isAnsweredByPolicy({ openQuestions, recommended, tier }: Asking, policy: Policy): boolean {
  const isSmall = tier === 'TRIVIAL' || tier === 'SMALL';
  return openQuestions > 0 && policy.questions === 'recommended' && recommended === true && isSmall;
}

/** For whoever hands such a plan in, or edits it. */
export function openProblems(plan: Asking, policy: Policy): readonly string[] {
  if (!awaitsAnswer(plan, policy)) return [];
  const count = plan.openQuestions === 1 ? 'a question' : `${plan.openQuestions} questions`;
  return [
    `the plan leaves ${count} open: write it by the answer, and take what is answered out of openQuestions`,
  ];
}
