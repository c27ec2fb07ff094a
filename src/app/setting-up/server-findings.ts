// What doctor says of MCP servers: whether each that slipway.yaml names answers. They are programs a repository names, so none is
// started before a person trusted what it runs (HOME-2).

import { coverageNamed } from '../../core/evidence/named-checks.ts';
import { trustKey } from '../../core/home.ts';
import type { EffectParts } from '../../effects/parts.ts';
import type { Servers } from '../../effects/surveying/servers.ts';
import { calledIn, serversOf, serverWarnings } from '../../effects/surveying/servers.ts';
import { plural } from '../../views/words/words.ts';
import { serverAsker } from '../agents/ask-server.ts';
import { hashText } from '../hash-text.ts';
import { homeSeen } from '../home/home-seen.ts';
import type { Tools } from '../parts.ts';
import { commandTag } from '../parts.ts';
import { lookHere } from '../starting/look-here.ts';
import { commandsOf } from '../starting/trusted-commands.ts';
import type { Diagnosis } from './doctor-findings.ts';

export interface ServersHere extends Omit<Servers, 'agents'> {
  readonly dir: string;
  readonly machine: EffectParts['machine'];
  /** How coverage is measured, as it was found. */
  readonly measured: Parameters<typeof coverageNamed>[0];
}

export async function serverFindings(tools: Tools, here: ServersHere): Promise<readonly Diagnosis[]> {
  const servers: Servers = { ...here, agents: Object.keys(here.config.agents) };
  // Programs of checks run in a checkout: `slipway doctor --checks` has one.
  const count = serversOf(servers).length + calledIn(here.checks, {}).length;
  if (count === 0) return [];
  if (!(await isTrusted(tools, here)))
    return [{ name: 'mcp', level: 'warn', found: 'not started', todo: untrusted }];
  const askServer = serverAsker(tools, commandTag(tools.places.home));
  const { signal } = new AbortController();
  const found = await serverWarnings({ askServer, machine: here.machine }, servers, { signal });
  return found.length === 0
    ? [{ name: 'mcp', level: 'ok', found: `${plural(count, 'server')} of slipway.yaml answered` }]
    : found.map((todo) => ({ name: 'mcp', level: 'warn', found: 'no answer', todo }));
}

const untrusted =
  'slipway.yaml names MCP servers. They are started once somebody has said that its commands may run: `slipway doctor --checks` asks.';

/** Exactly what would run now. */
async function isTrusted(
  { places, surroundings }: Tools,
  { dir, config, checks, measured }: ServersHere,
): Promise<boolean> {
  const checkout = await lookHere(surroundings, dir);
  if ('problem' in checkout) return false;
  const coverage = coverageNamed(measured, config, config.policy);
  const commands = commandsOf(config, { checks, ...(coverage === undefined ? {} : { coverage }) });
  const { trusted } = await homeSeen(places);
  return trusted.has(trustKey(checkout.repository, hashText(commands.join('\n'))));
}
