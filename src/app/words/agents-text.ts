// The agents of a folder as a table, and under it what keeps one from being used. Pure.

import type { AgentsHere } from '../agents/agents-here.ts';
import type { ListedAgent } from '../agents/list-agents.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { Style } from './style.ts';
import { table } from './columns.ts';
import { list } from '../../views/words/words.ts';

export interface AgentsOptions {
  readonly style: Style;
  readonly width: number;
}

export function renderAgents({ agents, containment }: AgentsHere, { style, width }: AgentsOptions): string {
  const head = ['NAME', 'VERSION', 'LOGIN', 'LEVEL', 'ROLES', 'PROGRAM'].map(style.dim);
  const rows = agents.map((agent) => [
    style.bold(forTerminal(agent.name)),
    agent.usable.ok ? forTerminal(agent.usable.version) : style.red('not usable'),
    agent.usable.ok ? forTerminal(agent.usable.login ?? 'needs none') : '-',
    containment.level,
    rolesWords(agent, agents),
    agent.program === undefined ? '-' : forTerminal(agent.program),
  ]);
  const problems = agents.flatMap(({ usable }) => (usable.ok ? [] : [`${forTerminal(usable.problem)}\n`]));
  const halted = agents.flatMap(({ name, halted: run }) =>
    run === undefined ? [] : [forTerminal(haltWords(name, run))],
  );
  return table([head, ...rows], width) + problems.join('') + halted.join('');
}

function haltWords(name: string, run: string): string {
  return (
    `The agent ${name} is halted: its login did not work in run ${run}, and no run launches it until that is mended: ` +
    `\`slipway agents login ${name}\`, or \`slipway agents resume ${name}\` where you mended it another way.\n`
  );
}

function rolesWords(agent: ListedAgent, all: readonly ListedAgent[]): string {
  const isOnly = all.filter((other) => other.plays.length > 0).length === 1;
  const words = (roles: readonly string[]): string =>
    list(roles.map((role) => (role === 'default' ? usual(isOnly) : role)));
  if (agent.plays.length > 0) return words(agent.plays);
  return agent.takesOver.length === 0 ? 'none' : `takes over ${words(agent.takesOver)}`;
}

function usual(isOnly: boolean): string {
  return isOnly ? 'every role' : 'every other role';
}
