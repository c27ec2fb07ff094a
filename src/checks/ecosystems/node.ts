// JavaScript and TypeScript: package.json and whichever package manager left its lockfile. Checks are scripts of the
// package, or of its workspaces where the root has none.

import { z } from 'zod';
import { usualReports } from '../../core/evidence/coverage.ts';
import type { Ecosystem, FileTree, FoundCheck, FoundCoverage } from './ecosystem.ts';
import { isThere, textsOf } from './ecosystem.ts';

type Manager = 'npm' | 'pnpm' | 'yarn' | 'yarn-berry' | 'bun';

const words = z.record(z.string(), z.unknown()).optional().catch(undefined);
const packageFile = z.looseObject({
  scripts: words,
  dependencies: words,
  devDependencies: words,
  workspaces: z.unknown().optional(),
  packageManager: z.string().optional().catch(undefined),
});
type PackageFile = z.infer<typeof packageFile>;

const lockfiles = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
];

/** Scripts that are this check, the first that is there. What watches, opens a browser or rewrites files is none. */
const scriptsOf = {
  build: ['build'],
  test: ['test', 'test:unit', 'test:ci', 'tests', 'unit'],
  lint: ['lint', 'lint:check', 'lint:ci'],
} as const;
type Kind = keyof typeof scriptsOf;
const kinds: readonly Kind[] = ['build', 'test', 'lint'];
const typeScripts = ['typecheck', 'type-check', 'check:types', 'types'];
const coverageScripts = ['coverage', 'test:coverage', 'coverage:ci'];
const membersMax = 200;

export const node: Ecosystem = {
  name: 'node',
  find: async (tree) => {
    const manifest = parsePackage(await tree.read('package.json'));
    if (manifest === undefined) return [];
    const { manager, isLocked } = managerOf(manifest, await textsOf(tree, lockfiles));
    const members = await membersOf(tree, manifest, manager);
    const needsSetup =
      isLocked &&
      [manifest, ...members].some((one) => hasEntries(one.dependencies) || hasEntries(one.devDependencies));
    const types = scriptAmong(manifest, typeScripts);
    return [
      ...(needsSetup ? [{ kind: 'setup', command: setupCommand(manager) } as const] : []),
      ...kinds.flatMap((kind) => scriptCheck(kind, manifest, members, manager)),
      ...(types === undefined
        ? []
        : [{ kind: 'lint', tool: 'types', command: runCommand(manager, types) } as const]),
    ];
  },
  coverage: coverageScript,
};

/** A script of that name is there for exactly this; which report it leaves, it does not say. */
async function coverageScript(tree: FileTree): Promise<FoundCoverage | undefined> {
  const manifest = parsePackage(await tree.read('package.json'));
  const script = manifest === undefined ? undefined : scriptAmong(manifest, coverageScripts);
  if (manifest === undefined || script === undefined) return undefined;
  const { manager } = managerOf(manifest, await textsOf(tree, lockfiles));
  return { command: runCommand(manager, script), reports: usualReports };
}

function parsePackage(text: string | undefined): PackageFile | undefined {
  if (text === undefined) return undefined;
  try {
    return packageFile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function managerOf(
  manifest: PackageFile,
  locks: Readonly<Record<string, string>>,
): { readonly manager: Manager; readonly isLocked: boolean } {
  const yarn = locks['yarn.lock']?.includes('__metadata:') === true ? 'yarn-berry' : 'yarn';
  const left: readonly (readonly [Manager, boolean])[] = [
    ['npm', isThere(locks, 'package-lock.json', 'npm-shrinkwrap.json')],
    ['pnpm', isThere(locks, 'pnpm-lock.yaml')],
    [yarn, isThere(locks, 'yarn.lock')],
    ['bun', isThere(locks, 'bun.lock', 'bun.lockb')],
  ];
  const named = /^(npm|pnpm|yarn|bun)@/.exec(manifest.packageManager ?? '')?.[1];
  const [manager, isLocked] = left.find(([name, locked]) =>
    named === undefined ? locked : name.startsWith(named),
  ) ?? ['npm', false];
  return { manager, isLocked };
}

/** The packages below the root, where it says that they belong to it. */
async function membersOf(
  tree: FileTree,
  manifest: PackageFile,
  manager: Manager,
): Promise<readonly PackageFile[]> {
  const isWorkspace =
    manifest.workspaces !== undefined ||
    (manager === 'pnpm' && (await tree.read('pnpm-workspace.yaml')) !== undefined);
  if (!isWorkspace) return [];
  const files = tree.files
    .filter((file) => file.endsWith('/package.json') && !file.includes('node_modules/'))
    .slice(0, membersMax);
  const found = await Promise.all(files.map(async (file) => parsePackage(await tree.read(file))));
  return found.filter((one) => one !== undefined);
}

function scriptCheck(
  kind: Kind,
  manifest: PackageFile,
  members: readonly PackageFile[],
  manager: Manager,
): readonly FoundCheck[] {
  const own = scriptAmong(manifest, scriptsOf[kind]);
  if (own !== undefined) return [{ kind, command: runCommand(manager, own) }];
  return members.some((member) => hasScript(member, kind))
    ? [{ kind, command: everyCommand(manager, kind) }]
    : [];
}

function scriptAmong(manifest: PackageFile, names: readonly string[]): string | undefined {
  return names.find((name) => hasScript(manifest, name));
}

/** The script that `npm init` writes only says that there is none. */
function hasScript(manifest: PackageFile, name: string): boolean {
  const script = manifest.scripts?.[name];
  return typeof script === 'string' && script.trim() !== '' && !script.includes('no test specified');
}

function hasEntries(table: Readonly<Record<string, unknown>> | undefined): boolean {
  return Object.keys(table ?? {}).length > 0;
}

function setupCommand(manager: Manager): string {
  switch (manager) {
    case 'npm':
      return 'npm ci --no-audit --no-fund';
    case 'pnpm':
      return 'pnpm install --frozen-lockfile';
    case 'yarn':
      return 'yarn install --frozen-lockfile';
    case 'yarn-berry':
      return 'yarn install --immutable';
    case 'bun':
      return 'bun install --frozen-lockfile';
  }
}

/** Silent, so that the output is the script's own and can be parsed. `script` is one of the names above. */
function runCommand(manager: Manager, script: string): string {
  switch (manager) {
    case 'npm':
      return script === 'test' ? 'npm test --silent' : `npm run --silent ${script}`;
    case 'pnpm':
      return `pnpm --silent run ${script}`;
    case 'yarn':
      return `yarn --silent run ${script}`;
    case 'yarn-berry':
      return `yarn run ${script}`;
    case 'bun':
      return `bun run --silent ${script}`;
  }
}

/** In every package of the workspace that has the script. */
function everyCommand(manager: Manager, script: Kind): string {
  switch (manager) {
    case 'npm':
      return `npm run --silent --workspaces --if-present ${script}`;
    case 'pnpm':
      return `pnpm --silent --recursive --if-present run ${script}`;
    case 'yarn':
      return `yarn --silent workspaces run ${script}`;
    case 'yarn-berry':
      return `yarn workspaces foreach --all run ${script}`;
    case 'bun':
      return `bun run --silent --filter '*' ${script}`;
  }
}
