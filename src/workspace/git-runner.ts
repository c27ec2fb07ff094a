// Runs git. Owns the environment, the options every call carries, and the limits; knows nothing of what
// the commands mean.
//
// Invariants
//   GIT-RUNNER-1. The environment is built here from nothing: no variable of the caller's reaches git.
//   GIT-RUNNER-2. System and global configuration are not read; hooks, fsmonitor, replace refs, optional locks,
//        automatic collection, prompts and every transport but local files and the one a request names are off. Filters cannot be
//        turned off by an option: callers give a git directory whose configuration names none. Global configuration is read to
//        ask a user's git for their name, and for nothing else.
//   GIT-RUNNER-3. git starts without a shell, with the git directory named: it never searches for one.
//   GIT-RUNNER-4. Every git leads a process group of its own: a Ctrl-C or a hangup of the terminal is for this process, which
//        stops when what it began is whole. When this process ends, its gits are asked to end, and clear their locks away; when it
//        is killed, its gits are ended all the same (`git-reaper.ts`).
//   GIT-RUNNER-5. Time, output, memory and processes of every git are limited.
//   GIT-RUNNER-6. A credential reaches git over a socket of its own, for the place it is for, when git asks. No other helper is
//        asked, no redirect is followed, and nothing of it is on a command line, in an environment or in a file.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { Writable } from 'node:stream';

import { reapedWithUs } from './git-reaper.ts';
import type { Git, GitNetwork, GitRequest, GitResult } from './git.ts';

const outputBytesMaxDefault = 64 * 1024 * 1024;
const stderrBytesMax = 64 * 1024;
const timeMsMax = 15 * 60 * 1000;
const usualFolders = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';

const fixedEnvironment = {
  // Repository configuration may include `~/…`; a home that can have no files lets that be skipped
  // instead of failing.
  HOME: '/dev/null',
  LC_ALL: 'C',
  TZ: 'UTC',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_ALLOW_PROTOCOL: 'file',
  GIT_EDITOR: 'false',
  GIT_PAGER: 'cat',
  GIT_ADVICE: '0',
} as const;

const fixedSettings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.splitIndex=false',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.fileMode=true',
  'core.symlinks=true',
  'core.autocrlf=false',
  'core.eol=lf',
  'core.precomposeUnicode=false',
  'core.quotePath=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'commit.gpgSign=false',
  'i18n.commitEncoding=UTF-8',
  'submodule.recurse=false',
].flatMap((setting) => ['-c', setting]);

export interface GitRunnerOptions {
  /** The folders to find git in, as in PATH; whoever reads the environment hands it in. */
  readonly path?: string;
  /** Looks what a program and all it started take of the machine, and says once where that is too much. */
  readonly watch?: (leader: number, onOver: () => void) => { readonly close: () => void };
}

export function gitRunner({ path = usualFolders, watch }: GitRunnerOptions = {}): Git {
  return {
    run: (request) => run({ path, watch }, request),
    exclusive: mutexes(),
    version: () => version(path),
  };
}

interface Means extends Pick<Start, 'watch'> {
  readonly path: string;
}

function run({ path, watch }: Means, request: GitRequest): Promise<GitResult> {
  return start({
    watch,
    args: [
      ...fixedSettings,
      ...networkSettings(request.network),
      `--git-dir=${request.gitDir}`,
      ...(request.workTree === undefined ? [] : [`--work-tree=${request.workTree}`]),
      ...request.args,
    ],
    // Never a folder that may have been left behind by somebody, nor one that may be gone.
    cwd: request.workTree ?? '/',
    env: environment(path, request),
    stdin: request.stdin ?? '',
    ...(request.network?.credential === undefined
      ? {}
      : { credential: credentialText(request.network.credential) }),
    encoding: request.encoding ?? 'utf8',
    outputBytesMax: request.outputBytesMax ?? outputBytesMaxDefault,
    ...(request.onOutput === undefined ? {} : { onOutput: request.onOutput }),
  });
}

function environment(path: string, request: GitRequest): Readonly<Record<string, string>> {
  const { identity } = request;
  return {
    ...(request.user === undefined ? fixedEnvironment : userEnvironment(request.user)),
    ...networkEnvironment(request.network),
    PATH: path,
    ...(request.index === undefined ? {} : { GIT_INDEX_FILE: request.index }),
    ...(identity === undefined
      ? {}
      : {
          GIT_AUTHOR_NAME: (identity.author ?? identity).name,
          GIT_AUTHOR_EMAIL: (identity.author ?? identity).email,
          GIT_AUTHOR_DATE: gitDate(identity.at),
          GIT_COMMITTER_NAME: identity.name,
          GIT_COMMITTER_EMAIL: identity.email,
          GIT_COMMITTER_DATE: gitDate(identity.at),
        }),
  };
}

/** Said whether a server redirects or asks twice: what git is told is for one place. The helper answers only who asks to get. */
const helper = '!f() { test "$1" = get && cat <&3; }; f';

/** GIT-RUNNER-6. An empty helper takes all others out. */
function networkSettings(network: GitNetwork | undefined): readonly string[] {
  if (network === undefined) return [];
  const { credential } = network;
  const own = credential === undefined ? [] : [`credential.${credential.origin}.helper=${helper}`];
  const settings = ['http.followRedirects=false', 'credential.helper=', ...own];
  return settings.flatMap((setting) => ['-c', setting]);
}

