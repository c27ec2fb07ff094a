// Conversations, each in a stream of its own, and the one way to add to one.
//
//   TALK-LEDGER-1. A long conversation slows no other one, and no start of a run: each is read when somebody is in it.

import type { Conversation, ConversationEvent } from '../core/chat/conversation.ts';
import { evolveConversation, isConversationEvent, nothingSaid } from '../core/chat/conversation.ts';
import type { AnyEvent, Journal } from '../journal/journal.ts';
import type { Clock } from '../telemetry/clock.ts';
import { TurnsByKey } from '../telemetry/in-turn.ts';
import { StreamLedger } from './stream-ledger.ts';

export const conversationPrefix = 'conversation/';

export class ConversationLedger {
  readonly #journal: Journal;
  readonly #clock: Clock;
  /** By conversation: one message or button at a time. */
  readonly turns = new TurnsByKey();
  readonly #known = new Map<string, StreamLedger<Conversation, ConversationEvent>>();

  constructor(journal: Journal, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
  }

  state(conversation: string): Promise<Conversation> {
    return this.#of(conversation).state();
  }

  record(
    conversation: string,
    decide: (now: Conversation) => readonly ConversationEvent[],
  ): Promise<readonly ConversationEvent[]> {
    return this.#of(conversation).record(decide);
  }

  #of(conversation: string): StreamLedger<Conversation, ConversationEvent> {
    const known = this.#known.get(conversation) ?? this.#ledgerOf(conversation);
    this.#known.set(conversation, known);
    return known;
  }

  #ledgerOf(conversation: string): StreamLedger<Conversation, ConversationEvent> {
    return new StreamLedger<Conversation, ConversationEvent>({
      journal: this.#journal,
      clock: this.#clock,
      stream: `${conversationPrefix}${conversation}`,
      empty: nothingSaid,
      isEvent: isConversationEvent,
      evolve: withTold,
    });
  }
}

function withTold(
  before: Conversation,
  told: readonly { readonly event: ConversationEvent; readonly at: number }[],
): Conversation {
  return told.reduce((now, { event, at }) => evolveConversation(now, event, at), before);
}

/** As it is to be read by whoever only looks. */
export function conversationIn(
  recorded: readonly { readonly event: AnyEvent; readonly at: number }[],
): Conversation {
  return withTold(
    nothingSaid,
    recorded.flatMap(({ event, at }) => (isConversationEvent(event) ? [{ event, at }] : [])),
  );
}
