// package.json, as far as checks are found in it.

import { z } from 'zod';
import type { Scripts } from '../scripts/parts.ts';

const words = z.record(z.string(), z.unknown()).optional().catch(undefined);
const packageFile = z.looseObject({
  scripts: words,
  dependencies: words,
  devDependencies: words,
  workspaces: z.unknown().optional(),
  packageManager: z.string().optional().catch(undefined),
  devEngines: z
    .looseObject({ packageManager: z.looseObject({ name: z.string() }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
export type PackageFile = z.infer<typeof packageFile>;

/** Undefined where there is none, or none that can be read. */
export function parsePackage(text: string | undefined): PackageFile | undefined {
  if (text === undefined) return undefined;
  try {
    return packageFile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Those that have a text. The script that `npm init` writes only says that there is none. */
export function scriptsOf({ scripts }: PackageFile): Scripts {
  const written = Object.entries(scripts ?? {}).flatMap(([name, script]) =>
    typeof script === 'string' && script.trim() !== '' && !script.includes('no test specified')
      ? [[name, script] as const]
      : [],
  );
  return Object.fromEntries(written);
}

export function needsInstalling({ dependencies, devDependencies }: PackageFile): boolean {
  return Object.keys({ ...dependencies, ...devDependencies }).length > 0;
}

export function dependsOn({ dependencies, devDependencies }: PackageFile, name: string): boolean {
  return Object.hasOwn({ ...dependencies, ...devDependencies }, name);
}

/** The patterns of its workspaces, as a list or in a table. */
export function workspacesOf({ workspaces }: PackageFile): readonly string[] {
  const table = z.looseObject({ packages: z.array(z.string()) }).safeParse(workspaces).data;
  return table?.packages ?? z.array(z.string()).catch([]).parse(workspaces);
}
