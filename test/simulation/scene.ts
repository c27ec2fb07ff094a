// What everybody in one seed shares.

import type { PlantedBug } from './planted.ts';
import type { Tally, Trace } from './trace.ts';
import type { Watch } from './watch.ts';
import type { World } from './world.ts';

export interface Scene {
  readonly world: World;
  readonly watch: Watch;
  readonly trace: Trace;
  readonly tally: Tally;
  /** How many orders people have given. */
  readonly orders: { sent: number };
  readonly bug?: PlantedBug;
}
