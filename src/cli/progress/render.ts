// The block a person watches while a run is at work. Pure: the same state and time give the same text. Every line
// is cut to the width, and the block to the height, so that it can be drawn over.

import type { Run, TaskState } from '../../core/run.ts';
import { openGates, taskLine, timesHere } from '../../core/run.ts';
import { orderOf, stagesOf } from '../../core/pipeline/pipeline.ts';
import { ordinalOf } from '../../core/stages/lines.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { nameOf } from '../../views/words/gate-name.ts';
import { timeWaits } from '../../views/run/waits.ts';
import { gateCommands } from '../../app/words/next.ts';
import { openGateOf } from '../../app/words/unseen-words.ts';
import type { Style } from '../../app/words/style.ts';
import { cut, pad, widthOf } from '../../app/words/columns.ts';
import { waitWords } from '../../app/words/wait-words.ts';
import { againWords, clip, duration, list, money, plural, timeOfDay } from '../../views/words/words.ts';
import { ageOf, etaMs } from './eta.ts';
import type { Tracked } from '../../app/watching/track.ts';

export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly style: Style;
  readonly now: number;
}

const tasksMin = 1;
const waitsMax = 2;
const idCharsMax = 24;
const stateColumns = 24;

export function renderProgress(tracked: Tracked, canvas: Canvas): string {
  const { run } = tracked;
  const head = [titleLine(run, canvas), stageLine(run, canvas)];
  const foot = [
    spendLine(tracked, canvas),
    ...waitLines(tracked, canvas),
    ...restLines(run, canvas),
    ...lastLine(tracked, canvas),
  ];
  const room = Math.max(tasksMin, canvas.height - head.length - foot.length);
  return [...head, ...fitted(workLines(tracked, canvas), room), ...foot]
    .slice(0, Math.max(1, canvas.height))
    .map((line) => cut(line, canvas.width))
    .join('\n');
}

function titleLine(run: Run, { width, style, now }: Canvas): string {
  const elapsed = ageWords(now - run.startedAt);
  const start = `${run.id}  `;
  const title = cut(clip(forTerminal(run.title), width), width - widthOf(start) - widthOf(elapsed) - 2);
  return `${style.bold(start)}${pad(title, width - widthOf(start) - widthOf(elapsed))}${style.dim(elapsed)}`;
}

/** ● done, ◐ here, ○ to come; the words beside them say the same. */
function stageLine(run: Run, { style }: Canvas): string {
  const stages = stagesOf(run);
  const here = orderOf(run, run.visit.stage);
  const isDone = run.ended === 'completed';
  const dots = stages
    .map((_, index) => {
      if (isDone || index < here) return style.green('●');
      return index === here ? style.cyan('◐') : style.dim('○');
    })
    .join('');
  if (isDone) return `${dots}  completed`;
  return `${dots}  ${style.bold(run.visit.stage)} (stage ${here + 1} of ${stages.length}${againWords(timesHere(run))})`;
}

interface WorkLine {
  readonly text: string;
  readonly isDone: boolean;
}

function workLines(tracked: Tracked, canvas: Canvas): readonly WorkLine[] {
  return [...taskLines(tracked, canvas), ...otherLines(tracked, canvas)];
}

function taskLines(tracked: Tracked, canvas: Canvas): readonly WorkLine[] {
  const { run } = tracked;
  const shown = run.tasks.filter((state) => state.at !== 'dropped');
  const ids = shown.map((state) => clip(forTerminal(state.task.id), idCharsMax));
  const idWidth = Math.max(0, ...ids.map(widthOf));
  const states = shown.map((state) => stateWords(tracked, state, canvas.now));
  // Columns that stand still while states come and go.
  const stateWidth = Math.max(stateColumns, ...states.map(widthOf));
  const titleWidth = Math.max(10, canvas.width - idWidth - stateWidth - 8);
  return shown.map((state, index) => {
    const title = cut(clip(forTerminal(state.task.title), titleWidth), titleWidth);
    const words = paintState(state.at, states[index] ?? '', canvas.style);
    const name = `${signOf(state.at, canvas.style)} ${pad(ids[index] ?? '', idWidth)}`;
    return {
      text: `  ${name}  ${pad(title, titleWidth)}  ${words}`,
      isDone: state.at === 'integrated',
    };
  });
}

function stateWords(tracked: Tracked, state: TaskState, now: number): string {
  const line = taskLine(state.task.id);
  const since = ageOf(tracked, line, now);
  const age = since === undefined ? '' : `, ${ageWords(since)}`;
  const ordinal = ordinalOf(tracked.run, line);
  const attempt = ordinal === 1 ? '' : `attempt ${ordinal} `;
  switch (state.at) {
    case 'todo':
      return waitsWords(tracked.run, state, ordinal);
    case 'taken':
      return 'yours';
    case 'given':
      return 'given back, being read';
    case 'working':
      return `${attempt}at work${age}`;
    case 'checking':
      return `${attempt}in checks${age}`;
    case 'reviewing':
      return `${attempt}in review${age}`;
    case 'accepted':
      return 'accepted';
    case 'integrated':
      return 'integrated';
    case 'failed':
      return `failed, ${plural(Math.max(1, ordinal - 1), 'attempt')}`;
    case 'replan':
      return 'to be planned again';
    case 'dropped':
      return 'dropped';
  }
}

