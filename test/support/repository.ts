// A small real git repository in a temporary folder, used the way its owner would: with git itself, a
// configuration of its own, and nothing of the machine's.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { gitRunner } from '../../src/workspace/git-runner.ts';
import { takeAway } from './take-away.ts';
import type { Checkout, Workspaces } from '../../src/workspace/workspace.ts';
import { createWorkspaces } from '../../src/workspace/workspaces.ts';
import { copyFolder, fromShelf } from './shelf.ts';

const run = promisify(execFile);

export interface TestRepository {
  /** The folder everything is in; deleted at the end. */
  readonly root: string;
  /** The checkout. */
  readonly dir: string;
  /** Runs git in the checkout as its owner and answers what it printed, trimmed. */
  readonly git: (...args: readonly string[]) => Promise<string>;
  readonly gitIn: (dir: string, ...args: readonly string[]) => Promise<string>;
  readonly write: (file: string, content: string | Buffer, mode?: number) => Promise<void>;
  readonly link: (file: string, target: string) => Promise<void>;
  /** Adds everything and commits; answers the commit's id. */
  readonly commit: (message: string) => Promise<string>;
  readonly remove: () => Promise<void>;
}

interface RepositoryOptions {
  readonly name?: string;
  readonly branch?: string;
}

/** `files` are written and committed; without any, the repository has no commit. The same one is made by git once and copied. */
export async function makeRepository(
  files: Readonly<Record<string, string>> = {},
  options: RepositoryOptions = {},
): Promise<TestRepository> {
  const made = await fromShelf(['repository', files, options], () => newRepository(files, options));
  if (made === undefined) return repositoryIn(await newRepository(files, options), options.name);
  const repository = repositoryIn(await newRoot(), options.name);
  copyFolder(path.join(made, path.basename(repository.dir)), repository.dir);
  if (Object.keys(files).length > 0) await refresh(repository);
  return repository;
}

/** The index knows files by their place on the disk, and those of a copy lie elsewhere. */
export async function refresh({ git }: TestRepository): Promise<void> {
  await git('update-index', '-q', '--refresh');
}

async function newRoot(): Promise<string> {
  return realpath(await mkdtemp(path.join(tmpdir(), 'slipway-repository-')));
}

async function newRepository(
  files: Readonly<Record<string, string>>,
  options: RepositoryOptions,
): Promise<string> {
  const repository = repositoryIn(await newRoot(), options.name);
  await mkdir(repository.dir);
  await repository.git('init', '--quiet', `--initial-branch=${options.branch ?? 'main'}`, '--template=');
  for (const folder of ['hooks', 'info']) await mkdir(path.join(repository.dir, '.git', folder));
  for (const [file, content] of Object.entries(files)) await repository.write(file, content);
  if (Object.keys(files).length > 0) await repository.commit('first');
  return repository.root;
}

/** One that is there already, or is about to be. */
export function repositoryIn(root: string, name = 'project'): TestRepository {
  const dir = path.join(root, name);
  const gitIn = (where: string, ...args: readonly string[]): Promise<string> => ownersGit(root, where, args);
  const git = (...args: readonly string[]): Promise<string> => gitIn(dir, ...args);
  return {
    root,
    dir,
    git,
    gitIn,
    write: async (file, content, mode) => {
      await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
      await writeFile(path.join(dir, file), content);
      if (mode !== undefined) await chmod(path.join(dir, file), mode);
    },
    link: (file, target) => symlink(target, path.join(dir, file)),
    commit: async (message) => {
      await git('add', '--all', '--force');
      await git('commit', '--quiet', '--allow-empty', `--message=${message}`);
      return git('rev-parse', 'HEAD');
    },
    // What a killed process left behind may still write for a moment.
    remove: () =>
      rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }).catch(() => takeAway(root)),
  };
}

async function ownersGit(root: string, dir: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', [...args], {
    cwd: dir,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
      HOME: root,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: path.join(root, 'gitconfig'),
      GIT_AUTHOR_NAME: 'Owner',
      GIT_AUTHOR_EMAIL: 'owner@example.test',
      GIT_COMMITTER_NAME: 'Owner',
      GIT_COMMITTER_EMAIL: 'owner@example.test',
      GIT_TERMINAL_PROMPT: '0',
      GIT_ALLOW_PROTOCOL: 'file',
      LC_ALL: 'C',
    },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.trim();
}

/** A repository, a home beside it, and the checkout as `look` saw it, with its commit in the store. */
export interface TestWorkspaces {
  readonly repository: TestRepository;
  readonly home: string;
  readonly workspaces: Workspaces;
  readonly id: string;
  readonly base: string;
  readonly look: () => Promise<Checkout>;
}

export async function startWorkspaces(
  repository: TestRepository,
  dir: string = repository.dir,
): Promise<TestWorkspaces> {
  const home = path.join(repository.root, 'slipway home');
  const workspaces = createWorkspaces({ home, git: gitRunner() });
  const look = async (): Promise<Checkout> => {
    const seen = await workspaces.look(dir);
    if ('problem' in seen) throw new Error(seen.problem);
    return seen;
  };
  const seen = await look();
  await workspaces.ensure(seen.repository, seen.commit);
  return { repository, home, workspaces, id: seen.repository, base: seen.commit, look };
}

/** Every file below a folder with its mode, content and (objects aside) time: equal means untouched. */
export async function fingerprint(dir: string): Promise<Readonly<Record<string, string>>> {
  const prints: Record<string, string> = {};
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const stats = await lstat(file, { bigint: true });
    if (stats.isDirectory()) continue;
    const content = stats.isSymbolicLink() ? await readlink(file) : await readFile(file);
    const digest = createHash('sha256').update(content).digest('hex');
    const time = file.includes('/.git/objects/') ? '' : String(stats.mtimeNs);
    prints[path.relative(dir, file)] = `${stats.mode.toString(8)} ${digest} ${time}`;
  }
  return prints;
}
