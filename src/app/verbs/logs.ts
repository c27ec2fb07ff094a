// What agents and checks printed, in order: as one document, or piece by piece while a run is at work.

import type { Run } from '../../core/run.ts';
import { openGates } from '../../core/run.ts';
import { statusOf } from '../../core/status.ts';
import type { LogEntry, LogFilter } from '../../views/run/logs.ts';
import { logsOf } from '../../views/run/logs.ts';
import { readRun } from '../home/reader.ts';
import { openTexts } from '../home/texts.ts';
import { transcriptDialects } from '../agents/transcript-dialects.ts';
import { UserError } from '../ending/user-error.ts';
import type { LogPiece } from '../watching/log-teller.ts';
import { LogTeller } from '../watching/log-teller.ts';
import { lookOn, unownedWords } from '../watching/look-on.ts';
import { Unread } from '../watching/unread.ts';
import { Watch } from '../watching/watch.ts';
import { body, heading } from '../words/logs-text.ts';
import type { LogsInput, TailInput } from './schemas/reads.ts';
import type { Look, Subscription } from './verb.ts';
import { noTask, runSeen } from './which-run.ts';

export interface Logs {
  readonly run: string;
  readonly entries: readonly (LogEntry & { readonly text?: string | undefined })[];
}

export const logs: Look<LogsInput, Logs> = {
  look: async (context, input) => {
    const { summary, journal } = await runSeen(context, input);
    const { run, events } = await readRun(journal, summary.run);
    const texts = await openTexts(context.places);
    const entries = logsOf(events, filterOf(input, run)).map(async (entry) => {
      const hash = entry.type === 'check' ? entry.evidence.log : entry.ended?.transcript;
      if (hash !== undefined) return { ...entry, text: await texts.get(hash) };
      const piece = entry.type === 'launch' ? await texts.growing(run.id, entry.effect, 0) : undefined;
      return { ...entry, text: piece?.text };
    });
    return { run: run.id, entries: await Promise.all(entries) };
  },
  words: ({ entries }, { style }) => ({
    data: entries.map((entry) => `${heading(entry, style)}${body(entry.text ?? '')}`).join(''),
    verbatim: true,
  }),
};

function filterOf({ task, check }: LogsInput, run: Run): LogFilter {
  if (task !== undefined && !run.tasks.some((state) => state.task.id === task)) throw noTask(run, task);
  const checks = run.checks.map((item) => item.name);
  if (check !== undefined && !checks.includes(check)) {
    const known = checks.length === 0 ? 'It has no checks yet.' : `Its checks are ${checks.join(', ')}.`;
    throw new UserError(`Run ${run.id} has no check '${check}'. ${known}`, 'refused');
  }
  return { ...(task === undefined ? {} : { task }), ...(check === undefined ? {} : { check }) };
}

export type TailItem =
  | ({ readonly type: 'piece' } & LogPiece)
  /** The last one: how much there was, and whether somebody is still at work. */
  | {
      readonly type: 'end';
      readonly run: string;
      readonly entries: number;
      readonly atWork: boolean;
      readonly owned: boolean;
      readonly followed: boolean;
    };

export const tail: Subscription<TailInput, TailItem> = {
  follow: async function* follow(context, { follow: isFollowed = false, raw = false, ...input }, gone) {
    const { summary, journal } = await runSeen(context, input);
    const first = await readRun(journal, summary.run);
    const filter = filterOf(input, first.run);
    const heard = { run: summary.run, raw, dialects: transcriptDialects };
    const teller = new LogTeller(new Unread(await openTexts(context.places), heard));
    const events = [...first.events];
    let entries = logsOf(events, filter);
    yield* piecesOf(teller.news(entries));
    let owned = true;
    if (isFollowed) {
      const watch = new Watch(() => journal, summary.run);
      const look = async function* look(): AsyncGenerator<TailItem, void> {
        const news = (await watch.steps()).flatMap(({ told }) => (told.seq > events.length ? [told] : []));
        events.push(...news);
        if (news.length > 0) entries = logsOf(events, filter);
        yield* piecesOf(teller.news(entries));
      };
      const isOver = (): boolean => watch.tracked !== undefined && isAtRest(watch.tracked.run);
      const looked = yield* lookOn(context, gone, { run: summary.run, look, isOver });
      if (looked === 'gone') return;
      owned = looked === 'over';
    }
    const atWork = entries.some((entry) => entry.type === 'launch' && entry.ended === undefined);
    yield { type: 'end', run: summary.run, entries: entries.length, atWork, owned, followed: isFollowed };
  },
  words: (item, { style }) => {
    if (item.type === 'piece') {
      return { data: `${item.of === undefined ? '' : heading(item.of, style)}${item.text}`, verbatim: true };
    }
    const { run, entries, atWork, owned, followed } = item;
    if (!owned) return { talk: unownedWords(run) };
    if (followed) return {};
    if (entries === 0) return { talk: 'Nothing was printed yet.\n' };
    return atWork ? { talk: `Still at work: \`slipway logs ${run} --follow\` goes on.\n` } : {};
  },
};

async function* piecesOf(pieces: AsyncIterable<LogPiece>): AsyncGenerator<TailItem, void> {
  for await (const piece of pieces) yield { type: 'piece', ...piece };
}

/** A wait that ends by itself is no rest; one that needs a person is. */
function isAtRest(run: Run): boolean {
  const status = statusOf(run);
  if (status === 'running') return false;
  return status !== 'waiting' || run.paused || openGates(run).length > 0;
}
