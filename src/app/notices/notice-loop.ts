// What one notifier says of the runs of one repository: looked at when something of them moves, and from time to time.
//
//   NOTICE-LOOP-1. It never keeps a run waiting, and what cannot be said ends nothing: it is in the journal, and tried again.
//   NOTICE-LOOP-2. After a crash it looks at what is open and at what ended meanwhile: nothing has to be remembered but what was said.

import { setMaxListeners } from 'node:events';
import type { RunEvent } from '../../core/events.ts';
import type { DueNotice, Matter, Telling } from '../../core/notices/notice.ts';
import { mattersOf, noticesDue } from '../../core/notices/notice.ts';
import type { Quiet } from '../../core/notices/quiet.ts';
import type { Run } from '../../core/run.ts';
import { Bell } from '../../engine/bell.ts';
import type { NoticeLedger, NotifierState } from '../../engine/notice-ledger.ts';
import { notifierIn } from '../../engine/notice-ledger.ts';
import type { Notice, Notifier, NoticeResult } from '../../notifiers/notifier.ts';
import { messageOf } from '../../plain/errors.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import type { Tools } from '../parts.ts';
import type { AskedOrder } from '../verbs/verb.ts';
import { noticeOf } from './notice-of.ts';

export interface NoticeLoop {
  readonly owner: Pick<AskedOrder['owner'], 'journal' | 'runs'>;
  readonly tools: Pick<Tools, 'clock' | 'screener' | 'blobs'>;
  readonly ledger: NoticeLedger;
  readonly notifier: Notifier;
  /** What it is called in the journal. */
  readonly name: string;
  readonly repository: string;
  /** When it was turned on. */
  readonly since: number;
  readonly quiet: Quiet | undefined;
  /** The run that whoever is told talks about there, where they can talk. */
  readonly talksOf?: () => Promise<string | undefined>;
}

/** Quiet hours end, and services come back, without anybody saying so. */
const lookMsMax = 15_000;
/** Gates that open together are looked at together. */
const togetherMs = 100;
const newsMs = 24 * 3_600_000;
const downMsFirst = 15_000;
const downMsMax = 3_600_000;

/** What makes or ends a matter. */
const moving: ReadonlySet<RunEvent['type']> = new Set<RunEvent['type']>([
  'gate.opened',
  'gate.decided',
  'stage.entered',
  'run.blocked',
  'run.retried',
  'run.cancelled',
  'run.completed',
  'run.failed',
]);

export async function noticeLoop(parts: NoticeLoop, signal: AbortSignal): Promise<void> {
  const { owner, tools } = parts;
  const bell = new Bell();
  const touched = new Set<string>();
  const unlisten = owner.runs.onEvents((run, events) => {
    if (!events.some(({ type }) => moving.has(type))) return;
    touched.add(run);
    bell.ring();
  });
  try {
    for (const run of await runsAtFirst(parts)) touched.add(run);
    while (!signal.aborted) {
      bell.hush();
      await lookOnce(parts, touched);
      await heardOrDue(parts, bell, signal);
      if (!signal.aborted) await tools.clock.until(tools.clock.now() + togetherMs, signal);
    }
  } finally {
    unlisten();
  }
}

/** NOTICE-LOOP-1. What is left in `touched` is looked at by the next look. */
async function lookOnce(parts: NoticeLoop, touched: Set<string>): Promise<void> {
  const wanted = [...touched];
  try {
    await look(parts, touched);
  } catch (error) {
    for (const run of wanted) touched.add(run);
    await down(parts, 'looking', { because: messageOf(error) }).catch(() => undefined); // whoever works on the journal says what is wrong with it
  }
}

async function heardOrDue({ tools: { clock } }: NoticeLoop, bell: Bell, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  const either = AbortSignal.any([signal, done.signal]);
  setMaxListeners(0, either);
  await Promise.race([bell.heard(), clock.until(clock.now() + lookMsMax, either)]);
  done.abort();
}

/** NOTICE-LOOP-2. */
async function runsAtFirst({
  owner: { journal },
  tools,
  repository,
  since,
}: NoticeLoop): Promise<readonly string[]> {
  const all = await journal.summaries({ repository });
  const newsSince = Math.max(since, tools.clock.now() - newsMs);
  return all
    .filter(({ status, updatedAt }) => !ended.has(status) || updatedAt >= newsSince)
    .map(({ run }) => run);
}

const ended: ReadonlySet<RunSummary['status']> = new Set<RunSummary['status']>([
  'completed',
  'cancelled',
  'failed',
]);

