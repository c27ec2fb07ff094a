// A call from another process, carried out by the process that owns the home.

import { closest } from '../../config/closest.ts';
import type { Call, LastFrame } from '../../engine/frames.ts';
import { messageOf } from '../../plain/errors.ts';
import { exitFor } from '../ending/exit-for.ts';
import type { Tools } from '../parts.ts';
import { UserError } from '../ending/user-error.ts';
import { isVerb, verbs } from './table.ts';
import type { AskedOrder, LookContext } from './verb.ts';

export interface Carried {
  readonly tools: Tools;
  readonly owner: AskedOrder['owner'];
  /** For what a subscription gives; whoever says more before the last was heard fills the memory. */
  readonly say: (item: unknown) => Promise<void>;
  readonly gone: AbortSignal;
}

export async function answerCall(call: Call, carried: Carried): Promise<LastFrame> {
  try {
    return { output: await outputOf(call, carried) };
  } catch (error) {
    return { trouble: { message: messageOf(error), exit: exitFor(error) } };
  }
}

async function outputOf(call: Call, { tools, owner, say, gone }: Carried): Promise<unknown> {
  const { verb, input, id, by, seen, again = false } = call;
  if (!isVerb(verb)) throw noVerb(verb);
  const entry = verbs[verb];
  const looking: LookContext = { ...tools, journal: owner.journal, driven: owner.engine.driven };
  switch (entry.kind) {
    case 'look':
      return entry.answer(looking, input);
    case 'order':
      return entry.answer({ tools, owner, id, by, again, ...(seen === undefined ? {} : { seen }) }, input);
    case 'subscription':
      for await (const item of await entry.answer(looking, input, gone)) {
        await say(item);
        if (gone.aborted) break;
      }
      return {};
  }
}

function noVerb(word: string): UserError {
  const meant = closest(word, Object.keys(verbs));
  const hint =
    meant === undefined ? `There are ${Object.keys(verbs).join(', ')}.` : `Did you mean '${meant}'?`;
  return new UserError(`There is no verb '${word}'. ${hint}`, 'usage');
}
