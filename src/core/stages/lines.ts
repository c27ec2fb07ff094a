// Names of lines of work, and what a line takes with it from one attempt to the next.

import type { NamedBlob } from '../effects.ts';
import type { FailureClass } from '../failures/failure.ts';
import type { Repository, Run } from '../run.ts';
import { startedIn } from '../run.ts';

/** A line that lives as long as the visit does. */
export function visitLine(run: Run, name: string, repository?: Repository): string {
  return `${run.visit.n}/${repository === undefined ? name : lineIn(run, name, repository)}`;
}

/** Each repository has a line of its own; that of the one the run was started in says no more than its name. */
export function lineIn(run: Run, name: string, { alias }: Repository): string {
  return alias === startedIn(run).alias ? name : `${name}/${alias}`;
}

/** 1, and one more for each failure on this line; attempts that were cut short do not count. */
export function ordinalOf(run: Run, line: string): number {
  const counts = run.failures[line] ?? {};
  return 1 + Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Failures that came of what the one who tried did, or answered: who was cut off from the network has nothing to do otherwise. */
const ofTheTry = ['fixable', 'replan', 'malformed'] as const satisfies readonly FailureClass[];

export function failedTries(run: Run, line: string): number {
  const counts = run.failures[line] ?? {};
  return ofTheTry.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
}

/** What went wrong last, and what a person answered: the next attempt on this line reads both. */
export function lessons(run: Run, line: string): readonly NamedBlob[] {
  const feedback = run.feedback[line];
  const answers = run.questions.flatMap((question) =>
    question.line === line && question.answer !== undefined
      ? [
          { name: 'question', blob: question.blob },
          { name: 'answer', blob: question.answer },
        ]
      : [],
  );
  return [
    ...(feedback === undefined ? [] : [{ name: lessonName(run, feedback), blob: feedback }]),
    ...answers,
  ];
}

/** By whose words it is: what a person or a reviewer said is never cut, what a program printed is. */
function lessonName({ gates, review, visit }: Run, blob: string): string {
  if (gates.some(({ decision }) => decision?.comment === blob)) return personsName;
  if (visit.doubted.includes(blob)) return doubtName;
  const verdicts = [review, ...visit.verdicts.map(({ verdict }) => verdict)];
  return verdicts.some((verdict) => verdict?.blob === blob) ? 'findings of the last review' : 'last failure';
}

/** A verdict without a ground, with what came of looking it up: for the one who gave it. */
export const doubtName = 'why the last verdict did not count';

/** How a person's own words are called, wherever they are handed on. */
export const personsName = 'what a person asked for';

/** The ticket as it came, and beside it what the interpreter made of it. */
export function ticketTexts(run: Run): readonly NamedBlob[] {
  return [...named('ticket', run.ticket?.blob), ...named('refined ticket', run.ticket?.refined?.blob)];
}

/** What was said about the ticket, for those who find out what it means: it helps, and asks for nothing. */
export function contextTexts(run: Run): readonly NamedBlob[] {
  return named('what the tracker has around the ticket: context, and no work', run.ticket?.context);
}

/** What the ticket says must or must not be used, for those who have to keep to it. */
export function mandateTexts(run: Run): readonly NamedBlob[] {
  return named('mandates', run.ticket?.mandatesBlob);
}

export function named(name: string, blob: string | undefined): readonly NamedBlob[] {
  return blob === undefined ? [] : [{ name, blob }];
}
