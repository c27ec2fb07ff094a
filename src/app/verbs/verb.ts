// What a verb is: one thing that can be asked of Slipway, with its use case and the words of its result. A surface (the
// command line, the socket) brings somebody's words to a verb and its result back; it has no rule of its own.
//
// Invariants
//   VERB-1. What a verb needs is in its input and in what it is called with. It reads no terminal and asks nobody: where a
//        person has to say something first, the result says what, and the verb is called again with the answer.
//   VERB-2. Input from another process or a network goes through the verb's schema before the verb sees it; `answer` is the
//        only way in for such input. Schemas are loaded for it alone: commands that only look stay light.
//   VERB-3. An order carries an id. The same order again, under the same id, does nothing twice.

import type { z } from 'zod';
import type { Decider } from '../../core/gates/gate.ts';
import type { Identity } from '../../core/identity.ts';
import type { Given } from '../../engine/frames.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../telemetry/clock.ts';
import type { Host } from '../home/host.ts';
import type { Listening } from '../home/listening.ts';
import type { Owner } from '../home/owner.ts';
import type { Exit } from '../ending/exit-codes.ts';
import type { Tools } from '../parts.ts';
import type { Places, Surroundings } from '../home/home-places.ts';
import type { Style } from '../words/style.ts';

/** What whoever calls it must be allowed: to look, to decide about runs, to change what all runs share. */
export type Access = 'view' | 'decide' | 'administer';

/** What looking is done with. */
export interface LookContext {
  readonly surroundings: Surroundings;
  readonly places: Places;
  readonly clock: Clock;
  /** The runs this process works on, where it owns the home: nobody else has to be asked then. */
  readonly driven?: () => readonly string[];
  /** Undefined in a home where nothing has run yet. */
  readonly journal: Journal | undefined;
  /** Of the process that owns the home, where it is this one. */
  readonly host?: Host;
  /** And where it is heard beside its socket. */
  readonly listening?: Listening;
}

/** An order as it was asked: the home is ours, and somebody wants something. */
export interface AskedOrder {
  readonly tools: Tools;
  readonly owner: Pick<
    Owner,
    | 'engine'
    | 'runs'
    | 'journal'
    | 'home'
    | 'memory'
    | 'chat'
    | 'turns'
    | 'environments'
    | 'host'
    | 'listening'
    | 'triggers'
  >;
  /** What came with it of the environment of another process; `tools` are in those surroundings. */
  readonly given?: Given;
  readonly id: string;
  readonly by: Decider;
  /** The digest of what they had looked at. */
  readonly seen?: string;
  /** The same order was sent before, and no answer came. */
  readonly again: boolean;
}

/** What an order is carried out with. */
export interface OrderContext extends AskedOrder {
  readonly sent: Identity;
  /** The runs that took this very order before (`once.ts`); none where it is new. */
  readonly taken: readonly string[];
  /** What the home keeps of this very order, where it is about the home and was taken before (`once-at-home.ts`). */
  readonly came: unknown;
}

/** What words are written on. */
export interface Paper {
  readonly style: Style;
  readonly width: number;
  readonly now: number;
}

/** A result in words: what was asked for, and what is said about it. */
export interface Words {
  readonly data?: string;
  /** `data` is somebody else's text, such as a diff: not a character of it is changed. */
  readonly verbatim?: true;
  readonly talk?: string;
}

interface Result<Out> {
  readonly words: (output: Out, paper: Paper) => Words;
  /** How a command ends that came to this; done, where a verb says nothing. */
  readonly exit?: (output: Out) => Exit;
}

export interface Look<In, Out> extends Result<Out> {
  readonly look: (context: LookContext, input: In) => Promise<Out>;
}

export interface Order<In, Out> extends Result<Out> {
  readonly order: (context: OrderContext, input: In) => Promise<Out>;
}

/** A look that goes on: each item as it comes, until nothing more comes or whoever asked has gone. */
export interface Subscription<In, Item> {
  readonly follow: (context: LookContext, input: In, gone: AbortSignal) => AsyncIterable<Item>;
  readonly words: (item: Item, paper: Paper) => Words;
}

export interface Schemas<In, Out> {
  readonly input: z.ZodType<In>;
  readonly output: z.ZodType<Out>;
}

