// What a plan may not say, as data. The lists are looked for as whole words in everything that is prose; code, names
// and the words of the ticket itself are left out, because a ticket about a to-do list has to be plannable.

import type { PlanAnswer } from '../../prompts/prompts.ts';

/** Words that put a decision off. What is really open belongs into `openQuestions`. */
const deferrals: readonly string[] = [
  'TBD',
  'TODO',
  'to be determined',
  'to be decided',
  'figure out',
  'confirm later',
  'research later',
  'determine later',
  'decide later',
  'need to research',
  'needs research',
  'further research required',
  'further investigation is needed',
  'where available',
  'if different',
];

/**
 * Words of a step that only a person could do: nobody is there to do it while agents work. With a `^` they count at the
 * beginning of a step only: "click Save" is one, "what a click does" is a feature.
 */
const manualSteps: readonly string[] = [
  'manually',
  'by hand',
  'manual step',
  'manual steps',
  'manual testing',
  '^click',
  '^double-click',
  '^ask the user',
  '^ask the developer',
  '^ask the team',
  '^copy and paste',
  '^log in to',
  '^ssh into',
  '^open the browser',
];

/** Every way in which the words of a plan break its contract. `ticket` is the text the plan was made from. */
export function wordProblems(answer: PlanAnswer, ticket: string): readonly string[] {
  return placesOf(answer).flatMap(({ where, text }) => {
    const prose = proseOf(text);
    return [
      ...(hasCodeBlock(text) ? [`${where} holds a code block; say in words what to change`] : []),
      ...found(deferrals, prose, ticket).map(
        (words) => `${where} puts something off: '${words}'; decide it now, or list it in openQuestions`,
      ),
      ...found(manualSteps, prose, ticket).map(
        (words) => `${where} asks for a step that only a person could do: '${words}'`,
      ),
    ];
  });
}

interface Place {
  readonly where: string;
  readonly text: string;
}

/** Everything that says what will be done. Open questions are where a plan may say that it does not know. */
export function placesOf(answer: PlanAnswer): readonly Place[] {
  return [
    { where: 'the summary', text: answer.summary },
    ...answer.tasks.flatMap((task) => [
      { where: `the title of task ${task.id}`, text: task.title },
      { where: `the description of task ${task.id}`, text: task.description },
      ...task.successCriteria.map((text) => ({ where: `a success criterion of task ${task.id}`, text })),
    ]),
    ...answer.risks.map(({ category, note }) => ({ where: `the note on the risk ${category}`, text: note })),
  ];
}

function hasCodeBlock(text: string): boolean {
  return /^[ \t]*(?:`{3,}|~{3,})/m.test(text) || /<pre[\s>]/i.test(text);
}

/** Without code, and without what stands in quotation marks: that is the name of something. */
function proseOf(text: string): string {
  return text
    .replaceAll(/^[ \t]*(`{3,}|~{3,})[\s\S]*?(?:^[ \t]*\1|$(?![\s\S]))/gm, ' ')
    .replaceAll(/`[^`\n]*`/g, ' ')
    .replaceAll(/"[^"\n]{1,80}"|“[^”\n]{1,80}”/g, ' ');
}

/** Phrases of a list, as they stand in the text; the longest of those that begin with the same words. */
function found(phrases: readonly string[], prose: string, ticket: string): readonly string[] {
  const lower = prose.toLowerCase();
  const hits = phrases.flatMap((phrase) => {
    // Nearly no prose holds any of them, and a pattern for each is dear: its first word is looked for first.
    if (!lower.includes(firstWord(phrase))) return [];
    const hit = wholeWords(phrase).exec(prose)?.[0];
    return hit === undefined || wholeWords(phrase).test(ticket) ? [] : [hit];
  });
  return hits.filter((hit) => !hits.some((other) => other !== hit && other.startsWith(hit)));
}

function firstWord(phrase: string): string {
  return phrase.replace(/^\^/, '').split(' ', 1).join('').toLowerCase();
}

/** As words of their own: not as a part of a name (`TodoList`), of a path (`src/todo.ts`) or of a compound (`to-do`). */
function wholeWords(phrase: string): RegExp {
  const isStep = phrase.startsWith('^');
  const words = (isStep ? phrase.slice(1) : phrase).split(' ').join('\\s+');
  const before = isStep ? stepBegins : '(?<![\\p{L}\\p{N}_./@#$-])';
  return new RegExp(`${before}${words}(?![\\p{L}\\p{N}_/-]|\\.[\\p{L}\\p{N}])`, 'iu');
}

/** After nothing, the end of a sentence, a list mark, or the words that tie one step to the next. */
const stepBegins = '(?<=^\\s*|[.;:!?\\n]\\s*(?:[-*]\\s+|\\d+[.)]\\s+)?|\\b(?:then|and|please)\\s+)';
