// What goes wrong around an engine: its home is taken away, is somebody else's, or is one of two.

import { chown, mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isAlive } from '../support/alive.ts';
import { desk, whenGone } from '../support/desk.ts';
import type { Sample } from '../support/sample.ts';
import { startIn } from '../support/sample.ts';

const { sample: sampleWith } = desk();

function fresh(): Promise<Sample> {
  return sampleWith({ env: { SLIPWAY_ENGINE_GRACE: '60' } });
}

async function started(sample: Sample): Promise<number> {
  const { pid }: { readonly pid: number } = JSON.parse(
    (await sample.slipway('engine', 'start', '--json')).out,
  );
  return pid;
}

test('an engine whose home is taken away leaves, long before its grace is over', async () => {
  const sample = await fresh();
  const pid = await started(sample);
  await rename(sample.home, `${sample.home}-elsewhere`);
  await whenGone(pid);
});

test('two homes have two engines, and what is said to one is nothing to the other', async () => {
  const sample = await fresh();
  const other = { ...sample.env, SLIPWAY_HOME: path.join(sample.repository.root, 'other') };
  const there = async (...words: readonly string[]): Promise<string> =>
    (await startIn(sample.repository.dir, other, words).ended).out;
  const pid = await started(sample);
  const second: { readonly pid: number } = JSON.parse(await there('engine', 'start', '--json'));
  expect(second.pid).not.toBe(pid);
  await there('engine', 'stop');
  await whenGone(second.pid);
  expect(isAlive(String(pid))).toBe(true);
});

/** Only root can make a home somebody else's, and only root could write to it. */
test.runIf(process.getuid?.() === 0)(
  'a home of another user is told, and not written to, as by sudo',
  async () => {
    const sample = await fresh();
    await mkdir(sample.home, { mode: 0o700 });
    await chown(sample.home, 54_321, 54_321);
    const said = await sample.slipway('run', 'Change a', '--auto', '--trust');
    expect([said.exit, said.err]).toEqual([
      4,
      expect.stringContaining('belongs to another user (number 54321'),
    ]);
    expect(sample.filesWith('')).toEqual([]);
  },
);
