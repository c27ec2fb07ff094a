// The stream of what triggers brought, folded, and the one way to add to it: the inbox of deliveries.
//
//   TRIGGER-LEDGER-1. What asks for something is in the journal before anybody is told that it was taken, and once.
//   TRIGGER-LEDGER-2. What is remembered is bounded: a delivery for two days, which is longer than one is taken for, and the last few.
//   TRIGGER-LEDGER-3. Of what did nothing so many are told an hour, of each trigger and reason; the others are counted. Whoever knows an
//       address fills no journal.

import type {
  Came,
  Delivery,
  Reason,
  Settled,
  TriggerEvent,
  TriggerLimits,
} from '../core/triggers/delivery.ts';
import { isTriggerEvent, oldMs, turnedAway } from '../core/triggers/delivery.ts';
import type { AnyEvent, Journal } from '../journal/journal.ts';
import type { Clock } from '../telemetry/clock.ts';
import { StreamLedger } from './stream-ledger.ts';

export const triggerStream = 'triggers';
const hourMs = 3_600_000;
/** TRIGGER-LEDGER-2. */
const keptMs = 2 * oldMs;
const keptMin = 500;
/** TRIGGER-LEDGER-3. */
const toldAnHour = 6;
const awayMax = 200;

export type Armed = Extract<TriggerEvent, { type: 'triggers.armed' }> & { readonly at: number };
export type Away = Extract<TriggerEvent, { type: 'delivery.turned-away' }> & { readonly at: number };

/** Changed in place, and only by what is in the journal. */
export interface Inbox {
  readonly armed: Map<string, Armed>;
  /** The port that each folder got last. */
  readonly listening: Map<string, number>;
  /** By id, the oldest first. */
  readonly came: Map<string, Came>;
  readonly settled: Map<string, Settled>;
  readonly unsettled: Set<string>;
  lately: Came[];
  /** Up to when a schedule was seen to, by folder and trigger. */
  readonly passed: Map<string, number>;
  /** The last one of each schedule. */
  readonly fired: Map<string, string>;
  away: Away[];
}

function emptyInbox(): Inbox {
  return {
    armed: new Map(),
    listening: new Map(),
    came: new Map(),
    settled: new Map(),
    unsettled: new Set(),
    lately: [],
    passed: new Map(),
    fired: new Map(),
    away: [],
  };
}

type Told = readonly { readonly event: TriggerEvent; readonly at: number }[];

function inboxWith(inbox: Inbox, told: Told): Inbox {
  for (const { event, at } of told) take(inbox, event, at);
  return inbox;
}

export function scheduleKey(folder: string, trigger: string): string {
  return `${folder}\n${trigger}`;
}

function take(inbox: Inbox, event: TriggerEvent, at: number): void {
  switch (event.type) {
    case 'triggers.armed':
      inbox.armed.set(event.folder, { ...event, at });
      for (const trigger of event.schedules) inbox.passed.set(scheduleKey(event.folder, trigger), at);
      break;
    case 'triggers.listening':
      inbox.listening.set(event.folder, event.port);
      break;
    case 'triggers.disarmed':
      inbox.armed.delete(event.folder);
      break;
    case 'delivery.received':
      received(inbox, { ...event.delivery, cameAt: at });
      break;
    case 'delivery.settled':
      inbox.unsettled.delete(event.id);
      if (inbox.came.has(event.id)) inbox.settled.set(event.id, event.settled);
      break;
    case 'delivery.turned-away':
      inbox.away = [...inbox.away.slice(1 - awayMax), { ...event, at }];
      break;
    case 'schedule.passed':
      inbox.passed.set(scheduleKey(event.folder, event.trigger), event.until);
      break;
  }
}

function received(inbox: Inbox, came: Came): void {
  inbox.came.set(came.id, came);
  inbox.unsettled.add(came.id);
  inbox.lately.push(came);
  inbox.fired.set(scheduleKey(came.folder, came.trigger), came.id);
  const [oldest] = inbox.lately;
  if (oldest !== undefined && oldest.cameAt < came.cameAt - 2 * hourMs)
    inbox.lately = inbox.lately.filter(({ cameAt }) => cameAt > came.cameAt - hourMs);
  for (const [id, { cameAt }] of inbox.came) {
    if (cameAt > came.cameAt - keptMs || inbox.came.size <= keptMin) break; // TRIGGER-LEDGER-2
    if (inbox.unsettled.has(id)) break;
    inbox.came.delete(id);
    inbox.settled.delete(id);
  }
}

/** What became of a delivery that was brought. */
export type Taken = { readonly taken: true } | { readonly taken: false; readonly reason: Reason };

export interface Turned {
  readonly folder: string;
  readonly trigger: string;
  readonly reason: Reason;
  readonly about: string;
}

export class TriggerLedger {
  readonly #ledger: StreamLedger<Inbox, TriggerEvent>;
  readonly #clock: Clock;
  /** When each was told within the hour, and how many were not since. */
  readonly #told = new Map<string, { at: number[]; more: number }>();

  constructor(journal: Journal, clock: Clock) {
    this.#clock = clock;
    this.#ledger = new StreamLedger<Inbox, TriggerEvent>({
      journal,
      clock,
      stream: triggerStream,
      empty: emptyInbox(),
      isEvent: isTriggerEvent,
      evolve: inboxWith,
    });
  }

  inbox(): Promise<Inbox> {
    return this.#ledger.state();
  }

  async record(decide: (inbox: Inbox, at: number) => readonly TriggerEvent[]): Promise<void> {
    await this.#ledger.record(decide);
  }

  /** TRIGGER-LEDGER-1. */
  async receive(delivery: Delivery, limits: TriggerLimits): Promise<Taken> {
    let reason: Reason | undefined;
    await this.#ledger.record(({ came, lately }, at) => {
      reason = turnedAway(delivery, { isKnown: came.has(delivery.id), lately }, limits, at);
      return reason === undefined ? [{ type: 'delivery.received', delivery }] : [];
    });
    if (reason === undefined) return { taken: true };
    const { folder, trigger, who, subject } = delivery;
    await this.turnAway({ folder, trigger, reason, about: `${who} on ${subject}` });
    return { taken: false, reason };
  }

  async settle(id: string, settled: Settled): Promise<void> {
    await this.#ledger.record(({ unsettled }) =>
      unsettled.has(id) ? [{ type: 'delivery.settled', id, settled }] : [],
    );
  }

  /** TRIGGER-LEDGER-3. */
  async turnAway({ folder, trigger, reason, about }: Turned): Promise<void> {
    const now = this.#clock.now();
    const key = `${folder}\n${trigger}\n${reason}`;
    const told = this.#told.get(key) ?? { at: [], more: 0 };
    this.#told.set(key, told);
    told.at = told.at.filter((at) => at > now - hourMs);
    if (told.at.length >= toldAnHour) {
      told.more += 1;
      return;
    }
    told.at.push(now);
    const { more } = told;
    told.more = 0;
    await this.#ledger.record(() => [
      { type: 'delivery.turned-away', folder, trigger, reason, about: about.slice(0, aboutCharsMax), more },
    ]);
  }
}

const aboutCharsMax = 300;

/** As it is to be read by whoever only looks. */
export function inboxIn(recorded: readonly { readonly event: AnyEvent; readonly at: number }[]): Inbox {
  return inboxWith(
    emptyInbox(),
    recorded.flatMap(({ event, at }) => (isTriggerEvent(event) ? [{ event, at }] : [])),
  );
}
