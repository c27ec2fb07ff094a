// Pre-flight: what a run will use is there and usable, or nobody is paid. What only a later stage may need (an agent
// that takes over, one for a larger change, a role that is not always asked) is a warning now.

import type { Agent } from '../agents/agent.ts';
import type { Cast } from '../core/effects.ts';
import type { Role } from '../core/modes.ts';
import { roles } from '../core/modes.ts';
import type { Tier } from '../core/plan.ts';
import type { Run } from '../core/run.ts';
import type { EffectParts } from './parts.ts';

export interface Preflight {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

const freeBytesMin = 200 * 1024 * 1024;
const always: readonly Role[] = ['investigator', 'planner', 'implementer', 'reviewer'];
const tiers: readonly Tier[] = ['TRIVIAL', 'SMALL', 'MEDIUM', 'LARGE'];

export async function preflight(parts: EffectParts, run: Run): Promise<Preflight> {
  const needed = await castBy(parts, run, always, [{ rank: 0, avoid: [] }]);
  const maybe = await castBy(parts, run, roles, laterCasts(run));
  const later = [...maybe.values()].filter((agent) => !needed.has(agent.name));
  const [problems, warnings, room] = await Promise.all([
    troubles([...needed.values()]),
    troubles(later),
    roomProblems(parts),
  ]);
  return { problems: [...problems, ...room], warnings };
}

/** Everybody a role could come to be played by: those who take over, and those for a change of another size. */
function laterCasts({ policy }: Run): readonly Cast[] {
  const ranks = Math.max(0, ...Object.values(policy.alternatives));
  return Array.from({ length: ranks + 1 }, (_, rank) => [
    { rank, avoid: [] },
    ...tiers.map((tier) => ({ rank, avoid: [], tier })),
  ]).flat();
}

async function castBy(
  parts: EffectParts,
  run: Run,
  played: readonly Role[],
  casts: readonly Cast[],
): Promise<ReadonlyMap<string, Agent>> {
  const found = await Promise.all(
    played.flatMap((role) => casts.map(async (cast) => (await parts.agentFor(run, role, cast)).agent)),
  );
  return new Map(found.map((agent) => [agent.name, agent]));
}

async function troubles(agents: readonly Agent[]): Promise<readonly string[]> {
  const asked = await Promise.all(agents.map(async (agent) => ({ agent, found: await agent.usable() })));
  return asked.flatMap(({ agent, found }) => (found.ok ? [] : [`agent '${agent.name}': ${found.problem}`]));
}

async function roomProblems(parts: EffectParts): Promise<readonly string[]> {
  const free = await parts.freeBytes();
  if (free >= freeBytesMin) return [];
  return [
    `the disk has ${Math.floor(free / 1024 / 1024)} MB left where Slipway keeps its home; make room for at least 200 MB`,
  ];
}
