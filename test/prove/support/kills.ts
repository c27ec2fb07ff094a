// Real crashes: a run is driven by a child that gets SIGKILL at random but seeded moments, and taken up by the next,
// until it comes to its end.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Child } from './children.ts';
import type { Finding } from './compare.ts';
import type { Acknowledged } from './drive.ts';
import type { Facts } from './facts.ts';
import { leftBehind } from './facts.ts';
import { findingsOf, resumeMsMax } from './sweep.ts';
import type { StoryName, World } from './world.ts';
import { makeWorld } from './world.ts';

const killsPerRunMax = 8;
/** Runs that finish before their moment came are not killed; so many of them in a row mean that something is off. */
const runsPerKillMax = 4;

interface Kills {
  readonly story: StoryName;
  readonly control: Facts;
  /** How long an undisturbed run takes here, with as many at work as now. */
  readonly runMs: number;
  readonly kills: number;
  readonly lanes: number;
  readonly seed: string;
  readonly root: string;
  readonly onRun: (killed: KilledRun) => void;
}

export interface KilledRun {
  readonly kills: number;
  readonly findings: readonly Finding[];
}

/** The kills that are left to be made, and within which time; shared by the lanes. */
class Purse {
  #left: number;
  /** What a run takes that nobody kills. A machine that was busy and no longer is needs less than it did. */
  runMs: number;

  constructor(count: number, runMs: number) {
    this.#left = count;
    this.runMs = runMs;
  }

  get isEmpty(): boolean {
    return this.#left === 0;
  }

  take(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }

  giveBack(): void {
    this.#left += 1;
  }
}

export async function killAll(plan: Kills): Promise<readonly KilledRun[]> {
  const purse = new Purse(plan.kills, plan.runMs);
  const done: KilledRun[] = [];
  let started = 0;
  const lane = async (): Promise<void> => {
    while (!purse.isEmpty && started < plan.kills * runsPerKillMax) {
      started += 1;
      const killed = await killedRun(plan, started, purse);
      done.push(killed);
      plan.onRun(killed);
    }
  };
  await Promise.all(Array.from({ length: plan.lanes }, lane));
  return done;
}

/** One run, killed a few times while there are kills left, then left to finish. */
async function killedRun(plan: Kills, n: number, purse: Purse): Promise<KilledRun> {
  const root = path.join(plan.root, `killed-${n}`);
  const world = await makeWorld(root, plan.story);
  const acknowledgedFile = path.join(plan.root, `killed-${n}.acknowledged`);
  const request = { root, story: plan.story, acknowledgedFile };
  let kills = 0;
  let child = new Child();
  while (kills < killsPerRunMax && purse.take()) {
    // Over what is left of the run, so that its later parts are hit as often as its beginning.
    const share = 1 - readAcknowledged(acknowledgedFile).length / plan.control.events.length;
    const delayMs = Math.max(1, purse.runMs * share * chance(`${plan.seed}/${n}/${kills}`));
    const askedMs = performance.now();
    const ending = await child.ask(request, delayMs);
    if (ending.type !== 'late') {
      purse.giveBack();
      if (kills === 0) purse.runMs = Math.min(purse.runMs, performance.now() - askedMs);
      break;
    }
    kills += 1;
    await child.kill();
    child = new Child();
  }
  const ending = await child.ask(request, resumeMsMax);
  await child.kill();
  const acknowledged = readAcknowledged(acknowledgedFile);
  const findings = [...findingsOf(ending, plan.control, { acknowledged }), ...(await remaining(world))];
  if (findings.length === 0) await rm(root, { recursive: true, force: true });
  return { kills, findings };
}

/** Nothing that belongs to this world may run once its run is over and its owner gone. */
async function remaining(world: World): Promise<readonly Finding[]> {
  const count = await leftBehind(world);
  return count === 0 ? [] : [{ category: 'different', what: `${count} processes were left behind` }];
}

function readAcknowledged(file: string): readonly Acknowledged[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    return lines.map((line): Acknowledged => JSON.parse(line));
  } catch {
    return [];
  }
}

/** A number from 0 to 1 that a seed gives every time. */
function chance(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32;
}
