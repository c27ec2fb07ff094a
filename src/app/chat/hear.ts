// A message of a person: what it means, as far as code can say, else as the dispatcher reads it; and what is answered.
//
//   HEAR-1. Nothing is done here but what a preview, shown before, says (through `press.ts`). What the state of the run forbids is
//       told, with the reason, and not previewed.
//   HEAR-2. A yes answers the preview it replies to; where it replies to none, the one that was shown last, if that is the one its person
//       looks at. A gate that other words came after is shown anew: a yes to something small is never one to a merge.
//   HEAR-3. A gate that was never before whoever says yes is shown to them first, also where a surface cannot say what they look at.

import type { Conversation, Preview } from '../../core/chat/conversation.ts';
import { heardAs, openPreviews, runOf } from '../../core/chat/conversation.ts';
import { mayAsk } from '../../core/chat/limits.ts';
import type { Meaning } from '../../core/chat/meaning.ts';
import { meaningOf } from '../../core/chat/meaning.ts';
import type { Wish } from '../../core/chat/wish.ts';
import { possible, takesWords } from '../../core/chat/wish.ts';
import type { Run } from '../../core/run.ts';
import type { Decider, Gate } from '../../core/gates/gate.ts';
import { openGates } from '../../core/run.ts';
import { statusOf } from '../../core/status.ts';
import { becauseOf } from '../../views/run/summarise.ts';
import { coverageNotes } from '../../views/words/coverage-words.ts';
import type { OrderContext } from '../verbs/verb.ts';
import { helpWords, standWords, unableWords, waitsOnWords } from '../words/chat-words.ts';
import type { Now, Reply } from './desk.ts';
import {
  answerIdOf,
  answeredTo,
  messageIdOf,
  noteOfRedaction,
  nowOf,
  refusePrograms,
  screenedWords,
  wordsIn,
} from './desk.ts';
import { dispatch } from './dispatch.ts';
import type { Pressing } from './press.ts';
import { pressed } from './press.ts';
import { gatePreviewId } from './reports.ts';

export interface SaidInChat {
  readonly conversation: string;
  readonly text: string;
  /** Where its tickets are worked on, of a conversation that begins. */
  readonly dir?: string | undefined;
  /** The preview that it replies to, said in as many words. */
  readonly replyTo?: string | undefined;
  /** The preview that whoever says it has before them. */
  readonly looksAt?: string | undefined;
}

interface Heard extends Now {
  readonly context: OrderContext;
  readonly said: SaidInChat;
  /** As it is kept. */
  readonly text: string;
  readonly blob: string;
  readonly message: string;
  /** Of its order, for what it is pressed by. */
  readonly note: string;
}

/** Gives the message that answers it. */
export async function hear(context: OrderContext, said: SaidInChat): Promise<string> {
  refusePrograms(context);
  const { owner, tools, by, sent } = context;
  const screening = screenedWords(context, said.text);
  const text = screening.text.text.trim();
  const note = screening.verdict === 'REDACTED' ? noteOfRedaction(screening.rules) : '';
  const { conversation: id } = said;
  const words = await tools.blobs.put(screening.text);
  const message = messageIdOf(id, sent.id);
  await owner.chat.ledger.turns.take(id, async () => {
    await owner.chat.ledger.record(id, (now) => {
      if (heardAs(now, sent) !== undefined) return [];
      const begins =
        now.begun === undefined || (now.begun.folder === undefined && said.dir !== undefined)
          ? [
              {
                type: 'conversation.begun' as const,
                by,
                ...(said.dir === undefined ? {} : { folder: said.dir }),
              },
            ]
          : [];
      return [...begins, { type: 'message.heard', message, words, by, sent }];
    });
    const now = await nowOf(context, id);
    if (heardAs(now.conversation, sent)?.isAnswered === true) return;
    const heard = { ...now, context, said, text, blob: words, message, note };
    await answeredTo(context, id, {
      to: message,
      reply: async () => {
        const reply = text === '' ? { words: helpWords } : await understood(heard);
        return { ...reply, words: `${note}${reply.words}` };
      },
    });
  });
  return answerIdOf(message);
}

