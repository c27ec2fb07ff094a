// Which agents are halted in a home, read without owning it.

import type { Home } from '../../core/home.ts';
import { homeSeen } from '../home/home-seen.ts';
import type { Places } from '../home/home-places.ts';

/** The run that found each out, by agent. */
export async function haltsIn(places: Places): Promise<Home['halts']> {
  return (await homeSeen(places)).halts;
}
