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
import { alike, takeFact } from './facts.ts';

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
      return [{ ...command, type: 'fact.promoted', ...inPlaceOf(promotedUnder(memory, fact)) }];
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
  return candidates.flatMap((candidate) => {
    const events = noticedOne(facts, candidate);
    for (const event of events) takeFact(facts, event, at);
    return events;
  });
}

function noticedOne(memory: Memory, candidate: Candidate): readonly MemoryEvent[] {
  const { scope, source, measuredAt, ...fact } = candidate;
  const known = memory.get(fact.id);
  if (known !== undefined && !isNews(known, candidate)) return [];
  const current = measuredAt === undefined ? undefined : measuredUnder(memory, candidate);
  if (current !== undefined && !isSince(current, candidate)) return []; // FACTS-5
  const notice: MemoryEvent = { type: 'fact.noticed', fact, scope, source, ...inPlaceOf(current) };
  if (known === undefined) return [notice];
  const rival = promotedUnder(memory, known);
  // FACTS-3: a second run makes it so, unless a person said something else under this key.
  if (rival?.by !== undefined) return [notice];
  return [notice, { type: 'fact.promoted', id: fact.id, ...inPlaceOf(rival) }];
}

/** FACTS-1, FACTS-3, FACTS-4, FACTS-5. */
function isNews(known: Fact, candidate: Candidate): boolean {
  if (known.sources.some((item) => item.run === candidate.source.run)) return false;
  if (known.state === 'candidate') return true;
  return known.supersededBy !== undefined && isSince(known, candidate);
}

/** Whether it was measured after a fact last changed. */
function isSince(fact: Fact, { measuredAt }: Candidate): boolean {
  return measuredAt !== undefined && measuredAt > fact.changedAt;
}

function added(memory: Memory, command: Extract<MemoryCommand, { type: 'fact.add' }>): Decided {
  const { fact, by } = command;
  if (memory.get(fact.id)?.state === 'promoted') {
    return { refused: 'already-so', id: fact.id, state: 'promoted' };
  }
  return [{ type: 'fact.added', fact, by, ...inPlaceOf(promotedUnder(memory, fact)) }];
}

type Decided = ReturnType<typeof decideMemory>;

function inPlaceOf(fact: Fact | undefined): { readonly supersedes?: string } {
  return fact === undefined ? {} : { supersedes: fact.id };
}

type Named = Pick<FactWords, 'id' | 'key'>;

function promotedUnder(memory: Memory, fact: Named): Fact | undefined {
  return othersUnder(memory, fact).find((item) => item.state === 'promoted');
}

/** What runs alone say of this key now: a person's word is not out of date because a run saw something else. */
function measuredUnder(memory: Memory, fact: Named): Fact | undefined {
  return othersUnder(memory, fact).find((item) => item.state !== 'withdrawn' && item.by === undefined);
}

function othersUnder(memory: Memory, { id, key }: Named): readonly Fact[] {
  const wanted = alike(key);
  return [...memory.values()].filter((item) => item.id !== id && alike(item.key) === wanted);
}
