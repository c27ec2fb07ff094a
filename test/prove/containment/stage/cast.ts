// Who plays in a run: a program for every role, written outside the checkout, and the configuration that names them.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Executor, Level, Role } from '../../../../src/core/roles/modes.ts';
import { programOf } from '../program.ts';
import type { World } from '../world.ts';
import { answerOf } from './answers.ts';
import type { Play } from './play.ts';

const played: readonly Role[] = [
  'interpreter',
  'investigator',
  'planner',
  'implementer',
  'tester',
  'documenter',
  'reviewer',
];

/** What a run is held to. Nothing is tried again, unless somebody is to come after the one who acts. */
const rules = {
  onBlocked: 'halt',
  limits: {
    attempt: '90s',
    silence: '20s',
    grace: '500ms',
    check: '30s',
    turns: { investigate: 50, execute: 50, commit: 50, coverage: 50, review: 50 },
  },
} as const;

export function executorOf({ mode }: Pick<Play, 'mode'>): Executor {
  return mode === 'coverage' ? 'tester' : 'implementer';
}

/** The configuration of a run, whoever the agents are. */
function configFor(play: Play, given: Readonly<Record<string, unknown>>): string {
  const retries = play.later === undefined ? 0 : 1;
  return JSON.stringify({
    ...given,
    ...rules,
    profile: play.role === 'investigator' ? 'default' : 'quick',
    gates: { plan: false },
    // What is tried here is the box; whether tests can fail is another proof's.
    liveFire: { enabled: false },
    retries: { transient: 0, fixable: retries, replan: 0, malformed: 0, wait: '1ms' },
    rounds: { bug: 0, review: 0, fix: 0, replan: 0, triage: 0 },
  });
}

interface Casting {
  readonly level: Level;
  /** An agent to act instead of the script. */
  readonly lead?: { readonly name: string; readonly agent: Readonly<Record<string, unknown>> };
}

/** Files for the repository's owner to commit, once the programs are where they are named. */
export async function castCommands(
  world: World,
  play: Play,
  { level, lead }: Casting,
): Promise<Readonly<Record<string, string>>> {
  const folder = path.join(world.root, 'agents');
  await mkdir(folder, { recursive: true });
  const egress = [`127.0.0.1:${world.listeners.allowedPort}`];
  const agents: Record<string, unknown> = {};
  for (const role of played) {
    const file = path.join(folder, `${role}.sh`);
    await writeFile(file, programFor(world, play, role), { mode: 0o755 });
    agents[role] = { type: 'command', command: ['bash', file], egress };
  }
  const roles: Record<string, string> = { default: 'planner' };
  for (const role of played) roles[role] = role;
  if (lead !== undefined) {
    agents[lead.name] = { ...lead.agent, egress };
    roles[play.role] = lead.name;
  }
  return { 'slipway.yaml': configFor(play, { level, agents, roles }) };
}

function programFor(world: World, play: Play, role: Role): string {
  const executor = executorOf(play);
  const later = play.later?.(world) ?? '';
  const acts = `if [ "\${SLIPWAY_ATTEMPT:-1}" -gt 1 ]; then\n:\n${later}\nelse\n:\n${play.script(world)}\nfi`;
  return programOf(world, {
    work: role === executor ? play.work(world) : '',
    script: role !== play.role ? later : play.later === undefined ? play.script(world) : acts,
    answer: JSON.stringify(answerOf(role, play.planned, executor)),
  });
}
