// A login of Slipway's own in the folders of one launch. The folder of a login is every run's: settings, notes and conversations that one
// agent left there would be read by the next, whoever that is. So each has a folder of its own, in which only the file of the login leads
// there. A program that renews its login by a new file in the place of the link has that file handed back when it has ended: no copy
// stays, because one that is renewed makes the others worthless.

import { lstat, mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../plain/errors.ts';

/** Where in its own folder a program looks for its login, and the file of Slipway's it is to find there. */
export interface LoginLink {
  readonly at: string;
  readonly file: string;
}

/** A file of a login is some kilobytes; what is larger is none. */
const loginBytesMax = 1024 * 1024;

/** Several launches may do this at the same time. */
export async function linkLogin(link: LoginLink): Promise<void> {
  await handBack(link); // what an owner left who died before it could
  await mkdir(path.dirname(link.at), { recursive: true, mode: 0o700 });
  if ((await readlink(link.at).catch(() => undefined)) === link.file) return;
  await rm(link.at, { recursive: true, force: true });
  await symlink(link.file, link.at).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

export async function handBack({ at, file }: LoginLink): Promise<void> {
  const found = await lstat(at).catch(() => undefined);
  if (found?.isFile() !== true || found.size === 0 || found.size > loginBytesMax) return;
  await rename(at, file).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error; // another launch was first
  });
}
