// Commit messages: conventional, with the ticket and the run in trailers, no plan or task numbers. Pure.

import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import type { WorkType } from '../../core/ticket/ticket.ts';
import { disarmed } from './disarmed.ts';
import { cutAtWord } from './fit-sections.ts';

const types: Readonly<Record<WorkType, string>> = { fix: 'fix', feature: 'feat', chore: 'chore' };
const subjectCharsMax = 72;

export function commitMessage(run: Run, task: string): string {
  const found = run.tasks.find((state) => state.task.id === task)?.task;
  return message(run, found?.title ?? run.title, [], found?.executor === 'tester' ? 'test' : undefined);
}

export function mergeMessage(run: Run): string {
  const ticket = must(run.ticket, 'a merge follows a recorded ticket');
  const done = run.tasks.filter((state) => state.at === 'integrated').map((state) => `- ${state.task.title}`);
  return message(run, ticket.title, done.toSorted());
}

/** Of the commit that comes before all others: the test that shows the bug. */
export function reproductionMessage(run: Run): string {
  const { id } = must(run.ticket, 'a commit follows a recorded ticket');
  return [
    cutAtWord(`test: show the bug of ${id}`, subjectCharsMax),
    '',
    `Ticket: ${id}`,
    `Run-Id: ${run.id}`,
    ...signOff(run),
    '',
  ].join('\n');
}

/** Of what a person had not committed and wanted to be part of the run. */
export function includedMessage(run: string): string {
  return `chore: changes that were not committed when the run began\n\nRun-Id: ${run}\n`;
}

/** Of a commit that is checked and never pushed: the change and the target as a merge would make them one. */
export function trialMessage(run: string): string {
  return `chore: what the merge would give\n\nRun-Id: ${run}\n`;
}

/** Of the commit in which what was done and what others did are one; `target`: the branch that comes in with it. */
export function joinMessage(run: Run, target: string | undefined): string {
  const { id } = must(run.ticket, 'a commit follows a recorded ticket');
  const subject =
    target === undefined
      ? 'chore: merge what was done with what was pushed'
      : `chore: merge ${target} into this branch`;
  return [
    cutAtWord(subject, subjectCharsMax),
    '',
    `Ticket: ${id}`,
    `Run-Id: ${run.id}`,
    ...signOff(run),
    '',
  ].join('\n');
}

/** Of the commit that takes a merged change back. */
export function revertMessage(run: Run, number: number): string {
  const { id } = must(run.ticket, 'a change that was merged has a ticket');
  return [
    cutAtWord(`revert: take back pull request #${number} of ${id}`, subjectCharsMax),
    '',
    `Ticket: ${id}`,
    `Run-Id: ${run.id}`,
    ...signOff(run),
    '',
  ].join('\n');
}

/** Of the commit that brings refreshed documents, whatever the ticket is about. */
export function docsMessage(run: Run, paths: readonly string[]): string {
  const ticket = must(run.ticket, 'a commit follows a recorded ticket');
  const lines = paths.toSorted().map((path) => `- ${path}`);
  return [
    'docs: bring documents about the repository up to date',
    '',
    ...lines,
    '',
    `Ticket: ${ticket.id}`,
    `Run-Id: ${run.id}`,
    ...signOff(run),
    '',
  ].join('\n');
}

/** Who started the run stands for it, where policy wants that and their git says who they are. */
function signOff({ policy, author }: Run): readonly string[] {
  return policy.commits?.signOff === true && author !== undefined
    ? [`Signed-off-by: ${author.name} <${author.email}>`]
    : [];
}

function message(run: Run, named: string, said: readonly string[], type?: 'test'): string {
  const [title, body] = [disarmed(named), said.map(disarmed)];
  const ticket = must(run.ticket, 'a commit follows a recorded ticket');
  const { subject, isWhole } = subjectOf(type ?? ticket.commitType ?? types[ticket.workType], title);
  // What does not fit the subject stands below it, whole.
  const whole = isWhole ? [] : [title, ''];
  return [
    subject,
    '',
    ...whole,
    ...(body.length === 0 ? [] : [...body, '']),
    `Ticket: ${ticket.id}`,
    `Run-Id: ${run.id}`,
    ...signOff(run),
    '',
  ].join('\n');
}

