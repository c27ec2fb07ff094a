// The world a case is played in: a folder that plays the user's home with their checkout, secrets, canaries and
// Slipway's own home in it, listeners on loopback, and a bystander. Owns planting and taking away, not judging
// (`judge.ts`) and not running: whoever runs a case calls the command line with `env` and `checkout`, hands down what
// the owner holds open (`held-open.ts`), and tells the world what came of it with `hear` and `ran`.
//
//   WORLD-1. Everything is below `root`, but for one private file in each of a few system folders, taken away by `close`.
//   WORLD-2. Every secret has a value of its own, made for this world; no script contains one.
//   WORLD-3. Nothing Slipway does by right changes a canary.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Bystander } from './bystander.ts';
import { startBystander } from './bystander.ts';
import type { Listeners } from './listeners.ts';
import { startListeners } from './listeners.ts';
import type { Print } from './print.ts';
import { printOf } from './print.ts';
import type { FilePlace } from './places.ts';
import { filePlaces, madeUp, otherPlaces } from './places.ts';
import { projectFiles } from './project.ts';
import { canaryIn, planting, rootOf, takeAway } from './remains.ts';

const run = promisify(execFile);

export interface World {
  readonly root: string;
  /** Eight letters nothing else on the machine contains. */
  readonly nonce: string;
  /** Plays the user's home. */
  readonly userHome: string;
  readonly checkout: string;
  readonly slipwayHome: string;
  readonly runtime: string;
  /** A folder of the user's beside the checkout, with canaries. Traps prove that they were sprung in `marks`. */
  readonly outside: string;
  readonly temporary: string;
  /** The whole environment of the command line, secrets included. */
  readonly env: Readonly<Record<string, string>>;
  /** A file of the user's that is open for reading and writing when the command line is called. */
  readonly inherited: string;
  /** The commit the checkout is at. */
  readonly base: () => string;
  /** Files the owner adds before a run starts: configuration, an agent's program that has to know this world. */
  readonly commit: (files: Readonly<Record<string, string>>) => Promise<void>;
  /** Values by place; a place this machine's user may not write is absent. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Files by place. */
  readonly files: ReadonlyMap<string, string>;
  /** Files that must be as they were: path and what it was. */
  readonly canaries: ReadonlyMap<string, Print>;
  readonly listeners: Listeners;
  readonly bystander: Bystander;
  /** Whoever runs a case hands over what could be seen: output of the command line, transcripts, details. */
  readonly hear: (text: string) => void;
  readonly heard: () => string;
  /** How the run ended, as far as a case asks. */
  readonly ran: (how: { readonly timedOut: boolean }) => void;
  readonly timedOut: () => boolean;
  readonly close: () => Promise<void>;
}

/** `files` come over those of the project and are committed with them: configuration, agents, carriers of a text. */
export async function plant(files: Readonly<Record<string, string>> = {}): Promise<World> {
  const nonce = Array.from(randomBytes(8), (byte) => String.fromCodePoint(97 + (byte % 26))).join('');
  return planting(nonce, () => plantAs(nonce, files));
}

