// What a home knows beside its runs, read without owning it.

import type { Home } from '../../core/home.ts';
import { emptyHome } from '../../core/home.ts';
import { HomeLedger } from '../../engine/home-ledger.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import type { Places } from './home-places.ts';
import { openReader } from './reader.ts';

export async function homeSeen(places: Places): Promise<Home> {
  const reader = await openReader(places);
  try {
    const { journal } = reader;
    return journal === undefined ? emptyHome : await new HomeLedger(journal, systemClock()).state();
  } finally {
    await reader.close();
  }
}
