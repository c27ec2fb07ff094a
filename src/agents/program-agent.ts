// What agents that are a known program have in common: the program is found, its version and its login are looked at,
// its folders and files are made, and then it runs in a box. What is special about a program is in its `kind.ts`, and how
// it is started in its `launch.ts`.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Box } from '../containment/box.ts';
import type { Earlier, Session } from '../core/effects.ts';
import type { Level } from '../core/roles/modes.ts';
import { agentBox } from './agent-box.ts';
import type { Agent, AgentOutcome, AgentRequest, Usable } from './agent.ts';
import { findProgram, programPlaces } from './find-program.ts';
import type { AgentSetting } from './kind.ts';
import type { KnownProgram, ProgramConfig } from './known-program.ts';
import { type Login, loginOf, loginWords } from './login.ts';
import { handBack, linkLogin, type LoginLink } from './login-link.ts';
import { ownFolders } from './own-folders.ts';
import type { OutputReader } from './readers.ts';
import { type AgentProgram, runAgent } from './run-agent.ts';
import { isOlder } from '../plain/version-order.ts';
import { versionOf } from './version.ts';

export type ProgramAgentOptions = AgentSetting & { readonly config: ProgramConfig };

/** How one program is started, and how it is understood. */
export interface Launcher {
  /** The program to start where `file` is what was found: a native one rather than its wrapper. */
  readonly native?: (file: string) => Promise<string>;
  readonly prepare: (launch: Launch) => PreparedProgram;
}

export interface Launch {
  readonly request: AgentRequest;
  readonly config: ProgramConfig;
  readonly env: Readonly<Record<string, string>>;
  readonly level: Level;
  readonly login: Login;
  readonly now: () => number;
}

export interface PreparedProgram {
  readonly args: (session: Earlier | undefined) => readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly reader: (session: Session | undefined) => OutputReader;
  /** Folders that must be there. All of them are writable. */
  readonly folders: readonly string[];
  /** Texts it reads, by their path. Several launches may write the same one at the same time. */
  readonly files: Readonly<Record<string, string>>;
  /** The file of a login of Slipway's, where it talks to its model by that. */
  readonly login?: LoginLink;
  /** Hosts it needs by its kind. */
  readonly egress: readonly string[];
}

export function programAgent(program: KnownProgram, launcher: Launcher, options: ProgramAgentOptions): Agent {
  const { name, processes } = options;
  // Asking costs a start of the program, which for some takes a second.
  const versions = new Map<string, Promise<string | undefined>>();
  const versionAt = (file: string): Promise<string | undefined> => {
    const known = versions.get(file) ?? versionOf(processes, file, options.env, options.base);
    versions.set(file, known);
    return known;
  };
  return {
    name,
    usable: async () =>
      usable(program, options, { file: await fileOf(program, launcher, options), versionAt }),
    play: async (request) => {
      const found = await fileOf(program, launcher, options);
      const login = await loginFor(program, options);
      if (isWithoutLogin(program, options, login)) return notLoggedIn(program, name);
      const { config, env, now } = options;
      const prepared = launcher.prepare({ request, config, env, level: processes.level, login, now });
      await layOut(prepared);
      const own = await ownFolders(request);
      const box = await boxOf(request, options, prepared, found);
      const outcome = await runAgent(processes, request, (session): AgentProgram => ({
        file: found,
        args: prepared.args(session),
        env: { ...env, ...own, ...prepared.env },
        stdin: request.prompt,
        box,
        reader: prepared.reader(session),
      }));
      if (prepared.login !== undefined) await handBack(prepared.login);
      // Most programs name their version as they begin; only of the others is it asked.
      const version = outcome.version ?? (await versionAt(found));
      return version === undefined ? outcome : { ...outcome, version };
    },
  };
}

/** The name it is called by where it is nowhere: the runner then says that it is missing. */
async function fileOf(
  { type }: KnownProgram,
  { native }: Launcher,
  { config, env, base }: ProgramAgentOptions,
): Promise<string> {
  const wanted = config.program ?? type;
  const file = wanted.includes('/') ? path.resolve(base, wanted) : wanted;
  const found = await findProgram(file, env['PATH']);
  return found === undefined ? file : (native?.(found) ?? found);
}