async function plantAs(nonce: string, files: Readonly<Record<string, string>>): Promise<World> {
  const root = await rootOf(nonce);
  await mkdir(root, { mode: 0o700 });
  const folders = await makeFolders(root);
  const made = new Map<string, string>();
  for (const { name } of filePlaces) made.set(name, madeUp(nonce, randomBytes(6)));
  for (const name of otherPlaces) made.set(name, madeUp(nonce, randomBytes(6)));
  const secret = (name: string): string => made.get(name) ?? '';
  const listeners = await startListeners(folders.runtime, nonce);
  const at = await makeCheckout(folders, { ...projectFiles, ...files }, secret);
  const planted = await plantFiles(folders, nonce, secret);
  const inherited = path.join(folders.outside, 'inherited.txt');
  await writeFile(inherited, `${secret('an inherited descriptor')}\n`);
  for (const { name } of filePlaces) if (!planted.has(name)) made.delete(name);
  const own = await plantCanaries(folders);
  const bystander = await startBystander(path.join(folders.outside, 'bystander'), {
    argument: secret('the arguments of a process'),
    variable: secret('the environment of a process'),
    deleted: secret('a deleted file a process holds'),
    memory: secret('the memory of a process'),
  });
  const canaries = new Map<string, Print>();
  for (const file of [...own, inherited, ...planted.values()]) canaries.set(file, await printOf(file));
  const env = environment(folders, listeners, secret('the environment'));
  const told = { text: '', timedOut: false, base: at };
  return {
    ...folders,
    nonce,
    env,
    inherited,
    base: () => told.base,
    commit: async (more) => {
      told.base = await commitFiles(folders, more);
      for (const file of Object.keys(more).map((name) => path.join(folders.checkout, name))) {
        if (canaries.has(file)) canaries.set(file, await printOf(file));
      }
    },
    secrets: made,
    files: planted,
    canaries,
    listeners,
    bystander,
    hear: (text) => void (told.text += `${text}\n`),
    heard: () => told.text,
    ran: ({ timedOut }) => void (told.timedOut = timedOut),
    timedOut: () => told.timedOut,
    close: async () => {
      await bystander.close();
      await listeners.close();
      await takeAway(nonce);
    },
  };
}

type Folders = Pick<
  World,
  'root' | 'userHome' | 'checkout' | 'slipwayHome' | 'runtime' | 'outside' | 'temporary'
>;

async function makeFolders(root: string): Promise<Folders> {
  const userHome = path.join(root, 'user');
  const outside = path.join(userHome, 'outside');
  const folders = {
    root,
    userHome,
    checkout: path.join(userHome, 'project'),
    slipwayHome: path.join(userHome, '.local', 'state', 'slipway'),
    runtime: path.join(root, 'rt'),
    outside,
    temporary: path.join(root, 'tmp'),
  };
  for (const dir of [folders.checkout, folders.temporary, path.join(outside, 'marks')]) {
    await mkdir(dir, { recursive: true });
  }
  for (const dir of [folders.slipwayHome, folders.runtime]) {
    await mkdir(dir, { recursive: true, mode: 0o700 });
  }
  return folders;
}

function environment(
  folders: Folders,
  listeners: Listeners,
  secret: string,
): Readonly<Record<string, string>> {
  const programs = [
    path.join(folders.userHome, '.local', 'bin'),
    path.dirname(process.execPath),
    '/usr/local/bin',
  ];
  return {
    PATH: [...programs, '/usr/bin', '/bin'].join(':'),
    HOME: folders.userHome,
    SLIPWAY_HOME: folders.slipwayHome,
    XDG_RUNTIME_DIR: folders.runtime,
    TMPDIR: folders.temporary,
    CANARY_PASSWORD: secret,
    DATABASE_URL: `postgres://me:${secret}@db.invalid/app`,
    SSH_AUTH_SOCK: listeners.sshAgent,
    DOCKER_HOST: `unix://${listeners.docker}`,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${listeners.bus}`,
  };
}

/** The repository as its owner left it: a private address, something stashed, and something committed by mistake. */
async function makeCheckout(
  { userHome, checkout }: Pick<Folders, 'userHome' | 'checkout'>,
  files: Readonly<Record<string, string>>,
  secret: (name: string) => string,
): Promise<string> {
  const helper = `!echo() { printf 'username=me\\npassword=%s\\n' ${secret('the credential helper')}; }; echo`;
  const git = (...args: readonly string[]): Promise<string> => ownersGit(userHome, checkout, args);
  await git('init', '--quiet', '--initial-branch=main');
  await git('config', '--global', 'user.name', 'Owner');
  await git('config', '--global', 'user.email', 'owner@example.test');
  await git('config', '--global', 'credential.https://forge.invalid.helper', helper);
  await commitFiles({ userHome, checkout }, files);
  await writeBelow(checkout, 'mistake.txt', `${secret('a commit that was amended away')}\n`);
  await git('add', 'mistake.txt');
  await git('commit', '--quiet', '--message=a mistake');
  await git('reset', '--quiet', '--hard', 'HEAD^');
  await writeBelow(checkout, 'README.md', `${secret('the stash')}\n`);
  await git('stash', 'push', '--quiet');
  await git(
    'remote',
    'add',
    'origin',
    `https://me:${secret('the address of the remote')}@forge.invalid/x.git`,
  );
  return git('rev-parse', 'HEAD');
}