function understood(heard: Heard): Promise<Reply> {
  const { text, run, conversation, said } = heard;
  const gate =
    run && openGates(run).find((item) => gatePreviewId(run.id, item) === (said.replyTo ?? said.looksAt))?.id;
  const { awaits } = conversation;
  const isAwaited =
    awaits !== undefined &&
    run?.gates.some((item) => item.id === awaits.gate && item.digest === awaits.digest);
  const meaning = meaningOf(text, {
    about: { run, gate },
    isTicketShown: ticketShown(conversation) !== undefined,
    ...(isAwaited === true ? { awaits } : {}),
  });
  return replyTo(heard, meaning, gate);
}

async function replyTo(heard: Heard, meaning: Meaning, gate: string | undefined): Promise<Reply> {
  const { context, said, run, conversation } = heard;
  switch (meaning.does) {
    case 'press':
      return bySaying(heard, meaning.choice);
    case 'choose':
      return bySaying(heard, String(meaning.option));
    case 'wish':
      return wished(heard, meaning.wish, { gate: meaning.gate ?? gate, words: meaning.words });
    case 'begin-as': {
      const ticket = ticketShown(conversation);
      return ticket === undefined
        ? { words: unableWords('no-ticket') }
        : wished(heard, meaning.wish, { gate: undefined, words: await wordsIn(context, ticket.words) });
    }
    case 'show':
      return { words: showing(run, meaning.what) };
    case 'new':
      return leaving(conversation, run);
    case 'unable':
      return { words: unableWords(meaning.unable) };
    case 'ask':
      return asking(heard, said, gate);
  }
}

/** HEAR-2. */
function bySaying(heard: Heard, choice: string): Promise<Reply> {
  const { context, said, conversation, run, message } = heard;
  const preview = said.replyTo ?? meantBy(heard);
  if (preview !== undefined) {
    const pressing: Pressing = { conversation: said.conversation, preview, choice, id: message };
    return pressed(context, pressing);
  }
  const gates = run === undefined ? [] : openGates(run);
  const [gate] = gates;
  const shown = shownLast(conversation);
  const isUnseen = said.looksAt === undefined && !wasShownTo(heard, shown);
  const isAlone = gates.length === 1 && (shown.preview === undefined || isUnseen);
  if (isAlone && gate !== undefined && run !== undefined) return shownFirst(heard, { run, gate, choice });
  const isAsked = gates.length > 0 || shown.preview !== undefined;
  return Promise.resolve({ words: unableWords(isAsked ? 'which-preview' : 'nothing-asked') });
}

/** Nobody answers what they have not seen. */
async function shownFirst(
  heard: Heard,
  { run, gate, choice }: { readonly run: Run; readonly gate: Gate; readonly choice: string },
): Promise<Reply> {
  if (choice === 'no') return { words: waitsOnWords };
  const isQuestion = gate.kind === 'question';
  if (isQuestion && choice === 'yes') return { words: unableWords('is-question') };
  const reply = await wished(heard, isQuestion ? 'answer' : 'approve', {
    gate: gate.id,
    words: isQuestion ? choice : '',
  });
  return reply.act === undefined || heard.said.looksAt !== undefined
    ? reply
    : {
        ...reply,
        words: `This is asked, and was not before you when you said that. All of it: \`slipway show ${run.id} gate\`. ${reply.words}`,
      };
}

/** What a bare word answers: what was shown last to whoever says it, where nothing was asked since. */
function meantBy(heard: Heard): string | undefined {
  const { conversation, run, said } = heard;
  const shown = shownLast(conversation);
  const gates = run === undefined ? [] : openGates(run);
  const late = gates.filter(({ openedAt }) => openedAt >= shown.at);
  if (shown.preview !== undefined)
    return late.length === 0 && wasShownTo(heard, shown) ? shown.preview.id : undefined;
  const [gate] = late;
  const asked =
    gates.length === 1 && gate !== undefined && run !== undefined ? gatePreviewId(run.id, gate) : undefined;
  return asked === said.looksAt ? asked : undefined;
}

