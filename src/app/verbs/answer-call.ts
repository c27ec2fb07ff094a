// A call from another process, carried out by the process that owns the home.
//
//   ANSWER-CALL-1. No secret is in a name: who asks, what the order is called and what it names are screened before a verb sees them.
//       Words that a verb keeps it screens itself, because it can take out what must not be kept, and say so.

import { closest } from '../../config/closest.ts';
import type { Call, LastFrame } from '../../engine/frames.ts';
import type { Journal } from '../../journal/journal.ts';
import { messageOf } from '../../plain/errors.ts';
import { exitFor } from '../ending/exit-for.ts';
import type { Tools } from '../parts.ts';
import { UserError } from '../ending/user-error.ts';
import { WantsVariables } from '../home/environments.ts';
import { understood } from './foreign.ts';
import { isVerb, verbs } from './table.ts';
import type { AskedOrder, LookContext } from './verb.ts';

export interface Carried {
  readonly tools: Tools;
  readonly owner: AskedOrder['owner'];
  /** What looks read, where that is not the owner's own journal. */
  readonly seen?: Journal;
  /** For what a subscription gives; whoever says more before the last was heard fills the memory. */
  readonly say: (item: unknown) => Promise<void>;
  readonly gone: AbortSignal;
}

export async function answerCall(call: Call, carried: Carried): Promise<LastFrame> {
  try {
    return { output: await outputOf(call, carried) };
  } catch (error) {
    if (error instanceof WantsVariables) return { wants: error.names };
    return { trouble: { message: messageOf(error), exit: exitFor(error) } };
  }
}

async function outputOf(call: Call, { tools, owner, seen: views, say, gone }: Carried): Promise<unknown> {
  const { verb, input, id, by, seen, again = false, given } = call;
  if (!isVerb(verb)) throw noVerb(verb);
  const entry = verbs[verb];
  understood<unknown>((await entry.schemas()).input, input);
  refuseSecrets(tools, [id, by.who, ...namesIn(input)]);
  const { journal, engine, host, environments, listening } = owner;
  const looking: LookContext = {
    ...tools,
    journal: views ?? journal,
    driven: engine.driven,
    host,
    listening,
  };
  switch (entry.kind) {
    case 'look':
      return entry.answer(looking, input);
    case 'order':
      return entry.answer(
        {
          tools: environments.in(given),
          owner,
          id,
          by,
          again,
          ...(seen === undefined ? {} : { seen }),
          ...(given === undefined ? {} : { given }),
        },
        input,
      );
    case 'subscription':
      for await (const item of await entry.answer(looking, input, gone)) {
        await say(item);
        if (gone.aborted) break;
      }
      return {};
  }
}

/** Screened by the verb, or a place on this machine. */
const notNames: ReadonlySet<string> = new Set(['text', 'comment', 'commands', 'dir']);

function namesIn(input: unknown): readonly string[] {
  if (typeof input === 'string') return [input];
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([key, value]) => (notNames.has(key) ? [] : [key, ...namesIn(value)]));
}

/** ANSWER-CALL-1. */
function refuseSecrets({ screener }: Tools, names: readonly string[]): void {
  const { verdict, rules } = screener.screen(names.join('\n'));
  if (verdict === 'CLEAN') return;
  throw new UserError(
    `This call was not taken: screening found something in its names that must not be stored (${rules.join(', ')}). ` +
      'Take it out and send it again; nothing was kept.',
    'refused',
  );
}

function noVerb(word: string): UserError {
  const meant = closest(word, Object.keys(verbs));
  const hint =
    meant === undefined ? `There are ${Object.keys(verbs).join(', ')}.` : `Did you mean '${meant}'?`;
  return new UserError(`There is no verb '${word}'. ${hint}`, 'usage');
}
