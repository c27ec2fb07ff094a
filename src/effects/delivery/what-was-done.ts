// How a pull request opens: what was wrong and why, what was done about it, task by task with the commits of each, and what of
// it is to be read with care. Pure.

import { carefulLabel } from '../../core/stages/completion.ts';
import type { Repository, Run, TaskState } from '../../core/run.ts';
import { isIn } from '../../core/run.ts';
import { list, short } from '../../views/words/words.ts';
import { cutAtWord } from './fit-sections.ts';

const paragraphCharsMax = 1_500;

/** The investigator's own words for what is the case; the planner's for what is done, while the plan is still the one for the ticket. */
export function summary(
  { rounds }: Pick<Run, 'rounds'>,
  { analysis, plan }: { readonly analysis: string; readonly plan: string },
): readonly string[] {
  const wrong = firstParagraph(analysis);
  const isForTicket = rounds.bug + rounds.simplify + rounds.review + rounds.replan === 0;
  const done = isForTicket ? firstParagraph(plan.replace(/^# Plan\n/, '')) : undefined;
  return [
    ...(wrong === undefined ? [] : [wrong]),
    ...(wrong === undefined || done === undefined ? [] : ['']),
    ...(done === undefined ? [] : [`What was done: ${done}`]),
  ];
}

/** Undefined where a list, a table or a heading comes first: then nobody wrote a sentence. */
function firstParagraph(text: string): string | undefined {
  const [first = ''] = text.trimStart().split(/\n[^\S\n]*\n/);
  const line = first.replaceAll(/\s+/g, ' ').trim();
  return line === '' || /^(?:[-*#|>]|\d+[.)]) /.test(`${line} `)
    ? undefined
    : cutAtWord(line, paragraphCharsMax);
}

/** By task, each with its commits: a later one mends what checks or a reviewer found in the one before. */
export function changes(run: Run, repository: Repository): readonly string[] {
  return run.tasks
    .filter((state) => state.at === 'integrated')
    .toSorted((a, b) => (a.task.id < b.task.id ? -1 : 1))
    .map((state) => `- ${changeWords(state)}${commitsOf(run, state, repository)}`)
    .concat(documentsLine(run));
}

function changeWords({ task, author, takenBy }: TaskState): string {
  const files = task.files.length === 0 ? task.tests : task.files;
  const whose = author === undefined && takenBy !== undefined ? `, done by ${takenBy}` : '';
  return `${task.title} (${files.map((file) => `\`${file}\``).join(', ')})${whose}`;
}

function commitsOf(run: Run, { task }: TaskState, repository: Repository): string {
  const commits = run.steps.filter((step) => step.task === task.id && isIn(run, task, repository));
  return commits.length === 0 ? '' : `: ${list(commits.map(({ as }) => short(as)))}`;
}

function documentsLine({ docs }: Run): readonly string[] {
  const paths = docs.committed.map(({ path }) => `\`${path}\``).toSorted();
  return paths.length === 0
    ? []
    : [`- Documents about the repository brought up to date, in a commit of their own (${paths.join(', ')})`];
}

export function carefully({ compared }: Repository): readonly string[] {
  const careful = compared?.careful ?? [];
  if (careful.length === 0) return [];
  const kinds = [...new Set(careful.map(({ kind }) => kind))].toSorted();
  return [
    `This touches ${kinds.join(' and ')} code, so it is labelled \`${carefulLabel}\`: what tests show of it is not all there is.`,
    '',
    ...careful.map(({ file, line, what }) => `- \`${file}:${line}\`: ${what}`),
  ];
}
