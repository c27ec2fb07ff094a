// What a run will probably take, said before it starts: from the runs this repository has seen, and where there are none,
// from the profile and the policy, as a guess. Money is only ever promised as a limit, and what nobody will tell is said
// to be unknown.

import type { Policy } from '../../core/policy.ts';
import type { Estimate } from './estimate.ts';
import { confidenceWords, estimateRun, estimateWords, historyOf } from './estimate.ts';
import type { RunSummary } from '../run/summary.ts';

export interface Expectation {
  readonly profile: Policy['profile'];
  /** Where all goes well; `least` and `most` differ where the size of the change decides. */
  readonly launches: { readonly least: number; readonly most: number };
  /** The caps at which a run stops and asks. */
  readonly launchesMax: number;
  readonly usdMax: number;
  /** Agents that tell what a launch cost, and agents that do not. */
  readonly tells: readonly string[];
  readonly silent: readonly string[];
  /** From the runs of this repository, where there are any. */
  readonly estimate?: Estimate;
}

interface ExpectedAgent {
  readonly name: string;
  readonly tellsCost: boolean;
}

/** More tasks are a change that should have been two tickets. */
const usualTasks = 3;
/** Something fails or is sent back about twice in a change of that size. */
const usualRepeats = 2;

/** `seen` are the runs of this repository. */
export function expectationOf(
  policy: Policy,
  agents: readonly ExpectedAgent[],
  seen: readonly RunSummary[] = [],
): Expectation {
  const { budget } = policy;
  const history = historyOf(seen);
  const { least, most } = withDocs(policy, policy.profile === 'quick' ? quick(policy) : whole(policy));
  return {
    profile: policy.profile,
    launches: { least: Math.min(least, budget.launches), most: Math.min(most, budget.launches) },
    launchesMax: budget.launches,
    usdMax: budget.usd,
    tells: agents.filter((agent) => agent.tellsCost).map((agent) => agent.name),
    silent: agents.filter((agent) => !agent.tellsCost).map((agent) => agent.name),
    ...(history === undefined ? {} : { estimate: estimateRun(history, budget.launches) }),
  };
}

/** A plan, an attempt, a review; a bug that has to be reproduced is looked into first. */
function quick(policy: Policy): Expectation['launches'] {
  return { least: 3, most: policy.reproduction === 'require' ? 4 : 3 };
}

/** An analysis and a plan, then an attempt and a review for each task; several tasks are also looked at together. */
function whole(policy: Policy): Expectation['launches'] {
  const tasks = Math.min(usualTasks, policy.plan.tasksMax);
  const audits = tasks >= policy.plan.auditTasks ? 1 : 0;
  const across = tasks > 1 ? 1 : 0;
  return { least: 4, most: 2 + audits + 2 * tasks + across + usualRepeats };
}

/** Documents that are kept right take none where they are, and one before and after the change where they are not. */
function withDocs({ docs }: Policy, { least, most }: Expectation['launches']): Expectation['launches'] {
  return { least, most: docs?.refresh === 'stale' ? most + 2 : most };
}

/** One line: how many launches, what is known of the money, and how far to believe it. */
export function expectationWords(expected: Expectation): string {
  if (expected.estimate !== undefined) return `${estimateWords(expected.estimate)}; ${moneyWords(expected)}`;
  const { least, most } = expected.launches;
  const often =
    least === most ? `${most} ${most === 1 ? 'launch' : 'launches'}` : `${least} to ${most} launches`;
  return `${often} (${confidenceWords(0)}), ${moneyWords(expected)}`;
}

function moneyWords({ tells, silent, usdMax }: Expectation): string {
  const known = `at most $${usdMax.toFixed(2)} of known cost`;
  if (silent.length === 0) return known;
  const counted = `${silent.join(', ')} ${silent.length === 1 ? 'counts' : 'count'} launches only`;
  return tells.length === 0 ? `cost unknown: ${counted}` : `${known}; ${counted}`;
}
