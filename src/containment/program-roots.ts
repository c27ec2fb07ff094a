// Where the programs on a PATH really live, outside the places of the system: version managers keep them under the user's
// home, with links from one folder into another. Gives the folders and files a box must show for them to run: the smallest
// that do, and never a whole home, a checkout or a folder of everybody.

import { existsSync, realpathSync, statSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { DiskPlace } from './mounts.ts';
import { depthOf, isPlain, isWithin, isWithinAny } from './paths.ts';
import { systemPlaces } from './system-places.ts';

/** Folders of programs have a few hundred entries; what lies beyond this is not looked at. */
const entriesMax = 4_096;
const pathEntriesMax = 256;
const binNames = new Set(['bin', 'sbin', 'shims', 'libexec']);
/** Folders of a home that many programs share. */
const sharedNames = ['.local', '.local/share', '.local/state', '.config', '.cache', 'Library'];
/** A program in the first needs what lies in the second. */
const companions: readonly (readonly [string, string])[] = [
  ['.cargo', '.rustup'],
  ['.local/share/mise/shims', '.local/share/mise'],
];

export interface RootsRequest {
  /** The value of PATH. */
  readonly path: string;
  /** The user's home. */
  readonly home: string;
  /** Neither these, nor what holds or lies in them, is ever shown: the home of Slipway. */
  readonly never: readonly string[];
  /** Where rustup keeps its toolchains, where a variable says so. */
  readonly rustup?: string | undefined;
}

export async function programRoots(request: RootsRequest): Promise<readonly DiskPlace[]> {
  const roots = new Map<string, DiskPlace>();
  const add = (name: string | undefined): void => {
    const place = name === undefined ? undefined : lookAt(name);
    if (place !== undefined && !isOutOfBounds(place.real, request)) roots.set(place.path, place);
  };
  for (const dir of dirsOn(request.path)) {
    const real = await realpath(dir).catch(() => undefined);
    if (real === undefined || isWithinAny(real, systemPlaces)) continue;
    add(rootOf(dir, request));
    for (const target of await linksIn(real)) {
      if (!isWithinAny(target, [...systemPlaces, ...roots.keys()])) add(targetRoot(target, request));
    }
  }
  for (const [one, other] of companions) {
    const needed = [...roots.keys()].some((root) => isWithin(root, path.join(request.home, one)));
    if (needed) add(path.join(request.home, other));
  }
  // A variable may name anything: only what looks like rustup's own folder is shown.
  const { rustup = '' } = request;
  if (isPlain(rustup) && existsSync(path.join(rustup, 'toolchains'))) add(rustup);
  return [...roots.values()];
}

/** Dependencies of a project are no programs of the user: a workspace brings its own. */
function dirsOn(value: string): readonly string[] {
  const dirs = value.split(path.delimiter).filter((dir) => path.isAbsolute(dir));
  const plain = dirs.map((dir) => path.resolve(dir)).filter((dir) => !dir.endsWith('/node_modules/.bin'));
  return [...new Set(plain)].slice(0, pathEntriesMax);
}

/** A folder `bin` belongs to what lies around it, unless that is shared, or somebody's checkout. */
function rootOf(dir: string, request: RootsRequest): string | undefined {
  const parent = path.dirname(dir);
  if (binNames.has(path.basename(dir)) && !isShared(parent, request) && !isCheckout(parent, request)) {
    return parent;
  }
  return isShared(dir, request) ? undefined : dir;
}

/** What a link to a program needs: its modules, or what lies around its `bin`, or only itself. */
function targetRoot(target: string, request: RootsRequest): string | undefined {
  const modules = /^(.*?\/node_modules)\//.exec(target)?.[1];
  if (modules !== undefined) return modules;
  const dir = path.dirname(target);
  const isTool = !isWithin(target, request.home) || isHiddenIn(dir, request.home);
  const root = isTool && binNames.has(path.basename(dir)) ? rootOf(dir, request) : undefined;
  return root ?? target;
}

function isShared(dir: string, { home }: RootsRequest): boolean {
  return depthOf(dir) < 2 || isWithin(home, dir) || sharedNames.some((name) => path.join(home, name) === dir);
}

/** Some version managers are checkouts themselves; those lie in hidden folders. */
function isCheckout(dir: string, { home }: RootsRequest): boolean {
  return !isHiddenIn(dir, home) && existsSync(path.join(dir, '.git'));
}

function isHiddenIn(dir: string, home: string): boolean {
  return isWithin(dir, home) && /(^|\/)\./.test(path.relative(home, dir));
}

function isOutOfBounds(real: string, { home, never }: RootsRequest): boolean {
  return (
    isWithin(home, real) ||
    never.some((place) => isWithin(place, real) || isWithin(real, place)) ||
    real === '/'
  );
}

async function linksIn(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  const links = entries.slice(0, entriesMax).filter((entry) => entry.isSymbolicLink());
  const targets = await Promise.all(
    links.map((entry) => realpath(path.join(dir, entry.name)).catch(() => undefined)),
  );
  return targets.filter((target) => target !== undefined);
}

/**
 * Undefined for what is not there, and for sockets, pipes and devices, which no box is given. Every launch asks for dozens of
 * places, most of which are not there: asked one after the other they take a tenth of what the thread pool takes.
 */
export function lookAt(name: string): DiskPlace | undefined {
  if (!existsSync(name)) return undefined;
  try {
    const real = realpathSync.native(name);
    const found = statSync(real);
    if (found.isDirectory()) return { path: name, real, kind: 'folder' };
    return found.isFile() ? { path: name, real, kind: 'file' } : undefined;
  } catch {
    return undefined;
  }
}
