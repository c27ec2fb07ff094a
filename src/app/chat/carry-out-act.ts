// What a yes does: one call of the table of verbs, as the person who said it. A conversation is one more rendering of the table, and
// has no rule of its own.
//
//   CARRY-OUT-ACT-1. A decision names the digest of what was shown; the run refuses it where something else is asked by now.
//   CARRY-OUT-ACT-2. The order has an id made of the preview and the choice: pressed twice, or again after a crash, it is one order.

import type { WishedAct, Wish } from '../../core/chat/wish.ts';
import { must } from '../../core/run.ts';
import type { LastFrame } from '../../engine/frames.ts';
import type { Started } from '../verbs/start.ts';
import { parseJson } from '../../plain/json.ts';
import { WantsVariables } from '../home/environments.ts';
import { answerCall } from '../verbs/answer-call.ts';
import { answered } from '../verbs/foreign.ts';
import type { VerbName } from '../verbs/table.ts';
import { verbs } from '../verbs/table.ts';
import type { OrderContext } from '../verbs/verb.ts';

export interface CarryingAct {
  readonly act: WishedAct & { readonly trust?: string; readonly level?: 'contained' | 'fenced' | 'open' };
  /** CARRY-OUT-ACT-2. */
  readonly id: string;
  readonly words: string;
  /** Where a start happens, and when the ticket was given. */
  readonly folder: string | undefined;
  readonly at: number;
  /** Of a question: which was chosen. */
  readonly option?: number;
}

export type Came =
  | { readonly did: true; readonly started?: Started }
  | { readonly did: false; readonly because: string };

interface Called {
  readonly verb: VerbName;
  readonly input: unknown;
  readonly seen?: string;
}

const never = new AbortController().signal;

export async function carryOutAct(context: OrderContext, carrying: CarryingAct): Promise<Came> {
  const { tools, owner, by, given } = context;
  const { act, id } = carrying;
  if (act.wish === 'check-reviews') return lookedAt(context, act.run ?? '');
  const isStart = act.run === undefined;
  const frame = await answerCall(
    {
      id,
      // What a run may do by itself follows from where it was started [C7].
      by: isStart ? { ...by, channel: 'chat' } : by,
      ...callFor(carrying),
      ...(given === undefined ? {} : { given }),
    },
    { tools, owner, say: () => Promise.resolve(), gone: never },
  );
  return came(frame, isStart);
}

/** A look at a pull request changes nothing; what is new on it is heard by the run. */
async function lookedAt({ owner }: OrderContext, id: string): Promise<Came> {
  const run = await owner.runs.load(id);
  for (const { repository, pullRequest } of run?.repositories ?? [])
    if (pullRequest !== undefined) owner.engine.hint(repository, [pullRequest.number]);
  return { did: true };
}

function callFor({ act, words, folder, at, option }: CarryingAct): Called {
  const { wish, run, gate, digest, trust, level } = act;
  if (run === undefined) {
    return {
      verb: 'start',
      input: {
        dir: folder,
        ticket: { text: words, at },
        uncommitted: 'leave',
        ...(wish === 'investigate' ? { until: 'plan' } : {}),
        ...(wish === 'full-auto' ? { auto: true } : {}),
        ...(trust === undefined ? {} : { trust }),
        ...(level === undefined ? {} : { level }),
      },
    };
  }
  if (wish === 'answer')
    return {
      verb: 'answer',
      input: { run, gate, text: option === undefined ? words : String(option) },
      seen: digest,
    };
  const answer = decisions[wish];
  if (answer !== undefined) {
    const comment = words === '' ? {} : { comment: words };
    return { verb: 'decide', input: { run, gate, answer, ...comment }, seen: digest };
  }
  return ofRun(wish, run, words);
}

const decisions: Readonly<Partial<Record<Wish, 'approve' | 'revise' | 'reject'>>> = {
  approve: 'approve',
  revise: 'revise',
  reject: 'reject',
};

/** Orders about a run as a whole, by what they are called in the table of verbs. */
export const verbOf: Readonly<Partial<Record<Wish, VerbName>>> = {
  tell: 'tell',
  triage: 'triage',
  retry: 'retry',
  'skip-coverage': 'skip',
  pause: 'pause',
  resume: 'resume',
  cancel: 'cancel',
};

function ofRun(wish: Wish, run: string, words: string): Called {
  const verb = must(verbOf[wish], `${wish} is an order to a run`);
  if (wish === 'tell' || wish === 'triage') return { verb, input: { run, text: words } };
  return { verb, input: { run, ...(wish === 'retry' && words !== '' ? { comment: words } : {}) } };
}

async function came(frame: LastFrame, isStart: boolean): Promise<Came> {
  if ('trouble' in frame) return { did: false, because: frame.trouble.message };
  // Whoever sent this sends it again, with what is wanted.
  if ('wants' in frame) throw new WantsVariables(frame.wants);
  if ('leaving' in frame) return { did: false, because: 'The engine left. Say it again in a moment.' };
  if (!isStart) return { did: true };
  const { output } = await verbs.start.schemas();
  // As it would come from another process: what is undefined is not there.
  return { did: true, started: answered(output, parseJson(JSON.stringify(frame.output))) };
}
