// What Slipway remembers of a repository: facts, from the first notice to the last word of a person. The stream of the
// repository holds them; when one is promoted or withdrawn is decided in `promotion.ts`, how candidates are found in
// `views/memory/candidates.ts`, who is told of which in `recall.ts`.
//
//   FACTS-1. Equal facts are one fact: noticing it again in the same run changes nothing, whoever asks and how often.
//   FACTS-2. Under one key at most one fact is promoted: another one that is promoted takes its place.
//   FACTS-3. What two runs noticed is promoted; what a person said of a fact is never overruled by a run.
//   FACTS-4. A person's withdrawal holds until a person promotes the fact again.
//   FACTS-5. Of measurements the last one counts: it takes the place of what was measured before, and what was measured
//       before the last change says nothing against it, however late it is gathered.
//   FACTS-6. What a person said of a fact under an id is said once: the same id again changes nothing and is no refusal, and
//       the same id with other content is refused. Each fact remembers the last command that changed it.
//   FACTS-7. A fact that says nearly the same as one that is there (`near.ts`) is that one: the older keeps its id and its words, and
//       has the sources and the words of both. What a person adds is taken as they say it.
//   FACTS-8. That a promoted fact is seen again is recorded, at most once a day: what nobody sees any more grows old, and is never deleted.

import type { Decider } from '../gates/gate.ts';
import type { Identity } from '../identity.ts';
import type { StageName } from '../pipeline/stage.ts';

/** For whom a fact holds: those who work on a task, everybody in a run, or every run of the repository. */
export type FactScope = 'task' | 'run' | 'repository';
export type FactState = 'candidate' | 'promoted' | 'withdrawn';

export const factKinds = ['user', 'feedback', 'project', 'reference'] as const;
/** Of the person, of how work should be done, of the project as it is, or where something is to be found. */
export type FactKind = (typeof factKinds)[number];

/** Whose words a fact is made of. */
export type FactOrigin = 'person' | 'slipway' | 'reviewer' | 'program';

/** What a fact says. The id is made from repository, key and words (`identityOf`), so that equal facts have one. */
export interface FactWords {
  readonly id: string;
  readonly key: string;
  /** One short paragraph on one line, screened. */
  readonly text: string;
  readonly kind: FactKind;
  readonly origin: FactOrigin;
  /** The whole words, where the line is cut from more. */
  readonly blob?: string;
  /** Files it is about. */
  readonly paths?: readonly string[];
}

export interface FactSource {
  readonly run: string;
  readonly stage: StageName;
  /** Which rule noticed it. */
  readonly rule: string;
  readonly task?: string;
  readonly who?: string;
}

export interface Candidate extends FactWords {
  readonly scope: FactScope;
  readonly source: FactSource;
  /** When it was seen to be so, where it says how something is: what was seen of this key before is out of date. */
  readonly measuredAt?: number;
}

export interface Fact extends FactWords {
  readonly scope: FactScope;
  readonly state: FactState;
  /** The first runs that noticed it. */
  readonly sources: readonly FactSource[];
  /** The person who added, promoted or withdrew it last, and under which id they sent that. */
  readonly by?: Decider;
  readonly sent?: Identity;
  readonly supersedes?: string;
  /** The fact that took its place. */
  readonly supersededBy?: string;
  readonly changedAt: number;
  /** The last run that saw it again after it was promoted (FACTS-8). */
  readonly confirmed?: { readonly run: string; readonly at: number };
  /** Other words in which it was noticed (FACTS-7). */
  readonly heard?: readonly HeardFact[];
}

export interface HeardFact {
  /** The id these words would have had. */
  readonly id: string;
  readonly text: string;
  readonly run: string;
}

/** When a fact was last said, seen or changed. */
export function confirmedAt({ changedAt, confirmed }: Pick<Fact, 'changedAt' | 'confirmed'>): number {
  return Math.max(changedAt, confirmed?.at ?? 0);
}

/** A fact, and whose it is. */
export interface RepositoryFact extends Fact {
  readonly repository: string;
}

export type MemoryEvent =
  | {
      readonly type: 'fact.noticed';
      readonly fact: FactWords;
      readonly scope: FactScope;
      readonly source: FactSource;
      readonly supersedes?: string;
      /** The words of a fact that says nearly the same as this one (FACTS-7). */
      readonly heard?: Omit<HeardFact, 'run'>;
    }
  | {
      readonly type: 'fact.added';
      readonly fact: FactWords;
      readonly by: Decider;
      readonly sent?: Identity;
      readonly supersedes?: string;
    }
  /** Without a person: because two runs noticed it. */
  | {
      readonly type: 'fact.promoted';
      readonly id: string;
      readonly by?: Decider;
      readonly sent?: Identity;
      readonly supersedes?: string;
    }
  | {
      readonly type: 'fact.withdrawn';
      readonly id: string;
      readonly by: Decider;
      readonly sent?: Identity;
    };

export type MemoryCommand =
  /** What one run has taught: each fact once, and of each thing that is measured one value. */
  | { readonly type: 'fact.notice'; readonly candidates: readonly Candidate[] }
  | { readonly type: 'fact.add'; readonly fact: FactWords; readonly by: Decider }
  | { readonly type: 'fact.promote'; readonly id: string; readonly by: Decider }
  | { readonly type: 'fact.withdraw'; readonly id: string; readonly by: Decider };

export type MemoryRefusal =
  | { readonly refused: 'no-such-fact'; readonly id: string }
  | { readonly refused: 'id-reused'; readonly id: string }
  | { readonly refused: 'already-so'; readonly id: string; readonly state: FactState };

