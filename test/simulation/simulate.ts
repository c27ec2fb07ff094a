// One seed: a safety phase in which everything that can go wrong may, then a liveness phase in which nothing does
// any more and every run must get where it was going.

import type { FakeStore } from '../../src/journal/fake-journal.ts';
import { must } from '../../src/core/run.ts';
import { Clients } from './clients.ts';
import { Owner } from './owner.ts';
import { lookOnForge, makeUp, meddleOnForge, Persons, tell } from './persons.ts';
import type { PlantedBug } from './planted.ts';
import { randomOf } from './random.ts';
import type { Scene } from './scene.ts';
import { drawSwarm } from './swarm.ts';
import { insist, newTrace, type Tally, Violation } from './trace.ts';
import { Watch } from './watch.ts';
import { newWorld, passTime } from './world.ts';

export interface SeedOptions {
  readonly seed: number;
  readonly bug?: PlantedBug;
  readonly onLine?: (line: string) => void;
}

export interface SeedResult {
  readonly seed: number;
  readonly violation?: { readonly invariant: string; readonly message: string };
  readonly last: readonly string[];
  readonly digest: string;
  readonly tally: Tally;
  readonly runs: number;
  /** Reached their goal: merged and, where that was ordered, landed. */
  readonly completed: number;
  readonly cancelled: number;
  readonly steps: number;
  /** What the journal holds at the end. */
  readonly store: FakeStore;
}

const livenessStepsMax = 6_000;
const ownersMax = 5;

