// Spend is what a run used; a budget is what it may use.
//   BUDGET-1. Unknown money stays unknown: it is counted in launches, never as zero dollars.
//   BUDGET-2. A launch is counted when it is intended, so parallel launches cannot pass a cap together
//       and a crash cannot reset it.
//   BUDGET-3. Reaching a cap stops new launches only; what is under way is charged when it ends.
//   BUDGET-4. A cap of a stage or a task stops the launches of that stage or task alone, and is raised for it alone.

import type { Role } from '../roles/modes.ts';
import type { Budget, Caps } from '../policy.ts';
import type { StageName } from '../pipeline/stage.ts';
import { stageNames } from '../pipeline/stage.ts';

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
  return {
    launches: spend.launches + 1,
    ended: spend.ended,
    usd: spend.usd,
    launchesWithoutUsd: spend.launchesWithoutUsd,
    tokens: spend.tokens,
    agentMs: spend.agentMs,
    roles: { ...spend.roles, [role]: (spend.roles[role] ?? 0) + 1 },
  };
}

export function charged(spend: Spend, charge: Charge): Spend {
  return {
    launches: spend.launches,
    ended: spend.ended + 1,
    usd: spend.usd + (charge.usd ?? 0),
    launchesWithoutUsd: spend.launchesWithoutUsd + (charge.usd === undefined ? 1 : 0),
    tokens: spend.tokens + (charge.tokens ?? 0),
    agentMs: spend.agentMs + charge.agentMs,
    roles: spend.roles,
  };
}

/** What is limited. */
export const scopedCaps = ['launches', 'usd', 'agentMs', 'tokens'] as const;
/** What is counted launch by launch, and so for a stage, a task and a day too. */
export type ScopedCap = (typeof scopedCaps)[number];
/** The wall clock is one for the whole run. */
const caps = [...scopedCaps, 'wallMs'] as const;
export type Cap = (typeof caps)[number];

/** What a launch is counted under beside the run: its stage, and its task where it has one. */
/** `day` is no part of a run: it is what all runs of a home use in one. */
export type Scope = `stage/${StageName}` | `task/${string}` | 'day';

/** A cap and whose it is; without a scope, the run's. */
export type NamedCap =
  | { readonly cap: ScopedCap; readonly scope?: Scope }
  | { readonly cap: 'wallMs'; readonly scope?: never };

/** `usd` of the run, `launches@task/parse`, `agentMs@stage/planning`: what a gate is about. */
export function capName({ cap, scope }: NamedCap): string {
  return scope === undefined ? cap : `${cap}@${scope}`;
}

/** Which cap stands in the way of one more launch, if any (BUDGET-2). A cap that nobody set never does. */
export function capReached(spend: Spend, limits: Caps, reserveUsd: number): ScopedCap | undefined {
  const { launches = Infinity, usd = Infinity, agentMs = Infinity, tokens = Infinity } = limits;
  if (spend.launches + 1 > launches) return 'launches';
  const underWay = spend.launches - spend.ended;
  if (spend.usd + (underWay + 1) * reserveUsd > usd) return 'usd';
  if (spend.agentMs >= agentMs) return 'agentMs';
  return spend.tokens >= tokens ? 'tokens' : undefined;
}

/** BUDGET-4. The limits of a scope: what policy says of its kind, and what a person raised for it alone. */
export function capsOf(budget: Budget, scope: Scope): Caps {
  const given = givenTo(budget, scope) ?? noCaps;
  if (budget.raised === undefined) return given;
  const own = scopedCaps.flatMap((cap) => {
    const to = budget.raised?.[capName({ cap, scope })];
    return to === undefined ? [] : [[cap, to] as const];
  });
  return { ...given, ...Object.fromEntries(own) };
}

const noCaps: Caps = {};

function givenTo(budget: Budget, scope: Scope): Caps | undefined {
  if (scope === 'day') return budget.day;
  if (scope.startsWith('task/')) return budget.task;
  return Object.entries(budget.stages ?? {}).find(([stage]) => scope === `stage/${stage}`)?.[1];
}

/** The first cap that keeps a launch in these scopes from starting; the run's own comes first. */
export function capFor(ledger: Ledger, budget: Budget, scopes: readonly Scope[]): NamedCap | undefined {
  const ofRun = capReached(ledger.spend, budget, budget.reserveUsd);
  if (ofRun !== undefined) return { cap: ofRun };
  if (ledger.wall.passedMs >= (budget.wallMs ?? Infinity)) return { cap: 'wallMs' };
  for (const scope of scopes) {
    const cap = capReached(ledger.spends[scope] ?? nothingSpent, capsOf(budget, scope), budget.reserveUsd);
    if (cap !== undefined) return { cap, scope };
  }
  return undefined;
}

/** What was spent altogether and by scope. */
export interface Ledger {
  readonly spend: Spend;
  readonly spends: Readonly<Partial<Record<Scope, Spend>>>;
  /** How long the run has been under way. */
  readonly wall: { readonly passedMs: number };
}

export function countedIn(ledger: Ledger, scopes: readonly Scope[], count: (spend: Spend) => Spend): Ledger {
  const spends: Partial<Record<Scope, Spend>> = { ...ledger.spends };
  for (const scope of scopes) spends[scope] = count(spends[scope] ?? nothingSpent);
  return { spend: count(ledger.spend), spends, wall: ledger.wall };
}

/** A cap by the name a gate asks about; undefined for what is no cap. */
export function capNamed(name: string): NamedCap | undefined {
  const [word, scope] = name.split('@', 2);
  const cap = caps.find((item) => item === word);
  if (cap === undefined) return undefined;
  if (scope === undefined) return { cap };
  return isScope(scope) && cap !== 'wallMs' ? { cap, scope } : undefined;
}

function isScope(text: string): text is Scope {
  return text === 'day' || text.startsWith('task/') || stageNames.some((stage) => text === `stage/${stage}`);
}

/** How high a cap is now. */
export function limitOf(budget: Budget, { cap, scope }: NamedCap): number {
  const limits: Caps & Pick<Budget, 'wallMs'> = scope === undefined ? budget : capsOf(budget, scope);
  return limits[cap] ?? Infinity;
}

/**
 * The budget a person's approval of a budget gate gives: what they named, or as much again as the cap that was reached, and
 * more than nothing. Others may have used more than a cap by then.
 */
export function raised(budget: Budget, named: NamedCap, to: number | undefined, used = 0): Budget {
  const before = limitOf(budget, named);
  const limit = to ?? Math.max(1, before + Math.max(before, used));
  return named.scope === undefined
    ? { ...budget, [named.cap]: limit }
    : { ...budget, raised: { ...budget.raised, [capName(named)]: limit } };
}
