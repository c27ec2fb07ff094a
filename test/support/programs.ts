// Folders to be a PATH, with nothing on them but what a test put there.

import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const needed = ['git', 'node', 'sh', 'grep', 'env', 'true', 'ps'];

/** What runs and checks of the samples need of this machine: no agent program, and nothing that could contain one. */
export async function bareFolder(root: string): Promise<string> {
  const folder = path.join(root, 'bare');
  await mkdir(folder, { recursive: true });
  for (const name of needed) {
    const program = name === 'node' ? process.execPath : whereIs(name);
    if (program !== undefined) await symlink(program, path.join(folder, name));
  }
  await shellProgram(folder, 'bwrap', ['echo "no namespaces here" >&2', 'exit 1']);
  return folder;
}

function whereIs(name: string): string | undefined {
  const places = (process.env['PATH'] ?? '').split(path.delimiter).map((dir) => path.join(dir, name));
  return places.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A program that is a few lines of shell. */
export async function shellProgram(folder: string, name: string, lines: readonly string[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, name);
  await writeFile(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  await chmod(file, 0o755);
  return file;
}
