// A yes, a no, a button: an answer to one preview. What it does is one call of the table of verbs; what came of it is told.
//
//   PRESS-1. What is done is what the preview says, bound to its digest: where something else is asked by now, that is shown anew, and
//       nothing is done.
//   PRESS-2. A preview is answered once, by whoever was first. That it was answered is in the journal before anything is done, so that
//       after a crash the same order, under the same id, goes on with it.

import type { ConversationEvent, ChatOutcome, Preview } from '../../core/chat/conversation.ts';
import { openPreviews, runOf } from '../../core/chat/conversation.ts';
import type { Wish } from '../../core/chat/wish.ts';
import { possible } from '../../core/chat/wish.ts';
import type { Gate } from '../../core/gates/gate.ts';
import { isRevisable } from '../../core/pipeline/conditions.ts';
import type { Run } from '../../core/run.ts';
import { openGates } from '../../core/run.ts';
import type { Started } from '../verbs/start.ts';
import type { OrderContext } from '../verbs/verb.ts';
import { decidedWords, unableWords, waitsOnWords } from '../words/chat-words.ts';
import type { Came } from './carry-out-act.ts';
import { carryOutAct } from './carry-out-act.ts';
import type { Reply } from './desk.ts';
import { answeredTo, answerIdOf, nowOf, refusePrograms, shortId, wordsIn } from './desk.ts';
import type { Press } from './chat.ts';
import { gatePreviewId } from './reports.ts';

export interface Pressing {
  readonly conversation: string;
  readonly preview: string;
  readonly choice: string;
  /** Of the message or the press. */
  readonly id: string;
}

/** Gives the message that answers it. */
export async function pressButton(
  context: OrderContext,
  { conversation, preview, choice }: Press,
): Promise<string> {
  refusePrograms(context);
  const id = `p-${shortId(`${conversation} ${context.sent.id}`)}`;
  await context.owner.chat.ledger.turns.take(conversation, () =>
    answeredTo(context, conversation, {
      to: id,
      reply: () => pressed(context, { conversation, preview, choice, id }),
    }),
  );
  return answerIdOf(id);
}

export async function pressed(context: OrderContext, pressing: Pressing): Promise<Reply> {
  const { conversation, run } = await nowOf(context, pressing.conversation);
  const shown = [
    ...openPreviews(conversation),
    ...[...conversation.pressed.values()].map(({ preview }) => preview),
  ];
  const preview = shown.find(({ id }) => id === pressing.preview);
  if (preview !== undefined) return answerPreview(context, pressing, preview);
  const joined = runOf(conversation);
  const state = run ?? (joined === undefined ? undefined : await context.owner.runs.load(joined));
  const gate = state?.gates.find((item) => gatePreviewId(state.id, item) === pressing.preview);
  if (state === undefined || gate === undefined)
    return { words: 'This button is of something that is not asked in this conversation any more.' };
  return answerGate(context, pressing, { run: state, gate });
}

interface AtGate {
  readonly run: Run;
  readonly gate: Gate;
}

async function answerGate(context: OrderContext, pressing: Pressing, { run, gate }: AtGate): Promise<Reply> {
  const { choice } = pressing;
  if (!openGates(run).some(({ id }) => id === gate.id) || run.ended !== undefined)
    return askedAnew(run, gate);
  if (choice === 'no') return { words: waitsOnWords };
  if (choice === 'change') {
    if (!isRevisable(gate)) return { words: unableWords('not-revisable') };
    const { id, digest } = gate;
    return {
      words: 'What should be otherwise? Say it in one message.',
      also: [{ type: 'words.awaited', wish: 'revise', gate: id, digest }],
    };
  }
  const wish = gateWish(gate, choice);
  if (wish === undefined)
    return { words: unableWords(gate.kind === 'question' ? 'is-question' : 'nothing-asked') };
  const can = possible(wish, { run, gate: gate.id });
  if ('unable' in can) return { words: unableWords(can.unable) };
  const { digest } = gate;
  const came = await carryOutAct(context, {
    act: { wish, run: run.id, gate: gate.id, digest },
    id: `chat-${shortId(`${pressing.conversation} ${pressing.id}`)}`,
    words: '',
    folder: undefined,
    at: 0,
    ...(wish === 'answer' ? { option: Number(choice) } : {}),
  });
  return came.did ? { words: didWords(wish) } : { words: `That was not done. ${came.because}` };
}

function gateWish({ kind, options = 0 }: Gate, choice: string): Wish | undefined {
  if (kind === 'question') return /^[1-9]$/.test(choice) && Number(choice) <= options ? 'answer' : undefined;
  if (choice === 'yes') return 'approve';
  return choice === 'reject' ? 'reject' : undefined;
}

/** PRESS-1. Somebody was first, or what was asked about has changed. */
function askedAnew(run: Run, { kind, subject, decision, id }: Gate): Reply {
  const decided = run.gates.find((item) => item.id === id);
  const by = decided === undefined || decision === undefined ? undefined : decidedWords(decided);
  const now =
    run.ended === undefined
      ? openGates(run).find((item) => item.kind === kind && item.subject === subject)
      : undefined;
  if (by !== undefined && now === undefined)
    return { words: `That was answered already: ${by}. Nothing more was done.` };
  if (now === undefined) return { words: 'That is not asked any more. Nothing was done.' };
  const act = { wish: 'approve', run: run.id, gate: now.id, digest: now.digest } as const;
  return {
    words: 'What this asks about has changed since, so nothing was done. This is how it is now:',
    act,
  };
}

