// An agent's question, and whether it is put to a person: how often, and never the same twice.

import type { Run } from '../../core/run.ts';
import { awaitsAnswer } from '../../core/plan/open-questions.ts';
import type { PlanAnswer, QuestionAnswer, RefinedAnswer } from '../../prompts/prompts.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';
import type { ReadAnswer } from './answers.ts';
import { openText, questionText } from './texts.ts';

/** A person is asked so often about one work; whoever still does not know has to decide, or say that they cannot. */
const questionsMax = 3;

/** One that was answered is not put again: the answer is there, and to ask costs a launch each time. */
export async function questionFrom(
  parts: EffectParts,
  answer: QuestionAnswer,
  { run, line }: { readonly run: Run; readonly line: string },
): Promise<ReadAnswer> {
  return asked(parts, { text: questionText(answer), options: answer.options.length }, { run, line });
}

/** What the planner could not settle is put to a person, unless policy names who answers it; the plan comes with the answer. */
export async function openInPlan(
  parts: EffectParts,
  read: ReadAnswer,
  { openQuestions }: PlanAnswer,
  about: { readonly run: Run; readonly line: string },
): Promise<ReadAnswer> {
  if (!read.ok || read.result.answer !== 'plan' || !awaitsAnswer(read.result.plan, about.run.policy))
    return read;
  const isRecommended = read.result.plan.recommended === true;
  const text = openText('The plan leaves this open:', openQuestions, isRecommended);
  return asked(parts, { text, options: isRecommended ? 1 : 0 }, about);
}

/** So is what the interpreter took for granted because nobody said it. */
export async function openInTicket(
  parts: EffectParts,
  { openPoints }: RefinedAnswer,
  about: { readonly run: Run; readonly line: string },
): Promise<ReadAnswer> {
  const text = openText(
    'The ticket leaves this open, and this would be taken for granted:',
    openPoints,
    true,
  );
  return asked(parts, { text, options: 1 }, about);
}

async function asked(
  parts: EffectParts,
  { text, options }: { readonly text: string; readonly options: number },
  { run, line }: { readonly run: Run; readonly line: string },
): Promise<ReadAnswer> {
  const blob = await keepText(parts, text);
  const before = run.questions.filter((question) => question.line === line);
  if (before.some((question) => question.blob === blob)) {
    const why = 'this very question was asked before, and a person answered it: go on by their answer';
    return { ok: false, problems: [why] };
  }
  if (before.length >= questionsMax) {
    const why = `${questionsMax} questions were asked and answered, and no more are put to anybody: decide by what you know now`;
    return { ok: false, problems: [why] };
  }
  return { ok: true, result: { answer: 'question', blob, options } };
}
