// The suite makes thousands of small repositories and homes and throws them away. Where this machine has a file system in
// memory that can hold them, they are made there: nothing waits for a disk, and a tenth of the processor's time is saved.
// Who sets TMPDIR has chosen already. Nothing of what is shown depends on it: git, SQLite and the processes are the same.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { takeAway } from './take-away.ts';

const memory = '/dev/shm';
/** Far more than the suite ever holds at once. */
const freeBytesMin = 4 * 1024 ** 3;
/** Short, because names of sockets are made below it, and with the process that owns it. */
const ours = /^slipway-(\d+)$/;

export function setup(): (() => void) | undefined {
  if (process.env['TMPDIR'] !== undefined || !isRoomy()) return undefined;
  removeForgotten();
  const folder = path.join(memory, `slipway-${process.pid}`);
  mkdirSync(folder, { mode: 0o700 });
  if (!runsPrograms(folder)) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  process.env['TMPDIR'] = folder;
  return () => takeAway(folder);
}

function isRoomy(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= freeBytesMin;
}

/** Some machines mount it so that nothing in it can be started. */
function runsPrograms(folder: string): boolean {
  const program = path.join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  try {
    execFileSync(program);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program);
  }
}

/** A suite that was killed could not clean up, and memory is not emptied by itself. */
function removeForgotten(): void {
  for (const name of readdirSync(memory)) {
    const [, owner] = ours.exec(name) ?? [];
    if (owner !== undefined && !existsSync(`/proc/${owner}`)) {
      // What belongs to another user is theirs to remove.
      if (statSync(path.join(memory, name)).uid === process.getuid?.()) takeAway(path.join(memory, name));
    }
  }
}
