// What a run will probably take, said before it starts. It knows no history: how often agents are launched follows from
// the profile and the policy, and money is only ever promised as a limit. What nobody will tell is said to be unknown.

import type { Policy } from '../core/policy.ts';

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
}

interface ExpectedAgent {
  readonly name: string;
  readonly tellsCost: boolean;
}

/** More tasks are a change that should have been two tickets. */
const usualTasks = 3;
/** Something fails or is sent back about twice in a change of that size. */
const usualRepeats = 2;

export function expectationOf(policy: Policy, agents: readonly ExpectedAgent[]): Expectation {
  const { budget } = policy;
  const { least, most } = policy.profile === 'quick' ? quick(policy) : whole(policy);
  return {
    profile: policy.profile,
    launches: { least: Math.min(least, budget.launches), most: Math.min(most, budget.launches) },
    launchesMax: budget.launches,
    usdMax: budget.usd,
    tells: agents.filter((agent) => agent.tellsCost).map((agent) => agent.name),
    silent: agents.filter((agent) => !agent.tellsCost).map((agent) => agent.name),
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

/** One line: how many launches, and what is known of the money. */
export function expectationWords(expected: Expectation): string {
  const { least, most } = expected.launches;
  const often =
    least === most ? `${most} ${most === 1 ? 'launch' : 'launches'}` : `${least} to ${most} launches`;
  return `${often} (profile ${expected.profile}), ${moneyWords(expected)}`;
}

function moneyWords({ tells, silent, usdMax }: Expectation): string {
  const known = `at most $${usdMax.toFixed(2)} of known cost`;
  if (silent.length === 0) return known;
  const counted = `${silent.join(', ')} ${silent.length === 1 ? 'counts' : 'count'} launches only`;
  return tells.length === 0 ? `cost unknown: ${counted}` : `${known}; ${counted}`;
}
