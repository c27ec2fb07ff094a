// What is said of a matter: from the run as it is now, screened like everything that leaves this machine.

import type { Decision, Gate } from '../../core/gates/gate.ts';
import type { Matter, Side } from '../../core/notices/notice.ts';
import type { Run } from '../../core/run.ts';
import { openGates } from '../../core/run.ts';
import type { Asks, Notice } from '../../notifiers/notifier.ts';
import type { Screener } from '../../screening/screened.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { summarise } from '../../views/run/summarise.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import { whyAsked } from '../../views/run/why-asked.ts';
import { nameOf } from '../../views/words/gate-name.ts';
import { seenWord } from '../../views/words/seen-word.ts';
import { capital, clip, pullRequestWords } from '../../views/words/words.ts';
import type { Choice } from '../words/gate-texts.ts';
import { choicesAt, factsAt, optionTitle } from '../words/gate-texts.ts';
import { nextFor } from '../words/next.ts';
import { openGateOf } from '../words/unseen-words.ts';
import { waitsHead } from './waits-head.ts';

export interface Saying {
  readonly run: Run;
  readonly matter: Matter;
  readonly side: Side;
  /** The other runs of its repository. */
  readonly seen: readonly RunSummary[];
  /** What the gate is about, where there is more to read. */
  readonly text?: string | undefined;
  readonly now: number;
}

const titleCharsMax = 200;
const linesMax = 30;
const nextMax = 4;

export function noticeOf(saying: Saying, screener: Pick<Screener, 'redact'>): Notice {
  const { run, matter, side } = saying;
  const said = (text: string): string => screener.redact(forTerminal(text)).text;
  const summary = summarise(run, saying.now);
  const asked = gateOf(saying);
  const asks = asked === undefined || side === 'over' ? undefined : asksOf(asked, saying.text, said);
  const { id: ticket } = run.ticket ?? {};
  return {
    matter: matter.key,
    side,
    about: matter.about.is,
    since: matter.since,
    run: run.id,
    title: said(clip(run.title, titleCharsMax)),
    ...(ticket === undefined ? {} : { ticket: said(ticket) }),
    head: said(clip(headOf(saying, summary, asked), titleCharsMax * 2)),
    lines: linesOf(saying, summary, asked).slice(0, linesMax).map(said),
    ...(asks === undefined ? {} : { asks }),
  };
}

function gateOf({ run, matter: { about } }: Saying): Gate | undefined {
  return about.is === 'gate' ? run.gates.find(({ id }) => id === about.gate) : undefined;
}

function asksOf(gate: Gate, text: string | undefined, said: (text: string) => string): Asks {
  const read = text === undefined ? {} : { text: said(text) };
  const choices = choicesOf(gate, text).map(({ key, label }) => ({ key, label: said(label) }));
  return {
    gate: gate.id,
    name: said(nameOf(gate)),
    seen: seenWord(gate),
    digest: gate.digest,
    choices,
    ...read,
  };
}

const labels: Readonly<Partial<Record<Choice['key'], string>>> = {
  a: 'Approve',
  r: 'Change something',
  j: 'Reject',
};

/** Those that need no keyboard and no editor. */
function choicesOf(gate: Gate, text = ''): Asks['choices'] {
  if (gate.kind !== 'question')
    return choicesAt(gate.kind, gate.subject, gate.strays).flatMap(({ key }) => {
      const label = labels[key];
      return label === undefined ? [] : [{ key, label }];
    });
  const options = Array.from({ length: gate.options ?? 0 }, (_, at) => at + 1);
  return [
    ...options.map((option) => ({
      key: String(option),
      label: `${option}: ${optionTitle(text, option) ?? `Option ${option}`}`,
    })),
    { key: 'r', label: 'Answer in words' },
  ];
}

function headOf({ run, side }: Saying, summary: RunSummary, gate: Gate | undefined): string {
  const of = `of ${run.id} (${run.title})`;
  if (gate !== undefined) {
    return side === 'open'
      ? waitsHead([nameOf(gate)], run)
      : `${capital(nameOf(gate))} ${of}: ${howItEnded(run, gate)}`;
  }
  if (side === 'over') return `${run.id} (${run.title}) goes on: it is not blocked any more`;
  const why = summary.because === undefined ? '' : `: ${summary.because}`;
  return `${run.id} (${run.title}) is ${summary.status}${why}`;
}

/** A gate whose stage was left is gone without an answer. */
function howItEnded(run: Run, gate: Gate): string {
  const { decision, superseded } = gate;
  if (decision !== undefined) return decisionWords(gate, decision);
  if (superseded === true) return 'it is asked anew, for something else';
  return run.ended === undefined ? 'the run went on without an answer' : `the run is ${run.ended}`;
}

function decisionWords({ kind }: Gate, { answer, by }: Decision): string {
  const what = kind === 'question' ? 'answered' : `answered ${answer}`;
  const where = places[by.channel];
  return `${by.who} ${what}${where === undefined ? '' : ` ${where}`}`;
}

/** Of those that people answer in; any other says nothing that they would know. */
const places: Readonly<Record<string, string>> = {
  cli: 'at a terminal',
  page: 'on the page',
  http: 'over HTTP',
  mcp: 'through MCP',
  webhook: 'in a comment',
  telegram: 'in Telegram',
};

function linesOf(
  { run, matter, side, seen }: Saying,
  summary: RunSummary,
  gate: Gate | undefined,
): readonly string[] {
  if (side === 'over') return [];
  const gates = openGates(run).filter(({ id }) => matter.about.is !== 'gate' || id === matter.about.gate);
  const next = nextFor(
    { ...summary, status: gate === undefined ? summary.status : 'waiting' },
    gates.map(openGateOf),
  );
  const commands = next.slice(0, nextMax).map(({ command, why }) => `${command} (${why})`);
  if (gate === undefined) {
    const pull = pullRequestWords(summary);
    return [...(pull === undefined ? [] : [`Pull request: ${pull}`]), ...commands];
  }
  const why = gate.kind === 'plan' ? undefined : whyAsked(run, gate);
  return [...(why === undefined ? [] : [why]), ...factsAt(run, gate, seen), ...commands];
}
