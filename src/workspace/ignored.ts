// Which files of a workspace are ignored: by the rules of the base commit, and by nothing else. Rules an
// agent wrote (`.gitignore`, `info/exclude`) would let it hide a file, so the rules are laid out in a
// folder of ours and git is asked about names there.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { gitFailed, gitOk, nulFields } from './git-ok.ts';
import type { Context } from './places.ts';
import type { TreeEntry } from './tree-entries.ts';

export interface Candidate {
  /** Bytes, as latin1. */
  readonly path: string;
  readonly folder: boolean;
}

export interface IgnoreRules {
  /** The paths among these that the base commit ignores. */
  readonly ignored: (candidates: readonly Candidate[]) => Promise<ReadonlySet<string>>;
}

export async function ignoreRules(
  context: Context,
  base: { readonly store: string; readonly commit: string; readonly entries: readonly TreeEntry[] },
  scratch: string,
): Promise<IgnoreRules> {
  // As in git itself, a `.gitignore` that is a link says nothing.
  const files = base.entries.filter(
    (entry) => entry.mode.startsWith('100') && /(?:^|\/)\.gitignore$/.test(entry.path),
  );
  if (files.length === 0) return { ignored: () => Promise.resolve(new Set()) };
  const dir = path.join(scratch, 'rules');
  const index = path.join(scratch, 'rules-index');
  await mkdir(dir);
  const at = { gitDir: base.store, workTree: dir, index, encoding: 'latin1' } as const;
  await gitOk(context.git, {
    ...at,
    args: ['update-index', '-z', '--index-info'],
    stdin: files.map((file) => `${file.mode} ${file.id}\t${file.path}\0`).join(''),
  });
  await gitOk(context.git, { ...at, args: ['checkout-index', '--all', '--quiet'] });
  return {
    ignored: async (candidates) => {
      if (candidates.length === 0) return new Set();
      // A rule may be for folders only; git looks at the disk to know whether a name is one.
      for (const one of candidates) if (one.folder) await mkdir(inFolder(dir, one.path), { recursive: true });
      const request = {
        ...at,
        // This command refuses the literal reading of paths; behind `./` no character is special.
        args: ['--no-literal-pathspecs', 'check-ignore', '-z', '--stdin', '--no-index'],
        stdin: candidates.map((one) => `./${one.path}\0`).join(''),
      };
      const result = await context.git.run(request);
      if (result.exit > 1) throw gitFailed(request, result.exit, result.stderr);
      return new Set(nulFields(result.stdout).map((field) => field.slice('./'.length)));
    },
  };
}

/** A path of bytes below a folder of ours, for the file system. */
export function inFolder(dir: string, bytes: string): Buffer {
  return Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(bytes, 'latin1')]);
}
