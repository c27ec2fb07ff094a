// The streams of repositories, each with what is remembered of it, and the one way to add to them.

import type { Identity } from '../core/identity.ts';
import type {
  Memory,
  MemoryCommand,
  MemoryEvent,
  MemoryRefusal,
  RepositoryFact,
} from '../core/memory/facts.ts';
import { emptyMemory, evolveMemory, isMemoryEvent, touchedBy } from '../core/memory/facts.ts';
import { decideMemory } from '../core/memory/promotion.ts';
import type { Journal, Recorded } from '../journal/journal.ts';
import type { Clock } from '../telemetry/clock.ts';
import { StreamLedger } from './stream-ledger.ts';

export class MemoryLedger {
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #ledgers = new Map<string, StreamLedger<Memory, MemoryEvent>>();

  constructor(journal: Journal, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
  }

  /** Many runs of a repository may have noticed something at the same moment: its ledger takes them in turn. */
  async submit(
    repository: string,
    command: MemoryCommand,
    sent?: Identity,
  ): Promise<MemoryRefusal | undefined> {
    let refusal: MemoryRefusal | undefined;
    await this.#ledger(repository).record((memory, at) => {
      const decided = decideMemory(memory, command, at, sent);
      refusal = 'refused' in decided ? decided : undefined;
      return 'refused' in decided ? [] : decided;
    });
    return refusal;
  }

  #ledger(repository: string): StreamLedger<Memory, MemoryEvent> {
    const known = this.#ledgers.get(repository);
    if (known !== undefined) return known;
    const ledger = new StreamLedger<Memory, MemoryEvent>({
      journal: this.#journal,
      clock: this.#clock,
      stream: `repository/${repository}`,
      empty: emptyMemory,
      isEvent: isMemoryEvent,
      evolve: evolveMemory,
      view: (memory, events) => ({
        facts: [...touchedBy(events)].flatMap((id) => rowOf(repository, memory, id)),
      }),
    });
    this.#ledgers.set(repository, ledger);
    return ledger;
  }
}

function rowOf(repository: string, memory: Memory, id: string): readonly RepositoryFact[] {
  const fact = memory.get(id);
  return fact === undefined ? [] : [{ ...fact, repository }];
}

/** All facts of a repository from its events, for a table that has to be made again. */
export function factsIn(repository: string, recorded: readonly Recorded[]): readonly RepositoryFact[] {
  const memory = evolveMemory(
    emptyMemory,
    recorded.flatMap(({ event, at }) => (isMemoryEvent(event) ? [{ event, at }] : [])),
  );
  return Array.from(memory.values(), (fact) => ({ ...fact, repository }));
}