function networkEnvironment(network: GitNetwork | undefined): Readonly<Record<string, string>> {
  if (network === undefined) return {};
  return {
    ...network.environment,
    GIT_ALLOW_PROTOCOL: network.protocol,
    // A question to a person would be asked where nobody is.
    ...(network.protocol === 'ssh' ? { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes', GIT_SSH_VARIANT: 'ssh' } : {}),
  };
}

function credentialText({ username, password }: NonNullable<GitNetwork['credential']>): string {
  return `username=${username}\npassword=${password}\n`;
}

/** The one exception to GIT-RUNNER-2: what a user wrote about themselves, which only `config` reads. */
function userEnvironment(user: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { GIT_CONFIG_GLOBAL: _global, HOME: _home, ...rest } = fixedEnvironment;
  return { ...rest, ...user };
}

function gitDate(atMs: number): string {
  return `@${Math.floor(atMs / 1000)} +0000`;
}

async function version(path: string): Promise<string | undefined> {
  try {
    const result = await start({
      args: ['--version'],
      cwd: '/',
      env: { ...fixedEnvironment, PATH: path },
      stdin: '',
      encoding: 'utf8',
      outputBytesMax: 4096,
    });
    return /\d+\.\d+(?:\.\d+)*/.exec(result.stdout)?.[0];
  } catch {
    return undefined;
  }
}

interface Start {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly credential?: string;
  readonly encoding: 'utf8' | 'latin1';
  readonly outputBytesMax: number;
  readonly onOutput?: (piece: Buffer) => void;
  readonly watch?: GitRunnerOptions['watch'] | undefined;
}

/** Rejects where there is no exit to report: git could not be started, was killed, or said too much. */
function start(request: Start): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', [...request.args], {
      cwd: request.cwd,
      env: request.env,
      detached: true, // GIT-RUNNER-4
      shell: false,
      stdio: ['pipe', 'pipe', 'pipe', ...(request.credential === undefined ? [] : (['pipe'] as const))],
      timeout: timeMsMax,
      killSignal: 'SIGKILL',
    });
    endWithThisProcess(child);
    const stdout: Buffer[] = [];
    const take = request.onOutput ?? ((piece: Buffer): void => void stdout.push(piece));
    const stderr: Buffer[] = [];
    let stdoutBytes = 0;
    let stderrBytes = 0;
    let took: 'too much' | undefined;
    const watched =
      child.pid === undefined
        ? undefined
        : request.watch?.(child.pid, () => {
            took = 'too much';
            endGroup(child.pid ?? 0, 'SIGKILL');
          });
    child.stdout.on('data', (piece: Buffer) => {
      stdoutBytes += piece.length;
      if (stdoutBytes <= request.outputBytesMax) take(piece);
      else child.kill('SIGKILL');
    });
    child.stderr.on('data', (piece: Buffer) => {
      if (stderrBytes < stderrBytesMax) stderr.push(piece);
      stderrBytes += piece.length;
    });
    tell(child, request.credential);
    // git may exit without reading all it was given; its exit says what that meant.
    child.stdin.on('error', () => undefined);
    child.stdin.end(request.stdin, request.encoding);
    child.on('error', (error) => reject(new Error(`git could not be started: ${error.message}`)));
    child.on('close', (exit, signal) => {
      watched?.close();
      if (stdoutBytes > request.outputBytesMax) {
        reject(new Error(`git printed more than the ${request.outputBytesMax} bytes that were allowed`));
      } else if (took !== undefined) {
        reject(
          new Error('git was ended, because it took more memory or processes than this machine has for it'),
        );
      } else if (exit === null) {
        reject(new Error(`git was ended by ${signal ?? 'a signal'} before it was done`));
      } else {
        resolve({
          exit,
          stdout: Buffer.concat(stdout).toString(request.encoding),
          stderr: Buffer.concat(stderr).subarray(0, stderrBytesMax).toString('utf8'),
        });
      }
    });
  });
}

/** GIT-RUNNER-6: git may never ask. */
function tell(child: ChildProcess, credential: string | undefined): void {
  const socket = child.stdio[3];
  if (credential === undefined || !(socket instanceof Writable)) return;
  socket.on('error', () => undefined);
  socket.end(credential);
}

const atWork = new Set<number>();

/** GIT-RUNNER-4. One listener, for as long as there is a git: each would be one of its own otherwise, and many are too many. */
function endWithThisProcess(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (atWork.size === 0) process.on('exit', endAll);
  atWork.add(pid);
  const reaped = reapedWithUs(pid);
  child.once('exit', () => {
    reaped();
    atWork.delete(pid);
    if (atWork.size === 0) process.off('exit', endAll);
  });
}

function endAll(): void {
  for (const pid of atWork) endGroup(pid, 'SIGTERM');
}

function endGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // It has just ended by itself.
  }
}

/** One queue per git directory; the last promise of each is kept until it is done. */
function mutexes(): Git['exclusive'] {
  const last = new Map<string, Promise<unknown>>();
  return async (gitDir, work) => {
    const before = last.get(gitDir) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(gitDir, mine);
    try {
      return await mine;
    } finally {
      if (last.get(gitDir) === mine) last.delete(gitDir);
    }
  };
}
