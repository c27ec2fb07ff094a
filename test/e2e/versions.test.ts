// Two versions of Slipway meet at one home: this one, and the one before, built from its commit.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AtWork } from '../support/desk.ts';
import { desk, engineOf, whenGone } from '../support/desk.ts';
import { olderBuild } from '../support/older-build.ts';
import type { Said, Sample } from '../support/sample.ts';
import { startIn } from '../support/sample.ts';
import type { Terminal } from '../support/terminal.ts';
import { atTerminal } from '../support/terminal.ts';

const { atWork, opened, sample: sampleWith } = desk();
let folder: string;
let older: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'slipway-versions-'));
  older = olderBuild(path.join(folder, 'older'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Met extends AtWork {
  /** The older command line. */
  readonly before: (...words: readonly string[]) => Promise<Said>;
}

/** Its implementer is at work until the test says so. */
async function met(): Promise<Met> {
  const work = await atWork({ env: { SLIPWAY_ENGINE_GRACE: '30' } });
  const { repository, env } = work.sample;
  return { ...work, before: (...words) => startIn(repository.dir, env, words, older).ended };
}

function typed(sample: Sample, words: readonly string[], program?: string): Terminal {
  return opened(atTerminal(sample, words, (command) => command, program));
}

const start = ['run', 'Change a', '--auto', '--trust'];

describe('a command of the version before', () => {
  test('is served by an engine of this one: it starts, looks, decides and asks it to leave', async () => {
    const { sample, before, goOn, isAtWork } = await met();
    expect((await sample.slipway('engine', 'start')).exit).toBe(0);
    const { pid } = await engineOf(sample);
    const terminal = typed(sample, start, older);
    await terminal.saw('Ctrl-C detaches');
    await isAtWork();
    expect((await engineOf(sample)).pid).toBe(pid);
    expect((await before('status')).out).toContain('running');
    await goOn();
    expect((await terminal.ended).exit).toBe(7);
    const { gates }: { readonly gates: readonly { readonly run: string; readonly digest: string }[] } =
      JSON.parse((await before('gates', '--json')).out);
    const [gate] = gates;
    expect((await before('land', gate?.run ?? '', '--seen', gate?.digest ?? '')).exit).toBe(0);
    expect((await before('engine', 'stop')).exit).toBe(0);
    await whenGone(pid);
  });
});

describe('an engine of the version before', () => {
  test('makes room for one of this version where it has nothing to do', async () => {
    const { sample, before, goOn } = await met();
    await goOn();
    expect((await before('engine', 'start')).exit).toBe(0);
    const { pid } = await engineOf(sample);
    expect((await typed(sample, start).ended).exit).toBe(7);
    await whenGone(pid);
    expect((await engineOf(sample)).pid).not.toBe(pid);
    expect((await sample.slipway('list', '--json')).out.match(/"run":/g)).toHaveLength(1);
  });

  test('goes on while it works, and does what this version orders', async () => {
    const { sample, goOn, isAtWork } = await met();
    const first = typed(sample, start, older);
    await isAtWork();
    const { pid } = await engineOf(sample);
    const second = typed(sample, ['run', 'Change b', '--auto', '--trust']);
    await second.saw('Ctrl-C detaches');
    expect(await engineOf(sample)).toMatchObject({ pid, due: [{}, {}] });
    await goOn();
    expect([(await first.ended).exit, (await second.ended).exit]).toEqual([7, 7]);
    expect((await engineOf(sample)).pid).toBe(pid);
  });

  test('hands its work over at once to `engine restart`, and no attempt is used up', async () => {
    const { sample, goOn, isAtWork } = await met();
    const first = typed(sample, start, older);
    await isAtWork();
    const { pid } = await engineOf(sample);
    first.child.kill('SIGKILL');
    await first.ended;
    expect((await sample.slipway('engine', 'restart')).exit).toBe(0);
    await whenGone(pid);
    await goOn();
    const resumed = typed(sample, ['resume']);
    expect((await resumed.ended).exit).toBe(7);
    expect((await engineOf(sample)).pid).not.toBe(pid);
    expect((await sample.decides('land')).exit).toBe(0);
  });
});

test('a command of the version before that owns the home is asked, and never taken over from', async () => {
  const { sample, goOn, isAtWork } = await met();
  const { repository, env } = sample;
  const owner = startIn(repository.dir, env, start, older);
  await isAtWork();
  const second = typed(sample, ['run', 'Change b', '--auto', '--trust']);
  await second.saw('implementation'); // it rests there; whatever comes before may pass between two frames
  expect(await engineOf(sample)).toMatchObject({ pid: owner.child.pid, detached: false });
  const refused = await sample.slipway('engine', 'restart');
  expect([refused.exit, refused.err]).toEqual([6, expect.stringContaining('Ctrl-C there ends it')]);
  await goOn();
  expect([(await owner.ended).exit, (await second.ended).exit]).toEqual([7, 7]);
});

test('a gate that stands open during an upgrade is answered with the new version, in a terminal of the old one too', async () => {
  const sample = await sampleWith({ config: 'gates: { plan: true }\n', env: { SLIPWAY_ENGINE_GRACE: '30' } });
  const asked = typed(sample, ['run', 'Change a', '--trust'], older);
  await asked.saw('[q]uit: ');
  const { pid } = await engineOf(sample);
  const answering = typed(sample, ['approve']);
  await answering.saw('Approve this? [y/N] ');
  answering.press('y\n');
  await asked.saw('was answered elsewhere');
  expect([(await asked.ended).exit, (await answering.ended).exit]).toEqual([7, 7]);
  // A terminal of the old version was attached; now nobody is.
  expect((await engineOf(sample)).pid).toBe(pid);
  const landing = typed(sample, ['land']);
  await landing.saw('Merge this? [y/N] ');
  landing.press('y\n');
  expect((await landing.ended).exit).toBe(0);
  await whenGone(pid);
  expect(await sample.json('status')).toMatchObject({ status: 'completed' });
});
