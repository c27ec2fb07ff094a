// A repository of many files, 20,000 where nobody says how many, as its owner has it: checked out, packed, with a little history. It is made once and
// kept in the folder for temporary files under a name that says its shape; its content is always the same.

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { folderOnDisk } from './folder.ts';
import { ownersGit } from './owners-git.ts';

const shape = { folders: 400, bytesMin: 1000, bytesMax: 4000, commits: 3 } as const;
const usualFiles = 20_000;
/** Changes with what is written below, so that a kept repository of another making is not taken for this one. */
const edition = 1;
/** One file in so many is changed by each later commit. */
const changedEvery = 100;

export async function largeRepository(say: (line: string) => void, files = usualFiles): Promise<string> {
  const form = [files, ...Object.values(shape)].join('-');
  const name = `slipway-bench-repository-${process.getuid?.() ?? 0}-${edition}-${form}`;
  const dir = path.join(folderOnDisk(), name);
  if (existsSync(dir)) return dir;
  say(`making a repository of ${files} files, once`);
  const making = `${dir}.${process.pid}`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  await ownersGit(making, ['init', '--quiet', '--initial-branch=main']);
  await ownersGit(making, ['fast-import', '--quiet'], history(files));
  await ownersGit(making, ['reset', '--quiet', '--hard', 'main']);
  await ownersGit(making, ['gc', '--quiet']);
  renameSync(making, dir);
  return dir;
}

/** The files an attempt on it changes, all of them there from the first commit on. */
export const attemptFiles: readonly string[] = [0, 7777, 19_999].map(fileName);

function fileName(n: number): string {
  const folder = n % shape.folders;
  return `packages/p${folder % 20}/src/m${folder}/file-${n}.ts`;
}

/** The whole history in the words of `git fast-import`. */
function history(files: number): string {
  const parts: string[] = [];
  for (let commit = 0; commit < shape.commits; commit += 1) {
    const who = `Owner <owner@example.test> ${1_700_000_000 + commit * 3600} +0000`;
    parts.push(`commit refs/heads/main\ncommitter ${who}\n${data(`commit ${commit}`)}`);
    for (let n = 0; n < files; n += 1) {
      if (commit > 0 && n % changedEvery !== commit) continue;
      parts.push(`M 100644 inline ${fileName(n)}\n${data(content(n, commit))}`);
    }
  }
  return parts.join('');
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

const words =
  'const return export function if await value name path result entry index length state event item total next'.split(
    ' ',
  );

/** Text that packs about as well as source does, from a counter instead of chance. */
function content(n: number, commit: number): string {
  const bytesWanted = shape.bytesMin + ((n * 7919) % (shape.bytesMax - shape.bytesMin));
  let seed = n + 1;
  let text = `// File ${n}, as commit ${commit} has it.\n`;
  while (text.length < bytesWanted) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const word = words[(seed >> 8) % words.length] ?? '';
    text += `${word}${seed % 1000}${seed % 7 === 0 ? ';\n' : ' '}`;
  }
  return `${text}\n`;
}
