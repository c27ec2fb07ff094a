// JavaScript and TypeScript: package.json and its package manager. Checks are scripts of the package, or of its workspaces
// where the root has none; a script that joins several commands is as many checks (`node-scripts.ts`).

import { usualReports } from '../../core/evidence/coverage.ts';
import { ciNames } from '../ci-files.ts';
import type { Ecosystem, FileTree, FoundCheck, FoundCoverage } from './ecosystem.ts';
import { everyCommand, installCommand, managerOf, runCommand } from './node-managers.ts';
import { checksOfScripts } from './node-scripts.ts';
import { checksOfTools } from './node-tools.ts';
import { membersOf } from './node-workspaces.ts';
import { needsInstalling, parsePackage, scriptsOf } from './package-json.ts';

/** What packages of a workspace are asked for, where the root has no check of the kind. */
const everywhere = ['build', 'test', 'lint'] as const;
const coverageScripts = ['coverage', 'test:coverage', 'test:cov', 'test-cov', 'coverage:ci', 'test-ci'];

export const node: Ecosystem = {
  name: 'node',
  find: async (tree) => {
    const manifest = parsePackage(await tree.read('package.json'));
    if (manifest === undefined) return [];
    const manager = await managerOf(tree, manifest);
    const members = await membersOf(tree, manifest, manager);
    const own = checksOfScripts(scriptsOf(manifest), manager, await ciNames(tree));
    return [
      ...([manifest, ...members].some(needsInstalling)
        ? [{ kind: 'setup', command: installCommand(manager) } as const]
        : []),
      ...own,
      ...everywhere
        .filter((kind) => !own.some((check) => (check.place ?? check.kind) === kind))
        .filter((kind) => members.some((member) => Object.hasOwn(scriptsOf(member), kind)))
        .map((kind): FoundCheck => ({ kind, command: everyCommand(manager, kind) })),
      ...(members.length === 0 ? await checksOfTools(tree, manifest, manager) : []),
    ];
  },
  coverage: coverageScript,
};

/** A script of that name is there for exactly this; which report it leaves, it does not say. */
async function coverageScript(tree: FileTree): Promise<FoundCoverage | undefined> {
  const manifest = parsePackage(await tree.read('package.json'));
  if (manifest === undefined) return undefined;
  const scripts = scriptsOf(manifest);
  const script = coverageScripts.find((name) => leavesReport(scripts[name] ?? ''));
  if (script === undefined) return undefined;
  return { command: runCommand(await managerOf(tree, manifest), script), reports: usualReports };
}

/** One that says which report it makes says whether it is one that can be read. */
function leavesReport(text: string): boolean {
  const measures = /\b(?:c8|nyc|istanbul|coverage)\b/.test(text);
  return measures && (!/--?(?:coverage\.)?reporters?\b/.test(text) || /lcov|cobertura|json/.test(text));
}