/** The facts of one repository, by id. */
export type Memory = ReadonlyMap<string, Fact>;

export const emptyMemory: Memory = new Map();

const sourcesMax = 8;
export const heardMax = 8;

/** FACTS-1: what two facts have to have in common to be one. A full stop more is no other fact. */
export function identityOf(fact: { readonly key: string; readonly text: string }): string {
  return `${alike(fact.key)}\n${alike(fact.text).replace(/[\s.!,;:]+$/, '')}`;
}

/** Text as it is compared and searched: small letters, and space, underscore and hyphen are one. */
export function alike(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
}

const textCharsMax = 400;

/** Words as one line that an event may hold; what does not fit is left to the blob. */
export function factText(words: string): string {
  const line = words
    .replaceAll(/^\s*#{1,6}\s+/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= textCharsMax ? line : `${characters.slice(0, textCharsMax - 1).join('')}…`;
}

/** An event and when it happened. */
interface Timed {
  readonly event: MemoryEvent;
  readonly at: number;
}

/** The facts after some more events; copied once for all of them. */
export function evolveMemory(memory: Memory, told: readonly Timed[]): Memory {
  const facts = new Map(memory);
  for (const { event, at } of told) takeFact(facts, event, at);
  return facts;
}

/** Into a copy that is nobody else's yet. */
export function takeFact(facts: Map<string, Fact>, event: MemoryEvent, at: number): void {
  if (event.type === 'fact.noticed' || event.type === 'fact.added') {
    const fact = event.type === 'fact.noticed' ? withNotice(facts, event, at) : withWord(facts, event, at);
    if (fact === undefined) return;
    facts.set(fact.id, fact);
    replace(facts, event.supersedes, fact.id, at);
    return;
  }
  const known = facts.get(event.id);
  if (known === undefined) return;
  const { supersededBy: _, ...fact } = known;
  const said = spokenBy(event);
  if (event.type === 'fact.withdrawn') {
    facts.set(fact.id, { ...fact, ...said, state: 'withdrawn', changedAt: at });
    return;
  }
  const place = event.supersedes === undefined ? {} : { supersedes: event.supersedes };
  facts.set(fact.id, { ...fact, ...said, ...place, state: 'promoted', scope: 'repository', changedAt: at });
  replace(facts, event.supersedes, fact.id, at);
}

type Of<T extends MemoryEvent['type']> = Extract<MemoryEvent, { type: T }>;

/** FACTS-1: undefined where this run has noticed it already. */
function withNotice(
  facts: ReadonlyMap<string, Fact>,
  { fact, scope, source, supersedes, heard }: Of<'fact.noticed'>,
  at: number,
): Fact | undefined {
  const known = facts.get(fact.id);
  const place = supersedes === undefined ? {} : { supersedes };
  if (known === undefined) {
    return { ...fact, scope, state: 'candidate', sources: [source], ...place, changedAt: at };
  }
  const words = heardAfter(known, heard, source.run);
  if (known.sources.some((item) => item.run === source.run)) {
    return words === undefined ? undefined : { ...known, ...words };
  }
  const { supersededBy, ...before } = known;
  const sources = [...known.sources, source].slice(0, sourcesMax);
  if (known.state === 'promoted') {
    return { ...known, sources, ...words, ...place, confirmed: { run: source.run, at } }; // FACTS-8
  }
  const state = supersededBy === undefined ? known.state : 'candidate'; // FACTS-5
  return { ...before, state, sources, ...words, ...place, changedAt: at };
}

/** FACTS-7: undefined where nothing is new about them. */
function heardAfter(
  { heard: before = [] }: Fact,
  heard: Omit<HeardFact, 'run'> | undefined,
  run: string,
): Pick<Fact, 'heard'> | undefined {
  if (heard === undefined || before.some(({ id }) => id === heard.id)) return undefined;
  return { heard: [...before, { ...heard, run }].slice(0, heardMax) };
}

function withWord(facts: ReadonlyMap<string, Fact>, event: Of<'fact.added'>, at: number): Fact {
  const { fact, supersedes } = event;
  const sources = facts.get(fact.id)?.sources ?? [];
  const place = supersedes === undefined ? {} : { supersedes };
  return {
    ...fact,
    scope: 'repository',
    state: 'promoted',
    sources,
    ...spokenBy(event),
    ...place,
    changedAt: at,
  };
}

function spokenBy({ by, sent }: Pick<Fact, 'by' | 'sent'>): Pick<Fact, 'by' | 'sent'> {
  return { ...(by === undefined ? {} : { by }), ...(sent === undefined ? {} : { sent }) };
}

function replace(facts: Map<string, Fact>, old: string | undefined, by: string, at: number): void {
  const known = old === undefined ? undefined : facts.get(old);
  if (known === undefined) return;
  facts.set(known.id, { ...known, state: 'withdrawn', supersededBy: by, changedAt: at });
}

const memoryEvents: Readonly<Record<MemoryEvent['type'], true>> = {
  'fact.noticed': true,
  'fact.added': true,
  'fact.promoted': true,
  'fact.withdrawn': true,
};

export function isMemoryEvent(event: { readonly type: string }): event is MemoryEvent {
  return Object.hasOwn(memoryEvents, event.type);
}

/** The facts some events are about: what of a view of them is no longer what it was. */
export function touchedBy(events: readonly MemoryEvent[]): ReadonlySet<string> {
  return new Set(
    events.flatMap((event) => {
      const id = 'fact' in event ? event.fact.id : event.id;
      const old = 'supersedes' in event ? event.supersedes : undefined;
      return old === undefined ? [id] : [id, old];
    }),
  );
}