interface Entry {
  /** As in the table. */
  readonly name: string;
  /** One line about it. */
  readonly about: string;
  readonly access: Access;
}

interface LookParts<In, Out> extends Entry {
  /** It looks at no journal, and so works where there is one that cannot be used. */
  readonly withoutJournal?: true;
  readonly load: () => Promise<Look<In, Out>>;
  readonly schemas: () => Promise<Schemas<In, Out>>;
}

interface OrderParts<In, Out> extends Entry {
  readonly load: () => Promise<Order<In, Out>>;
  readonly schemas: () => Promise<Schemas<In, Out>>;
}

interface SubscriptionParts<In, Item> extends Entry {
  readonly load: () => Promise<Subscription<In, Item>>;
  readonly schemas: () => Promise<Schemas<In, Item>>;
}

export interface LookEntry<In, Out> extends LookParts<In, Out> {
  readonly kind: 'look';
  readonly changes: false;
  /** VERB-2. */
  readonly answer: (context: LookContext, input: unknown) => Promise<unknown>;
  /** What was answered, in words, for whoever hands both on. */
  readonly said: Said;
}

export interface OrderEntry<In, Out> extends OrderParts<In, Out> {
  readonly kind: 'order';
  readonly changes: true;
  /** VERB-3. */
  readonly carryOut: (asked: AskedOrder, input: In) => Promise<Out>;
  /** VERB-2. */
  readonly answer: (asked: AskedOrder, input: unknown) => Promise<unknown>;
  /** What was answered, in words, for whoever hands both on. */
  readonly said: Said;
}

type Said = (output: unknown, paper: Paper) => Promise<Words>;

export interface SubscriptionEntry<In, Item> extends SubscriptionParts<In, Item> {
  readonly kind: 'subscription';
  readonly changes: false;
  /** VERB-2. */
  readonly answer: (
    context: LookContext,
    input: unknown,
    gone: AbortSignal,
  ) => Promise<AsyncIterable<unknown>>;
}

export function look<In, Out>(parts: LookParts<In, Out>): LookEntry<In, Out> {
  return {
    ...parts,
    kind: 'look',
    changes: false,
    answer: async (context, raw) => {
      const input = await inputFrom(parts, raw);
      const [verb, { inItsHome }] = await Promise.all([parts.load(), import('../home/in-its-home.ts')]);
      return inItsHome(context, input, (where) => verb.look(where, input));
    },
    said: (output, paper) => saidOf(parts, output, paper),
  };
}

export function order<In, Out>(parts: OrderParts<In, Out>): OrderEntry<In, Out> {
  const carriedOut = async (asked: AskedOrder, input: In): Promise<Out> => {
    const [verb, { carryOut }] = await Promise.all([parts.load(), import('./once.ts')]);
    return carryOut(parts.name, verb, asked, input);
  };
  return {
    ...parts,
    kind: 'order',
    changes: true,
    carryOut: carriedOut,
    answer: async (asked, raw) => carriedOut(asked, await inputFrom(parts, raw)),
    said: (output, paper) => saidOf(parts, output, paper),
  };
}

export function subscription<In, Item>(parts: SubscriptionParts<In, Item>): SubscriptionEntry<In, Item> {
  return {
    ...parts,
    kind: 'subscription',
    changes: false,
    answer: async (context, raw, gone) => {
      const input = await inputFrom(parts, raw);
      return (await parts.load()).follow(context, input, gone);
    },
  };
}

async function inputFrom<In>(
  { schemas }: { readonly schemas: () => Promise<Pick<Schemas<In, unknown>, 'input'>> },
  raw: unknown,
): Promise<In> {
  const [{ input }, { understood }] = await Promise.all([schemas(), import('./foreign.ts')]);
  return understood(input, raw);
}

async function saidOf<Out>(
  {
    load,
    schemas,
  }: {
    readonly load: () => Promise<Result<Out>>;
    readonly schemas: () => Promise<Pick<Schemas<unknown, Out>, 'output'>>;
  },
  raw: unknown,
  paper: Paper,
): Promise<Words> {
  const [{ words }, { output }, { answered }] = await Promise.all([
    load(),
    schemas(),
    import('./foreign.ts'),
  ]);
  return words(answered(output, raw), paper);
}
