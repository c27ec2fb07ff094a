// An order is carried out once in a home, whatever run it meant when it came: what its sender calls it is looked for
// everywhere before a run is picked, because a repeat that names no run would otherwise find another one.
//
// Invariants
//   ONCE-1. Orders under one id are carried out one after another, each seeing what the one before it did.
//   ONCE-2. An id that was taken belongs to that order: the verb, its input, who asked and what they had seen. With
//        anything else it is refused, whichever run that would have meant.

import type { Identity } from '../../core/identity.ts';
import { identityOf } from '../../engine/identify.ts';
import type { Journal } from '../../journal/journal.ts';
import { cameIn, identityIn } from '../../journal/sent.ts';
import { UserError } from '../ending/user-error.ts';
import { refusalWords, reusedWords } from '../words/refusal-words.ts';
import type { AskedOrder, Order, OrderContext } from './verb.ts';

export function carryOut<In, Out>(
  verb: string,
  { order }: Order<In, Out>,
  asked: AskedOrder,
  input: In,
): Promise<Out> {
  const { id, by, seen, owner } = asked;
  const sent = identityOf(id, { verb, input, by, seen });
  return owner.turns.take(id, async () =>
    order({ ...asked, sent, ...(await takenBefore(owner.journal, sent)) }, input),
  ); // ONCE-1
}

/** ONCE-2. What else came under the id and is of no run, a claim or a fact, is known by whoever keeps it. */
async function takenBefore(
  journal: Journal,
  { id, content }: Identity,
): Promise<Pick<OrderContext, 'taken' | 'came'>> {
  const before = await journal.sentAs(id);
  const runs = before.flatMap(({ stream }) =>
    stream.startsWith(runPrefix) ? [stream.slice(runPrefix.length)] : [],
  );
  if (before.some(({ event }) => identityIn(event)?.content !== content)) {
    const [run] = runs;
    const words = run === undefined ? reusedWords(id) : refusalWords({ refused: 'id-reused', id }, run);
    throw new UserError(words, 'refused');
  }
  return { taken: runs, came: before.map(({ event }) => cameIn(event)).find((came) => came !== undefined) };
}

const runPrefix = 'run/';
