// An agent that every run needs, and whose program is not on this machine: known before anything is started or kept.

import { factsOf } from '../../agents/kinds.ts';
import type { Config } from '../../config/config.ts';
import { neededRoles } from '../../effects/surveying/preflight.ts';
import type { Tools } from '../parts.ts';
import { playerOf } from './cast.ts';
import { programOf } from './list-agents.ts';
import { agentsByName } from './make-agents.ts';

/** What `doctor` says of it. Nothing is started to find out: only who is missing is asked. */
export async function missingProgram(
  tools: Tools,
  config: Config,
  root: string,
): Promise<string | undefined> {
  const needed = new Set(neededRoles.map((role) => playerOf(config, role, { rank: 0, avoid: [] })?.agent));
  for (const [name, agent] of Object.entries(config.agents)) {
    const isNamed = needed.has(name) && factsOf(agent).program !== undefined;
    if (!isNamed || (await programOf(agent, tools.surroundings.env['PATH'], root)) !== undefined) continue;
    const usable = await (await agentsByName(tools, config, root)).get(name)?.usable();
    if (usable?.ok === false) return usable.problem;
  }
  return undefined;
}
