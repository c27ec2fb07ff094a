// A world as Slipway's own parts see it, for looking into its home from outside.

import type { Surroundings } from '../../../../src/app/home/home-places.ts';
import type { World } from '../world.ts';

export function surroundingsIn({ env, userHome, temporary }: World): Surroundings {
  return { env, homedir: userHome, tmp: temporary, uid: process.getuid?.() ?? 0, cores: 2 };
}
