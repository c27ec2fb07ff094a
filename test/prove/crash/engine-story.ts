// The story of an engine that is a process of its own, and of the terminals before it. It is killed at boundaries of its effects,
// one after the other in one run; in between terminals are closed, detach, stay and have another one started, come back and
// decide. Whatever happened, the run is to end as one that nobody disturbed.

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Random } from '../../simulation/random.ts';
import type { Sight } from '../owners/eye.ts';
import type { Wrong } from '../owners/judge.ts';
import { factsThere, judge } from '../owners/judge.ts';
import type { Party } from '../owners/parties.ts';
import { ofHome, orphansOf, ownerOf, partyOf, signal } from '../owners/parties.ts';
import type { Scene } from '../owners/scene.ts';
import { sceneAt } from '../owners/scene.ts';
import type { Facts } from '../support/facts.ts';
import type { Point } from '../support/points.ts';
import { inLanes, say } from '../support/proof.ts';
import { Cuts, cuttingBuild } from './cutting-build.ts';

const lanes = 2;
/** Cut in one run, one after the other. */
const cutsPerRun = 8;
const interrupt = '\u0003';
const starting = ['run', '--file', 'ticket.md', '--auto', '--trust'];
const turnMs = 30_000;
const lookMs = 15;
const turnsMax = 60;

export interface EngineStory {
  readonly points: readonly Point[];
  readonly cuts: number;
  readonly wrong: readonly (readonly Wrong[])[];
  /** A tracker that forgets what it was told was seen to be one. */
  readonly control: boolean;
}

interface Told {
  readonly points: readonly Point[];
  /** How often its engines were killed. */
  readonly cuts: number;
  readonly facts: Facts | string;
  readonly wrong: readonly Wrong[];
}

export async function proveEngine(plan: {
  readonly root: string;
  readonly choose: (all: readonly Point[]) => readonly Point[];
}): Promise<EngineStory> {
  const { root } = plan;
  const program = cuttingBuild(path.join(root, 'build'), { forgets: false });
  const calm = await told({ root: path.join(root, 'calm'), program, wanted: [], seed: 1 });
  if (typeof calm.facts === 'string') throw new Error(`nobody disturbed it, and yet: ${calm.facts}`);
  const { facts: control } = calm;
  const { points } = calm;
  const chosen = plan.choose(points);
  say(`engine: ${control.events.length} events, ${points.length} points, ${chosen.length} to be cut`);
  const runs = Math.ceil(chosen.length / cutsPerRun);
  // Every so manyth, so that each run is cut from its beginning to its end.
  const shares = Array.from({ length: runs }, (_, run) => chosen.filter((_point, at) => at % runs === run));
  const all = await inLanes({
    items: shares.map((wanted, at) => ({ wanted, root: path.join(root, `cut-${at + 1}`), seed: at + 2 })),
    lanes,
    work: (share) => told({ ...share, program, control }),
    onDone: ({ cuts, wrong }) => {
      say(`engine: cut ${cuts} times in one run`);
      for (const { category, what } of wrong) say(`WRONG engine: ${category}: ${what}`);
    },
  });
  const cuts = all.reduce((sum, one) => sum + one.cuts, 0);
  return {
    points,
    cuts,
    wrong: [calm.wrong, ...all.map(({ wrong }) => wrong)].filter((wrong) => wrong.length > 0),
    control: await forgetfulIsSeen(root, control, points),
  };
}

/** The deed is done and not written down, and the next engine asks somebody who does not remember it. */
async function forgetfulIsSeen(root: string, control: Facts, points: readonly Point[]): Promise<boolean> {
  const wanted = points.filter(({ kind, boundary }) => kind === 'comment-ticket' && boundary === 'after-act');
  const program = cuttingBuild(path.join(root, 'forgetful-build'), { forgets: true });
  const place = { root: path.join(root, 'forgetful'), program, wanted, seed: 1, control };
  const { wrong } = await told(place);
  await rm(place.root, { recursive: true, force: true });
  return wrong.some(({ category }) => category === 'doubled');
}

