// At which level agents and checks of a run really worked: a run may be resumed where processes are contained more or less
// strongly than where it was started.

import type { Effect } from '../effects.ts';
import { isLaunch } from '../effects.ts';
import type { Level } from './modes.ts';

/** How often. */
export interface Worked {
  readonly agents: Times;
  readonly checks: Times;
}

type Times = Readonly<Partial<Record<Level, number>>>;

export const nothingWorked: Worked = { agents: {}, checks: {} };

export function workedAt(worked: Worked, { kind }: Pick<Effect, 'kind'>, level: Level | undefined): Worked {
  if (level === undefined) return worked;
  const who = isLaunch(kind) ? 'agents' : 'checks';
  return { ...worked, [who]: { ...worked[who], [level]: (worked[who][level] ?? 0) + 1 } };
}
