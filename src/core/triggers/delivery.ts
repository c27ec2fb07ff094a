// What triggers bring: a delivery is one thing that happened elsewhere and asks for something here. Whether it is taken is decided on
// what is known of those before it.
//
//   DELIVERY-1. A delivery is known by what was signed: the thing, what happened to it and when. What was delivered before is not taken again.
//   DELIVERY-2. What is older than a day is not taken, so that nothing has to be remembered for longer than that.
//   DELIVERY-3. Authors and triggers have so much an hour, and one thing may start so many runs: what goes round and round is stopped.

/** What a delivery asks for; texts are blobs. */
export type Asked =
  /** `text` is a ticket told in words, `ref` one that lives elsewhere. */
  | { readonly do: 'start'; readonly ref: string; readonly again: boolean }
  | { readonly do: 'start-told'; readonly text: string; readonly name: string }
  | { readonly do: 'revise'; readonly on: On; readonly words: string; readonly seen?: string }
  | { readonly do: 'stop'; readonly on: On }
  | { readonly do: 'approve'; readonly on: On; readonly seen: string }
  /** What somebody wrote to a bot, and the buttons of the message they answered. */
  | { readonly do: 'hear'; readonly text: string; readonly replyTo?: string }
  /** A button of a bot's message; `press` is what its waiting is called. */
  | { readonly do: 'press'; readonly data: string; readonly press: string; readonly message: number };

/** Which run is meant: that of a ticket, or of a pull request. */
export type On = { readonly ticket: string } | { readonly pullRequest: number };

export interface Delivery {
  /** DELIVERY-1. */
  readonly id: string;
  /** The folder of the repository whose triggers brought it. */
  readonly folder: string;
  /** `github`, `jira`, `webhook NAME` or `schedule NAME`. */
  readonly trigger: string;
  /** When it happened, as far as that was signed. */
  readonly happenedAt: number;
  readonly who: string;
  /** How `who` is known: by which service, or as a trigger of ours. */
  readonly known: string;
  /** What it is about: an issue, a pull request, a ticket. */
  readonly subject: string;
  readonly asks: Asked;
}

/** Why a delivery did nothing, in one word. */
export type Reason =
  | 'repeated'
  | 'old'
  | 'early'
  | 'loop'
  | 'author-limit'
  | 'trigger-limit'
  | 'forged'
  | 'not-understood'
  | 'not-trusted'
  | 'not-linked'
  | 'edited'
  | 'ours'
  | 'elsewhere'
  | 'nothing-asked'
  | 'looked'
  | 'secret'
  | 'open'
  | 'missed'
  | 'off'
  | 'deaf';

export interface Settled {
  readonly outcome: 'done' | 'refused';
  /** In words. */
  readonly because: string;
  readonly run?: string;
}

export type TriggerEvent =
  /** `config` is the blob of the configuration that holds until they are turned on again. */
  | {
      readonly type: 'triggers.armed';
      readonly folder: string;
      readonly repository: string;
      readonly config: string;
      /** Where secrets are, by their variables, where those only say so. */
      readonly references: Readonly<Record<string, string>>;
      /** The schedules that begin now: what was planned before is none of theirs. */
      readonly schedules: readonly string[];
      readonly by: By;
    }
  /** Where its webhooks come to in this process. */
  | { readonly type: 'triggers.listening'; readonly folder: string; readonly port: number }
  | { readonly type: 'triggers.disarmed'; readonly folder: string; readonly by: By }
  | { readonly type: 'delivery.received'; readonly delivery: Delivery }
  | { readonly type: 'delivery.settled'; readonly id: string; readonly settled: Settled }
  /** Of those that did nothing, some are told; `more` came for the same reason since the last one. */
  | {
      readonly type: 'delivery.turned-away';
      readonly folder: string;
      readonly trigger: string;
      readonly reason: Reason;
      readonly about: string;
      readonly more: number;
    }
  /** Everything that was planned up to this moment was seen to. */
  | {
      readonly type: 'schedule.passed';
      readonly folder: string;
      readonly trigger: string;
      readonly until: number;
      readonly missed: number;
    };

interface By {
  readonly who: string;
  readonly authenticated: string;
  readonly channel: string;
}

const types: Readonly<Record<TriggerEvent['type'], true>> = {
  'triggers.armed': true,
  'triggers.listening': true,
  'triggers.disarmed': true,
  'delivery.received': true,
  'delivery.settled': true,
  'delivery.turned-away': true,
  'schedule.passed': true,
};

export function isTriggerEvent(event: { readonly type: string }): event is TriggerEvent {
  return Object.hasOwn(types, event.type);
}

/** A delivery and when it came. */
export interface Came extends Delivery {
  readonly cameAt: number;
}

export interface TriggerLimits {
  /** How much one person may ask for in an hour. */
  readonly perAuthorHour: number;
  /** How much may come through one trigger in an hour. */
  readonly perTriggerHour: number;
}

const hourMs = 3_600_000;
/** DELIVERY-2. */
export const oldMs = 24 * hourMs;
/** How far a clock elsewhere may be ahead of ours. */
const aheadMsMax = 600_000;
/** DELIVERY-3. Nobody starts the same thing more often than this in an hour and means it. */
const startsOfOneHour = 5;

/** `isKnown`: something was delivered under its id before; `lately` are those of the last hour at least. */
export interface Before {
  readonly isKnown: boolean;
  readonly lately: readonly Came[];
}

/** Why it is not taken; undefined where it is. */
export function turnedAway(
  delivery: Delivery,
  { isKnown, lately }: Before,
  { perAuthorHour, perTriggerHour }: TriggerLimits,
  now: number,
): Reason | undefined {
  if (isKnown) return 'repeated'; // DELIVERY-1
  if (delivery.happenedAt <= now - oldMs) return 'old'; // DELIVERY-2
  if (delivery.happenedAt > now + aheadMsMax) return 'early';
  const recent = lately.filter(
    ({ cameAt, folder, trigger }) =>
      cameAt > now - hourMs && folder === delivery.folder && trigger === delivery.trigger,
  );
  const begun = startOf(delivery);
  if (begun !== undefined && recent.filter((one) => startOf(one) === begun).length >= startsOfOneHour)
    return 'loop'; // DELIVERY-3
  if (recent.filter(({ who }) => who === delivery.who).length >= perAuthorHour) return 'author-limit';
  return recent.length >= perTriggerHour ? 'trigger-limit' : undefined;
}

/** What it starts: a ticket by its name, one that is told by its words, which are a blob. Undefined where it starts nothing. */
function startOf({ asks, subject }: Delivery): string | undefined {
  if (asks.do === 'start-told') return asks.text;
  return asks.do === 'start' ? subject : undefined;
}
