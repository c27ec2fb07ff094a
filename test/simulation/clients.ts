// The terminals and programs that bring people's orders. They come, tie themselves to an owner, bring what somebody said, and
// go, some before they heard what came of it. What they bring gets lost, comes twice, comes after what was said later, or comes
// to an owner that was superseded; whoever hears nothing brings it again under its id, to whoever is there then.
//
// Invariants checked here
//   C1. Who is told that an order was taken finds it in the journal, whichever owner says so.
//   C2. An order takes hold once, however many owners hear it.
//   C3. A repeat of what was taken is answered with what it did the first time. An owner that was superseded and has not noticed may
//       refuse it by what it knows: nothing is done by a refusal, and whoever owns the home knows better.
//   C4. The id of an order that was taken is good for no other.
//   C5. Who is tied to an owner is told of each event it appends, once and in order, and of none that is not in the journal.

import { isDeepStrictEqual } from 'node:util';
import type { Command } from '../../src/core/commands.ts';
import type { RunEvent } from '../../src/core/events.ts';
import type { Submitted } from '../../src/engine/runs.ts';
import { streamOf } from '../../src/engine/runs.ts';
import { storedIn } from '../../src/journal/fake-journal.ts';
import type { Owner } from './owner.ts';
import type { Scene } from './scene.ts';
import { count, insist } from './trace.ts';
import { strikes } from './world.ts';

interface Order {
  readonly id: string;
  readonly run: string;
  readonly command: Command;
  /** By when it was given: what comes before one that was given later is out of order. */
  readonly given: number;
  /** What it did, once somebody said so. */
  did?: readonly RunEvent[];
  /** Who heard it last. */
  heardBy?: Owner;
}

/** An order on its way. */
interface Letter {
  readonly order: Order;
  /** It is there by this step of the simulation, and read when somebody gets to it. */
  readonly there: number;
  readonly again: boolean;
}

interface Client {
  readonly name: string;
  readonly owner: Owner;
  readonly untie: () => void;
  /** What it heard nothing of yet. */
  readonly waiting: Set<Order>;
  /** How many events of each run it knows of. */
  readonly known: Map<string, number>;
}

const clientsMax = 4;
const stranger = { who: 'somebody-else', authenticated: 'local', channel: 'terminal' } as const;

export class Clients {
  readonly #scene: Scene;
  #here: readonly Client[] = [];
  readonly #letters = new Set<Letter>();
  #names = 0;
  #newest = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Whether anybody is there, or something on its way. */
  get areAbout(): boolean {
    return this.#here.length > 0 || this.#letters.size > 0;
  }

  /** What a person said, to be brought by whoever is tied to this owner. */
  bring(owner: Owner, run: string, command: Command): void {
    const { orders, world } = this.#scene;
    const id = `${command.type}-${orders.sent++}`;
    const order: Order = { id, run, command, given: orders.sent };
    const tied = this.#here.filter((client) => client.owner === owner);
    const client = world.random.maybe(tied) ?? this.#tie(owner);
    client.waiting.add(order);
    this.#post(order, false);
  }

