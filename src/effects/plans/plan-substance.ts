// What of a plan is its substance: everything but words that nobody builds, checks or judges by. Two plans of one substance
// are the same plan to an audit (WHEN-AUDITED-2). What is not in the list counts, so that a new field is never overlooked;
// what audits themselves write, the text of a finding or what it cites, is no part of a plan and so changes none. Pure.

import { createHash } from 'node:crypto';

import type { PlanAnswer } from '../../prompts/prompts.ts';

/** The fields that are wording. A title, a description and the note on a risk are not: agents work by them. */
export const wording: readonly (keyof PlanAnswer)[] = ['summary'];

export function planSubstance(answer: PlanAnswer, redact: (text: string) => string): string {
  const words: readonly string[] = wording;
  const substance = Object.entries(answer).filter(([key]) => !words.includes(key));
  return createHash('sha256')
    .update(redact(JSON.stringify(substance)))
    .digest('hex');
}
