// Where a run is, in full: the sentence, its tasks, who is at work, what it used. Pure.

import { forTerminal } from '../../screening/terminal.ts';
import type { RunDetails, TaskDetails } from '../../views/run/details.ts';
import { roundWords } from '../../views/run/rounds.ts';
import type { SlotWait } from '../../views/run/slot-wait.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import type { OpenGate } from './next.ts';
import type { RunToSay } from './sentence.ts';
import { placeSentence, statusSentence } from './sentence.ts';
import type { Style } from './style.ts';
import { table } from './columns.ts';
import { slotWords, waitWords } from './wait-words.ts';
import {
  againWords,
  capital,
  clip,
  duration,
  plural,
  pullRequestWords,
  short,
  usd,
} from '../../views/words/words.ts';

export interface StatusInput {
  readonly summary: RunSummary;
  readonly details: RunDetails;
  readonly gates: readonly OpenGate[];
  readonly owned: boolean;
  readonly now: number;
  /** There where it is all that keeps the run from launching. */
  readonly slot?: SlotWait;
}

export interface Canvas {
  readonly style: Style;
  readonly width: number;
}

const wordsCharsMax = 160;

export function sentenceOf(input: StatusInput): string {
  return statusSentence(standingFor(input));
}

export function placeOf(input: StatusInput): string {
  return placeSentence(standingFor(input));
}

function standingFor({ summary, details, gates, owned, now }: StatusInput): RunToSay {
  return {
    summary,
    gates,
    since: details.since,
    now,
    agents: details.atWork.filter((item) => item.launch).length,
    owned,
    ...waitOf(details, now),
    ...(details.ending === undefined ? {} : { ending: forTerminal(details.ending) }),
  };
}

/** The wait that ends first: only where nothing else is awaited does the sentence say it. */
function waitOf({ waits }: RunDetails, now: number): { readonly wait?: string } {
  const [first] = waits;
  return first === undefined ? {} : { wait: waitWords(first, now) };
}

export function renderStatus(input: StatusInput, { style, width }: Canvas): string {
  const { summary } = input;
  return [
    `${style.bold(summary.run)}  ${clip(forTerminal(summary.title), wordsCharsMax)}\n`,
    `${capital(sentenceOf(input))}.\n\n`,
    table(facts(input), width),
    tasks(input, { style, width }),
    atWork(input, style),
  ].join('');
}

function facts({ summary, details, now, slot }: StatusInput): readonly (readonly string[])[] {
  const { spend, budget, lastAct } = details;
  const failures = Object.entries(details.failures).map(([name, count]) => `${name} ${count}`);
  return [
    ...(summary.ticket === undefined ? [] : [['ticket', forTerminal(summary.ticket)]]),
    ['stage', `${summary.stage}${againWords(details.timesHere)}: ${forTerminal(details.enteredBecause)}`],
    ...details.roundsTold.map((told, index) => [
      index === 0 ? 'rounds' : '',
      clip(forTerminal(roundWords(told)), wordsCharsMax),
    ]),
    ...(lastAct === undefined
      ? []
      : [
          [
            'last act',
            `${clip(forTerminal(lastAct.what), wordsCharsMax)} (${duration(now - lastAct.at)} ago)`,
          ],
        ]),
    ...(details.nextActs.length === 0
      ? []
      : [['next act', clip(forTerminal(details.nextActs.join('; ')), wordsCharsMax)]]),
    ...details.waits.map((wait, index) => [index === 0 ? 'waits' : '', waitWords(wait, now)]),
    ...(slot === undefined ? [] : [['agents', slotWords(slot)]]),
    ...savedRows(details, now),
    ...(failures.length === 0 ? [] : [['failures', failures.join(', ')]]),
    ['level', details.level],
    ['spend', spendWords(details)],
    ['', `${spend.launches} of ${plural(budget.launches, 'launch', 'launches')}`],
    ['', `${duration(spend.agentMs)} of ${duration(budget.agentMs)} agent time`],
    ...(budget.wallMs === undefined
      ? []
      : [['', `${duration(details.wallMs)} of ${duration(budget.wallMs)} under way`]]),
    ['base', `${forTerminal(details.base.branch)} at ${short(details.base.commit)}`],
    ...details.baseline.map((line) => ['', forTerminal(line)]),
    ...(summary.branch === undefined
      ? []
      : [['branch', `${forTerminal(summary.branch)} at ${short(details.head)}`]]),
    ...details.coverage.map((line, at) => [at === 0 ? 'coverage' : '', forTerminal(line)]),
    ...listed('pull request', pullRequestWords(summary)),
    ...(summary.landed === undefined ? [] : [['landed', forTerminal(summary.landed)]]),
  ];
}

/** What would not be lost: work that is not done, and saved. */
function savedRows({ resume }: RunDetails, now: number): readonly (readonly string[])[] {
  const saved = (resume?.tasks ?? []).flatMap(({ id, checkpoint }) =>
    checkpoint === undefined ? [] : [{ id, ...checkpoint }],
  );
  return saved.map(({ id, at, workInProgress }, index) => {
    const when = at === undefined ? '' : ` (${duration(now - at)} ago)`;
    const what = clip(forTerminal(`task ${id}, ${workInProgress}`), wordsCharsMax);
    return [index === 0 ? 'saved work' : '', `${what}${when}`];
  });
}

/** The cap on money counts known money only, so the two are said apart. */
function spendWords({ spend, budget }: RunDetails): string {
  const unknown = spend.launchesWithoutUsd;
  const known = `${usd(spend.usd)} of ${usd(budget.usd)}`;
  return unknown === 0 ? known : `${known}, and ${plural(unknown, 'launch', 'launches')} of unknown cost`;
}

function tasks({ details, owned }: StatusInput, { style, width }: Canvas): string {
  if (details.tasks.length === 0) return '';
  const head = ['TASK', 'WAVE', 'ATTEMPT', 'STATUS', 'TITLE'].map(style.dim);
  const where = details.wave === undefined ? '' : `Wave ${details.wave.now} of ${details.wave.of}\n`;
  return `\n${where}${table([head, ...details.tasks.map((task) => taskRow(task, { style, owned }))], width)}`;
}

function taskRow(
  task: TaskDetails,
  { style, owned }: { readonly style: Style; readonly owned: boolean },
): readonly string[] {
  const isLeft = task.status === 'running' && !owned; // nobody works on it, whatever the journal says
  const note = task.note === undefined ? '' : ` (${task.note})`;
  return [
    forTerminal(task.id),
    String(task.wave),
    String(task.attempt),
    `${isLeft ? style.yellow('interrupted') : taskColour(task, style)}${note}`,
    forTerminal(task.title),
  ];
}

function taskColour({ status }: TaskDetails, style: Style): string {
  switch (status) {
    case 'running':
      return style.blue(status);
    case 'waiting':
      return style.yellow(status);
    case 'failed':
      return style.red(status);
    case 'accepted':
    case 'integrated':
      return style.green(status);
    case 'pending':
    case 'dropped':
      return style.dim(status);
  }
}

function atWork({ details, now, owned }: StatusInput, style: Style): string {
  if (details.atWork.length === 0) return '';
  const lines = details.atWork.map(
    (item) => `  ${clip(forTerminal(item.what), wordsCharsMax)}, since ${duration(now - item.since)}\n`,
  );
  return `\n${style.dim(owned ? 'At work now' : 'Begun, and not ended when the process went away')}\n${lines.join('')}`;
}

function listed(name: string, value: string | undefined): readonly (readonly string[])[] {
  return value === undefined ? [] : [[name, value]];
}