/** Whole seconds: what grows while it is looked at does not flicker. */
function ageWords(ms: number): string {
  return ms < 1_000 ? '0 s' : duration(ms);
}

function waitsWords(run: Run, state: TaskState, ordinal: number): string {
  const line = taskLine(state.task.id);
  if (run.questions.some((question) => question.line === line && question.answer === undefined)) {
    return 'waits for your answer';
  }
  if (openGates(run).some((gate) => gate.subject === state.task.id)) return 'waits for you';
  if (run.holds.some((hold) => hold.line === line)) return `attempt ${ordinal} after a wait`;
  const integrated = new Set(
    run.tasks.filter((item) => item.at === 'integrated').map((item) => item.task.id),
  );
  const open = state.task.dependsOn.filter((id) => !integrated.has(id));
  if (open.length > 0) return `after ${list(open.map((id) => clip(forTerminal(id), idCharsMax)))}`;
  return ordinal === 1 ? 'to do' : `attempt ${ordinal} to do`;
}

function signOf(at: TaskState['at'], style: Style): string {
  switch (at) {
    case 'integrated':
      return style.green('●');
    case 'taken':
    case 'given':
    case 'working':
    case 'checking':
    case 'reviewing':
    case 'accepted':
      return style.cyan('◐');
    case 'failed':
    case 'replan':
      return style.red('✗');
    case 'todo':
    case 'dropped':
      return style.dim('○');
  }
}

function paintState(at: TaskState['at'], words: string, style: Style): string {
  if (at === 'failed' || at === 'replan') return style.red(words);
  if (at === 'integrated') return style.green(words);
  return at === 'todo' ? style.dim(words) : words;
}

function atWork(text: string): readonly WorkLine[] {
  return [{ text, isDone: false }];
}

/** What is at work beside the tasks: a role that answers, the checks of the whole change. */
function otherLines(tracked: Tracked, { now, style }: Canvas): readonly WorkLine[] {
  return tracked.run.inFlight.flatMap((effect) => {
    if (effect.line.startsWith('task/')) return [];
    const age = ageWords(ageOf(tracked, effect.line, now) ?? 0);
    const sign = style.cyan('◐');
    if (effect.kind === 'ask') return atWork(`  ${sign} the ${effect.input.role} is at work, ${age}`);
    return effect.kind === 'check' && effect.input.checks.length > 0
      ? atWork(`  ${sign} checks run (${list(effect.input.checks.map((check) => check.name))}), ${age}`)
      : [];
  });
}

function spendLine(tracked: Tracked, { now, style }: Canvas): string {
  const { run } = tracked;
  const eta = etaMs(tracked, now);
  return style.dim(
    [
      ...(eta === undefined ? [] : [`${aboutWords(eta)} left`]),
      `spent ${money(run.spend)}`,
      `${run.spend.launches} of ${run.budget.launches} launches`,
    ].join(' · '),
  );
}

/** An estimate says no more than it knows: tens of seconds, then whole minutes. */
function aboutWords(ms: number): string {
  const tenSecondsMs = 10_000;
  const minuteMs = 60_000;
  return ms < minuteMs
    ? `about ${duration(Math.max(1, Math.ceil(ms / tenSecondsMs)) * tenSecondsMs)}`
    : `about ${duration(Math.ceil(ms / minuteMs) * minuteMs)}`;
}

/** The times it waits for, counted down. */
function waitLines({ run, waits }: Tracked, { style, now }: Canvas): readonly string[] {
  const found = timeWaits(run, waits);
  const more = found.length > waitsMax ? [style.dim(`… ${found.length - waitsMax} more waits`)] : [];
  return [...found.slice(0, waitsMax).map((wait) => style.yellow(waitWords(wait, now))), ...more];
}

function restLines(run: Run, { style }: Canvas): readonly string[] {
  if (run.ended !== undefined) return run.ended === 'completed' ? [] : [style.red(run.ended)];
  if (run.blocked !== undefined) return [style.red(`blocked: ${clip(forTerminal(run.blocked), 400)}`)];
  if (run.paused) return [style.yellow(`paused: slipway resume ${run.id}`)];
  const open = openGates(run).map(openGateOf);
  return open.map((gate) => {
    const how = gateCommands(run.id, gate, open)
      .map((next) => next.command)
      .find((command) => /slipway (approve|answer|land)/.test(command));
    return style.yellow(`waits for you: the ${forTerminal(nameOf(gate))}: ${how ?? 'slipway gates'}`);
  });
}

function lastLine({ last }: Tracked, { style }: Canvas): readonly string[] {
  return last === undefined ? [] : [style.dim(`${timeOfDay(last.at)}  ${last.words}`)];
}

/** Where there is not room for all, what is done goes first. */
function fitted(lines: readonly WorkLine[], room: number): readonly string[] {
  if (lines.length <= room) return lines.map((line) => line.text);
  const open = lines.filter((line) => !line.isDone);
  const done = lines.length - open.length;
  const shown = open.slice(0, Math.max(0, room - 1)).map((line) => line.text);
  const rest = open.length - shown.length;
  const words = [
    ...(done === 0 ? [] : [`${plural(done, 'task')} integrated`]),
    ...(rest === 0 ? [] : [`${rest} more`]),
  ];
  return [...shown, `  … ${words.join(', ')}`];
}
