// What the interpreter made of a ticket, as a text the roles read beside the ticket itself.

import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import type { RefinedAnswer } from '../../prompts/prompts.ts';
import type { ReadAnswer } from './answers.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';
import { section } from './texts.ts';

/** Criteria get the numbers after the ticket's own, so that no id means two things. */
export async function refinedFrom(
  parts: Pick<EffectParts, 'blobs' | 'screener'>,
  answer: RefinedAnswer,
  run: Run,
): Promise<ReadAnswer> {
  const ticket = must(run.ticket, 'a ticket is recorded before it is refined');
  const criteria = answer.criteria.map((words, index) => ({
    id: `AC${ticket.criteria.length + index + 1}`,
    words: words.replaceAll(/\s+/g, ' ').trim(),
  }));
  const text = [
    '# The ticket, made clear',
    '',
    answer.request,
    '',
    ...section(
      'Acceptance criteria',
      criteria.map(({ id, words }) => `- ${id}: ${words}`),
    ),
  ].join('\n');
  const refined = {
    blob: await keepText(parts, text),
    criteria: criteria.map(({ id }) => id),
    openPoints: 0, // what is open was asked before
  };
  return { ok: true, result: { answer: 'refined', refined } };
}
