// A conversation: what somebody said, what was answered, what was previewed and what came of it. It has one run at a time.
//
//   TALK-1. One run at a time: the next one is joined when the one before has ended, or was let go of.
//   TALK-2. A preview is answered once. What came of the answer is told behind it.
//   TALK-3. What is remembered is bounded: the last entries, and the previews of those.

import type { Charge } from '../budget/budget.ts';
import type { Decider } from '../gates/gate.ts';
import type { Identity } from '../identity.ts';
import { hourMs } from './limits.ts';
import type { WishedAct, Wish } from './wish.ts';

/** What a yes would do, and with which words of the person: a blob. */
export interface Preview extends WishedAct {
  readonly id: string;
  readonly words?: string;
  /** Of a start: leave that a person gives with the same yes, which names exactly what they were shown. */
  readonly trust?: string;
  readonly level?: 'contained' | 'fenced' | 'open';
}

/** Who answered a preview, and with what. */
export interface Pressed {
  readonly choice: string;
  readonly by: Decider;
}

/** What came of it; the words for it are in the answer behind it. */
export type ChatOutcome = 'done' | 'refused' | 'nothing';

export type ConversationEvent =
  | { readonly type: 'conversation.begun'; readonly folder?: string; readonly by: Decider }
  /** `sent` is the order it came with: the same again is the same message. */
  | {
      readonly type: 'message.heard';
      readonly message: string;
      /** A blob. */
      readonly words: string;
      readonly by: Decider;
      readonly sent: Identity;
    }
  /**
   * `to` is the message it answers, and `by` whose that is. `raw` is what nobody could understand, `charge` what it cost to ask: blobs
   * and numbers.
   */
  | {
      readonly type: 'message.answered';
      readonly to: string;
      readonly by?: Decider;
      readonly words: string;
      readonly preview?: Preview;
      readonly raw?: string;
      readonly charge?: Charge;
    }
  | { readonly type: 'preview.answered'; readonly preview: Preview; readonly pressed: Pressed }
  | { readonly type: 'preview.settled'; readonly preview: string; readonly outcome: ChatOutcome }
  /** Words come next, and for what. */
  | { readonly type: 'words.awaited'; readonly wish: Wish; readonly gate: string; readonly digest: string }
  | { readonly type: 'run.joined'; readonly run: string }
  | { readonly type: 'run.left'; readonly run: string };

const types: Readonly<Record<ConversationEvent['type'], true>> = {
  'conversation.begun': true,
  'message.heard': true,
  'message.answered': true,
  'preview.answered': true,
  'preview.settled': true,
  'words.awaited': true,
  'run.joined': true,
  'run.left': true,
};

export function isConversationEvent(event: { readonly type: string }): event is ConversationEvent {
  return Object.hasOwn(types, event.type);
}

export type ConversationEntry =
  | {
      readonly is: 'heard';
      readonly id: string;
      readonly at: number;
      readonly words: string;
      readonly by: Decider;
      readonly sent: Identity;
    }
  | {
      readonly is: 'answer';
      readonly id: string;
      readonly at: number;
      readonly to: string;
      /** Whose message it answers; answers of before do not say. */
      readonly by?: Decider;
      readonly words: string;
      readonly preview?: Preview;
      readonly raw?: string;
    };

/** A stretch of time in which a run was the conversation's. */
export interface Stay {
  readonly run: string;
  readonly from: number;
  readonly until?: number;
}

export interface Conversation {
  readonly begun?: { readonly folder?: string; readonly by: Decider; readonly at: number };
  readonly stays: readonly Stay[];
  readonly entries: readonly ConversationEntry[];
  readonly pressed: ReadonlyMap<string, Pressed & { readonly at: number; readonly preview: Preview }>;
  readonly settled: ReadonlyMap<string, ChatOutcome>;
  readonly awaits?: { readonly wish: Wish; readonly gate: string; readonly digest: string } | undefined;
  readonly launches: readonly number[];
  readonly spend: { readonly launches: number; readonly usd: number };
}

