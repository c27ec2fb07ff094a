// Pre-flight: what a run will use is there and usable, or nobody is paid. What only a later stage may need (an agent
// that takes over, one for a larger change, a role that is not always asked, the program of a check) is a warning now.

import { randomUUID } from 'node:crypto';
import type { Agent } from '../../agents/agent.ts';
import type { Checks } from '../../checks/checks.ts';
import type { Config } from '../../config/config.ts';
import { specialitiesOf } from '../../config/config.ts';
import type { Cast } from '../../core/effects.ts';
import type { CheckSpec } from '../../core/evidence/evidence.ts';
import type { Role } from '../../core/roles/modes.ts';
import { roles } from '../../core/roles/modes.ts';
import type { Tier } from '../../core/plan/plan.ts';
import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import type { EffectParts } from '../parts.ts';
import type { Servers } from './servers.ts';
import { serversOf, serverWarnings } from './servers.ts';

/** What pre-flight asks. */
export type PreflightParts = Pick<
  EffectParts,
  'agentFor' | 'askServer' | 'checks' | 'configOf' | 'forgeOf' | 'freeBytes' | 'machine' | 'workspaces'
>;

export interface Surveyed {
  readonly repository: string;
  readonly commit: string;
  readonly checks: readonly CheckSpec[];
  readonly signal: AbortSignal;
}

