// The agents that would work in the folder a person stands in, and how one of them is logged in.

import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findProgram } from '../../agents/find-program.ts';
import { factsOf, isProgram, kinds } from '../../agents/kinds.ts';
import type { KnownProgram } from '../../agents/known-program.ts';
import { closest } from '../../config/closest.ts';
import type { Config } from '../../config/config.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import { installHints } from './find-agents.ts';
import { haltsIn } from './halts-here.ts';
import type { LevelHere } from '../starting/level-here.ts';
import { levelHere } from '../starting/level-here.ts';
import type { ListedAgent } from './list-agents.ts';
import { listAgents } from './list-agents.ts';
import type { Tools } from '../parts.ts';
import { toolsOf } from '../parts.ts';
import type { Surroundings } from '../home/home-places.ts';
import { loginFolder, makeHome, placesOf } from '../home/home-places.ts';
import type { ConfigHere } from '../starting/read-config.ts';
import { configIn, rootFor } from '../starting/read-config.ts';
import { UserError } from '../ending/user-error.ts';

/** What was found in a folder. Outside a repository, the programs on the PATH are all there is. */
interface Here extends ConfigHere {
  readonly tools: Tools;
  readonly root: string;
}

export interface AgentsHere {
  readonly agents: readonly (ListedAgent & {
    /** The run that found its login not working, where no run launches it until that is mended. */
    readonly halted?: string;
  })[];
  readonly containment: LevelHere;
  /** Whether they are the programs on the PATH, because nobody named any. */
  readonly isFound: boolean;
}

export async function agentsHere(surroundings: Surroundings, dir: string): Promise<AgentsHere> {
  const { tools, root, config, found } = await here(surroundings, dir);
  const [containment, listed, halts] = await Promise.all([
    levelHere(tools),
    listAgents(tools, config, root),
    haltsIn(tools.places),
  ]);
  const agents = listed.map((agent) => {
    const halted = halts.get(agent.name);
    return halted === undefined ? agent : { ...agent, halted };
  });
  return { agents, containment, isFound: found.length > 0 };
}

async function here(surroundings: Surroundings, dir: string): Promise<Here> {
  const root = await rootFor(dir);
  const tools = toolsOf(placesOf(surroundings), surroundings, systemClock());
  return { ...(await configIn(surroundings, root)), tools, root };
}

/** A program's own login, to be run at a terminal. */
export interface LoginCall {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Surroundings['env'];
  /** Where the login will lie, and where the program runs: a repository's own settings are none of its business. */
  readonly cwd: string;
  /** A key of the user's that goes before any login. */
  readonly key?: string;
}

/** Makes the folder the login goes into, for its user's eyes only. */
export async function loginCall(surroundings: Surroundings, dir: string, name: string): Promise<LoginCall> {
  const { tools, root, config } = await here(surroundings, dir);
  const { known, wanted } = programNamed(config.agents, name);
  const { keys, login, install } = known;
  const file = wanted.includes('/') ? path.resolve(root, wanted) : wanted;
  const found = await findProgram(file, surroundings.env['PATH']);
  if (found === undefined) {
    throw new UserError(
      `The agent ${name} cannot be logged in, because ${file} is not there. Install it: ${install}`,
      'missing',
    );
  }
  const folder = loginFolder(tools.places, name);
  await makeHome(tools.places);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const key = keys.find((variable) => (surroundings.env[variable] ?? '') !== '');
  return {
    file: found,
    args: login.args,
    env: { ...without(surroundings.env, keys), ...login.variables(folder) },
    cwd: folder,
    ...(key === undefined ? {} : { key }),
  };
}

function programNamed(agents: Config['agents'], name: string): ProgramNamed {
  const agent = Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (agent === undefined) throw new UserError(unknownAgent(Object.keys(agents), name), 'usage');
  const { type } = agent;
  if (isProgram(type)) {
    const { program: known } = kinds[type];
    return { known, wanted: factsOf(agent).program ?? type };
  }
  throw new UserError(
    `The agent ${name} has no login that Slipway knows of (it is of type ${type}). What it needs it gets through the variables under \`env\` in slipway.yaml.`,
    'usage',
  );
}

interface ProgramNamed {
  readonly known: KnownProgram;
  /** The program, as the configuration names it. */
  readonly wanted: string;
}

function unknownAgent(known: readonly string[], name: string): string {
  if (known.length === 0) return `There is no agent '${name}' here. Install one: ${installHints()}`;
  const meant = closest(name, known);
  const hint = meant === undefined ? `Known are ${known.join(', ')}.` : `Did you mean '${meant}'?`;
  return `There is no agent '${name}' here. ${hint}`;
}

/** With a key in its environment a program sees no need for a login. */
function without(env: Surroundings['env'], names: readonly string[]): Surroundings['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}
