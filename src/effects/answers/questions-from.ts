// An agent's question, and whether it is put to a person: how often, and never the same twice.

import type { Run } from '../../core/run.ts';
import type { QuestionAnswer } from '../../prompts/prompts.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';
import type { ReadAnswer } from './answers.ts';
import { questionText } from './texts.ts';

/** A person is asked so often about one work; whoever still does not know has to decide, or say that they cannot. */
const questionsMax = 3;

/** One that was answered is not put again: the answer is there, and to ask costs a launch each time. */
export async function questionFrom(
  parts: EffectParts,
  answer: QuestionAnswer,
  { run, line }: { readonly run: Run; readonly line: string },
): Promise<ReadAnswer> {
  const blob = await keepText(parts, questionText(answer));
  const before = run.questions.filter((question) => question.line === line);
  if (before.some((question) => question.blob === blob)) {
    const why = 'this very question was asked before, and a person answered it: go on by their answer';
    return { ok: false, problems: [why] };
  }
  if (before.length >= questionsMax) {
    const why = `${questionsMax} questions were asked and answered, and no more are put to anybody: decide by what you know now`;
    return { ok: false, problems: [why] };
  }
  return { ok: true, result: { answer: 'question', blob, options: answer.options.length } };
}
