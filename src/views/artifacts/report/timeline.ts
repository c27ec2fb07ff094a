// The timeline: one bar for every attempt, question to a role, and run of the checks, with who was at work and how it
// ended in words.

import type { Effect } from '../../../core/effects.ts';
import type { Role } from '../../../core/roles/modes.ts';
import { allGood } from '../../../core/evidence/evidence.ts';
import { effective } from '../../../core/roles/verdict.ts';
import { reasonWords } from '../failure-words.ts';
import { countsOf } from '../reports.ts';
import { durationOf } from '../say.ts';
import { plural } from '../../words/words.ts';
import type { Span, Story } from '../story.ts';
import { agentOf } from '../texts.ts';
import type { Axis } from './axis.ts';
import { axisOf } from './axis.ts';
import { workedOn } from './worked-on.ts';
import type { Html } from './html.ts';
import { markup } from './html.ts';
import type { ReportParts, Tone } from './parts.ts';
import { mark } from './parts.ts';

const rowsMax = 300;

interface Row {
  readonly span: Span;
  readonly effect: Effect<'ask' | 'attempt' | 'check'>;
  /** When somebody was at work on it: less than from its beginning to its end, where Slipway was not there in between. */
  readonly from: number;
  readonly to: number;
}

export function timelineOf({ story, words }: ReportParts): Html | undefined {
  const all = rowsOf(story);
  const rows = all.slice(-rowsMax);
  if (rows.length === 0) return undefined;
  const axis = axisOf(rows.map(({ from, to }) => ({ from, to })));
  const config = words(story.run.config);
  const groups = byVisit(rows);
  return markup`${all.length > rows.length ? markup`<p class="note">${plural(all.length - rows.length, 'bar')} before these left out.</p>` : undefined}
    <ol class="timeline" style="${gapStyle(axis)}">
      ${groups.map((group) => groupOf(group, story, axis, config))}
    </ol>
    ${gapNote(axis)}`;
}

function rowsOf({ spans, last }: Story): readonly Row[] {
  return spans.flatMap((span) => {
    const { effect } = span;
    if (effect.kind !== 'ask' && effect.kind !== 'attempt' && effect.kind !== 'check') return [];
    return [{ span, effect, ...workedOn(span, last.at) }];
  });
}

function byVisit(rows: readonly Row[]): readonly (readonly Row[])[] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group?.[0]?.effect.visit === row.effect.visit) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

function groupOf(rows: readonly Row[], story: Story, axis: Axis, config: string): Html {
  const visit = story.visits[(rows[0]?.effect.visit ?? 1) - 1];
  return markup`<li class="visit"><b>${visit?.stage}</b> <span>visit ${visit?.n}, ${visit?.because}</span></li>
    ${rows.map((row) => rowOf(row, story, axis, config))}`;
}

function rowOf(row: Row, story: Story, axis: Axis, config: string): Html {
  const { span, effect, from, to } = row;
  const [tone, word] = howOf(span);
  const left = axis.at(from);
  const width = Math.max(0.6, axis.at(to) - left);
  return markup`<li class="row">
    <span class="what"><b>${titleOf(effect, story)}</b> <small>${whoOf(effect, story, config)}</small></span
    ><span class="track"
      ><i
        class="${effect.kind} ${tone}"
        style="left:${Math.min(left, 99.4).toFixed(2)}%;width:${width.toFixed(2)}%"
      ></i></span
    ><span class="how">${mark(tone, word)} <small>${durationOf(to - from)}</small></span>
  </li> `;
}

function titleOf(effect: Row['effect'], story: Story): string {
  const task = effect.line.startsWith('task/')
    ? taskTitle(story, effect.line.slice('task/'.length))
    : undefined;
  switch (effect.kind) {
    case 'attempt':
      return task ?? effect.subject;
    case 'check':
      return task === undefined ? 'Checks of the whole change' : `Checks: ${task}`;
    case 'ask':
      return task === undefined ? askTitle(effect.input.role) : `Review: ${task}`;
  }
}

function askTitle(role: Role): string {
  switch (role) {
    case 'interpreter':
      return 'Read the ticket';
    case 'investigator':
      return 'Analyse the code';
    case 'planner':
    case 'splitter':
      return 'Plan the work';
    case 'designer':
      return 'Design the change';
    case 'auditor':
    case 'assumption-verifier':
    case 'executability-verifier':
      return 'Audit the plan';
    case 'reviewer':
      return 'Review the whole change';
    case 'implementer':
    case 'tester':
    case 'documenter':
    case 'dispatcher':
      return `Ask the ${role}`;
  }
}

/** A task that another plan dropped before it was accepted is known to its own plan only. */
function taskTitle({ run, plans }: Story, id: string): string {
  const isMeant = (task: { readonly id: string }): boolean => task.id === id;
  const task =
    run.tasks.find((state) => isMeant(state.task))?.task ??
    plans.flatMap((item) => item.plan.tasks).find(isMeant);
  return task?.title ?? id;
}

function whoOf(effect: Row['effect'], story: Story, config: string): string {
  if (effect.kind === 'check') return effect.input.checks.map((check) => check.name).join(', ');
  const role = effect.kind === 'ask' ? effect.input.role : executorOf(effect.subject, story);
  const agent = agentOf(config, role);
  const again = effect.input.ordinal > 1 ? `, attempt ${effect.input.ordinal}` : '';
  return `${role}${agent === undefined ? '' : ` (${agent})`}${again}`;
}

function executorOf(task: string, { run }: Story): Role {
  return run.tasks.find((state) => state.task.id === task)?.task.executor ?? 'implementer';
}

function howOf(span: Span): readonly [Tone, string] {
  if (span.how === undefined) return ['busy', 'under way'];
  if (span.how === 'stopped') return ['off', 'stopped'];
  if (span.evidence !== undefined) {
    const tests = span.evidence.filter((item) => item.counts !== undefined).map(countsOf);
    return allGood(span.evidence) ? ['good', tests[0] ?? 'passed'] : ['bad', tests[0] ?? 'failed'];
  }
  if (span.verdict !== undefined) {
    const conclusion = effective(span.verdict);
    return [conclusion === 'pass' ? 'good' : 'bad', conclusion];
  }
  if (span.reason !== undefined) return ['bad', reasonWords[span.reason]];
  return span.how === 'done' ? ['good', 'done'] : ['bad', 'failed'];
}

/** The gaps are painted once, behind every track. */
function gapStyle({ gaps }: Axis): string {
  const stripes = gaps.map(({ from, to }) => {
    const [start, end] = [from.toFixed(2), to.toFixed(2)];
    return `linear-gradient(to right,transparent ${start}%,var(--gap) ${start}%,var(--gap) ${end}%,transparent ${end}%)`;
  });
  return stripes.length === 0 ? '' : `--gaps:${stripes.join(',')}`;
}

function gapNote({ gaps }: Axis): Html | undefined {
  if (gaps.length === 0) return undefined;
  const ms = gaps.reduce((sum, gap) => sum + gap.ms, 0);
  return markup`<p class="note">
    Shaded: nothing of this was under way. ${durationOf(ms)} in all, drawn short.
  </p>`;
}