async function answerPreview(context: OrderContext, pressing: Pressing, preview: Preview): Promise<Reply> {
  const { owner, by } = context;
  const { conversation: id, choice } = pressing;
  const taken = (await owner.chat.ledger.state(id)).pressed.get(preview.id);
  const settled = (await owner.chat.ledger.state(id)).settled.has(preview.id);
  if (taken !== undefined && (settled || taken.choice !== choice))
    return {
      words: `That was answered already: ${taken.choice === 'no' ? 'no' : 'yes'}, by ${taken.by.who}. Nothing more was done.`,
    };
  const wish = chosenWish(preview, choice);
  if (choice !== 'no' && wish === undefined) return { words: unableWords('nothing-asked') };
  const { run } = await nowOf(context, id);
  if (wish !== undefined && taken === undefined) {
    const can = possible(wish, { run, gate: preview.gate });
    const gate = run?.gates.find((item) => item.id === preview.gate);
    if ('unable' in can && gate !== undefined && run !== undefined) return askedAnew(run, gate);
    if ('unable' in can) return { words: `That was not done. ${unableWords(can.unable)}` };
    if (can.act.run !== preview.run || can.act.digest !== preview.digest)
      return {
        words: 'This has changed since, so nothing was done. This is how it is now:',
        act: can.act,
        ...saidOf(preview),
      };
  }
  // PRESS-2
  await owner.chat.ledger.record(id, (now) =>
    now.pressed.has(preview.id) ? [] : [{ type: 'preview.answered', preview, pressed: { choice, by } }],
  );
  if (wish === undefined) return settledAs(preview, 'nothing', { words: 'Nothing was done.' });
  const words = await wordsIn(context, preview.words);
  const conversation = await owner.chat.ledger.state(id);
  const came = await carryOutAct(context, {
    act: { ...preview, wish },
    id: `chat-${preview.id}-${choice}`,
    words,
    folder: conversation.begun?.folder,
    at:
      conversation.entries.find((entry) => entry.is === 'answer' && entry.preview?.id === preview.id)?.at ??
      0,
  });
  return settledAs(preview, came.did ? 'done' : 'refused', afterAct(preview, wish, came));
}

function saidOf({ words }: Preview): Pick<Reply, 'said'> {
  return words === undefined ? {} : { said: words };
}

/** A ticket that is shown may be started in three ways. */
function chosenWish({ wish, run }: Preview, choice: string): Wish | undefined {
  if (choice === 'yes') return wish;
  if (run !== undefined) return undefined;
  if (choice === 'investigate') return 'investigate';
  return choice === 'auto' ? 'full-auto' : undefined;
}

/** In one append with what is answered: nothing of it is told without the other. */
function settledAs({ id }: Preview, outcome: ChatOutcome, reply: Reply): Reply {
  return { ...reply, also: [{ type: 'preview.settled', preview: id, outcome }, ...(reply.also ?? [])] };
}

function afterAct(preview: Preview, wish: Wish, came: Came): Reply {
  if (!came.did) return { words: `That was not done. ${came.because}` };
  return came.started === undefined ? { words: didWords(wish) } : afterStart(preview, wish, came.started);
}

function afterStart(preview: Preview, wish: Wish, started: Started): Reply {
  const said = saidOf(preview);
  const act = { wish, digest: preview.digest, ...leaveOf(preview) };
  switch (started.status) {
    case 'started':
      return {
        words: `Run ${started.ordered.run} is under way.`,
        also: [{ type: 'run.joined', run: started.ordered.run }],
      };
    case 'has-run': {
      const { run } = started.ordered;
      const joined: readonly ConversationEvent[] = [{ type: 'run.joined', run }];
      return {
        words: `This ticket has a run already: ${run}. It is the run of this conversation now.`,
        also: joined,
      };
    }
    case 'not-trusted':
      return {
        words: [
          'Nothing was started yet. These commands would be run here, and nobody has said that they may:',
          ...(started.commands ?? []).map((command) => `  ${command}`),
          'A yes says that they may, for as long as they stay these, and starts the run.',
        ].join('\n'),
        act: { ...act, trust: started.commandsHash },
        ...said,
      };
    case 'not-consented': {
      const level = started.level?.level ?? 'open';
      return {
        words: `Nothing was started yet. Agents would work at level ${level} here: ${started.level?.why ?? ''} A yes says that they may, in this repository, and starts the run.`,
        act: { ...act, level },
        ...said,
      };
    }
    case 'uncommitted':
      return {
        words:
          'Nothing was started: there are changes in the folder that are not committed. Commit them first.',
      };
    case 'shown':
      return { words: 'Nothing was started: it was only to be shown.' };
  }
}

function leaveOf({ trust, level }: Preview): Pick<Preview, 'trust' | 'level'> {
  return { ...(trust === undefined ? {} : { trust }), ...(level === undefined ? {} : { level }) };
}

const did: Readonly<Partial<Record<Wish, string>>> = {
  approve: 'Approved. It goes on.',
  revise: 'Your words went to the agents; it is asked about again.',
  reject: 'Rejected.',
  answer: 'Answered. The agents go on with it.',
  tell: 'Told. It reaches the agents from their next attempt on.',
  triage: 'Handed over. It is sorted, and mended where it asks for it.',
  'skip-coverage': 'Coverage is left out.',
  'check-reviews': 'The pull request is looked at now. What is new on it is told here.',
  pause: 'The agents are stopped.',
  resume: 'It goes on.',
  retry: 'It tries again.',
  cancel: 'It is ended.',
};

function didWords(wish: Wish): string {
  return did[wish] ?? 'Done.';
}
