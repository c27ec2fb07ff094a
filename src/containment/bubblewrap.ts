// The level `contained` on Linux: every box is a set of namespaces made by bubblewrap, in which nothing exists but what the
// box names and what programs need to run.
//
// Invariants
//   BUBBLEWRAP-1. Nothing is shown that is not listed: the machine's programs, the user's own programs, the paths of the box. A whole
//       home, the whole disk or the home of Slipway is never shown, whoever asks. (BOX-PLACES-1 and BOX-PLACES-2: `box-places.ts`.)
//   BUBBLEWRAP-2. The program sees the environment of the request, and with egress the way to the proxy; no value of it is an argument.
//   BUBBLEWRAP-3. A box that cannot be made as asked is an error in words, never a weaker box.
//
// What is missing: a limit of the processor. Memory and processes are looked at from outside (`load-watch.ts`), not by cgroups.

import { accessSync, constants, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { boxPlaces, type Keeping, systemMounts } from './box-places.ts';
import type { Box, View } from './box.ts';
import { bubblewrapArgs, deafToTerm } from './bubblewrap-args.ts';
import type { Confined, Containment } from './containment.ts';
import { parseTarget } from './egress-rules.ts';
import { type Egress, openEgress } from './egress.ts';
import { firstOther } from './inherited.ts';
import { type Mount, mountsOf, type DiskPlace } from './mounts.ts';
import { isPlain, isWithin } from './paths.ts';
import type { ProcessRequest } from './process.ts';
import { lookAt, programRoots } from './program-roots.ts';
import { callFilter } from './system-calls.ts';
import { canBeMounted, type Program, type ViewMeans, withViews } from './overlays.ts';

export interface BubblewrapOptions extends Keeping {
  /** The program, by its whole path. */
  readonly bwrap: string;
  /** The user's surroundings: what proxy and certificates they use. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly uid: number;
  readonly gid: number;
  /** Where a short-lived folder for each box is made. A socket lies in it, whose path must be short. */
  readonly tmp: string;
  /** Hosts of the user's own configuration, which may lie in a private network. */
  readonly ownHosts: readonly string[];
  /** How views are mounted here; asked when the first one is needed. */
  readonly means: () => Promise<ViewMeans | undefined>;
}

export function bubblewrap(options: BubblewrapOptions): Containment {
  const rootsOf = rememberedRoots(options);
  const system = systemMounts();
  return {
    level: 'contained',
    confine: async (request, box) => {
      checkBox(box, request, options);
      const folder = await mkdtemp(path.join(options.tmp, 'slipway-box-'));
      try {
        return await confineIn(folder, {
          options,
          request,
          box,
          system,
          programs: await rootsOf(request),
        });
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
    },
  };
}

interface Confining {
  readonly options: BubblewrapOptions;
  readonly request: ProcessRequest;
  readonly box: Box;
  readonly system: readonly Mount[];
  readonly programs: readonly DiskPlace[];
}

async function confineIn(folder: string, confining: Confining): Promise<Confined> {
  const { options, request, box } = confining;
  const program = findProgram(request);
  if (program === undefined) return missing(folder, request);
  const egress = await openEgress({
    listed: box.egress,
    folder,
    request,
    env: options.env,
    own: options.ownHosts,
  });
  const close: Confined['close'] = async () => {
    const closed = await egress.close();
    await rm(folder, { recursive: true, force: true });
    return closed;
  };
  try {
    return { request: await boxedRequest(folder, confining, { program, egress }), isSignal, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function boxedRequest(
  folder: string,
  { options, request: { box: _box, ...request }, box, ...rest }: Confining,
  { program, egress }: { readonly program: DiskPlace; readonly egress: Egress },
): Promise<ProcessRequest> {
  const nothing = { file: path.join(folder, 'file'), folder: path.join(folder, 'folder') };
  writeFileSync(nothing.file, '');
  mkdirSync(nothing.folder);
  const places = boxPlaces(box, rest.programs, options);
  const programs = [...rest.programs, program, ...egress.places];
  const planned = mountsOf({
    ...places,
    system: rest.system,
    programs,
    scratch: scratchOf(request),
    nothing,
  });
  if (!planned.some((mount) => isWithin(request.cwd, mount.at))) {
    throw new Error(`${request.cwd} is not among what the box shows, so nothing can start there`);
  }
  const env = { ...request.env, ...egress.env };
  const filter = filterIn(folder, box);
  const pwd = env['PWD'];
  const args = bubblewrapArgs({
    uid: options.uid,
    gid: options.gid,
    mounts: [...planned, ...egress.mounts],
    cwd: request.cwd,
    ...(pwd === undefined ? {} : { pwd }),
    program: [...egress.launcher, request.file, ...request.args],
    limits: existsSync('/usr/bin/prlimit'),
    ...(filter === undefined ? {} : { filter: firstOther }),
  });
  const shown = await showViews({ file: options.bwrap, args }, box.views, { means: options.means, env });
  return {
    ...request,
    file: deafToTerm.file,
    args: [...deafToTerm.args, shown.file, ...shown.args],
    env,
    ...(filter === undefined ? {} : { opened: [filter] }),
  };
}

/** The file with the filter of system calls, where this machine's calls are known. */
export function filterIn(folder: string, { tracing = false }: Pick<Box, 'tracing'>): string | undefined {
  const filter = callFilter(process.arch, { tracing });
  if (filter === undefined) return undefined;
  const file = path.join(folder, 'filter');
  writeFileSync(file, filter);
  return file;
}

/** Bubblewrap says a signal as shells do: 128 and its number. */
function isSignal(exit: number): boolean {
  const signal = exit - 128;
  return (signal >= 1 && signal <= 15) || signal === 24 || signal === 25 || signal === 31;
}

/** BUBBLEWRAP-1, for what a caller asks for by mistake. */
function checkBox(box: Box, { file, env }: ProcessRequest, { home, never }: BubblewrapOptions): void {
  for (const place of [
    ...box.writable,
    ...box.readable,
    ...box.hidden,
    ...box.views.map((view) => view.at),
    ...(box.copies ?? []).map(({ copy }) => copy),
  ]) {
    if (!isPlain(place)) throw new Error(`${place} is not a plain absolute path`);
  }
  for (const place of [...box.writable, ...box.readable]) {
    if ([home, ...never].some((kept) => isWithin(kept, place))) {
      throw new Error(`${place} holds a whole home, which no box may show: name the folders inside it`);
    }
  }
  if (file.includes('=')) throw new Error(`${file} cannot be started in a box: its name has a =`);
  const odd =
    box.views.length === 0 ? undefined : Object.keys(env).find((name) => !/^[A-Za-z_]\w*$/.test(name));
  if (odd !== undefined)
    throw new Error(`the variable ${odd} cannot be handed through a shell, which views need`);
  for (const entry of box.egress) {
    if (parseTarget(entry.replace(/^\*\./, ''), 443) === undefined) {
      throw new Error(`${entry} is no host that could be reached: write host or host:port`);
    }
  }
}

/** Nothing to run gives what a missing program gives outside a box, and cannot come into being meanwhile. */
function missing(folder: string, request: ProcessRequest): Confined {
  const { box: _box, ...rest } = request;
  return {
    request: { ...rest, file: path.join(folder, 'missing', 'program') },
    close: async () => {
      await rm(folder, { recursive: true, force: true });
      return { refused: [] };
    },
  };
}

function findProgram({ file, cwd, env }: ProcessRequest): DiskPlace | undefined {
  if (!isFolder(cwd)) return undefined;
  const dirs = (env['PATH'] ?? '').split(path.delimiter).filter((dir) => path.isAbsolute(dir));
  const names = file.includes('/') ? [path.resolve(cwd, file)] : dirs.map((dir) => path.join(dir, file));
  for (const name of names) {
    const place = isExecutable(name) ? lookAt(name) : undefined;
    if (place?.kind === 'file') return place;
  }
  return undefined;
}

function isFolder(name: string): boolean {
  try {
    return statSync(name).isDirectory();
  } catch {
    return false;
  }
}

function isExecutable(name: string): boolean {
  try {
    accessSync(name, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A PATH is looked through once; what is installed later is found by the next process of Slipway. */
function rememberedRoots(
  options: BubblewrapOptions,
): (request: ProcessRequest) => Promise<readonly DiskPlace[]> {
  const known = new Map<string, Promise<readonly DiskPlace[]>>();
  return ({ env }) => {
    const value = [env['PATH'] ?? '', path.dirname(process.execPath)].join(path.delimiter);
    const rustup = env['RUSTUP_HOME'];
    const key = `${rustup ?? ''}\n${value}`;
    const { home, never } = options;
    const found = known.get(key) ?? programRoots({ path: value, home, never, rustup });
    known.set(key, found);
    return found;
  };
}

function scratchOf({ env }: ProcessRequest): readonly string[] {
  return [env['HOME'], env['TMPDIR']].filter((place) => place !== undefined).filter(isPlain);
}

async function showViews(
  program: Program,
  views: readonly View[],
  given: { readonly means: BubblewrapOptions['means']; readonly env: ProcessRequest['env'] },
): Promise<Program> {
  const [first] = views;
  if (first === undefined) return program;
  const means = await given.means();
  if (means === undefined || !canBeMounted(views))
    throw new Error(`nothing can be shown at ${first.at} here`);
  return withViews(program, views, { means, env: given.env });
}
