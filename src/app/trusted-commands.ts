// The commands a run will execute on this machine, in the words a person is asked to trust. Whatever would make a
// difference to that person is in them, because their trust is bound to exactly these words.

import type { AgentConfig, Config } from '../config/config.ts';
import { knownPrograms } from '../config/programs.ts';
import type { CheckSpec } from '../core/evidence/evidence.ts';
import { hashText } from './hash-text.ts';

export function commandsOf(config: Config, checks: readonly CheckSpec[]): readonly string[] {
  const agents = Object.entries(config.agents).map(
    ([name, agent]) => `agent ${name}: ${agentCommand(agent)}`,
  );
  const { search } = config.policy;
  const asked = search === undefined ? [] : [`web search: agents have things looked up at ${search.searxng}`];
  return [...checks.map((check) => `check ${check.name}: ${check.command}`), ...agents, ...asked];
}

/** What runs when an agent is launched, and what it is given, in the words a person is asked to trust. */
function agentCommand(agent: AgentConfig): string {
  switch (agent.type) {
    case 'scripted':
      return `a script (${hashText(agent.script).slice(0, 12)})`;
    case 'command':
    case 'acp':
      return [agent.command.join(' '), ...givenWords(agent, [])].join('; ');
    case 'claude':
    case 'codex':
    case 'opencode':
      return [
        agent.program ?? agent.type,
        ...givenWords(agent, knownPrograms[agent.type].env),
        ...(agent.baseUrl === undefined ? [] : [`its model is at ${agent.baseUrl}`]),
        ...Object.entries(agent.mcp).map(([name, command]) => `MCP server ${name}: ${command.join(' ')}`),
        ...(agent.skills.length === 0 ? [] : [`may read ${agent.skills.join(', ')}`]),
      ].join('; ');
  }
}

/** What a program of this kind gets anyway is not worth a person's time. */
function givenWords(
  given: { readonly env: readonly string[]; readonly egress: readonly string[] },
  usual: readonly string[],
): readonly string[] {
  const named = given.env.filter((name) => !usual.includes(name));
  return [
    ...(named.length === 0 ? [] : [`is given ${named.join(', ')}`]),
    ...(given.egress.length === 0 ? [] : [`may reach ${given.egress.join(', ')}`]),
  ];
}