/** A sentence after its type: what the title says already of the type is not said twice, and no word is cut. */
export function subjectOf(
  type: string,
  title: string,
): { readonly subject: string; readonly isWhole: boolean } {
  const plain = title.replace(/^[a-z]+(?:\([^)]*\))?!?: +/i, '').replace(/(?<!\.)\.$/, '');
  const [first = '', ...rest] = plain.split(' ');
  const repeats = rest.length > 0 && isFormOf(first.toLowerCase(), type);
  const line = `${type}: ${lowered(repeats ? rest.join(' ') : plain)}`;
  return line.length <= subjectCharsMax
    ? { subject: line, isWhole: true }
    : { subject: shortened(line, type.length + 2), isWhole: false };
}

/** An example at the end goes first, whole; then what does not fit, and with it a quotation that would stay open. */
function shortened(line: string, from: number): string {
  // A sentence that fits ends near the beginning, so no more is looked at.
  const start = line.slice(from, from + 2 * subjectCharsMax);
  const [, sentence = ''] = /^(.+?)\s*[:,–—-]\s*(["“`'(].*)$/s.exec(start) ?? [];
  if (sentence.includes(' ') && from + sentence.length <= subjectCharsMax && openAt(sentence) === -1) {
    return line.slice(0, from) + sentence;
  }
  const cut = cutAtWord(line, subjectCharsMax);
  const open = openAt(cut);
  const before = open === -1 ? '' : cut.slice(0, open).replace(/[\s:,;–—-]+$/, '');
  return before.length > from ? `${before}…` : cut;
}

const closing: Readonly<Record<string, string>> = { '"': '"', '`': '`', '“': '”', "'": "'", '(': ')' };

/** Where a quotation, code or a bracket begins that never ends; -1: nowhere. An apostrophe inside a word begins nothing. */
function openAt(text: string): number {
  const opener = /["`“(]|(?<![\p{L}\p{N}])'/gu;
  for (;;) {
    const found = opener.exec(text);
    if (found === null) return -1;
    const close = text.indexOf(closing[found[0]] ?? '', found.index + 1);
    if (close === -1) return found.index;
    opener.lastIndex = close + 1;
  }
}

/** fix, fixes, fixed, fixing. */
function isFormOf(word: string, type: string): boolean {
  return ['', 'es', 's', 'ed', 'ing'].some((ending) => word === `${type}${ending}`);
}

/** Names that titles begin with and that look like any other word: of people who speak, days, systems, languages and programs. */
const names: ReadonlySet<string> = new Set(
  [
    'I English French German Italian Spanish Portuguese Russian Korean Japanese Chinese Arabic Hebrew Greek Latin Turkish',
    'Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays Sundays',
    'January February March April June July August September October November December Easter Christmas',
    'Linux Windows Debian Ubuntu Fedora Android Alpine Solaris Chrome Chromium Firefox Safari Unicode Gregorian Julian',
    'Python Java Kotlin Scala Swift Ruby Perl Lua Erlang Elixir Haskell Clojure Fortran Pascal Cython Markdown Django Flask Rails',
    'Node Deno Bun React Angular Vue Svelte Nuxt Vite Webpack Rollup Babel Prettier Jest Mocha Express Electron Docker Podman',
    'Kubernetes Helm Terraform Ansible Jenkins Gradle Maven Bazel Cargo Git Mercurial Subversion Emacs Vim Redis Kafka Postgres',
    'Oracle Google Amazon Microsoft Apple Facebook Slack Telegram Jira Stripe Sentry Grafana Prometheus Celery Pandas Tornado',
  ].flatMap((line) => line.split(' ')),
);

/** "Add a flag" reads better as "add a flag" after the type; a name, also one with a version behind it, or an acronym stays as it is. */
function lowered(title: string): string {
  const [first] = /^[A-Z][a-z]*(?=[\s,;:]|$)/.exec(title) ?? [];
  const isName = first !== undefined && (names.has(first) || /^\s+v?\d+\.\d/.test(title.slice(first.length)));
  return first === undefined || isName ? title : `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