/** One run from its start to its end; judged, where it is known how it ends when nobody disturbs it. */
async function told(plan: {
  readonly root: string;
  readonly program: string;
  readonly wanted: readonly Point[];
  readonly seed: number;
  readonly control?: Facts;
}): Promise<Told> {
  const { root, program, wanted, control } = plan;
  const scene = await sceneAt(root, plan.seed);
  const cuts = new Cuts(scene.world, wanted);
  try {
    await new Telling(scene, cuts, program).toItsEnd();
    for (const party of scene.parties) party.close();
    const orphans = await orphansOf(scene.world);
    const sight = await scene.eye.look();
    await scene.eye.rest();
    const come = { points: cuts.points, cuts: cuts.made.length };
    const facts = await factsThere(scene.world);
    if (control === undefined)
      return { ...come, facts, wrong: orphans.map((what) => ({ category: 'orphans', what })) };
    const missed = wanted.length - come.cuts;
    const wrong: readonly Wrong[] = [
      ...(missed === 0 ? [] : [{ category: 'lost', what: `${missed} cuts were not come to` } as const]),
      ...judge({ control, facts, runs: sight?.runs ?? 0, seen: scene.eye.seen, orphans }),
    ];
    if (wrong.length === 0) await rm(root, { recursive: true, force: true });
    return { ...come, facts, wrong };
  } finally {
    await scene.eye.rest();
    for (const pid of ofHome(scene.world)) signal(pid, 'SIGKILL');
  }
}

/** What people at terminals do until the run is at its end and nobody has anything left to do. */
class Telling {
  readonly #scene: Scene;
  readonly #cuts: Cuts;
  readonly #program: string;

  constructor(scene: Scene, cuts: Cuts, program: string) {
    this.#scene = scene;
    this.#cuts = cuts;
    this.#program = program;
  }

  async toItsEnd(): Promise<void> {
    let terminal = this.#terminal(starting);
    for (let turn = 0; turn < turnsMax; turn += 1) {
      const before = this.#cuts.made.length;
      const sight = await this.#untilSomethingIsToBeDone(before, terminal);
      const isCut = this.#cuts.made.length > before;
      if (!isCut && sight?.status === 'completed') {
        if (await this.#isLeft(before)) return;
        terminal = this.#terminal(['resume', sight.run]);
      } else terminal = await this.#next(terminal, sight, isCut);
    }
    say(`engine: not at its end after ${turnsMax} turns`);
  }

  /** With nobody before it, the engine does what is owed and goes; false where it is killed over that. */
  async #isLeft(before: number): Promise<boolean> {
    const { parties, world } = this.#scene;
    for (const party of parties) party.close();
    while ((await ownerOf(world)) !== undefined) await setTimeout(lookMs);
    return this.#cuts.made.length === before;
  }

  #terminal(words: readonly string[]): Party {
    const { parties, seat } = this.#scene;
    const party = partyOf(seat, 'terminal', words, this.#program);
    parties.push(party);
    return party;
  }

  /** The engine is killed, the run waits for somebody, or whoever followed it has gone. */
  async #untilSomethingIsToBeDone(before: number, terminal: Party): Promise<Sight | undefined> {
    const giveUpAt = performance.now() + turnMs;
    for (;;) {
      const sight = await this.#scene.eye.look();
      const isDue = this.#cuts.made.length > before || sight?.digest !== undefined || terminal.isOver();
      if (isDue || performance.now() > giveUpAt) return sight;
      await setTimeout(lookMs);
    }
  }

  /** Whoever follows the run from now on. */
  async #next(terminal: Party, sight: Sight | undefined, isCut: boolean): Promise<Party> {
    const { random } = this.#scene;
    const isWaiting = sight?.digest !== undefined;
    if (!isCut && isWaiting) return this.#decided(terminal, sight.run);
    // Who stays has another engine started.
    if (isCut && !terminal.isOver() && random.chance(0.4)) return terminal;
    await leave(terminal, random);
    if (sight === undefined) return this.#terminal(starting);
    if (random.chance(0.3)) this.#terminal(['watch', sight.run]);
    return this.#terminal(['resume', sight.run]);
  }

  async #decided(before: Party, run: string): Promise<Party> {
    await leave(before, this.#scene.random);
    const terminal = this.#terminal(['land', run]);
    const made = this.#cuts.made.length;
    const isAsked = (): boolean => terminal.shown().includes('Merge this? [y/N]');
    const giveUpAt = performance.now() + turnMs;
    while (
      !isAsked() &&
      !terminal.isOver() &&
      this.#cuts.made.length === made &&
      performance.now() < giveUpAt
    )
      await setTimeout(lookMs);
    if (isAsked()) terminal.press('y\n');
    await this.#scene.eye.until((sight) => sight?.digest === undefined || terminal.isOver(), turnMs);
    return terminal;
  }
}

/** A window is closed, or somebody presses Ctrl-C. */
async function leave(terminal: Party, random: Random): Promise<void> {
  if (terminal.isOver()) return;
  if (random.chance(0.5)) terminal.close();
  else terminal.press(interrupt);
  await Promise.race([terminal.ended, setTimeout(turnMs, undefined, { ref: false })]);
}
