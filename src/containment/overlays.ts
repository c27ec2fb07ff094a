// Mounts the views of a box: overlays of read-only layers, with writes kept apart. A program is started through a
// small step that mounts them in a mount namespace of its own and then becomes the program, so that a view is seen
// by that program and its children only and is gone when the last of them is.
//
// Invariants
//   OVERLAYS-1. No mount is ever made where anybody else sees it: a crash leaves none behind.
//   OVERLAYS-2. The program runs as the user who started it, with the environment it was given and no right to undo a mount
//        that this user did not have before.
//   OVERLAYS-3. A view that cannot be mounted is an end in words, never a program that starts without it.

import { execFile } from 'node:child_process';
import { access, chmod, mkdir as makeFolder, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { View } from './box.ts';

const run = promisify(execFile);

/** What mounting needs, found by doing it. */
export interface ViewMeans {
  /** `root` mounts in a mount namespace, `user` in a user namespace around it. */
  readonly rights: 'root' | 'user';
  readonly tools: Readonly<Record<Tool, string>>;
}

const tools = ['unshare', 'env', 'mount', 'mkdir'] as const;
type Tool = (typeof tools)[number];

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

const systemFolders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
const probeMsMax = 5_000;
const probeBytesMax = 65_536;

/** A comma or colon means something to an overlay's options, and no one way of escaping it is understood everywhere. */
const awkward = /[,:\\"\n]/;

/** Variables that a shell sets or changes for what it starts. */
const shellVariables = ['PWD', 'OLDPWD', 'SHLVL', '_'];

/**
 * The arguments are triples (layer, scratch, place) up to `--`, then the program. No variable is set and no program is
 * looked for, because either would show in what the program is started with (OVERLAYS-2).
 */
function mountAll({ rights, tools }: ViewMeans): string {
  const options = rights === 'user' ? 'userxattr,' : '';
  return `
while [ "$1" != -- ]; do
  ${tools.mkdir} -p -- "$2/upper" "$2/work" &&
  ${tools.mount} -t overlay slipway -o "${options}lowerdir=$1,upperdir=$2/upper,workdir=$2/work" -- "$3" || {
    echo "The dependencies of this repository could not be shown at $3." >&2
    exit 125
  }
  shift 3
done
shift
exec "$@"`;
}

/** Whether these paths can be named in a mount at all. */
export function canBeMounted(views: readonly View[]): boolean {
  return views.every((view) => !awkward.test(view.layer) && !awkward.test(view.scratch));
}

/** The same program, seeing these views (OVERLAYS-1). `env` is what it is started with. */
export function withViews(
  program: Program,
  views: readonly View[],
  given: { readonly means: ViewMeans; readonly env: Readonly<Record<string, string>> },
): Program {
  if (views.length === 0) return program;
  const { means, env } = given;
  return {
    file: means.tools.unshare,
    args: [
      ...(means.rights === 'user' ? ['--user', '--map-root-user'] : []),
      '--mount',
      '--propagation=private',
      '--',
      '/bin/sh',
      '-c',
      mountAll(means),
      'slipway-views',
      ...views.flatMap((view) => [view.layer, view.scratch, view.at]),
      '--',
      ...asBefore(means, env),
      program.file,
      ...program.args,
    ],
  };
}

/** OVERLAYS-2: out of the rights that the mounting needed, and without what the shell added. */
function asBefore(means: ViewMeans, env: Readonly<Record<string, string>>): readonly string[] {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  const changed = shellVariables.filter((name) => env[name] !== undefined);
  return [
    ...(means.rights === 'user'
      ? [means.tools.unshare, '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--']
      : []),
    means.tools.env,
    ...shellVariables.filter((name) => env[name] === undefined).flatMap((name) => ['-u', name]),
    ...changed.map((name) => `${name}=${env[name] ?? ''}`),
  ];
}

/** How views can be mounted on the disk of this folder, or nothing where they cannot: tried with a real one. */
export async function viewMeans(folder: string): Promise<ViewMeans | undefined> {
  if (process.platform !== 'linux') return undefined;
  const [unshare, env, mount, mkdir] = await Promise.all(tools.map(found));
  if (unshare === undefined || env === undefined || mount === undefined || mkdir === undefined)
    return undefined;
  const dir = await mkdtemp(path.join(folder, 'view-')).catch(() => undefined);
  if (dir === undefined) return undefined;
  try {
    for (const rights of process.getuid?.() === 0 ? (['root', 'user'] as const) : (['user'] as const)) {
      const means = { rights, tools: { unshare, env, mount, mkdir } };
      const tried = await works(means, path.join(dir, rights));
      await opened(path.join(dir, rights));
      if (tried) return means;
    }
    return undefined;
  } finally {
    await rm(dir, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The system makes a folder for itself where a view keeps its writes, which nobody may list: left so, only root could delete it. */
async function opened(dir: string): Promise<void> {
  await chmod(path.join(dir, 'scratch', 'work', 'work'), 0o700).catch(() => undefined);
}

/** Writes through a view: what was written is seen in it, and the layer under it is as it was. */
async function works(means: ViewMeans, dir: string): Promise<boolean> {
  const view = {
    layer: path.join(dir, 'layer'),
    at: path.join(dir, 'at'),
    scratch: path.join(dir, 'scratch'),
  };
  if (!canBeMounted([view])) return false;
  try {
    await Promise.all([view.layer, view.at].map((each) => makeFolder(each, { recursive: true })));
    await writeFile(path.join(view.layer, 'file'), 'old');
    const script = 'echo new > file && echo more > other && rm file && cat other';
    const program = withViews({ file: '/bin/sh', args: ['-c', `cd -- "$0" && ${script}`, view.at] }, [view], {
      means,
      env: {},
    });
    const { stdout } = await run(program.file, program.args, {
      env: { PATH: systemFolders.join(':') },
      cwd: dir,
      timeout: probeMsMax,
      maxBuffer: probeBytesMax,
    });
    return stdout === 'more\n' && (await readFile(path.join(view.layer, 'file'), 'utf8')) === 'old';
  } catch {
    return false;
  }
}

async function found(name: string): Promise<string | undefined> {
  for (const folder of systemFolders) {
    const file = path.join(folder, name);
    const there = await access(file).then(
      () => true,
      () => false,
    );
    if (there) return file;
  }
  return undefined;
}
