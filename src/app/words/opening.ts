// What is said of a run before it starts, in one short block: where it starts from, who does the work, what may be spent,
// and what a person has to say yes to. Pure; text from outside comes out safe for a terminal.

import type { LevelHere } from '../starting/level-here.ts';
import { levelWords, permittedWords, raiseWords } from '../starting/level-here.ts';
import type { PreparedRun } from '../starting/prepare-run.ts';
import { listsOf } from '../../config/castings.ts';
import type { Casting, Config } from '../../config/config.ts';
import type { Level } from '../../core/roles/modes.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { Expectation } from '../../views/estimates/expectation.ts';
import { expectationOf, expectationWords } from '../../views/estimates/expectation.ts';
import { table } from './columns.ts';
import { clip, duration, list, plural, short, usd } from '../../views/words/words.ts';

const textCharsMax = 200;

/** What is known before a run starts, as far as a person is told. */
export interface Opening {
  readonly rows: readonly { readonly name: string; readonly value: string }[];
  readonly notes: readonly string[];
  readonly expected: Expectation;
}

function underWay({ wallMs }: PreparedRun['policy']['budget']): string {
  return wallMs === undefined ? '' : `, ${duration(wallMs)} under way`;
}

export function openingOf(prepared: PreparedRun): Opening {
  const { checkout, policy, checks, config, containment, ticket } = prepared;
  const { budget } = policy;
  const caps = `${usd(budget.usd)} of known cost, ${plural(budget.launches, 'launch', 'launches')}, ${duration(budget.agentMs)} of agent time${underWay(budget)}`;
  const names = checks.map((check) => forTerminal(check.name));
  const expected = expectedOf(prepared);
  return {
    rows: [
      {
        name: 'ticket',
        value: `${forTerminal(ticket.id)}: ${clip(forTerminal(ticket.title), textCharsMax)}`,
      },
      { name: 'repository', value: forTerminal(checkout.root) },
      { name: 'base', value: `${forTerminal(checkout.branch)} at ${short(checkout.commit)}` },
      { name: 'level', value: forTerminal(levelWords(containment)) },
      { name: 'checks', value: names.length === 0 ? 'none found' : list(names) },
      { name: 'agents', value: forTerminal(agentsText(config)) },
      { name: 'budget', value: caps },
      { name: 'likely', value: forTerminal(expectationWords(expected)) },
    ],
    notes: [
      ...checkout.warnings,
      ...permittedWords(containment, prepared.accepted),
      ...foundNote(prepared),
      ...(ticket.rules.length === 0
        ? []
        : [`Screening replaced something in the ticket (${ticket.rules.join(', ')}).`]),
    ].map(forTerminal),
    expected,
  };
}

export function openingText({ rows, notes }: Opening): string {
  const lines = notes.map((note) => `Note: ${note}\n`);
  return `${table(rows.map(({ name, value }) => [`  ${name}`, value]))}${lines.join('')}`;
}

/** What the run will probably take, of the agents that may come to play in it. */
function expectedOf({ config, policy, metered, seen }: PreparedRun): Expectation {
  const players = Object.values(config.roles).flatMap((casting) => listsOf(casting).flat());
  const names = new Set(players.map((player) => player.agent));
  const agents = Object.entries(config.agents).filter(([name]) => names.has(name));
  return expectationOf(
    policy,
    agents.map(([name]) => ({ name, tellsCost: metered.includes(name) })),
    seen,
  );
}

/** Where nobody named an agent, a person is told who was taken instead. */
function foundNote({ found }: PreparedRun): readonly string[] {
  if (found.length === 0) return [];
  const programs = found.map(({ type, program }) => `${type} (${program})`);
  return [
    `slipway.yaml names no agent, so the programs on your PATH were taken: ${list(programs)}. Name them under \`agents\` to choose.`,
  ];
}

/** Who plays everything is said once; else who plays each role, and who takes over. */
function agentsText(config: Config): string {
  const { default: usual, ...named } = config.roles;
  const roles = Object.entries(named).filter(([, casting]) => playersText(casting) !== playersText(usual));
  const others = roles.map(([role, casting]) => `${role}: ${playersText(casting)}`);
  if (usual === undefined) return others.join('; ');
  return roles.length === 0
    ? `${playersText(usual)} for every role`
    : [...others, `every other role: ${playersText(usual)}`].join('; ');
}

/** "claude (opus), then codex (ui tasks: gemini)" */
function playersText(casting: Casting | undefined): string {
  if (casting === undefined) return 'nobody';
  const special = Object.entries(casting.specialities ?? {}).map(
    ([word, players]) => `${word} tasks: ${namesText(players)}`,
  );
  const usual = namesText(casting.players);
  return special.length === 0 ? usual : `${usual} (${special.join(', ')})`;
}

function namesText(players: Casting['players']): string {
  const names = players.map(({ agent, model }) => (model === undefined ? agent : `${agent} (${model})`));
  return names.length === 0 ? 'nobody' : names.join(', then ');
}

/** What it means to run below `contained`, before a person is asked. */
export function levelText(containment: LevelHere): string {
  const { level, why } = containment;
  return (
    `Agents would work at level ${level}: ${forTerminal(why)} ${levelMeans[level]}\n` +
    `${forTerminal(raiseWords(containment))}\n`
  );
}

const levelMeans: Readonly<Record<Level, string>> = {
  contained: 'They reach nothing but their workspace and their model.',
  fenced: 'They can read what you can read, but write and reach only what they need.',
  open: 'They can read, write and reach what you can; their work is looked at afterwards. Let them work only on tickets you trust.',
};

/** The commands a person is asked to trust, as they will be run. */
export function commandsText(commands: readonly string[]): string {
  const lines = commands.map((command) => `  ${forTerminal(command)}\n`).join('');
  return `This repository's configuration has Slipway run these commands on this machine:\n${lines}`;
}