/** What stays in `touched` is looked at again without anybody saying so: what is held back is due by itself one day. */
async function look(parts: NoticeLoop, touched: Set<string>): Promise<void> {
  const { ledger, name } = parts;
  const state = notifierIn(await ledger.state(), name);
  for (const { run, about } of state.said.values()) if (about !== 'ended') touched.add(run);
  // Several runs wait for one login, and it is over when the last of them does not.
  for (const { run, kind } of await parts.owner.journal.inbox()) if (kind === 'login') touched.add(run);
  const seen = await seenRuns(parts, [...touched]);
  touched.clear();
  const matters = seen.flatMap((one) => one.matters);
  for (const { matter } of dueIn(parts, state, matters, unheld)) touched.add(matter.run);
  const talksOf = await parts.talksOf?.();
  for (const due of dueIn(parts, state, matters, { ...heldBy(parts, state), talksOf })) {
    const run = seen.find((each) => each.run.id === due.matter.run)?.run;
    if (run !== undefined && !(await say(parts, run, due))) return;
  }
}

type Held = Pick<Telling, 'quiet' | 'downUntil' | 'talksOf'>;

const unheld: Held = { downUntil: 0 };

function heldBy({ quiet }: NoticeLoop, { down }: NotifierState): Held {
  return { quiet, downUntil: down?.until ?? 0 };
}

interface SeenRun {
  readonly run: Run;
  readonly matters: readonly Matter[];
}

async function seenRuns(
  { owner, repository }: NoticeLoop,
  wanted: readonly string[],
): Promise<readonly SeenRun[]> {
  if (wanted.length === 0) return [];
  const summaries = await owner.journal.summaries({ repository, runs: wanted });
  const seen = await Promise.all(
    summaries.map(async ({ run: id, updatedAt }): Promise<readonly SeenRun[]> => {
      // A damaged run stops alone, and is told of by whoever looks at it.
      const run = await owner.runs.load(id).catch(() => undefined);
      return run === undefined ? [] : [{ run, matters: mattersOf(run, updatedAt) }];
    }),
  );
  return seen.flat();
}

function dueIn(
  { since, tools }: NoticeLoop,
  { said }: NotifierState,
  matters: readonly Matter[],
  held: Held,
): readonly DueNotice[] {
  return noticesDue(matters, (key) => said.get(key), { since, ...held }, tools.clock.now());
}

/** Whether something came of it: it is said, or not wanted. */
async function say(parts: NoticeLoop, run: Run, { matter, side, as, isHushed }: DueNotice): Promise<boolean> {
  const { ledger, name: notifier, notifier: by, tools } = parts;
  const of = { notifier, matter: matter.key, side };
  const found = await noticeFrom(parts, run, { matter, side });
  const notice: Notice = isHushed === true ? { ...found, silent: true } : found;
  await ledger.record({ type: 'notice.begun', ...of, run: run.id, about: matter.about.is });
  const said = await by
    .say(notice, as)
    .catch((error: unknown): NoticeResult => ({ ok: false, why: 'down', because: messageOf(error) }));
  if (said.ok) {
    await ledger.record({ type: 'notice.told', ...of, ...(said.as === undefined ? {} : { as: said.as }) });
    return true;
  }
  if (said.why === 'refused') {
    await ledger.record({ type: 'notice.refused', ...of, because: tools.screener.redact(said.because).text });
    return true;
  }
  await down(parts, matter.key, said);
  return false;
}

async function down(
  { ledger, name: notifier, tools: { clock, screener } }: NoticeLoop,
  matter: string,
  said: { readonly because: string; readonly waitMs?: number | undefined },
): Promise<void> {
  const times = notifierIn(await ledger.state(), notifier).down?.times ?? 0;
  const waitMs = Math.max(said.waitMs ?? 0, Math.min(downMsFirst * 2 ** Math.min(times, 20), downMsMax));
  const because = screener.redact(said.because).text;
  await ledger.record({ type: 'notifier.down', notifier, matter, because, until: clock.now() + waitMs });
}

async function noticeFrom(
  { owner, tools, repository }: NoticeLoop,
  run: Run,
  { matter, side }: Pick<DueNotice, 'matter' | 'side'>,
): Promise<Notice> {
  const { about } = matter;
  const gate = about.is === 'gate' ? run.gates.find(({ id }) => id === about.gate) : undefined;
  const text = gate?.blob === undefined || side === 'over' ? undefined : await tools.blobs.get(gate.blob);
  const seen = gate?.kind === 'plan' ? await owner.journal.summaries({ repository }) : [];
  return noticeOf({ run, matter, side, seen, text, now: tools.clock.now() }, tools.screener);
}
