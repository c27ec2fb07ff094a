// The conversations of a home, in the process that owns it: what is said and what is pressed, one at a time in each.

import type { Clock } from '../../telemetry/clock.ts';
import type { Journal } from '../../journal/journal.ts';
import { ConversationLedger } from '../../engine/conversation-ledger.ts';
import type { OrderContext } from '../verbs/verb.ts';
import type { SaidInChat } from './hear.ts';

export interface Press {
  readonly conversation: string;
  readonly preview: string;
  readonly choice: string;
}

export class Chat {
  readonly ledger: ConversationLedger;

  constructor(journal: Journal, clock: Clock) {
    this.ledger = new ConversationLedger(journal, clock);
  }

  /** Gives the message that answers it. */
  async say(context: OrderContext, said: SaidInChat): Promise<string> {
    const { hear } = await import('./hear.ts');
    return hear(context, said);
  }

  /** Gives the message that answers it. */
  async press(context: OrderContext, press: Press): Promise<string> {
    const { pressButton } = await import('./press.ts');
    return pressButton(context, press);
  }
}
