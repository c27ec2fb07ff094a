// Runs one part of a script, in the environment in which its package manager runs the script: the manager is given a shell
// that takes the part for the script. The script is read from the tree that is checked, as the manager itself would.

import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ScriptPart } from '../../core/evidence/evidence.ts';
import type { Scripts } from './parts.ts';
import { ownParts } from './parts.ts';

/** How to run it: what the command needs to run this part alone, the command as it is, or not at all and why. */
export type PartRun =
  | { readonly run: 'part'; readonly env: Readonly<Record<string, string>> }
  | { readonly run: 'whole' }
  | { readonly run: 'none'; readonly why: string };

const shellName = '.slipway-script-shell';
const variables = {
  script: 'SLIPWAY_SCRIPT',
  part: 'SLIPWAY_SCRIPT_PART',
  skipped: 'SLIPWAY_SCRIPT_SKIPPED',
};

/** Nothing of ours reaches what it starts, so that a script inside is run as ever. */
const shell = `#!/bin/sh
script=$${variables.script} part=$${variables.part} skipped=$${variables.skipped}
unset npm_config_script_shell pnpm_config_script_shell ${Object.values(variables).join(' ')}
[ "$npm_lifecycle_event" = "$script" ] && exec /bin/sh -c "$part"
case " $skipped " in *" $npm_lifecycle_event "*) exit 0 ;; esac
exec /bin/sh "$@"
`;

/** `dir` and `home` are where files are; `seenHome` is how the command calls its home. */
export async function partRun(
  script: ScriptPart,
  at: { readonly dir: string; readonly home: string; readonly seenHome: string },
): Promise<PartRun> {
  const scripts = await scriptsIn(path.join(at.dir, script.folder ?? ''));
  const { name, part, parts, besides } = script;
  const own = ownParts(scripts, name, besides);
  const text = own[part - 1];
  if (own.length !== parts || text === undefined) {
    if (part === 1) return { run: 'whole' };
    const why = `The script "${name}" no longer has the ${parts} parts it had at the base commit, so the check of its first part runs all of it.`;
    return { run: 'none', why };
  }
  const file = path.join(at.home, shellName);
  await writeFile(file, shell);
  await chmod(file, 0o755);
  const seen = path.join(at.seenHome, shellName);
  return {
    run: 'part',
    env: {
      npm_config_script_shell: seen,
      pnpm_config_script_shell: seen,
      [variables.script]: name,
      [variables.part]: text,
      [variables.skipped]: skippedIn(scripts, script).join(' '),
    },
  };
}

/** What comes before a script runs before its first part, what comes after it after its last; not what others check. */
function skippedIn(scripts: Scripts, { name, part, parts, besides }: ScriptPart): readonly string[] {
  const isCovered = (script: string): boolean =>
    Object.hasOwn(scripts, script) && ownParts(scripts, script, besides).length === 0;
  return [
    ...(part > 1 || isCovered(`pre${name}`) ? [`pre${name}`] : []),
    ...(part < parts || isCovered(`post${name}`) ? [`post${name}`] : []),
  ];
}

const packageFile = z.looseObject({ scripts: z.record(z.string(), z.unknown()) });

/** None where there is no such file, or none that can be read: its manager says so. */
async function scriptsIn(folder: string): Promise<Scripts> {
  try {
    const text = await readFile(path.join(folder, 'package.json'), 'utf8');
    const { scripts } = packageFile.parse(JSON.parse(text));
    const written = Object.entries(scripts).flatMap(([name, script]) =>
      typeof script === 'string' ? [[name, script] as const] : [],
    );
    return Object.fromEntries(written);
  } catch {
    return {};
  }
}