export interface Preflight {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

const bytesPerMb = 1024 * 1024;
const freeMbMin = 200;
const freeMbLow = 2_048;
/** Played in every run. */
export const neededRoles: readonly Role[] = ['investigator', 'planner', 'implementer', 'reviewer'];
const tiers: readonly Tier[] = ['TRIVIAL', 'SMALL', 'MEDIUM', 'LARGE'];

export async function preflight(parts: PreflightParts, run: Run, surveyed: Surveyed): Promise<Preflight> {
  const { repository, checks } = surveyed;
  const needed = await castBy(parts, run, neededRoles, [{ rank: 0, avoid: [] }]);
  const config = await parts.configOf(run);
  const maybe = await castBy(parts, run, roles, laterCasts(run, config));
  const later = [...maybe.values()].filter((agent) => !needed.has(agent.name));
  const found = await Promise.all([
    troubles([...needed.values()]).then(asProblems),
    troubles(later).then(asWarnings),
    serverTroubles(parts, config, [...needed.keys()]).then(asProblems),
    serverTroubles(
      parts,
      config,
      later.map((agent) => agent.name),
    ).then(asWarnings),
    roomTroubles(parts),
    forgeTroubles(parts, run, repository).then(asProblems),
    programWarnings(parts, checks).then(asWarnings),
    unanswered(parts, { config, agents: [...maybe.keys()], checks }, surveyed).then(asWarnings),
    parts.workspaces.notes(repository).then(asWarnings),
  ]);
  return {
    problems: found.flatMap((one) => one.problems),
    warnings: [
      ...found.flatMap((one) => one.warnings),
      ...variableWarnings(parts, config, [...maybe.keys()]),
    ],
  };
}

function asProblems(problems: readonly string[]): Preflight {
  return { problems, warnings: [] };
}

function asWarnings(warnings: readonly string[]): Preflight {
  return { problems: [], warnings };
}

/** Who may not push there, or not even see it, hears that now: after the work it would have been paid for nothing. */
async function forgeTroubles(
  { forgeOf }: Pick<PreflightParts, 'forgeOf'>,
  run: Run,
  repository: string,
): Promise<readonly string[]> {
  const forge = forgeOf(run);
  if (!forge.isShared) return [];
  const { branch } = must(
    run.repositories.find((place) => place.repository === repository),
    'what is surveyed is a repository of the run',
  ).base;
  const target = await forge.target(repository, branch);
  if (!target.ok) return [target.detail];
  return target.value === undefined
    ? [
        `Pull requests of this run would go into ${branch}, and ${forge.name} has no such branch. Push it there, or start from one that is there.`,
      ]
    : [];
}

/** MCP servers that do not answer. Programs of checks are started on a checkout of the base that is thrown away. */
async function unanswered(
  parts: PreflightParts,
  servers: Servers,
  { repository, commit, signal }: Surveyed,
): Promise<readonly string[]> {
  const name = `servers-${process.pid}-${randomUUID().slice(0, 8)}`;
  let made: Promise<string> | undefined;
  const checkout = (): Promise<string> =>
    (made ??= parts.workspaces.checkout(repository, commit, name).then(({ dir }) => dir));
  try {
    return await serverWarnings(parts, servers, { checkout, signal });
  } finally {
    if (made !== undefined) await parts.workspaces.discard(name);
  }
}

/** Everybody a role could come to be played by: those who take over, those for a change of another size, and specialists. */
function laterCasts({ policy }: Run, config: Config): readonly Cast[] {
  const ranks = Math.max(0, ...Object.values(policy.alternatives));
  const words = [...new Set(Object.values(specialitiesOf(config.roles)).flat())];
  return Array.from({ length: ranks + 1 }, (_, rank) => [
    { rank, avoid: [] },
    ...tiers.map((tier) => ({ rank, avoid: [], tier })),
    ...words.map((speciality) => ({ rank, avoid: [], speciality })),
  ]).flat();
}

async function castBy(
  parts: PreflightParts,
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

/** MCP servers that a person gave an agent, whose programs are not there. */
export async function serverTroubles(
  { machine }: Pick<EffectParts, 'machine'>,
  config: Config,
  agents: readonly string[],
): Promise<readonly string[]> {
  const asked = await Promise.all(
    serversOf({ config, agents }).map(async ({ agent, name, command: [program = ''] }) => ({
      words: `MCP server '${name}' of agent '${agent}': its program ${program} is not there. Install it, or take the server out of \`mcp\` in slipway.yaml.`,
      isThere: await machine.hasProgram(program),
    })),
  );
  return asked.filter((one) => !one.isThere).map(wordsOf);
}

/** An agent may do without a variable that somebody thought it needs. */
export function variableWarnings(
  { machine }: Pick<EffectParts, 'machine'>,
  config: Config,
  agents: readonly string[],
): readonly string[] {
  return agents.flatMap((agent) => {
    const configured = config.agents[agent];
    const unset = configured === undefined ? [] : machine.unset(configured);
    return unset.map(
      (name) =>
        `agent '${agent}': it is given the variable ${name}, which has no value here. Set it, or take it out of \`env\` in slipway.yaml.`,
    );
  });
}

/** A check without its program fails, and says so only when work has been paid for. */
export async function programWarnings(
  { checks: port, machine }: Pick<EffectParts, 'checks' | 'machine'>,
  checks: readonly CheckSpec[],
): Promise<readonly string[]> {
  const asked = await Promise.all(
    checks.flatMap((check) =>
      programsOf(port, check).map(async ({ name, install }) => ({
        words: `check '${check.name}' needs ${name}, which is not there. ${install}`,
        name,
        isThere: await machine.hasProgram(name),
      })),
    ),
  );
  const missing = asked.filter((one) => !one.isThere);
  return missing
    .filter((one, at) => missing.findIndex((other) => other.name === one.name) === at)
    .map(wordsOf);
}

type Program = ReturnType<Checks['programs']>[number];

/** Of a tool it is that of its server: whether that answers is found out by asking. */
function programsOf(port: Pick<Checks, 'programs'>, { command, tool }: CheckSpec): readonly Program[] {
  if (tool === undefined) return port.programs([command]);
  const [program] = typeof tool.server === 'string' ? [] : tool.server;
  const install = 'Install it, or take the check out of slipway.yaml.';
  return program === undefined || program.includes('/') ? [] : [{ name: program, install }];
}

function wordsOf({ words }: { readonly words: string }): string {
  return words;
}

async function roomTroubles(parts: Pick<EffectParts, 'freeBytes'>): Promise<Preflight> {
  const mb = Math.floor((await parts.freeBytes()) / bytesPerMb);
  const found = `the disk has ${mb} MB left where Slipway keeps its home`;
  if (mb < freeMbMin) return asProblems([`${found}; make room for at least ${freeMbMin} MB`]);
  return asWarnings(mb < freeMbLow ? [`${found}; a large repository may need more: make room soon`] : []);
}
