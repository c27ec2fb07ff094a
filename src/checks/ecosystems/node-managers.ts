// Package managers of JavaScript: which one a repository uses, and how each installs, runs a script, and runs one in
// every package of a workspace.
//
// Invariants
//   NODE-MANAGERS-1. Installing writes no lockfile: where there is one it is taken as it is, where there is none it stays so. A file that setup
//       writes would look like a part of the change.
//   NODE-MANAGERS-2. What runs is the manager on the PATH, whatever version a repository names: fetching another one needs a network, which
//       only a setup has.

import type { FileTree } from './ecosystem.ts';
import { isThere, textsOf } from './ecosystem.ts';
import type { PackageFile } from './package-json.ts';

type ManagerName = 'npm' | 'pnpm' | 'yarn' | 'yarn-berry' | 'bun';

export interface Manager {
  readonly name: ManagerName;
  readonly isLocked: boolean;
  /** How it is called. */
  readonly program: string;
}

const lockfiles = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
];
const settings = ['pnpm-workspace.yaml', '.yarnrc.yml'];

export async function managerOf(tree: FileTree, manifest: PackageFile): Promise<Manager> {
  const texts = await textsOf(tree, [...lockfiles, ...settings]);
  const named = /^(npm|pnpm|yarn|bun)(?:@(\d+))?/.exec(
    manifest.packageManager ?? manifest.devEngines?.packageManager?.name ?? '',
  );
  const isBerry =
    texts['yarn.lock']?.includes('__metadata:') === true ||
    (!isThere(texts, 'yarn.lock') && (Number(named?.[2] ?? 1) > 1 || isThere(texts, '.yarnrc.yml')));
  const left: readonly (readonly [ManagerName, boolean])[] = [
    ['npm', isThere(texts, 'package-lock.json', 'npm-shrinkwrap.json')],
    ['pnpm', isThere(texts, 'pnpm-lock.yaml')],
    [isBerry ? 'yarn-berry' : 'yarn', isThere(texts, 'yarn.lock')],
    ['bun', isThere(texts, 'bun.lock', 'bun.lockb')],
  ];
  const [name, isLocked] = left.find(([each, locked]) =>
    named?.[1] === undefined ? locked : each.startsWith(named[1]),
  ) ?? [byItsSettings(texts), false];
  return { name, isLocked, program: programOf(name, { manifest, tree, yarnrc: texts['.yarnrc.yml'] ?? '' }) };
}

function byItsSettings(texts: Readonly<Record<string, string>>): ManagerName {
  if (isThere(texts, 'pnpm-workspace.yaml')) return 'pnpm';
  return isThere(texts, '.yarnrc.yml') ? 'yarn-berry' : 'npm';
}

/** NODE-MANAGERS-2. A newer Yarn that the repository brings is that one. */
function programOf(
  name: ManagerName,
  {
    manifest,
    tree,
    yarnrc,
  }: { readonly manifest: PackageFile; readonly tree: FileTree; readonly yarnrc: string },
): string {
  switch (name) {
    case 'npm':
    case 'yarn':
    case 'bun':
      return name;
    case 'pnpm':
      return manifest.packageManager === undefined
        ? 'pnpm'
        : 'npm_config_manage_package_manager_versions=false pnpm';
    case 'yarn-berry': {
      const own = /^yarnPath:\s*["']?(\.yarn\/releases\/[\w.-]+\.c?js)["']?\s*$/m.exec(yarnrc)?.[1];
      return own !== undefined && tree.files.includes(own) ? `node ${own}` : 'yarn';
    }
  }
}

/** NODE-MANAGERS-1. */
export function installCommand({ name, isLocked, program }: Manager): string {
  switch (name) {
    case 'npm':
      return isLocked ? 'npm ci --no-audit --no-fund' : 'npm install --no-package-lock --no-audit --no-fund';
    case 'pnpm':
      return `${program} install ${isLocked ? '--frozen-lockfile' : '--no-lockfile'}`;
    case 'yarn':
      return `yarn install ${isLocked ? '--frozen-lockfile' : '--no-lockfile'}`;
    case 'yarn-berry':
      // It knows no way to write none.
      return isLocked
        ? `${program} install --immutable`
        : `${program} install --no-immutable && rm -f yarn.lock`;
    case 'bun':
      return `bun install ${isLocked ? '--frozen-lockfile' : '--no-save'}`;
  }
}

/** Silent, so that the output is the script's own and can be parsed. `script` was found to be a plain name. */
export function runCommand({ name, program }: Manager, script: string): string {
  switch (name) {
    case 'npm':
      return script === 'test' ? 'npm test --silent' : `npm run --silent ${script}`;
    case 'pnpm':
      return `${program} --silent run ${script}`;
    case 'yarn':
      return `yarn --silent run ${script}`;
    case 'yarn-berry':
      return `${program} run ${script}`;
    case 'bun':
      return `bun run --silent ${script}`;
  }
}

/** A program that an installed package brings. The newer Yarn may have no folder for them. */
export function binCommand({ name, program }: Manager, call: string): string {
  return name === 'yarn-berry' ? `${program} run ${call}` : `node_modules/.bin/${call}`;
}

/** In every package of the workspace that has the script. */
export function everyCommand({ name, program }: Manager, script: string): string {
  switch (name) {
    case 'npm':
      return `npm run --silent --workspaces --if-present ${script}`;
    case 'pnpm':
      return `${program} --silent --recursive --if-present run ${script}`;
    case 'yarn':
      return `yarn --silent workspaces run ${script}`;
    case 'yarn-berry':
      return `${program} workspaces foreach --all run ${script}`;
    case 'bun':
      return `bun run --silent --filter '*' ${script}`;
  }
}

/** Whether it lets us say which shell runs a script, and so run one of its parts. */
export function takesParts({ name }: Manager): boolean {
  return name === 'npm' || name === 'pnpm' || name === 'yarn';
}
