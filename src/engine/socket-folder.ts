// The folder a socket lies in. Whoever may write to it decides who answers there, so it is the user's own or it is not used:
// the temporary folder of a machine is everybody's, and somebody else may have been there first.
//
// Invariants
//   SOCKET-FOLDER-1. The folder and the one around it, which are made for sockets alone, belong to this user, are folders and
//        no links, and nobody else may write to them. Otherwise nothing is made, heard or sent there.
//   SOCKET-FOLDER-2. What they lie in is the machine's, or the session's: it is never made here.

import type { Stats } from 'node:fs';
import { lstat, mkdir, chmod, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../plain/errors.ts';

/** Known by its name (`app/ending/exit-for.ts`): what is wrong is around Slipway, not in it. */
class SocketFolderUnsafe extends Error {
  override readonly name = 'SocketFolderUnsafe';
}

/** From the outer one to the inner one. */
function foldersOf(socket: string): readonly string[] {
  const inner = path.dirname(socket);
  return [path.dirname(inner), inner];
}

/** Makes the folders of a socket, for its user alone. */
export async function makeSocketFolder(socket: string): Promise<void> {
  const folders = foldersOf(socket);
  await mustBeFolder(path.dirname(folders[0] ?? '/')); // SOCKET-FOLDER-2
  for (const folder of folders) {
    await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw unsafe(folder, `cannot be made (${codeOf(error) ?? 'unknown'})`);
    });
    const problem = problemOf(await lstat(folder));
    if (problem !== undefined) throw unsafe(folder, problem);
    await chmod(folder, 0o700);
  }
}

/** SOCKET-FOLDER-1, before anything is sent: in words, where there is something wrong. Nothing is wrong where nothing is. */
export async function socketFolderProblem(socket: string): Promise<string | undefined> {
  for (const folder of foldersOf(socket)) {
    const found = await lstat(folder).catch(() => undefined);
    const problem = found === undefined ? undefined : problemOf(found);
    if (problem !== undefined) return unsafe(folder, problem).message;
  }
  return undefined;
}

/** Takes the inner folder away, where nothing is left in it. The outer one is for the other homes, too. */
export async function removeSocketFolder(socket: string): Promise<void> {
  await rmdir(path.dirname(socket)).catch(() => undefined);
}

function problemOf(found: Stats): string | undefined {
  if (found.isSymbolicLink()) return 'is a link';
  if (!found.isDirectory()) return 'is no folder';
  const user = process.geteuid?.();
  if (user !== undefined && found.uid !== user) return `belongs to another user (number ${found.uid})`;
  return (found.mode & 0o022) === 0 ? undefined : 'may be written to by other users';
}

async function mustBeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) throw unsafe(folder, 'does not exist');
  if (!found.isDirectory()) throw unsafe(folder, 'is no folder');
}

function unsafe(folder: string, why: string): SocketFolderUnsafe {
  return new SocketFolderUnsafe(
    `The socket by which commands reach each other cannot lie below ${folder}: it ${why}. ` +
      'Nothing was sent or heard there. Set that right, or point XDG_RUNTIME_DIR at a folder that is there and yours alone.',
  );
}
