// Spend is what a run used; a budget is what it may use.
//   B1. Unknown money stays unknown: it is counted in launches, never as zero dollars.
//   B2. A launch is counted when it is intended, so parallel launches cannot pass a cap together
//       and a crash cannot reset it.
//   B3. Reaching a cap stops new launches only; what is under way is charged when it ends.

import type { Role } from './modes.ts';
import type { Budget } from './policy.ts';

/** What one ended effect reports. */
export interface Charge {
  readonly usd?: number;
  readonly tokens?: number;
  readonly agentMs: number;
}

export interface Spend {
  readonly launches: number;
  readonly ended: number;
  readonly usd: number;
  readonly launchesWithoutUsd: number;
  readonly tokens: number;
  readonly agentMs: number;
  /** Launches by the role that was asked. */
  readonly roles: Readonly<Partial<Record<Role, number>>>;
}

export const nothingSpent: Spend = {
  launches: 0,
  ended: 0,
  usd: 0,
  launchesWithoutUsd: 0,
  tokens: 0,
  agentMs: 0,
  roles: {},
};

export function launched(spend: Spend, role: Role): Spend {
  const roles = { ...spend.roles, [role]: (spend.roles[role] ?? 0) + 1 };
  return { ...spend, launches: spend.launches + 1, roles };
}

export function charged(spend: Spend, charge: Charge): Spend {
  return {
    ...spend,
    ended: spend.ended + 1,
    usd: spend.usd + (charge.usd ?? 0),
    launchesWithoutUsd: spend.launchesWithoutUsd + (charge.usd === undefined ? 1 : 0),
    tokens: spend.tokens + (charge.tokens ?? 0),
    agentMs: spend.agentMs + charge.agentMs,
  };
}

/** Which cap stands in the way of one more launch, if any (B2). */
export function capReached(spend: Spend, budget: Budget): 'launches' | 'usd' | 'agentMs' | undefined {
  if (spend.launches + 1 > budget.launches) return 'launches';
  const underWay = spend.launches - spend.ended;
  if (spend.usd + (underWay + 1) * budget.reserveUsd > budget.usd) return 'usd';
  if (spend.agentMs >= budget.agentMs) return 'agentMs';
  return undefined;
}

/** The budget a person's approval of a budget gate gives: what they named, or twice the cap that was reached, and more than nothing. */
export function raised(budget: Budget, cap: 'launches' | 'usd' | 'agentMs', to: number | undefined): Budget {
  return { ...budget, [cap]: to ?? Math.max(1, budget[cap] * 2) };
}
