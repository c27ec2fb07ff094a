// Which agents are halted in a home, read without owning it.

import type { Home } from '../../core/home.ts';
import { emptyHome } from '../../core/home.ts';
import { HomeLedger } from '../../engine/home-ledger.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import type { Places } from '../home/home-places.ts';
import { openReader } from '../home/reader.ts';

/** The run that found each out, by agent. */
export async function haltsIn(places: Places): Promise<Home['halts']> {
  const reader = await openReader(places);
  try {
    const { journal } = reader;
    const home = journal === undefined ? emptyHome : await new HomeLedger(journal, systemClock()).state();
    return home.halts;
  } finally {
    await reader.close();
  }
}
