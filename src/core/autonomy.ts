// How much a run does by itself [C7]: what started it has a level of autonomy, and the level says which gates open and what happens
// when the bug rounds are used up, where nobody wrote that down.
//
//   AUTONOMY-1. What a person wrote of a gate, or of `onBlocked`, stands over the level; `--auto` stands over all but the stop at
//       the plan that was asked for.
//   AUTONOMY-2. What nobody has a level for is interactive: a stranger's channel never makes a run go alone.
//   AUTONOMY-3. No level merges. Only an order does, or policy that says so in as many words (`autoMerge`).

import type { Policy } from './policy.ts';
import { redactedGateOf } from './policy.ts';

/** What can start a run. */
const origins = ['cli', 'tracker', 'forge', 'webhook', 'schedule', 'mcp', 'chat', 'page', 'http'] as const;
export type Origin = (typeof origins)[number];
export type Autonomy = 'interactive' | 'auto';

/** How somebody started a run. */
export interface Beginning {
  /** The channel it came through. */
  readonly channel: string;
  /** Somebody sits at a terminal and can be asked at once. */
  readonly atTerminal: boolean;
  /** They said that nobody is to be asked. */
  readonly auto: boolean;
  /** They want the run to stop at the plan. */
  readonly untilPlan: boolean;
}

/** What a person wrote down themselves. */
export interface Written {
  readonly planGate?: boolean;
  readonly redactedGate?: boolean;
  readonly deliveryGate?: boolean;
  readonly onBlocked?: Policy['onBlocked'];
}

/** The policy a run lives by that begins like this. */
export function governed(policy: Policy, written: Written, beginning: Beginning): Policy {
  const { auto, untilPlan, channel } = beginning;
  const level = autonomyOf(policy, beginning);
  const asks = (usual: boolean, said: boolean | undefined): boolean => {
    if (auto) return false;
    if (level === 'interactive') return said ?? true;
    return beginning.atTerminal ? usual : (said ?? false);
  };
  const talks = channel === 'chat' && level === 'interactive';
  return {
    ...policy,
    gates: {
      ...policy.gates,
      plan: untilPlan || asks(policy.gates.plan, written.planGate),
      redacted: asks(redactedGateOf(policy), written.redactedGate),
      delivery: talks ? (written.deliveryGate ?? true) : policy.gates.delivery,
    },
    onBlocked: written.onBlocked ?? (level === 'auto' ? 'simplify' : 'halt'),
  };
}

/** AUTONOMY-2. */
function autonomyOf({ autonomy }: Policy, { auto, channel }: Beginning): Autonomy {
  if (auto) return 'auto';
  const origin = origins.find((item) => item === channel);
  return origin === undefined ? 'interactive' : (autonomy?.[origin] ?? 'interactive');
}

/** AUTONOMY-3. Journals of before say it by the gate alone. */
export function asksForMerge({ gates, autoMerge }: Policy): boolean {
  return gates.merge && autoMerge !== true;
}
