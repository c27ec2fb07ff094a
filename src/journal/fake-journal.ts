// The journal in memory: same behaviour, nothing on disk. For rehearsals, simulations and tests.
// Several handles may share one store, as several processes share one database.

import { bodiesOf, genesis, type Link, linkHash, parseBody } from './chain.ts';
import { type Append, type Appended, type Journal, JournalUnavailable, type Recorded } from './journal.ts';
import type { RepositoryFact } from '../core/memory/facts.ts';
import type { InboxItem, RunSummary } from '../views/run/summary.ts';
import { identityIn } from './sent.ts';
import { byChange, byOpening, byUpdate, wanted, wantedFact } from './view-rows.ts';
import { type StoredEvent, verifyStream } from './verify.ts';

/** What outlives a handle. Only the functions of this file change it. */
export interface FakeStore {
  epoch: number;
  readonly streams: Map<string, Stored[]>;
  readonly all: Stored[];
  readonly summaries: Map<string, RunSummary>;
  readonly inboxes: Map<string, readonly InboxItem[]>;
  /** By repository and id. */
  readonly facts: Map<string, RepositoryFact>;
}

/** An event as it lies in the store, and as it is read: parsed once, the same for everybody, changed by nobody. */
export interface Stored extends StoredEvent {
  readonly recorded: Recorded;
}

export function fakeStore(): FakeStore {
  return {
    epoch: 0,
    streams: new Map(),
    all: [],
    summaries: new Map(),
    inboxes: new Map(),
    facts: new Map(),
  };
}

const unavailable = (): Error => new JournalUnavailable('closed', 'The journal is closed.');

export function fakeJournal(store: FakeStore = fakeStore()): Journal {
  let epoch = store.epoch;
  let closed = false;
  /** Of each stream the newest append of this handle, and where it ended (JOURNAL-7). */
  const newest = new Map<string, { readonly name: number | undefined; readonly seq: number }>();
  return {
    append: async (batch) => {
      const bodies = bodiesOf(batch.events, batch.at);
      if (closed) throw unavailable();
      if (epoch !== store.epoch) return { ok: false, refused: 'fenced', epoch: store.epoch };
      const { stream, after, name, follows } = batch;
      const last = newest.get(stream);
      if (follows !== undefined && (last?.name !== follows || last.seq !== after)) {
        return { ok: false, refused: 'conflict', seq: store.streams.get(stream)?.length ?? 0 };
      }
      const appended = append(store, batch, bodies);
      if (appended.ok) newest.set(stream, { name, seq: appended.seq });
      return appended;
    },
    takeOver: async () => {
      if (closed) throw unavailable();
      store.epoch += 1;
      epoch = store.epoch;
      return epoch;
    },
    read: async (stream, after) => eventsIn(store, stream, after),
    tail: async (afterPosition, limit) =>
      store.all.slice(afterPosition, afterPosition + limit).map(({ recorded }) => recorded),
    newest: async () => store.all.length,
    sentAs: async (id) =>
      store.all.flatMap(({ recorded }) => (identityIn(recorded.event)?.id === id ? [recorded] : [])),
    streams: async (prefix) => [...store.streams.keys()].filter((name) => name.startsWith(prefix)).toSorted(),
    summaries: async (filter = {}) =>
      structuredClone([...store.summaries.values()].filter((s) => wanted(s, filter)).toSorted(byUpdate)),
    facts: async (filter) =>
      [...store.facts.values()]
        .filter((fact) => wantedFact(fact, filter))
        .toSorted(byChange)
        .slice(0, filter.factsMax),
    inbox: async () => structuredClone([...store.inboxes.values()].flat().toSorted(byOpening)),
    verify: async (stream, since) =>
      verifyStream(stream, storedIn(store, stream, since?.seq), 'unasked', since),
    lost: async () => [],
    close: async () => {
      closed = true;
    },
  };
}

function eventsIn(store: FakeStore, stream: string, after = 0): readonly Recorded[] {
  return storedIn(store, stream, after).map(({ recorded }) => recorded);
}

/** What a stream of the store holds now, for whoever made the store and need not ask as a stranger does. */
export function storedIn(store: FakeStore, stream: string, after = 0): readonly Stored[] {
  return (store.streams.get(stream) ?? []).slice(after);
}

function append(store: FakeStore, batch: Append, bodies: readonly string[]): Appended {
  const events = store.streams.get(batch.stream) ?? [];
  if (events.length !== batch.after) return { ok: false, refused: 'conflict', seq: events.length };
  for (const [index, body] of bodies.entries()) {
    const previous = events.at(-1)?.hash ?? genesis;
    const link = { previous, stream: batch.stream, seq: batch.after + index + 1, at: batch.at, body };
    const stored = storedAs(link, { type: batch.events[index]?.type ?? '', position: store.all.length + 1 });
    events.push(stored);
    store.all.push(stored);
  }
  store.streams.set(batch.stream, events);
  if (batch.view !== undefined) {
    const { summary, inbox } = batch.view();
    store.summaries.set(summary.run, summary);
    store.inboxes.set(summary.run, inbox);
  }
  for (const fact of batch.facts ?? []) {
    store.facts.set(`${fact.repository} ${fact.id}`, structuredClone(fact));
  }
  return { ok: true, seq: events.length, position: store.all.length };
}

function storedAs(link: Link, { type, position }: Pick<StoredEvent, 'type'> & { position: number }): Stored {
  const { stream, seq, at, body, previous } = link;
  const hash = linkHash(link);
  const event = parseBody(body);
  if (event === undefined) throw new Error(`invariant: ${stream} holds an unreadable event`);
  const recorded = Object.freeze({ stream, seq, position, at, event: frozen(event), previous, hash });
  return Object.freeze({ seq, at, type, body, previous, hash, recorded });
}

/** With all that is in it: whoever would change it is stopped where they try. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
