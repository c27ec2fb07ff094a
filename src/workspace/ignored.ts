// Which files of a workspace are ignored: by the rules of the base commit, and by the `.gitignore` files that are in
// the workspace, as git itself would. A tool that leaves a cache brings such a file along with it; what is ignored is
// in no tree, so rules an agent wrote hide nothing that anybody would use. Every other place an agent could write rules
// in (`info/exclude`, its configuration) says nothing. Rules are laid out in folders of ours, as plain files, and git is
// asked about names there: it opens nothing that an agent made, and a pipe called `.gitignore` holds nothing up.

import { constants } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { gitFailed, gitOk, nulFields } from './git-ok.ts';
import type { Context } from './places.ts';
import type { TreeEntry } from './tree-entries.ts';

export interface IgnoreCandidate {
  /** Bytes, as latin1. */
  readonly path: string;
  readonly folder: boolean;
}

export interface IgnoreRules {
  /** The paths among these that are ignored. */
  readonly ignored: (candidates: readonly IgnoreCandidate[]) => Promise<ReadonlySet<string>>;
}

/** Rules that are found while a workspace is walked: those of a folder are read before anything below it is asked about. */
export interface FoundRules extends IgnoreRules {
  readonly read: (files: readonly string[]) => Promise<void>;
}

const rulesBytesMax = 1024 * 1024;

export async function rulesOfBase(
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
  return asking(context, at);
}

/** The rules a workspace has now, whoever wrote them. */
export async function rulesFound(
  context: Context,
  { store, workspace }: { readonly store: string; readonly workspace: string },
  scratch: string,
): Promise<FoundRules> {
  const dir = path.join(scratch, 'found');
  await mkdir(dir);
  const at = {
    gitDir: store,
    workTree: dir,
    index: path.join(scratch, 'found-index'),
    encoding: 'latin1',
  } as const;
  let any = false;
  return {
    read: async (files) => {
      for (const file of files) {
        const text = await rulesIn(inFolder(workspace, file));
        if (text === undefined) continue;
        const slash = file.lastIndexOf('/');
        if (slash > 0) await mkdir(inFolder(dir, file.slice(0, slash)), { recursive: true });
        await writeFile(inFolder(dir, file), text);
        any = true;
      }
    },
    ignored: (candidates) => (any ? asking(context, at).ignored(candidates) : Promise.resolve(new Set())),
  };
}

/** Rules that cannot be read, or are too long to be rules, are none. */
async function rulesIn(file: Buffer): Promise<Buffer | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { size } = await handle.stat();
    return size > rulesBytesMax ? undefined : await handle.readFile();
  } finally {
    await handle.close();
  }
}

function asking(
  context: Context,
  at: {
    readonly gitDir: string;
    readonly workTree: string;
    readonly index: string;
    readonly encoding: 'latin1';
  },
): IgnoreRules {
  return {
    ignored: async (candidates) => {
      if (candidates.length === 0) return new Set();
      // A rule may be for folders only; git looks at the disk to know whether a name is one.
      for (const one of candidates) {
        if (one.folder) await mkdir(inFolder(at.workTree, one.path), { recursive: true });
      }
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