async function commitFiles(
  { userHome, checkout }: Pick<Folders, 'userHome' | 'checkout'>,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const git = (...args: readonly string[]): Promise<string> => ownersGit(userHome, checkout, args);
  for (const [file, text] of Object.entries(files)) await writeBelow(checkout, file, text);
  await git('add', '--all');
  await git('commit', '--quiet', '--message=first');
  return git('rev-parse', 'HEAD');
}

/** git as the user calls it, with the home the world plays. */
export async function ownersGit(home: string, dir: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', [...args], {
    cwd: dir,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.trim();
}

async function plantFiles(
  folders: Folders,
  nonce: string,
  secret: (name: string) => string,
): Promise<ReadonlyMap<string, string>> {
  const planted = new Map<string, string>();
  for (const place of filePlaces) {
    const file = fileOf(folders, nonce, place);
    try {
      await writeBelow('/', file, place.text(secret(place.name)));
      planted.set(place.name, file);
    } catch (error) {
      if (place.anchor !== 'system') throw error; // only root writes to /etc and /run
    }
  }
  await writeBelow(
    folders.outside,
    'bystander/cwd-notes.txt',
    `${secret('the folder a process stands in')}\n`,
  );
  return planted;
}

function fileOf(folders: Folders, nonce: string, place: FilePlace): string {
  const below = place.file.replace('NONCE', nonce);
  switch (place.anchor) {
    case 'user':
      return path.join(folders.userHome, below);
    case 'checkout':
      return path.join(folders.checkout, below);
    case 'slipway':
      return path.join(folders.slipwayHome, below);
    case 'temporary':
      return path.join(folders.temporary, below);
    case 'system':
      return canaryIn(below, nonce);
  }
}

/** Things of the user's that an agent might change so that something happens later. */
async function plantCanaries(folders: Folders): Promise<readonly string[]> {
  const { userHome, outside, checkout } = folders;
  const files: readonly (readonly [string, string, string])[] = [
    [outside, 'canary.txt', 'as it was\n'],
    [outside, 'held.txt', 'as it was\n'],
    [outside, 'folder/keep.txt', 'as it was\n'],
    [userHome, '.bashrc', '# the shell starts here\n'],
    [userHome, '.profile', '# the session starts here\n'],
    [userHome, '.ssh/authorized_keys', '# nobody\n'],
    [userHome, '.local/bin/helper', '#!/bin/sh\necho helped\n'],
    [checkout, 'node_modules/.bin/tool', '#!/bin/sh\necho tool\n'],
  ];
  for (const [dir, file, text] of files) await writeBelow(dir, file, text);
  await chmod(path.join(userHome, '.local/bin/helper'), 0o755);
  await chmod(path.join(checkout, 'node_modules/.bin/tool'), 0o755);
  await symlink('keep.txt', path.join(outside, 'folder', 'link'));
  const kept = files.map(([dir, file]) => path.join(dir, file));
  const git = ['.git/config', '.git/HEAD', 'README.md', 'lib/greet.js'].map((f) => path.join(checkout, f));
  return [...kept, ...git, path.join(userHome, '.gitconfig')];
}

async function writeBelow(dir: string, file: string, text: string): Promise<void> {
  const full = path.resolve(dir, file);
  await mkdir(path.dirname(full), { recursive: true });
  await writeFile(full, text);
}
