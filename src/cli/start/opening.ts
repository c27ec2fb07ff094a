// What is said before a run starts, in one short block: where it starts from, who does the work, what may be spent.
// Pure; text from outside comes out safe for a terminal.

import type { Prepared } from '../../app/start.ts';
import type { Casting, Config, Player } from '../../config/config.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { table } from '../table.ts';
import { clip, duration, list, plural, short, usd } from '../words.ts';

/**
 * A one-task plan takes an analysis, a plan, an attempt and a review; three tasks with an audit, a review each and
 * two retries take twelve.
 */
const usualLaunches = { least: 4, most: 12 } as const;
const textCharsMax = 200;

export function openingText(prepared: Prepared): string {
  const { checkout, policy, checks, config } = prepared;
  const { budget } = policy;
  const caps = `${usd(budget.usd)} of known cost, ${plural(budget.launches, 'launch', 'launches')}, ${duration(budget.agentMs)} of agent time`;
  const names = checks.map((check) => forTerminal(check.name));
  const rows = [
    [
      'ticket',
      `${forTerminal(prepared.ticket.id)}: ${clip(forTerminal(prepared.ticket.title), textCharsMax)}`,
    ],
    ['repository', forTerminal(checkout.root)],
    ['base', `${forTerminal(checkout.branch)} at ${short(checkout.commit)}`],
    ['level', 'open: a clean environment, no operating-system sandbox yet'],
    ['checks', names.length === 0 ? 'none found' : list(names)],
    ['agents', forTerminal(agentsText(config))],
    ['budget', caps],
    ['likely', `${usualLaunches.least} to ${usualLaunches.most} launches`],
  ];
  const notes = [
    ...checkout.warnings,
    ...(prepared.ticket.rules.length === 0
      ? []
      : [`Screening replaced something in the ticket (${prepared.ticket.rules.join(', ')}).`]),
  ].map((warning) => `Note: ${forTerminal(warning)}\n`);
  return `${table(rows.map(([name = '', value = '']) => [`  ${name}`, value]))}${notes.join('')}`;
}

/** One agent for everything is said once; else each agent with the roles it plays. */
function agentsText(config: Config): string {
  const { default: usual, ...named } = config.roles;
  const first = (casting: Casting | undefined): string => playerText(casting?.players[0]);
  const roles = Object.entries(named).filter(([, casting]) => first(casting) !== first(usual));
  const others = roles.map(([role, casting]) => `${role}: ${first(casting)}`);
  if (usual === undefined) return others.join(', ');
  return roles.length === 0
    ? `${first(usual)} for every role`
    : `${others.join(', ')}, every other role: ${first(usual)}`;
}

function playerText(player: Player | undefined): string {
  if (player === undefined) return 'nobody';
  return player.model === undefined ? player.agent : `${player.agent} (${player.model})`;
}

/** The commands a person is asked to trust, as they will be run. */
export function commandsText(prepared: Prepared): string {
  const lines = prepared.commands.map((command) => `  ${forTerminal(command)}\n`).join('');
  return `This repository's configuration has Slipway run these commands on this machine:\n${lines}`;
}
