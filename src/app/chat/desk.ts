// What every message and every button of a conversation goes through: one at a time in each conversation, kept before it is understood,
// answered whatever becomes of it.
//
//   DESK-1. People talk here. A program that comes through MCP has tools of its own, and no word of it is a person's yes.
//   DESK-2. Words are screened before anything is kept: what must not be stored is not, and the person is told.
//   DESK-3. A message that came is answered: with a preview, with words, or with what went wrong.

import { createHash } from 'node:crypto';
import type { Conversation, ConversationEvent, Preview } from '../../core/chat/conversation.ts';
import { runOf } from '../../core/chat/conversation.ts';
import type { WishedAct } from '../../core/chat/wish.ts';
import { mcpChannel } from '../../core/gates/own-run.ts';
import type { Run } from '../../core/run.ts';
import { messageOf } from '../../plain/errors.ts';
import { UserError } from '../ending/user-error.ts';
import { WantsVariables } from '../home/environments.ts';
import type { OrderContext } from '../verbs/verb.ts';
import { messageCharsMax } from './message-size.ts';

/** What is answered to a message or a button. */
export interface Reply {
  readonly words: string;
  readonly act?: WishedAct & Pick<Preview, 'trust' | 'level'>;
  /** The person's words that go with the act: a blob. */
  readonly said?: string;
  readonly raw?: string;
  readonly charge?: Extract<ConversationEvent, { type: 'message.answered' }>['charge'];
  /** Told behind the answer, in the same append. */
  readonly also?: readonly ConversationEvent[];
}

export function refusePrograms({ by }: Pick<OrderContext, 'by'>): void {
  if (by.channel !== mcpChannel) return; // DESK-1
  throw new UserError(
    'A conversation is for people: a yes in it is a person’s. Programs have tools of their own; run_start and gate_list are among them.',
    'refused',
  );
}

/** DESK-2. */
export function screenedWords({ tools }: Pick<OrderContext, 'tools'>, text: string) {
  if (text.length > messageCharsMax) {
    throw new UserError(
      `This message was not taken: it has ${text.length} characters, and ${messageCharsMax} is the most. Put the rest into a file of the repository and name it.`,
      'refused',
    );
  }
  const screening = tools.screener.screen(text);
  if (screening.verdict === 'BLOCKED') {
    throw new UserError(
      `This message was not taken: screening found something that must not be stored (${screening.rules.join(', ')}). ` +
        'Take it out and say it again; nothing was kept. If it was a real secret, it has been through this channel: revoke it.',
      'refused',
    );
  }
  return screening;
}

export function noteOfRedaction(rules: readonly string[]): string {
  return `Something in your words looks like a secret (${rules.join(', ')}), so it was taken out and is kept nowhere. If it was a real one, revoke it: it has been through this channel. `;
}

export interface Now {
  readonly conversation: Conversation;
  /** Its run, where that has not ended. */
  readonly run: Run | undefined;
}

export async function nowOf({ owner }: Pick<OrderContext, 'owner'>, id: string): Promise<Now> {
  const conversation = await owner.chat.ledger.state(id);
  const joined = runOf(conversation);
  const run = joined === undefined ? undefined : await owner.runs.load(joined);
  return { conversation, run: run?.ended === undefined ? run : undefined };
}

function keep({ tools }: Pick<OrderContext, 'tools'>, words: string): Promise<string> {
  return tools.blobs.put(tools.screener.redact(words));
}

export async function wordsIn(
  { tools }: Pick<OrderContext, 'tools'>,
  blob: string | undefined,
): Promise<string> {
  return blob === undefined ? '' : ((await tools.blobs.get(blob)) ?? '');
}

export function answerIdOf(id: string): string {
  return `${id}-answer`;
}

/** DESK-3. */
export async function answeredTo(
  context: OrderContext,
  conversation: string,
  { to, reply }: { readonly to: string; readonly reply: () => Promise<Reply> },
): Promise<void> {
  const answer = await reply().catch((error: unknown): Reply => {
    if (error instanceof WantsVariables) throw error;
    return { words: `That did not work: ${messageOf(error)}` };
  });
  const { words, act, said, raw, charge, also = [] } = answer;
  const preview = act === undefined ? undefined : previewOf(act, to, said);
  const event: ConversationEvent = {
    type: 'message.answered',
    to,
    by: context.by,
    words: await keep(context, words),
    ...(preview === undefined ? {} : { preview }),
    ...(raw === undefined || raw.trim() === '' ? {} : { raw: await keep(context, raw) }),
    ...(charge === undefined ? {} : { charge }),
  };
  await context.owner.chat.ledger.record(conversation, ({ entries }) =>
    entries.some((entry) => entry.is === 'answer' && entry.to === to) ? [] : [event, ...also],
  );
}

/** Made of what it answers: the same message again shows the same preview. */
function previewOf(act: WishedAct & Pick<Preview, 'trust' | 'level'>, to: string, said?: string): Preview {
  return {
    ...act,
    id: shortId(`${to} ${JSON.stringify(act)}`),
    ...(said === undefined ? {} : { words: said }),
  };
}

/** Known before it is sent, by who sends it. */
export function messageIdOf(conversation: string, order: string): string {
  return `m-${shortId(`${conversation} ${order}`)}`;
}

/** Of hexadecimal digits in groups, so that it looks like no secret. */
export function shortId(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return (digest.match(/.{4}/g) ?? []).join('-');
}
