// The key of a layer (LAYER-1), and what else a commit says about one: whether its folders are free, and whether installing
// its dependencies runs anything of its own.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { shown } from './git-ok.ts';
import { areInstallers, bringsOwnCode, isManifest } from './layer-inputs.ts';
import { isPlainProject, listInstall, pythonInstall, readByBuild } from './layer-python.ts';
import type { Manifest } from './layer-python.ts';
import type { Context } from './places.ts';
import { contents, linkMode } from './tree-entries.ts';
import type { TreeEntry } from './tree-entries.ts';

/** Changes with how layers are made, so that one of an older making is not taken for one of this. */
const edition = 2;
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

/** What a setup does: its commands, and the entries of the commit that it runs on. */
interface Setup {
  readonly entries: readonly TreeEntry[];
  readonly commands: readonly string[];
}

/** Whether manifests and lockfiles alone say what setup brings: known installers, and no code of the repository. */
export async function installsOnly(context: Context, store: string, about: Setup): Promise<boolean> {
  const { entries, commands } = about;
  const manifests = entries.filter((entry) => isManifest(entry.path));
  const packages = manifests.filter((entry) => named(entry, 'package.json'));
  const unclear = manifests.some((entry) => entry.mode === linkMode || named(entry, 'binding.gyp'));
  const ofPython = commands.filter((command) => pythonInstall(command) !== undefined);
  const ofNode = commands.filter((command) => !ofPython.includes(command));
  if (!areInstallers(ofNode) || unclear || packages.length > packagesMax) return false;
  if (!(await areKnownLists(context, store, { entries, commands: ofPython }))) return false;
  if (ofNode.length === 0) return true;
  const texts = await contents(
    context,
    store,
    packages.map((entry) => entry.id),
  );
  return texts.every((text) => !bringsOwnCode(shown(text), ofNode));
}

/** Of Python: every list that is installed is among the manifests and can be read, and a project of the repository is a plain one. */
async function areKnownLists(context: Context, store: string, setup: Setup): Promise<boolean> {
  const installs = await pythonInstalls(context, store, setup);
  if (installs === undefined) return false;
  if (!installs.own) return true;
  return (await projectsOf(context, store, setup.entries)).every(({ text }) => isPlainProject(text));
}

const listsMax = 50;

/** What all commands of Python install, lists in lists too; undefined where that is not understood. */
async function pythonInstalls(
  context: Context,
  store: string,
  { entries, commands }: Setup,
): Promise<{ readonly own: boolean } | undefined> {
  const byPath = new Map(entries.map((entry) => [entry.path, entry] as const));
  const seen = new Set<string>();
  let own = false;
  const waiting = commands.map(pythonInstall);
  for (let install = waiting.shift(); install !== undefined; install = waiting.shift()) {
    own ||= install.own;
    for (const list of install.lists.filter((each) => !seen.has(each))) {
      const entry = byPath.get(list);
      if (entry === undefined || !isManifest(list) || seen.size >= listsMax) return undefined;
      seen.add(list);
      const [text = ''] = await contents(context, store, [entry.id]);
      const inside = listInstall(shown(text), list.split('/').slice(0, -1).join('/'));
      if (inside === undefined) return undefined;
      waiting.push(inside);
    }
  }
  return { own };
}

const projectsMax = 50;

async function projectsOf(
  context: Context,
  store: string,
  entries: readonly TreeEntry[],
): Promise<readonly Manifest[]> {
  const found = entries
    .filter((entry) => ['pyproject.toml', 'setup.py', 'setup.cfg'].some((name) => named(entry, name)))
    .slice(0, projectsMax);
  const texts = await contents(
    context,
    store,
    found.map((entry) => entry.id),
  );
  return found.map(({ path }, n) => ({
    folder: path.split('/').slice(0, -1).join('/'),
    text: shown(texts[n] ?? ''),
  }));
}

/** What setup reads of a commit beside its manifests, where it installs a project of Python that lies in it. */
export async function readBeside(context: Context, store: string, setup: Setup): Promise<readonly string[]> {
  const ofPython = setup.commands.filter((command) => pythonInstall(command) !== undefined);
  if (ofPython.length === 0) return [];
  const installs = await pythonInstalls(context, store, { ...setup, commands: ofPython });
  if (installs?.own !== true) return [];
  const projects = await projectsOf(context, store, setup.entries);
  const read = readByBuild(
    setup.entries.map(({ path }) => path),
    projects,
  );
  const texts = new Set(read.texts);
  return [
    ...read.names.map((name) => `package ${name}`),
    ...setup.entries.filter(({ path }) => texts.has(path)).map(({ id, path }) => `${id} ${path}`),
  ];
}

function named(entry: TreeEntry, name: string): boolean {
  return entry.path === name || entry.path.endsWith(`/${name}`);
}