/** They look at it, as far as that can be said; else it answered words of theirs. */
function wasShownTo({ said: { looksAt }, context: { by } }: Heard, { preview, to }: Shown): boolean {
  if (looksAt !== undefined) return preview?.id === looksAt;
  return to === undefined || (to.who === by.who && to.channel === by.channel);
}

interface Shown {
  readonly preview: Preview | undefined;
  readonly at: number;
  readonly to: Decider | undefined;
}

/** The last thing that Slipway said here, the preview that is open in it, and to whom it was said. */
function shownLast(conversation: Conversation): Shown {
  const last = conversation.entries.findLast((entry) => entry.is !== 'heard');
  if (last === undefined) return { preview: undefined, at: 0, to: undefined };
  return { preview: openPreviews({ ...conversation, entries: [last] })[0], at: last.at, to: last.by };
}

/** HEAR-1. */
async function wished(
  { context, conversation, run }: Heard,
  wish: Wish,
  { gate, words }: { readonly gate: string | undefined; readonly words: string },
): Promise<Reply> {
  const can = possible(wish, { run, gate });
  if ('unable' in can) return { words: unableWords(can.unable) };
  if (run === undefined && conversation.begun?.folder === undefined)
    return { words: unableWords('no-folder') };
  const { act } = can;
  if (takesWords(wish) && words === '') return { words: 'Say in a few words what it should be.' };
  const said =
    takesWords(wish) || wish === 'retry'
      ? { said: await context.tools.blobs.put(context.tools.screener.redact(words)) }
      : {};
  return { words: 'Before anything happens:', act, ...said };
}

/** A ticket that was shown and waits for a yes. */
function ticketShown(conversation: Conversation): Preview | undefined {
  return openPreviews(conversation).findLast(({ run }) => run === undefined);
}

function leaving(conversation: Conversation, run: Run | undefined): Reply {
  const joined = runOf(conversation);
  if (run === undefined || joined === undefined)
    return { words: 'There is room for the next: say what you want done.' };
  return {
    words: `Run ${run.id} goes on by itself; the inbox shows what it asks, and \`slipway status ${run.id}\` where it is. Say what you want done next.`,
    also: [{ type: 'run.left', run: joined }],
  };
}

function showing(run: Run | undefined, what: 'where' | 'help' | 'findings' | 'coverage'): string {
  if (what === 'help') return helpWords;
  if (run === undefined) return unableWords('no-run');
  const stands = standWords(run, statusOf(run), becauseOf(run));
  if (what === 'findings')
    return `${stands} ${run.plan === undefined ? 'It is still looking into it, and changes nothing.' : `Its findings and its plan are above: slipway show ${run.id} plan`}`;
  if (what !== 'coverage') return stands;
  const notes = coverageNotes(run);
  return `${stands} ${notes.length === 0 ? 'Coverage is measured after the pull request is open; nothing was measured yet.' : notes.join(' ')}`;
}

async function asking(
  { context, conversation, run, text, message }: Heard,
  said: SaidInChat,
  gate: string | undefined,
): Promise<Reply> {
  const { owner, tools } = context;
  if (run === undefined) return { words: unableWords('no-run') };
  if (!mayAsk(conversation, tools.clock.now()))
    return {
      words:
        'Too much free text came in an hour. Buttons, yes and no, and the phrases that "help" lists are understood without an agent.',
    };
  const answer = await dispatch({ owner, run, text, name: message });
  if ('problem' in answer) {
    const { problem, raw, charge } = answer;
    return {
      words: `I could not understand that, and did nothing. ${problem} Say it in other words, or use a button.`,
      ...(raw === undefined ? {} : { raw }),
      ...(charge === undefined ? {} : { charge }),
    };
  }
  const { wish, charge } = answer;
  if (wish === 'where') return { words: showing(run, 'where'), charge };
  if (wish === 'unclear')
    return { words: `It is not clear what you want, so nothing was done. ${helpWords}`, charge };
  // The run may have moved while the message was read.
  const now = await nowOf(context, said.conversation);
  const reply = await wished({ ...now, context, said, text, blob: '', message, note: '' }, wish, {
    gate,
    words: text,
  });
  return { ...reply, charge };
}
