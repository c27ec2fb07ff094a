// What the run of a conversation reports, told in Telegram as it comes: it rings nowhere. What a run asks and how it ended are notices.

import type { RunEvent } from '../../core/events.ts';
import { runOf } from '../../core/chat/conversation.ts';
import { Bell } from '../../engine/bell.ts';
import type { TelegramLedger } from '../../engine/telegram-ledger.ts';
import { reportKey } from '../../engine/telegram-ledger.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { Bot } from '../../telegram/bot.ts';
import { messageCharsMax } from '../../telegram/fitting.ts';
import type { Report } from '../chat/reports.ts';
import { reportsOf } from '../chat/reports.ts';
import { readRun } from '../home/reader.ts';
import type { Tools } from '../parts.ts';
import type { AskedOrder } from '../verbs/verb.ts';

export interface Reporting {
  readonly owner: Pick<AskedOrder['owner'], 'journal' | 'runs' | 'chat'>;
  readonly tools: Pick<Tools, 'clock' | 'screener' | 'blobs'>;
  readonly bot: Bot;
  readonly ledger: TelegramLedger;
  readonly person: number;
  readonly conversation: string;
}

const lookMsMax = 15_000;
/** Reports of a moment are told in the order they came in. */
const togetherMs = 200;
const textCharsMax = 1_500;

/** Told as notices. */
const noticed: ReadonlySet<RunEvent['type']> = new Set<RunEvent['type']>([
  'gate.opened',
  'run.blocked',
  'run.cancelled',
  'run.completed',
  'run.failed',
]);

export async function reportLoop(reporting: Reporting, signal: AbortSignal): Promise<void> {
  const { owner, tools, conversation } = reporting;
  const { clock } = tools;
  const bell = new Bell();
  let of: string | undefined;
  const unlisten = owner.runs.onEvents((run) => {
    if (of === undefined || run === of) bell.ring();
  });
  try {
    while (!signal.aborted) {
      bell.hush();
      of = runOf(await owner.chat.ledger.state(conversation));
      // A damaged run stops alone, and is told of by whoever looks at it.
      if (of !== undefined) await tellReports(reporting, of).catch(() => undefined);
      const done = new AbortController();
      const either = AbortSignal.any([signal, done.signal]);
      await Promise.race([bell.heard(), clock.until(clock.now() + lookMsMax, either)]);
      done.abort();
      await clock.until(clock.now() + togetherMs, signal);
    }
  } finally {
    unlisten();
  }
}

/** A report that could not be sent is sent by the next look. */
async function tellReports({ owner, tools, bot, ledger, person }: Reporting, id: string): Promise<void> {
  const { events } = await readRun(owner.journal, id);
  const types = new Map(events.map(({ seq, event }) => [`${id}-${seq}`, event.type]));
  const { reports: told } = await ledger.state();
  for (const report of reportsOf(events)) {
    const type = types.get(report.id);
    if (report.asks !== undefined || type === undefined || noticed.has(type)) continue;
    if (told.has(reportKey(person, report.id))) continue;
    const said = await bot.send(person, { text: await textOf(tools, report), silent: true });
    if (!said.ok && said.why === 'down') return;
    await ledger.record({ type: 'report.told', person, report: report.id });
  }
}

async function textOf(
  { blobs, screener }: Reporting['tools'],
  { run, lines, texts }: Report,
): Promise<string> {
  const read = await Promise.all(
    texts.map(async ({ name, blob }) => {
      const text = forTerminal((await blobs.get(blob)) ?? '').trim();
      const shown = text.length <= textCharsMax ? text : `${text.slice(0, textCharsMax).toWellFormed()}…`;
      return `${name}:\n${shown}`;
    }),
  );
  const words = [`${run}: ${lines.join('\n')}`, ...read].join('\n\n');
  return screener.redact(words).text.slice(0, messageCharsMax);
}