export async function simulate(options: SeedOptions): Promise<SeedResult> {
  const random = randomOf(options.seed);
  const world = newWorld(random, drawSwarm(random));
  const trace = newTrace(options.onLine);
  const watch = new Watch(world, trace);
  const bug = options.bug === undefined ? {} : { bug: options.bug };
  const scene: Scene = { world, watch, trace, tally: new Map(), orders: { sent: 0 }, ...bug };
  const ids = Array.from({ length: world.swarm.runs }, (_, index) => `r${index + 1}`);
  const clients = new Clients(scene);
  const persons = new Persons(scene, ids, clients);
  const result = (violation?: Violation): SeedResult => ({
    seed: options.seed,
    ...(violation === undefined
      ? {}
      : { violation: { invariant: violation.invariant, message: violation.message } }),
    last: trace.last(),
    digest: trace.digest(),
    tally: scene.tally,
    runs: ids.length,
    completed: [...watch.ledgers.values()].filter(({ run }) => run.ended === 'completed').length,
    cancelled: [...watch.ledgers.values()].filter(({ run }) => run.ended === 'cancelled').length,
    steps: world.step,
    store: world.store,
  });
  try {
    const owners = await safety(scene, persons, clients);
    await liveness(scene, persons, { ids, owners, clients });
    watch.audit();
    return result();
  } catch (error) {
    if (error instanceof Violation) return result(error);
    return result(new Violation('the simulation does not throw', stackOf(error)));
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function safety(scene: Scene, persons: Persons, clients: Clients): Promise<readonly Owner[]> {
  const { world } = scene;
  const { random, swarm } = world;
  let owners: readonly Owner[] = [];
  let actor: Owner | undefined;
  for (; world.step < swarm.safetyStepsMax; world.step += 1) {
    passTime(world, random.below(400));
    owners = await staffed(scene, owners);
    const awake = owners.filter((owner) => owner.wakesAt <= world.step);
    if (random.chance(0.08)) {
      const up = random.maybe(awake.filter((owner) => owner.mood === 'up'));
      if (up !== undefined) await lookOnForge(scene, up);
      if (up !== undefined) await persons.meddle(up);
      meddleOnForge(world);
      continue;
    }
    if (clients.areAbout && random.chance(0.15)) {
      await clients.step(awake);
      continue;
    }
    if (isOver(scene, owners)) return owners;
    const stays = actor !== undefined && awake.includes(actor) && random.chance(swarm.burst);
    actor = stays ? actor : random.maybe(awake);
    await moveOrWait(scene, actor);
  }
  return owners;
}

/** Every run ended and nobody has anything left to do. */
function isOver({ world, watch }: Scene, owners: readonly Owner[]): boolean {
  if (watch.ledgers.size !== world.swarm.runs) return false;
  for (const { run } of watch.ledgers.values()) {
    if (run.ended !== 'cancelled' && run.landed === undefined) return false;
  }
  return owners.every((owner) => owner.moves().length === 0 && owner.nextReadyMs() === undefined);
}

/** Somebody starts another owner when none is up, and sometimes while the one there is only sleeps. */
async function staffed(scene: Scene, owners: readonly Owner[]): Promise<readonly Owner[]> {
  const { world } = scene;
  const left = owners.some((owner) => owner.mood === 'gone')
    ? owners.filter((owner) => owner.mood !== 'gone')
    : owners;
  const inCharge = left.find((owner) => owner.inCharge && owner.mood === 'up');
  const asleep = inCharge !== undefined && inCharge.wakesAt > world.step;
  const due = inCharge === undefined ? world.random.chance(0.3) : asleep && world.random.chance(0.1);
  if (!due || left.length >= ownersMax) return left;
  return [...left, await Owner.start(scene)];
}

async function moveOrWait(scene: Scene, owner: Owner | undefined): Promise<boolean> {
  const { world } = scene;
  const move = world.random.maybe(owner?.moves() ?? []);
  if (owner !== undefined && move !== undefined) {
    await owner.take(move);
    return true;
  }
  const readyMs = owner?.nextReadyMs();
  if (readyMs === undefined || readyMs <= world.passedMs) return false;
  passTime(world, readyMs - world.passedMs);
  return true;
}

interface Ending {
  readonly ids: readonly string[];
  readonly owners: readonly Owner[];
  readonly clients: Clients;
}

async function liveness(scene: Scene, persons: Persons, { ids, owners, clients }: Ending): Promise<void> {
  const { world, watch, trace } = scene;
  trace.say('faults are over');
  world.quiet = true;
  const up = owners.find((owner) => owner.mood === 'up' && owner.inCharge);
  for (const owner of owners) if (owner !== up) owner.crash('for good');
  const owner = up ?? (await Owner.start(scene));
  await clients.settle(owner);
  for (const id of ids) if (!watch.ledgers.has(id)) await tell(scene, owner, id, persons.startOf(id));
  const retries = new Map<string, number>();
  const until = world.step + livenessStepsMax * ids.length;
  for (; world.step < until; world.step += 1) {
    passTime(world, 1);
    if (await moveOrWait(scene, owner)) continue;
    if (!(await attend(scene, persons, owner, { ids, retries }))) return settled(scene, ids);
  }
  insist(false, 'L1 every run ends when faults are over', `not after ${livenessStepsMax} steps a run`);
}

/** Nothing moves by itself: whoever is waited for does their part. False when nobody is. */
async function attend(
  scene: Scene,
  persons: Persons,
  owner: Owner,
  { ids, retries }: { readonly ids: readonly string[]; readonly retries: Map<string, number> },
): Promise<boolean> {
  const { world, watch } = scene;
  for (const id of ids) {
    const { run } = must(watch.ledgers.get(id), `run ${id} started`);
    const command = persons.duty(run);
    if (command === undefined) continue;
    if (command.type === 'run.retry') {
      makeUp(world);
      const before = retries.get(id) ?? 0;
      insist(before === 0, 'L2 one retry is enough when faults are over', `${id}: ${run.blocked}`);
      retries.set(id, before + 1);
    }
    await tell(scene, owner, id, command);
    return true;
  }
  return false;
}

function settled(scene: Scene, ids: readonly string[]): void {
  for (const id of ids) {
    const { run } = must(scene.watch.ledgers.get(id), `run ${id} started`);
    const ended = run.ended === 'completed' || run.ended === 'cancelled';
    insist(ended, 'L1 every run ends when faults are over', `${id} stays in ${run.visit.stage}`);
    const owed = run.ended === 'completed' && run.landingOrder !== undefined && run.landed === undefined;
    insist(!owed, 'L3 what was ordered to land has landed', id);
    insist(run.inFlight.length === 0, 'L4 nothing is left in flight', `${id} ${run.inFlight[0]?.key}`);
  }
}
