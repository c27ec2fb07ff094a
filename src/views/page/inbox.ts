// The first thing a person sees: what waits for them, by what one answer clears. Pure, over the stored summaries and gates, so that
// ten thousand runs cost no fold.

import type { InboxItem, RunSummary } from '../run/summary.ts';
import { nameOf } from '../words/gate-name.ts';

const groupNames = ['decide', 'unblock', 'merge', 'running', 'done'] as const;
export type GroupName = (typeof groupNames)[number];

const groupHeadings: Readonly<Record<GroupName, string>> = {
  decide: 'Decide',
  unblock: 'Unblock',
  merge: 'Ready to merge',
  running: 'Running',
  done: 'Done today',
};

/** One thing: a gate of a run, or the run itself. */
export interface InboxEntry {
  readonly summary: RunSummary;
  /** No process works on it, though it should. */
  readonly interrupted?: true;
  readonly gate?: InboxItem & { readonly name: string };
  /** Since when it is as it is. */
  readonly since: number;
  /** Tasks that cannot go on before somebody answers. */
  readonly tasksHeld: number;
}

export interface InboxGroup {
  readonly name: GroupName;
  readonly heading: string;
  readonly entries: readonly InboxEntry[];
  /** With those that are left out. */
  readonly total: number;
}

export interface InboxShown {
  /** How much waits for a person: what the title of the page carries. */
  readonly waiting: number;
  readonly groups: readonly InboxGroup[];
}

export interface InboxFacts {
  readonly summaries: readonly RunSummary[];
  readonly gates: readonly InboxItem[];
  readonly drives: (run: string) => boolean;
  readonly now: number;
  readonly entriesMax: number;
}

/** Today began at midnight, where this runs: what ended last evening is of yesterday. */
function todaySince(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}

export function inboxOf({ summaries, gates, drives, now, entriesMax }: InboxFacts): InboxShown {
  const byRun = new Map(summaries.map((summary) => [summary.run, summary]));
  const asked = gates.flatMap((gate) => {
    const summary = byRun.get(gate.run);
    return summary === undefined ? [] : [ofGate(summary, gate)];
  });
  const open = new Set(gates.map((gate) => gate.run));
  const others = summaries
    .filter(({ run }) => !open.has(run))
    .map((summary): InboxEntry => ofRun(summary, drives(summary.run)));
  const today = todaySince(now);
  const found: Readonly<Record<GroupName, readonly InboxEntry[]>> = {
    decide: asked.filter(({ gate }) => gate?.kind !== 'merge').toSorted(byWeight),
    unblock: others.filter(needsSomebody).toSorted(byWeight),
    merge: asked.filter(({ gate }) => gate?.kind === 'merge').toSorted(byWeight),
    running: others.filter((entry) => isMoving(entry) && !needsSomebody(entry)).toSorted(byStart),
    done: others.filter(({ summary }) => isOver(summary) && summary.updatedAt >= today).toSorted(byEnd),
  };
  return {
    waiting: found.decide.length + found.unblock.length + found.merge.length,
    groups: groupNames.map((name) => ({
      name,
      heading: groupHeadings[name],
      entries: found[name].slice(0, entriesMax),
      total: found[name].length,
    })),
  };
}

function ofGate(summary: RunSummary, gate: InboxItem): InboxEntry {
  return { ...entryOf(summary, gate.openedAt), gate: { ...gate, name: nameOf(gate) } };
}

function ofRun(summary: RunSummary, driven: boolean): InboxEntry {
  const entry = entryOf(summary, isMovingStatus(summary) ? summary.startedAt : summary.updatedAt);
  return summary.status === 'running' && !driven ? { ...entry, interrupted: true } : entry;
}

function entryOf(summary: RunSummary, since: number): InboxEntry {
  return { summary, since, tasksHeld: summary.tasksTotal - summary.tasksDone };
}

function isMovingStatus({ status }: RunSummary): boolean {
  return status === 'running' || status === 'waiting';
}

function isMoving({ summary }: InboxEntry): boolean {
  return isMovingStatus(summary);
}

function isOver({ status }: RunSummary): boolean {
  return status === 'completed' || status === 'cancelled' || status === 'failed';
}

/** Blocked, or begun by somebody who has gone. */
function needsSomebody({ summary, interrupted }: InboxEntry): boolean {
  return summary.status === 'blocked' || interrupted === true;
}

/** What holds up most comes first, then what has waited longest. */
function byWeight(one: InboxEntry, other: InboxEntry): number {
  return other.tasksHeld - one.tasksHeld || one.since - other.since;
}

function byStart(one: InboxEntry, other: InboxEntry): number {
  return other.summary.startedAt - one.summary.startedAt;
}

function byEnd(one: InboxEntry, other: InboxEntry): number {
  return other.summary.updatedAt - one.summary.updatedAt;
}
