// The stream of what notifiers were told to say and what came of it, folded, and the one way to add to it.
//
//   NOTICE-LEDGER-1. That something is about to be said is in the journal before it is said: a crash is followed by one more, not by ten.
//   NOTICE-LEDGER-2. What is remembered is bounded: what was said to its end goes, and of a run that ended a month later.

import type { NoticeEvent, NoticeSaid } from '../core/notices/notice.ts';
import { isNoticeEvent } from '../core/notices/notice.ts';
import type { AnyEvent, Journal } from '../journal/journal.ts';
import type { Clock } from '../telemetry/clock.ts';
import { StreamLedger } from './stream-ledger.ts';

export const noticeStream = 'notices';
/** NOTICE-LEDGER-2. */
const keptMs = 30 * 24 * 3_600_000;

/** What the notifier of a folder is called in the journal. */
export function notifierKey(folder: string, name: string): string {
  return `${folder}: ${name}`;
}

export function isOfFolder(key: string, folder: string): boolean {
  return key.startsWith(notifierKey(folder, ''));
}

export interface Down {
  readonly since: number;
  readonly until: number;
  readonly times: number;
  readonly because: string;
}

export interface NotifierState {
  /** By the key of the matter. */
  readonly said: Map<string, NoticeSaid>;
  told: number;
  lastAt: number;
  down?: Down | undefined;
  /** The last that its service did not want. */
  refused?: { readonly at: number; readonly because: string } | undefined;
}

/** Changed in place, and only by what is in the journal. By the notifier. */
export type NoticeState = Map<string, NotifierState>;

type Told = readonly { readonly event: NoticeEvent; readonly at: number }[];

function stateWith(state: NoticeState, told: Told): NoticeState {
  for (const { event, at } of told) take(notifierIn(state, event.notifier), event, at);
  return state;
}

export function notifierIn(state: NoticeState, notifier: string): NotifierState {
  const known = state.get(notifier) ?? { said: new Map<string, NoticeSaid>(), told: 0, lastAt: 0 };
  state.set(notifier, known);
  return known;
}

function take(of: NotifierState, event: NoticeEvent, at: number): void {
  const { matter: key } = event;
  const last = of.said.get(key);
  switch (event.type) {
    case 'notice.begun': {
      const { run, side, about } = event;
      const tries = last?.came === 'begun' && last.side === side ? last.tries + 1 : 1;
      of.said.set(key, { run, about, side, came: 'begun', tries, as: last?.as, at });
      forgetOld(of, at);
      break;
    }
    case 'notice.told':
      of.told += 1;
      of.lastAt = at;
      of.down = undefined;
      if (event.side === 'over') of.said.delete(key);
      else if (last !== undefined) of.said.set(key, { ...last, came: 'told', as: event.as, at });
      break;
    case 'notice.refused':
      of.refused = { at, because: event.because };
      of.down = undefined;
      if (event.side === 'over') of.said.delete(key);
      else if (last !== undefined) of.said.set(key, { ...last, came: 'refused', at });
      break;
    case 'notifier.down': {
      const { until, because } = event;
      of.down = { since: of.down?.since ?? at, times: (of.down?.times ?? 0) + 1, until, because };
      // Nothing is known to have been said: it is as if it had not been begun.
      if (last?.side === 'over') of.said.set(key, { ...last, side: 'open', came: 'told', tries: 0 });
      else of.said.delete(key);
      break;
    }
  }
}

/** NOTICE-LEDGER-2. A run that ended so long ago is no news any more; what is still open is remembered. */
function forgetOld({ said }: NotifierState, now: number): void {
  for (const [key, { at, about }] of said) if (about === 'ended' && at <= now - keptMs) said.delete(key);
}

export class NoticeLedger {
  readonly #ledger: StreamLedger<NoticeState, NoticeEvent>;

  constructor(journal: Journal, clock: Clock) {
    this.#ledger = new StreamLedger<NoticeState, NoticeEvent>({
      journal,
      clock,
      stream: noticeStream,
      empty: new Map(),
      isEvent: isNoticeEvent,
      evolve: stateWith,
    });
  }

  state(): Promise<NoticeState> {
    return this.#ledger.state();
  }

  async record(event: NoticeEvent): Promise<void> {
    await this.#ledger.record(() => [event]);
  }
}

/** As it is to be read by whoever only looks. */
export function noticesIn(
  recorded: readonly { readonly event: AnyEvent; readonly at: number }[],
): NoticeState {
  return stateWith(
    new Map(),
    recorded.flatMap(({ event, at }) => (isNoticeEvent(event) ? [{ event, at }] : [])),
  );
}
