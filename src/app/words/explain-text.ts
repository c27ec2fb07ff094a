// Why a run is where it is, and what would move it, in words. Pure.

import { forTerminal } from '../../screening/terminal.ts';
import { allFailed, testsFrom } from '../../core/evidence/tests-text.ts';
import type { RecordedFinding } from '../../core/evidence/tamper.ts';
import type {
  CheckTold,
  Explanation,
  FailureTold,
  FindingTold,
  MoveOut,
  PlanTold,
  Wait,
} from '../../views/run/explanation.ts';
import type { Next } from './next.ts';
import { nextLines } from './next.ts';
import type { Style } from './style.ts';
import { waitWords } from './wait-words.ts';
import { roundWords } from '../../views/run/rounds.ts';
import { fewerWords, kindsIn } from '../../views/words/tamper-words.ts';
import { againWords, capital, duration } from '../../views/words/words.ts';

export interface ExplainInput {
  readonly run: string;
  readonly title: string;
  /** Where the run is, in one sentence. */
  readonly sentence: string;
  readonly explanation: Explanation;
  /** The texts of failures and checks that have one. */
  readonly texts: ReadonlyMap<string, string>;
  readonly next: readonly Next[];
  readonly now: number;
}

const detailLinesMax = 12;
const detailCharsMax = 1_200;

export function renderExplanation(input: ExplainInput, style: Style): string {
  const { explanation, now } = input;
  const { came } = explanation;
  const from = came.from === undefined || came.from === came.stage ? '' : ` from ${came.from}`;
  return [
    `${style.bold(input.run)}  ${forTerminal(input.title)}\n`,
    `${capital(input.sentence)}.\n\n`,
    `It came to ${came.stage}${from} ${duration(now - came.at)} ago${againWords(came.timesHere)}, because: ${forTerminal(came.because)}.\n`,
    section(
      'Which rounds it is in',
      explanation.rounds.map((told) => `  ${forTerminal(roundWords(told))}\n`),
    ),
    section(
      'What it waits for',
      explanation.waits.map((wait) => waitLine(wait, now)),
    ),
    section(
      `What changed in version ${explanation.plan?.revision} of the plan`,
      explanation.plan === undefined ? [] : planLines(explanation.plan),
    ),
    section(
      'What pre-flight found',
      explanation.missing.map((problem) => `  ${forTerminal(problem)}\n`),
    ),
    section(
      'What went wrong here',
      explanation.failures.map((failure) => failureLines(failure, input.texts)),
    ),
    section(
      'Which checks failed',
      explanation.checks.map((check) => checkLines(check, input.texts)),
    ),
    section('What weakens the checks', [
      ...explanation.weakened.map(weakenedLine),
      ...explanation.fewer.map((fewer) => `  ${forTerminal(fewerWords(fewer))}\n`),
    ]),
    section(
      'How much of the change tests execute',
      explanation.coverage.map((line) => `  ${forTerminal(line)}\n`),
    ),
    section('What the review found', explanation.findings.map(findingLine)),
    section(
      explanation.blocked === undefined
        ? `What would move it out of ${came.stage}`
        : `What would move it out of ${came.stage} after a retry`,
      explanation.moves.map((move) => moveLines(move, style)),
    ),
    section('What you can do', input.next.length === 0 ? [] : [nextLines(input.next)]),
  ].join('');
}

function section(title: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : `\n${title}\n${parts.join('')}`;
}

function planLines({ changes, growth }: PlanTold): readonly string[] {
  const lines = changes.length === 0 ? ['only words'] : changes;
  return [...(growth === undefined ? [] : [growth]), ...lines].map((line) => `  ${forTerminal(line)}\n`);
}

function waitLine(wait: Wait, now: number): string {
  switch (wait.type) {
    case 'gate':
      return `  A person: the ${forTerminal(wait.name)} (${wait.gate}), open since ${duration(now - wait.since)}. ${wait.ofDay === true ? 'An answer ends this, or another day: then the next command goes on with it.' : 'Only an answer ends this.'}\n${wait.why === undefined ? '' : `    ${forTerminal(wait.why)}\n`}`;
    case 'time':
      return `  ${capital(waitWords(wait, now))}. It ends by itself while a process works on the run.\n`;
    case 'taken':
      return `  A person, who took task ${forTerminal(wait.task)}. Only giving it back ends this.\n`;
    case 'paused':
      return '  A person paused it. Only resuming it ends this.\n';
  }
}

function failureLines(failure: FailureTold, texts: ReadonlyMap<string, string>): string {
  const about = [
    ...(failure.paths.length === 0 ? [] : [`    files: ${forTerminal(failure.paths.join(', '))}\n`]),
    ...(failure.rules.length === 0
      ? []
      : [`    screening rules: ${forTerminal(failure.rules.join(', '))}\n`]),
  ];
  const text = failure.detail === undefined ? undefined : texts.get(failure.detail);
  return [
    `  ${forTerminal(failure.line)}: ${failure.reason} (${failure.class}, event ${failure.seq}); ${failure.remedy}\n`,
    ...about,
    ...(text === undefined ? [] : [bounded(text)]),
  ].join('');
}

function checkLines(
  { check, because, detail, tests = '' }: CheckTold,
  texts: ReadonlyMap<string, string>,
): string {
  const text = texts.get(detail);
  const told = text === undefined ? '' : bounded(text);
  return `  ${forTerminal(check)}: ${because}\n${failedTests(texts.get(tests) ?? '')}${told}`;
}

const testsMax = 20;

/** Those that fail because of the change; the others only where nobody compared. */
function failedTests(text: string): string {
  const names = testsFrom(text);
  const failed = names.fresh.length > 0 ? names.fresh : allFailed(names);
  const more = failed.length > testsMax ? [`and ${failed.length - testsMax} more`] : [];
  return [...failed.slice(0, testsMax), ...more].map((name) => `    ${forTerminal(name)}\n`).join('');
}

function weakenedLine(finding: RecordedFinding): string {
  const { file, line } = finding;
  const place = line === undefined ? file : `${file}:${line}`;
  return `  ${place === '' ? '' : `${forTerminal(place)}: `}${kindsIn([finding])}\n`;
}

function findingLine({ severity, title, place }: FindingTold): string {
  return `  ${severity}${place === undefined ? '' : ` ${forTerminal(place)}`}: ${forTerminal(title)}\n`;
}

/** The end of a text says more about a failure than its beginning. */
function bounded(text: string): string {
  const lines = forTerminal(text).trimEnd().slice(-detailCharsMax).split('\n');
  const cut = lines.length > detailLinesMax || text.length > detailCharsMax;
  return [...(cut ? ['…'] : []), ...lines.slice(-detailLinesMax)].map((line) => `    | ${line}\n`).join('');
}

function moveLines(move: MoveOut, style: Style): string {
  return [
    `  to ${move.to}, when ${forTerminal(move.because)}\n`,
    ...move.held.map((name) => `    ${style.green('✓')} ${name}\n`),
    ...move.missing.map((name) => `    ${style.red('✗')} ${name}\n`),
  ].join('');
}
