// A home with one run in it, the processes that come there, and somebody who looks on.

import type { Random } from '../../simulation/random.ts';
import { randomOf } from '../../simulation/random.ts';
import { main } from '../../support/sample.ts';
import type { Seat } from '../../support/terminal.ts';
import type { World } from '../support/world.ts';
import { makeWorld, placesIn } from '../support/world.ts';
import { Eye } from './eye.ts';
import type { Party } from './parties.ts';
import { partyOf, seatIn } from './parties.ts';

export interface Scene {
  readonly world: World;
  readonly seat: Seat;
  readonly eye: Eye;
  readonly random: Random;
  /** The command line of the version before. */
  readonly older: string;
  /** Whoever was started and may still be there. */
  readonly parties: Party[];
}

export async function sceneAt(root: string, seed: number, older = main): Promise<Scene> {
  const world = await makeWorld(root, 'tiny');
  return {
    world,
    seat: await seatIn(world),
    eye: new Eye(placesIn(world)),
    random: randomOf(seed),
    older,
    parties: [],
  };
}

/** What somebody types, and where; an older engine is one of the version before. */
export type Words = readonly [at: Party['at'] | 'older', ...words: readonly string[]];

export function join({ seat, older, parties }: Scene, [at, ...words]: Words): Party {
  const party = at === 'older' ? partyOf(seat, 'foreground', words, older) : partyOf(seat, at, words);
  parties.push(party);
  return party;
}
