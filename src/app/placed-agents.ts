// Paths a person wrote for an agent, made absolute: `~/` is their home, everything else that is relative begins at the
// root of their checkout. What stays relative would mean another file in every workspace, where agents can write.

import path from 'node:path';
import type { AgentConfig, Config } from '../config/config.ts';

export interface Roots {
  readonly root: string;
  readonly homedir: string;
}

export function placedAgents(agents: Config['agents'], roots: Roots): Config['agents'] {
  return Object.fromEntries(Object.entries(agents).map(([name, agent]) => [name, placed(agent, roots)]));
}

function placed(agent: AgentConfig, roots: Roots): AgentConfig {
  switch (agent.type) {
    case 'scripted':
    case 'command':
    case 'acp':
      return agent; // their programs are looked for from the root anyway
    case 'claude':
    case 'codex':
    case 'opencode':
      return {
        ...agent,
        ...(agent.program === undefined ? {} : { program: programAt(agent.program, roots) }),
        mcp: Object.fromEntries(
          Object.entries(agent.mcp).map(([name, [file = '', ...args]]) => [
            name,
            [programAt(file, roots), ...args],
          ]),
        ),
        skills: agent.skills.map((folder) => placeAt(folder, roots)),
      };
  }
}

/** A bare name is looked for on the PATH. */
function programAt(file: string, roots: Roots): string {
  return file.includes('/') ? placeAt(file, roots) : file;
}

function placeAt(file: string, { root, homedir }: Roots): string {
  return file.startsWith('~/') ? path.join(homedir, file.slice(2)) : path.resolve(root, file);
}