export const nothingSaid: Conversation = {
  stays: [],
  entries: [],
  pressed: new Map(),
  settled: new Map(),
  launches: [],
  spend: { launches: 0, usd: 0 },
};

/** TALK-3. */
const entriesMax = 200;
const previewsMax = 200;
const staysMax = 20;

export function evolveConversation(before: Conversation, event: ConversationEvent, at: number): Conversation {
  const now = awaitsAfter(before, event);
  switch (event.type) {
    case 'conversation.begun': {
      const { folder, by } = event;
      return { ...now, begun: { by, at, ...(folder === undefined ? {} : { folder }) } };
    }
    case 'message.heard': {
      const { message: id, words, by, sent } = event;
      return withEntry(now, { is: 'heard', id, at, words, by, sent });
    }
    case 'message.answered': {
      const { to, by, words, preview, raw, charge } = event;
      const entry: ConversationEntry = {
        is: 'answer',
        id: `${to}-answer`,
        at,
        to,
        ...(by === undefined ? {} : { by }),
        words,
        ...(preview === undefined ? {} : { preview }),
        ...(raw === undefined ? {} : { raw }),
      };
      return withEntry(charge === undefined ? now : charged(now, charge, at), entry);
    }
    case 'preview.answered': {
      const { preview, pressed } = event;
      return { ...now, pressed: bounded(now.pressed, preview.id, { ...pressed, at, preview }) };
    }
    case 'preview.settled':
      return { ...now, settled: bounded(now.settled, event.preview, event.outcome) };
    case 'words.awaited': {
      const { wish, gate, digest } = event;
      return { ...now, awaits: { wish, gate, digest } };
    }
    case 'run.joined':
      return { ...now, stays: [...ended(now.stays, at), { run: event.run, from: at }].slice(-staysMax) };
    case 'run.left':
      return { ...now, stays: ended(now.stays, at) };
  }
}

/** The next message takes up what words were awaited for, or says something else. */
function awaitsAfter(now: Conversation, { type }: ConversationEvent): Conversation {
  return type === 'message.answered' || type === 'run.left' ? { ...now, awaits: undefined } : now;
}

function withEntry(now: Conversation, entry: ConversationEntry): Conversation {
  return { ...now, entries: [...now.entries, entry].slice(-entriesMax) };
}

function charged(now: Conversation, { usd = 0 }: Charge, at: number): Conversation {
  const { launches, spend } = now;
  return {
    ...now,
    launches: [...launches.filter((each) => each > at - hourMs), at],
    spend: { launches: spend.launches + 1, usd: spend.usd + usd },
  };
}

function bounded<T>(map: ReadonlyMap<string, T>, key: string, value: T): ReadonlyMap<string, T> {
  return new Map([...[...map].filter(([name]) => name !== key), [key, value] as const].slice(-previewsMax));
}

function ended(stays: readonly Stay[], until: number): readonly Stay[] {
  return stays.map((stay) => (stay.until === undefined ? { ...stay, until } : stay));
}

/** TALK-1. */
export function runOf({ stays }: Pick<Conversation, 'stays'>): string | undefined {
  return stays.findLast(({ until }) => until === undefined)?.run;
}

/** Previews that were shown in answers and wait for a word, the oldest first. */
export function openPreviews({
  entries,
  pressed,
}: Pick<Conversation, 'entries' | 'pressed'>): readonly Preview[] {
  const shown = entries.flatMap((entry) => (entry.is === 'answer' ? (entry.preview ?? []) : []));
  return shown.filter(({ id }) => !pressed.has(id));
}

/** A message that was heard under this order, and whether it was answered. */
export function heardAs(
  { entries }: Pick<Conversation, 'entries'>,
  { id }: Identity,
): { readonly message: string; readonly isAnswered: boolean } | undefined {
  const heard = entries.find((entry) => entry.is === 'heard' && entry.sent.id === id);
  if (heard === undefined) return undefined;
  return {
    message: heard.id,
    isAnswered: entries.some((entry) => entry.is === 'answer' && entry.to === heard.id),
  };
}
