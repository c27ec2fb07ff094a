// When a fact is promoted: because two runs noticed it or a person says so; and when a notice, an addition, a promotion or a
// withdrawal says nothing new or is refused. The invariants stand in `facts.ts`.

import type { Identity } from '../identity.ts';
import type {
  Candidate,
  Fact,
  FactWords,
  Memory,
  MemoryCommand,
  MemoryEvent,
  MemoryRefusal,
} from './facts.ts';
import { alike, confirmedAt, heardMax, takeFact } from './facts.ts';
import type { FactIndex } from './near.ts';
import { indexOf } from './near.ts';

export function decideMemory(
  memory: Memory,
  command: MemoryCommand,
  at: number,
  sent?: Identity,
): readonly MemoryEvent[] | MemoryRefusal {
  if (sent === undefined) return decided(memory, command, at);
  const said = [...memory.values()].find((fact) => fact.sent?.id === sent.id)?.sent;
  if (said !== undefined) return said.content === sent.content ? [] : { refused: 'id-reused', id: sent.id }; // FACTS-6
  const events = decided(memory, command, at);
  return 'refused' in events ? events : events.map((event) => ({ ...event, sent }));
}

function decided(memory: Memory, command: MemoryCommand, at: number): readonly MemoryEvent[] | MemoryRefusal {
  switch (command.type) {
    case 'fact.notice':
      return noticed(memory, command.candidates, at);
    case 'fact.add':
      return added(memory, command);
    case 'fact.promote': {
      const fact = memory.get(command.id);
      if (fact === undefined) return { refused: 'no-such-fact', id: command.id };
      if (fact.state === 'promoted') return { refused: 'already-so', id: fact.id, state: 'promoted' };
      return [{ ...command, type: 'fact.promoted', ...inPlaceOf(promotedIn(memory, fact)) }];
    }
    case 'fact.withdraw': {
      const fact = memory.get(command.id);
      if (fact === undefined) return { refused: 'no-such-fact', id: command.id };
      // What another fact took the place of may still be withdrawn for good (FACTS-4).
      const isSo = fact.state === 'withdrawn' && fact.supersededBy === undefined;
      return isSo
        ? { refused: 'already-so', id: fact.id, state: 'withdrawn' }
        : [{ ...command, type: 'fact.withdrawn' }];
    }
  }
}

function noticed(memory: Memory, candidates: readonly Candidate[], at: number): readonly MemoryEvent[] {
  const facts = new Map(memory); // each is noticed beside those before it
  let made: FactIndex | undefined;
  const index = (): FactIndex => (made ??= indexOf(facts)); // most of what is gathered again is known by its id
  return candidates.flatMap((candidate) => {
    const events = noticedOne({ facts, index, at }, candidate);
    for (const event of events) {
      const isNew = event.type === 'fact.noticed' && !facts.has(event.fact.id);
      takeFact(facts, event, at);
      const fact = isNew ? facts.get(event.fact.id) : undefined;
      if (fact !== undefined) made?.take(fact);
    }
    return events;
  });
}

interface Noticing {
  readonly facts: Memory;
  readonly index: () => FactIndex;
  readonly at: number;
}

function noticedOne({ facts, index, at }: Noticing, candidate: Candidate): readonly MemoryEvent[] {
  const { scope, source, measuredAt, ...words } = candidate;
  const same = facts.get(words.id);
  // FACTS-7; of what is measured every word counts.
  const known = same ?? (measuredAt === undefined ? index().near(candidate) : undefined);
  const heard = known === same ? undefined : { id: words.id, text: words.text };
  if (known !== undefined && !isNews(known, candidate, { at, heard })) return [];
  const current = measuredAt === undefined ? undefined : measuredUnder(index(), candidate);
  if (current !== undefined && !isSince(current, candidate)) return []; // FACTS-5
  const fact = known === undefined || heard === undefined ? words : factWords(known);
  const notice: MemoryEvent = {
    type: 'fact.noticed',
    fact,
    scope,
    source,
    ...inPlaceOf(current),
    ...(heard === undefined ? {} : { heard }),
  };
  if (known === undefined || known.state === 'promoted' || isSourceOf(known, source.run)) return [notice];
  const rival = promotedUnder(index().under(known.key), known);
  // FACTS-3: a second run makes it so, unless a person said something else under this key.
  if (rival?.by !== undefined) return [notice];
  return [notice, { type: 'fact.promoted', id: fact.id, ...inPlaceOf(rival) }];
}

function factWords({ id, key, text, kind, origin, blob, paths }: Fact): FactWords {
  return {
    id,
    key,
    text,
    kind,
    origin,
    ...(blob === undefined ? {} : { blob }),
    ...(paths === undefined ? {} : { paths }),
  };
}

const dayMs = 86_400_000;

/** FACTS-1, FACTS-3, FACTS-4, FACTS-5, FACTS-7, FACTS-8. */
function isNews(
  known: Fact,
  candidate: Candidate,
  { at, heard }: { readonly at: number; readonly heard: { readonly id: string } | undefined },
): boolean {
  if (known.state !== 'withdrawn' && heard !== undefined && isUnheard(known, heard.id)) return true;
  if (isSourceOf(known, candidate.source.run)) return false;
  switch (known.state) {
    case 'candidate':
      return true;
    case 'promoted':
      return at - confirmedAt(known) >= dayMs;
    case 'withdrawn':
      return known.supersededBy !== undefined && isSince(known, candidate);
  }
}

function isUnheard({ heard = [] }: Fact, id: string): boolean {
  return heard.length < heardMax && heard.every((item) => item.id !== id);
}

function isSourceOf({ sources }: Fact, run: string): boolean {
  return sources.some((item) => item.run === run);
}

/** Whether it was measured after a fact last changed, or was last seen to be so. */
function isSince(fact: Fact, { measuredAt }: Candidate): boolean {
  return measuredAt !== undefined && measuredAt > confirmedAt(fact);
}

function added(memory: Memory, command: Extract<MemoryCommand, { type: 'fact.add' }>): Decided {
  const { fact, by } = command;
  if (memory.get(fact.id)?.state === 'promoted') {
    return { refused: 'already-so', id: fact.id, state: 'promoted' };
  }
  return [{ type: 'fact.added', fact, by, ...inPlaceOf(promotedIn(memory, fact)) }];
}

type Decided = ReturnType<typeof decideMemory>;

function inPlaceOf(fact: Fact | undefined): { readonly supersedes?: string } {
  return fact === undefined ? {} : { supersedes: fact.id };
}

type Named = Pick<FactWords, 'id' | 'key'>;

function promotedIn(memory: Memory, fact: Named): Fact | undefined {
  const key = alike(fact.key);
  return promotedUnder(
    [...memory.values()].filter((item) => alike(item.key) === key),
    fact,
  );
}

function promotedUnder(facts: readonly Fact[], { id }: Named): Fact | undefined {
  return facts.find((item) => item.id !== id && item.state === 'promoted');
}

/** What runs alone say of this key now: a person's word is not out of date because a run saw something else. */
function measuredUnder(index: FactIndex, { id, key }: Named): Fact | undefined {
  return index
    .under(key)
    .find((item) => item.id !== id && item.state !== 'withdrawn' && item.by === undefined);
}
