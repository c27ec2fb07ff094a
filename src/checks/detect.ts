// Finds the checks of a repository in its own files, where configuration names none. Reads the base commit only, so
// that a change cannot bring its own checks. Broken or unknown files give no checks, never an error.

import { z } from 'zod';
import type { CheckKind, CheckSpec } from '../core/evidence.ts';

type Read = (path: string) => Promise<string | undefined>;
type Manager = 'npm' | 'pnpm' | 'yarn' | 'yarn-berry';

const fullTimeoutMs = 600_000;
const lintTimeoutMs = 300_000;

const words = z.record(z.string(), z.unknown()).optional().catch(undefined);
const packageFile = z.looseObject({
  scripts: words,
  dependencies: words,
  devDependencies: words,
  packageManager: z.string().optional().catch(undefined),
});
type PackageFile = z.infer<typeof packageFile>;

export async function detectChecks(read: Read): Promise<readonly CheckSpec[]> {
  const manifest = parsePackage(await read('package.json'));
  if (manifest === undefined) return [];
  const { manager, isLocked } = await findManager(read, manifest);
  const needsSetup = isLocked && (hasEntries(manifest.dependencies) || hasEntries(manifest.devDependencies));
  return [
    ...(needsSetup ? [check('setup', setupCommand(manager))] : []),
    ...(hasScript(manifest, 'build') ? [check('build', runCommand(manager, 'build'))] : []),
    ...(hasScript(manifest, 'test') ? [check('test', runCommand(manager, 'test'))] : []),
    ...(hasScript(manifest, 'lint') ? [check('lint', runCommand(manager, 'lint'))] : []),
  ];
}

function parsePackage(text: string | undefined): PackageFile | undefined {
  if (text === undefined) return undefined;
  try {
    return packageFile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function findManager(
  read: Read,
  manifest: PackageFile,
): Promise<{ readonly manager: Manager; readonly isLocked: boolean }> {
  const npmLock = (await read('package-lock.json')) ?? (await read('npm-shrinkwrap.json'));
  const pnpmLock = await read('pnpm-lock.yaml');
  const yarnLock = await read('yarn.lock');
  const yarn = yarnLock?.includes('__metadata:') === true ? 'yarn-berry' : 'yarn';
  const named = /^(npm|pnpm|yarn)@/.exec(manifest.packageManager ?? '')?.[1];
  if (named === 'npm') return { manager: 'npm', isLocked: npmLock !== undefined };
  if (named === 'pnpm') return { manager: 'pnpm', isLocked: pnpmLock !== undefined };
  if (named === 'yarn') return { manager: yarn, isLocked: yarnLock !== undefined };
  if (npmLock !== undefined) return { manager: 'npm', isLocked: true };
  if (pnpmLock !== undefined) return { manager: 'pnpm', isLocked: true };
  return yarnLock === undefined ? { manager: 'npm', isLocked: false } : { manager: yarn, isLocked: true };
}

function hasEntries(table: Readonly<Record<string, unknown>> | undefined): boolean {
  return Object.keys(table ?? {}).length > 0;
}

/** The script that `npm init` writes only says that there is none. */
function hasScript(manifest: PackageFile, name: string): boolean {
  const script = manifest.scripts?.[name];
  return typeof script === 'string' && script.trim() !== '' && !script.includes('no test specified');
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
  }
}

/** Silent, so that the output is the script's own and can be parsed. */
function runCommand(manager: Manager, script: 'build' | 'test' | 'lint'): string {
  switch (manager) {
    case 'npm':
      return script === 'test' ? 'npm test --silent' : `npm run --silent ${script}`;
    case 'pnpm':
      return `pnpm --silent run ${script}`;
    case 'yarn':
      return `yarn --silent run ${script}`;
    case 'yarn-berry':
      return `yarn run ${script}`;
  }
}

function check(kind: CheckKind, command: string): CheckSpec {
  return {
    name: kind,
    kind,
    command,
    timeoutMs: kind === 'lint' ? lintTimeoutMs : fullTimeoutMs,
    when: 'task',
  };
}
