// MCP servers that a person named, for an agent or for a check: each is started, greeted and asked for its tools before anybody is
// paid. One that does not answer is a warning: its agent may do without it, and a check says so itself.
//   SERVERS-1. Nobody calls a tool here, and nobody waits long: all are asked at once.
//   SERVERS-2. What a server said of itself is in no warning: others wrote it.
//   SERVERS-3. A program that a check names may need what its setup installs. Where there is a setup, the checks of the base find out.

import type { Config } from '../../config/config.ts';
import type { CheckSpec } from '../../core/evidence/evidence.ts';
import type { ToolServer } from '../../core/evidence/tool-call.ts';
import { serverWords } from '../../core/evidence/tool-call.ts';
import { unheardWords } from '../../tool-servers/tool-servers.ts';
import type { EffectParts } from '../parts.ts';

/** An MCP server of an agent. */
export interface AgentServer {
  readonly name: string;
  readonly agent: string;
  readonly given: Config['agents'][string];
  readonly command: readonly string[];
}

export interface Servers {
  readonly config: Config;
  /** Names of the agents that may work. */
  readonly agents: readonly string[];
  readonly checks: readonly CheckSpec[];
}

export function serversOf({ config, agents }: Omit<Servers, 'checks'>): readonly AgentServer[] {
  return agents.flatMap((agent) => {
    const given = config.agents[agent];
    if (given === undefined || !('mcp' in given)) return [];
    return Object.entries(given.mcp).map(([name, command]) => ({ name, agent, given, command }));
  });
}

type Asking = Pick<EffectParts, 'askServer' | 'machine'>;

export interface AskedWhere {
  /** A checkout that is thrown away; without one, programs of checks are not started. */
  readonly checkout?: () => Promise<string>;
  readonly signal: AbortSignal;
}

/** SERVERS-1. What does not answer, in words. */
export async function serverWarnings(
  parts: Asking,
  servers: Servers,
  where: AskedWhere,
): Promise<readonly string[]> {
  const asked = await Promise.all([
    ...serversOf(servers).map((server) => agentWarning(parts, server, where)),
    ...calledIn(servers.checks, where).map((check) => checkWarning(parts, check, where)),
  ]);
  return asked.flat();
}

type Calling = CheckSpec & Required<Pick<CheckSpec, 'tool'>>;

/** SERVERS-3. */
export function calledIn(
  checks: readonly CheckSpec[],
  { checkout }: Pick<AskedWhere, 'checkout'>,
): readonly Calling[] {
  const startsPrograms = checkout !== undefined && checks.every(({ kind }) => kind !== 'setup');
  return checks.flatMap((check) => {
    const { tool } = check;
    if (tool === undefined) return [];
    return startsPrograms || typeof tool.server === 'string' ? [{ ...check, tool }] : [];
  });
}

async function agentWarning(
  parts: Asking,
  { name, agent, given, command }: AgentServer,
  { signal }: AskedWhere,
): Promise<readonly string[]> {
  if (!(await isThere(parts, command))) return []; // said already, with what to install
  const heard = await parts.askServer({ server: command, agent: given, signal });
  if (heard.heard !== 'nothing') return [];
  return [
    `MCP server '${name}' of agent '${agent}' does not answer: ${unheardWords(heard)}. The agent would work without it. See what \`${serverWords(command)}\` says, or take the server out of \`mcp\` in slipway.yaml.`,
  ];
}

async function checkWarning(
  parts: Asking,
  { name, tool: { server, tool } }: Calling,
  { checkout, signal }: AskedWhere,
): Promise<readonly string[]> {
  if (typeof server !== 'string' && !(await isThere(parts, server))) return [];
  const isHere = typeof server !== 'string' && checkout !== undefined;
  const heard = await parts.askServer({ server, signal, ...(isHere ? { dir: await checkout() } : {}) });
  const its = `the MCP server of check '${name}' (${serverWords(server)})`;
  if (heard.heard === 'nothing')
    return [`${its} does not answer: ${unheardWords(heard)}. The check fails without it.`];
  return heard.heard === 'tools' && !heard.tools.includes(tool)
    ? [`${its} has no tool '${tool}'. The check fails without it.`]
    : [];
}

/** What has a slash in it may lie in the checkout, so that only the start shows it. */
async function isThere(
  { machine }: Asking,
  [program = '']: ToolServer & readonly string[],
): Promise<boolean> {
  return program.includes('/') || machine.hasProgram(program);
}
