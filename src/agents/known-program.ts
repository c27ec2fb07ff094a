// A program Slipway knows by name: where a person gets it, how it is logged in, what of their environment it is given
// where nobody says, and what its configuration may hold. Names and words only, never a value of a variable.

import path from 'node:path';
import type { Effort } from '../core/roles/modes.ts';
import type { Agent } from './agent.ts';
import { type Granted, grantedWords } from './granted.ts';
import type { AgentFacts, AgentKind, AgentSetting, Roots } from './kind.ts';
import type { Environment } from '../plain/environment.ts';
import type { Launcher } from './program-agent.ts';

export type ProgramConfig<Type extends string = string> = Granted & {
  readonly type: Type;
  /** The program, where it is not found on the PATH under its own name. */
  readonly program?: string;
  /** For every role that names none. */
  readonly model?: string;
  readonly effort?: Effort;
  /** Where its model is, where that is not the vendor's own address. */
  readonly baseUrl?: string;
  /** MCP servers of the user's own that it may use, by name: program and arguments. */
  readonly mcp: Readonly<Record<string, readonly string[]>>;
  /** Folders with skills of the user's own that it may read. */
  readonly skills: readonly string[];
};

export type ProgramWritten<Type extends string> = Pick<ProgramConfig<Type>, 'type'> &
  Partial<ProgramConfig<Type>>;

export interface KnownProgram<Type extends string = string> {
  /** Its kind, and its name on the PATH. */
  readonly type: Type;
  /** The oldest version this was tried with: older ones lack options that keep a repository's own settings out. */
  readonly oldest: string;
  /** One command that puts it on the PATH. */
  readonly install: string;
  /** Variables that may hold a key, in order. */
  readonly keys: readonly string[];
  /** Variables it is given beside its keys where the configuration names none. */
  readonly addresses: readonly string[];
  readonly login: ProgramLogin;
  /** Whether it tells what a launch cost, with the keys among these that it is given. */
  readonly tellsCost: (keys: readonly string[]) => boolean;
  /** What in a repository would configure it, and a change may touch only by leave. */
  readonly repositoryFiles: readonly string[];
}

export interface ProgramLogin {
  /** What follows the program's name where a person logs in. */
  readonly args: readonly string[];
  /** The variables that make a folder of ours the place where it keeps its login. */
  readonly variables: (folder: string) => Readonly<Record<string, string>>;
  /** The file inside a folder that holds something after a login. */
  readonly file: string;
  /** The folder the user's own login lies in. */
  readonly usersFolder: (homedir: string) => string;
  /** Whether it can do anything at all without a login. */
  readonly isNeeded: boolean;
}

/** A kind that is a known program. */
export interface ProgramKind<Type extends string> extends AgentKind<
  ProgramConfig<Type>,
  ProgramWritten<Type>
> {
  readonly program: KnownProgram<Type>;
  /** As it is used where nobody says anything about it. */
  readonly found: (file?: string) => ProgramConfig<Type>;
}

/** What a program leaves to say beside what is known of it. */
interface Parts<Type extends string> extends Pick<ProgramKind<Type>, 'schema' | 'example' | 'transcript'> {
  /** How it is started, and how it is understood. */
  readonly launcher: () => Promise<Launcher>;
}

export function programKind<Type extends string>(
  program: KnownProgram<Type>,
  { launcher, ...parts }: Parts<Type>,
): ProgramKind<Type> {
  const { type } = program;
  const usual = [...program.keys, ...program.addresses];
  const found = (file?: string): ProgramConfig<Type> => ({
    type,
    env: usual,
    egress: [],
    mcp: {},
    skills: [],
    ...(file === undefined ? {} : { program: file }),
  });
  return {
    ...parts,
    type,
    program,
    found,
    playsAnyRole: true,
    needsConsent: true,
    keep: (written) => Promise.resolve({ ok: true, config: { ...found(), ...written } }),
    place,
    facts: (config) => factsOf(program, config),
    make: (config, setting) => make(program, launcher, { ...setting, config }),
  };
}

/** Loaded for an agent of its kind: few runs have more than one, and none waits for the others. */
async function make(
  program: KnownProgram,
  launcher: () => Promise<Launcher>,
  options: AgentSetting & { readonly config: ProgramConfig },
): Promise<Agent> {
  const [{ programAgent }, launch] = await Promise.all([import('./program-agent.ts'), launcher()]);
  return programAgent(program, launch, options);
}

function factsOf(program: KnownProgram, config: ProgramConfig): AgentFacts {
  const usual = [...program.keys, ...program.addresses];
  const started = config.program ?? program.type;
  return {
    program: started,
    env: config.env,
    asked: config.env.filter((name) => !usual.includes(name)),
    trusted: [
      started,
      ...grantedWords(config, usual),
      ...(config.baseUrl === undefined ? [] : [`its model is at ${config.baseUrl}`]),
      ...Object.entries(config.mcp).map(([name, command]) => `MCP server ${name}: ${command.join(' ')}`),
      ...(config.skills.length === 0 ? [] : [`may read ${config.skills.join(', ')}`]),
    ],
    tellsCost: (env: Environment) =>
      program.tellsCost(program.keys.filter((name) => config.env.includes(name) && (env[name] ?? '') !== '')),
  };
}

/**
 * `~/` is the user's home, everything else that is relative begins at the root of their checkout. What stays relative
 * would mean another file in every workspace, where agents can write.
 */
function place<Type extends string>(config: ProgramConfig<Type>, roots: Roots): ProgramConfig<Type> {
  return {
    ...config,
    ...(config.program === undefined ? {} : { program: programAt(config.program, roots) }),
    mcp: Object.fromEntries(
      Object.entries(config.mcp).map(([name, [file = '', ...args]]) => [
        name,
        [programAt(file, roots), ...args],
      ]),
    ),
    skills: config.skills.map((folder) => placeAt(folder, roots)),
  };
}

/** A bare name is looked for on the PATH. */
function programAt(file: string, roots: Roots): string {
  return file.includes('/') ? placeAt(file, roots) : file;
}

function placeAt(file: string, { root, homedir }: Roots): string {
  return file.startsWith('~/') ? path.join(homedir, file.slice(2)) : path.resolve(root, file);
}
