// Tools that a package has a configuration of, and no script that runs them: the people of such a repository have them run by their
// editors, or by hand.
//
// Invariants
//   NODE-TOOLS-1. Where any script names the tool, scripts decide: whoever wrote one for it meant it to be run that way.
//   NODE-TOOLS-2. Only a tool that the package itself depends on: it is installed then, in the version its people chose.

import type { FileTree, FoundCheck } from './ecosystem.ts';
import { isThere, textsOf } from './ecosystem.ts';
import type { Manager } from './node-managers.ts';
import { binCommand } from './node-managers.ts';
import type { PackageFile } from './package-json.ts';
import { dependsOn, scriptsOf } from './package-json.ts';

const eslintConfigs = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((ending) => `eslint.config.${ending}`);

export async function checksOfTools(
  tree: FileTree,
  manifest: PackageFile,
  manager: Manager,
): Promise<readonly FoundCheck[]> {
  const texts = await textsOf(tree, ['tsconfig.json', ...eslintConfigs]);
  const written = Object.values(scriptsOf(manifest)).join('\n');
  const isFree = (tool: string, names: RegExp): boolean => dependsOn(manifest, tool) && !names.test(written); // NODE-TOOLS-1, NODE-TOOLS-2
  const tsconfig = texts['tsconfig.json'];
  return [
    ...(tsconfig !== undefined && hasFilesOfItsOwn(tsconfig) && isFree('typescript', /\btsc\b|\btsd\b/)
      ? [{ kind: 'lint', tool: 'types', command: binCommand(manager, 'tsc --noEmit') } as const]
      : []),
    ...(isThere(texts, ...eslintConfigs) && isFree('eslint', /\beslint\b/)
      ? [{ kind: 'lint', tool: 'eslint', command: binCommand(manager, 'eslint .') } as const]
      : []),
  ];
}

/** One that only names other configurations, or is there to be extended, has nothing to check. */
function hasFilesOfItsOwn(tsconfig: string): boolean {
  return !/"references"\s*:|"files"\s*:\s*\[\s*\]/.test(tsconfig);
}
