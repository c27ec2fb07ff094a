// The key of a layer (LAYER-1), and what else a commit says about one: whether its folders are free, and whether installing
// its dependencies runs anything of its own.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { shown } from './git-ok.ts';
import { areInstallers, bringsOwnCode, isManifest } from './layer-inputs.ts';
import type { Context } from './places.ts';
import { contents, linkMode } from './tree-entries.ts';
import type { TreeEntry } from './tree-entries.ts';

/** Changes with how layers are made, so that one of an older making is not taken for one of this. */
const edition = 1;
const packagesMax = 200;

export interface KeyParts {
  readonly repository: string;
  readonly commands: readonly string[];
  readonly manifests: readonly string[];
  readonly tools: readonly string[];
  readonly platform: string;
}

/** The manifests and lockfiles of a commit, by path, kind and content. */
export function manifestsOf(entries: readonly TreeEntry[]): readonly string[] {
  return entries
    .filter((entry) => isManifest(entry.path))
    .map((entry) => `${entry.mode} ${entry.id} ${entry.path}`);
}

export function keyOf(parts: KeyParts): string {
  const { repository, commands, manifests, tools, platform } = parts;
  const text = JSON.stringify([edition, repository, commands, manifests, tools, platform]);
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}

/** Kind of machine and of system: what was built for one need not run on another. */
export async function platformName(): Promise<string> {
  const system = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const name = system.split('\n').filter((line) => /^(?:ID|VERSION_ID)=/.test(line));
  return [process.platform, process.arch, ...name].join(' ');
}

/** Whether nothing of a commit lies at, in or across the way to these folders. */
export function areFree(entries: readonly TreeEntry[], folders: readonly string[]): boolean {
  const taken = new Set(folders);
  const ways = new Set(folders.flatMap((folder) => waysTo(folder)));
  return entries.every((entry) => {
    const path = shown(entry.path);
    return !ways.has(path) && !isInside(path, taken);
  });
}

function isInside(path: string, folders: ReadonlySet<string>): boolean {
  for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
    if (folders.has(path.slice(0, slash))) return true;
  }
  return false;
}

/** A path and every folder above it. */
function waysTo(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

/** Whether manifests and lockfiles alone say what setup brings: known installers, and no code of the repository. */
export async function installsOnly(
  context: Context,
  store: string,
  about: { readonly entries: readonly TreeEntry[]; readonly commands: readonly string[] },
): Promise<boolean> {
  const { entries, commands } = about;
  const manifests = entries.filter((entry) => isManifest(entry.path));
  const packages = manifests.filter((entry) => named(entry, 'package.json'));
  const unclear = manifests.some((entry) => entry.mode === linkMode || named(entry, 'binding.gyp'));
  if (!areInstallers(commands) || unclear || packages.length > packagesMax) return false;
  const texts = await contents(
    context,
    store,
    packages.map((entry) => entry.id),
  );
  return texts.every((text) => !bringsOwnCode(shown(text), commands));
}

function named(entry: TreeEntry, name: string): boolean {
  return entry.path === name || entry.path.endsWith(`/${name}`);
}