  /** One thing that happens to somebody: a letter is read, sent once more, or a client comes or goes. */
  async step(owners: readonly Owner[]): Promise<void> {
    const { world } = this.#scene;
    const up = owners.filter((owner) => owner.mood === 'up');
    this.#here = this.#here.filter((client) => client.owner.mood === 'up' || this.#losesOwner(client, up));
    const there = [...this.#letters].filter((letter) => letter.there <= world.step);
    const letter = world.random.maybe(there);
    const reader = world.random.maybe(up);
    if (letter !== undefined && reader !== undefined && world.random.chance(0.6)) {
      await this.#arrives(letter, reader);
    } else if (strikes(world, world.swarm.clients.leaves)) this.#goes();
    else this.#asksAgain();
  }

  /** Faults are over: what is on its way arrives, in whatever order, and everybody goes. */
  async settle(owner: Owner): Promise<void> {
    const { world } = this.#scene;
    const waited = [...this.#letters].length;
    for (let read = 0; read < waited; read += 1) {
      const letter = world.random.maybe([...this.#letters]);
      if (letter !== undefined) await this.#arrives(letter, owner);
    }
    for (const client of this.#here) this.#part(client);
    this.#here = [];
  }

  #tie(owner: Owner): Client {
    const { trace, watch } = this.#scene;
    const name = `client-${(this.#names += 1)}`;
    const known = new Map([...watch.ledgers].map(([run, { seq }]) => [run, seq]));
    const untie = owner.attach((run, events) => this.#told(client, run, events));
    const client: Client = { name, owner, untie, waiting: new Set(), known };
    trace.say(`${name} ties itself to ${owner.name}`);
    if (this.#here.length >= clientsMax) this.#goes();
    this.#here = [...this.#here, client];
    return client;
  }

  /** C5. An owner that could not write something is believed no more. */
  #told({ owner, known, name }: Client, run: string, events: readonly RunEvent[]): void {
    if (owner.mood !== 'up') return;
    const from = known.get(run) ?? 0;
    const there = storedIn(this.#scene.world.store, streamOf(run), from).slice(0, events.length);
    const isSo = there.length === events.length && there.every(({ type }, at) => type === events[at]?.type);
    insist(isSo, 'C5 who is attached is told of each event once', `${name}, ${run} after ${from}`);
    known.set(run, from + events.length);
  }

  /** C5, at the end: nothing is missing. */
  #part({ owner, known, name, untie }: Client): void {
    untie();
    if (owner.mood !== 'up' || !owner.inCharge) return;
    for (const [run, { seq }] of this.#scene.watch.ledgers) {
      const heard = known.get(run) ?? 0;
      insist(
        heard === seq,
        'C5 who is attached is told of each event once',
        `${name}, ${run}: ${heard} of ${seq}`,
      );
    }
  }

  /** Its owner is gone: it ties itself to another, with what it still waits for, or gives up. */
  #losesOwner(client: Client, up: readonly Owner[]): boolean {
    const { tally, world } = this.#scene;
    const next = world.random.maybe(up);
    if (next === undefined) return true; // it tries again
    client.untie();
    count(tally, 'client-lost-owner', client.waiting.size > 0 ? 'with an order on its way' : 'with nothing');
    const another = this.#tie(next);
    for (const order of client.waiting) another.waiting.add(order);
    return false;
  }

  /** What it sent goes on without it. */
  #goes(): void {
    const { tally, trace, world } = this.#scene;
    const client = world.random.maybe(this.#here);
    if (client === undefined) return;
    trace.say(`${client.name} goes`);
    count(tally, 'client-left', client.waiting.size > 0 ? 'with an order on its way' : 'with nothing');
    this.#part(client);
    this.#here = this.#here.filter((other) => other !== client);
  }

  #asksAgain(): void {
    const { random } = this.#scene.world;
    const order = random.maybe(this.#here.flatMap(({ waiting }) => [...waiting]));
    if (order !== undefined) this.#post(order, true);
  }

  #post(order: Order, again: boolean): void {
    const { tally, world } = this.#scene;
    if (strikes(world, world.swarm.clients.lost)) {
      count(tally, 'order-lost', 'before it was heard');
      return;
    }
    const there = world.step + world.random.below(world.swarm.clients.lateStepsMax);
    this.#letters.add({ order, there, again });
  }

  async #arrives(letter: Letter, owner: Owner): Promise<void> {
    const { tally, trace, world } = this.#scene;
    const { order, again } = letter;
    this.#letters.delete(letter);
    if (order.given < this.#newest) count(tally, 'order-late', order.command.type);
    this.#newest = Math.max(this.#newest, order.given);
    if (order.heardBy !== undefined)
      count(tally, 'order-heard-again', order.heardBy === owner ? 'by the same owner' : 'by another owner');
    order.heardBy = owner;
    const submitted = await owner.submit(order.run, order.command, order.id, again);
    trace.say(`${order.id} ${order.run} arrives at ${owner.name}: ${wordOf(submitted)}`);
    this.#answered(order, submitted, owner);
    await this.#reused(order, owner);
    if (submitted === undefined || strikes(world, world.swarm.clients.lost)) {
      count(tally, 'order-lost', 'with its answer');
      return;
    }
    for (const { waiting } of this.#here) waiting.delete(order);
  }

  /** C1, C2, C3. */
  #answered(order: Order, submitted: Submitted | undefined, { inCharge }: Owner): void {
    if (submitted === undefined) return;
    const { did, id } = order;
    if (!submitted.ok) {
      insist(did === undefined || !inCharge, 'C3 a repeat is answered as the first', `${id} is refused`);
      return;
    }
    const isThere = this.#scene.watch.ledgers.get(order.run)?.orders.has(id) === true;
    insist(isThere, 'C1 what was taken is in the journal', id);
    insist(did === undefined || submitted.repeated === true, 'C2 an order takes hold once', id);
    insist(
      did === undefined || isDeepStrictEqual(submitted.events, did),
      'C3 a repeat is answered as the first',
      id,
    );
    order.did = submitted.events;
  }

  /** C4. */
  async #reused({ did, id, run }: Order, owner: Owner): Promise<void> {
    const { tally, world } = this.#scene;
    if (did === undefined || !owner.inCharge || !strikes(world, world.swarm.clients.reuse)) return;
    const submitted = await owner.submit(run, { type: 'run.pause', by: stranger }, id);
    if (submitted === undefined) return;
    count(tally, 'id-reused', wordOf(submitted));
    insist(
      wordOf(submitted) === 'id-reused',
      'C4 an id is good for one order',
      `${id}: ${wordOf(submitted)}`,
    );
  }
}

function wordOf(submitted: Submitted | undefined): string {
  if (submitted === undefined) return 'lost';
  if (submitted.ok) return submitted.repeated === true ? 'repeated' : 'accepted';
  return submitted.refusal.refused;
}