function loginFor(program: KnownProgram, options: ProgramAgentOptions): Promise<Login> {
  const { config, env, processes, loginFolder, homedir } = options;
  // A service of one's own may have a key of any name.
  const named = config.baseUrl === undefined ? [] : config.env.filter((name) => /KEY|TOKEN/.test(name));
  return loginOf({
    keys: [...program.keys, ...named],
    env,
    level: processes.level,
    own: loginFolder,
    users: program.login.usersFolder(homedir),
    file: program.login.file,
  });
}

function isWithoutLogin(program: KnownProgram, { config }: ProgramAgentOptions, login: Login): boolean {
  return program.login.isNeeded && config.baseUrl === undefined && login.by === 'nothing';
}

function notLoggedIn(program: KnownProgram, name: string): AgentOutcome {
  const detail = `The agent was not started, because ${program.type} is not logged in: ${loginAdvice(program, name)}.`;
  return { ended: 'failed', reason: 'auth', detail, charge: { agentMs: 0 } };
}

function loginAdvice({ keys }: KnownProgram, name: string): string {
  return `run slipway agents login ${name}, or set ${keys[0] ?? 'its key'}`;
}

async function usable(
  program: KnownProgram,
  options: ProgramAgentOptions,
  found: { readonly file: string; readonly versionAt: (file: string) => Promise<string | undefined> },
): Promise<Usable> {
  const { name, config } = options;
  const { file } = found;
  const cannot = (why: string, what: string): Usable => ({
    ok: false,
    problem: `The agent ${name} cannot be used, because ${why}: ${what}.`,
  });
  if (!path.isAbsolute(file)) return cannot(`${file} is not on the PATH`, program.install);
  const version = await found.versionAt(file);
  if (version === undefined) return cannot(`${file} does not say its version`, `try ${file} --version`);
  if (isOlder(version, program.oldest)) {
    return cannot(
      `${file} is version ${version} and ${program.oldest} is the oldest that is safe`,
      program.install,
    );
  }
  const login = await loginFor(program, options);
  if (isWithoutLogin(program, options, login))
    return cannot(`${program.type} is not logged in`, loginAdvice(program, name));
  const own =
    config.baseUrl !== undefined && login.by === 'nothing' ? `none, for ${config.baseUrl}` : undefined;
  return { ok: true, version, login: own ?? loginWords(login) };
}

async function layOut({ folders, files, login }: PreparedProgram): Promise<void> {
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  if (login !== undefined) await linkLogin(login);
  for (const [file, text] of Object.entries(files)) {
    const filling = `${file}.${randomUUID()}.filling`;
    await writeFile(filling, text, { mode: 0o600 });
    await rename(filling, file);
  }
}

/** A name for a text that several launches may write: the same text has the same name. */
export function nameFor(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

async function boxOf(
  request: AgentRequest,
  { config }: ProgramAgentOptions,
  { folders, login, egress }: PreparedProgram,
  file: string,
): Promise<Box> {
  const servers = await Promise.all(Object.values(config.mcp).map(([command = '']) => placesOf(command)));
  return agentBox(request, {
    file,
    writable: [...folders, ...(login === undefined ? [] : [login.file])],
    readable: [...servers.flat(), ...config.skills],
    egress: [...(config.baseUrl === undefined ? egress : [hostOf(config.baseUrl)]), ...config.egress],
  });
}

/** A server that is called by its bare name comes from the PATH, which a box has anyway. */
async function placesOf(command: string): Promise<readonly string[]> {
  return path.isAbsolute(command) ? programPlaces(command) : [];
}

/** `host`, or `host:port` where the port is not the usual one of a box. */
export function hostOf(baseUrl: string): string {
  const { hostname, port, protocol } = new URL(baseUrl);
  if (port !== '') return `${hostname}:${port}`;
  return protocol === 'http:' ? `${hostname}:80` : hostname;
}
