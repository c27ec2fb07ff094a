// Who is late: a mutant that computes without end, and not one that waits for a core while others use the machine.

import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { askedOf } from './workers.ts';

async function programOf(text: string): Promise<ChildProcess> {
  const root = mkdtempSync(path.join(tmpdir(), 'mutants-'));
  const file = path.join(root, 'program.cjs');
  writeFileSync(file, `${text}\nprocess.send({ type: 'ready' });\n`);
  const child = fork(file, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  onTestFinished(async () => {
    const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await exited;
    rmSync(root, { recursive: true });
  });
  await once(child, 'message');
  return child;
}

test('one that computes without end is late', async () => {
  const child = await programOf("process.on('message', () => { for (;;); });");
  expect(await askedOf(child, { type: 'baseline' }, 200)).toBe('late');
});

test('one that had no turn is waited for, however long others use the machine', async () => {
  const child = await programOf(
    "process.on('message', () => setTimeout(() => process.send({ type: 'loaded' }), 1500));",
  );
  expect(await askedOf(child, { type: 'baseline' }, 200)).toEqual({ type: 'loaded' });
});

test('one whose process ends is gone', async () => {
  const child = await programOf("process.on('message', () => process.exit(3));");
  expect(await askedOf(child, { type: 'baseline' }, 60_000)).toBe('gone');
});
