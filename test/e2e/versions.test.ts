// Two versions of Slipway meet at one home: this one, and the one before, built from its commit.

import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AtWork } from '../support/desk.ts';
import { desk, engineOf, interrupt, until, whenGone } from '../support/desk.ts';
import { olderBuild } from '../support/older-build.ts';
import type { Said, Sample } from '../support/sample.ts';
import { main, startIn } from '../support/sample.ts';
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
    expect(await sample.json('status')).toMatchObject({ launches: 5 }); // four, and the one that was cut short, which is no failure
    expect(sample.filesWith('"failure.recorded"')).toEqual([]);
    expect((await engineOf(sample)).pid).not.toBe(pid);
    expect((await sample.decides('land')).exit).toBe(0);
  });
});

/** This one again, as the next version of the package. */
async function newerBuild(): Promise<string> {
  const [from, to] = [path.resolve(main, '../../..'), path.join(folder, 'newer')];
  await mkdir(to);
  await cp(path.join(from, 'dist'), path.join(to, 'dist'), { recursive: true });
  for (const part of ['node_modules', 'prompts', 'schema', 'examples']) {
    await symlink(path.join(from, part), path.join(to, part));
  }
  const text = await readFile(path.join(from, 'package.json'), 'utf8');
  await writeFile(path.join(to, 'package.json'), text.replace('"version": "0.0.0"', '"version": "0.1.0"'));
  return path.join(to, 'dist', 'cli', 'main.js');
}

test('an engine of an older build that speaks the same makes room too, with a run that waits for a quota; a newer one does not', async () => {
  const newer = await newerBuild();
  const program = path.resolve(import.meta.dirname, '../fixtures/acp-agent.mjs');
  const steps = [{ error: { code: 1, message: 'You have reached your usage limit.' } }];
  const command = JSON.stringify(['node', program, JSON.stringify({ steps })]);
  const config = `  q: { type: acp, command: ${command} }\nroles: { default: s, planner: q }\nlimits: { quotaWait: 30m }\n`;
  const sample = await sampleWith({ config, env: { SLIPWAY_ENGINE_GRACE: '30' } });
  const waiting = typed(sample, [...start, '--level', 'open']);
  await waiting.saw('waits for the quota');
  waiting.press(interrupt);
  await waiting.ended;
  const { pid, due } = await engineOf(sample);
  const second = typed(sample, ['run', 'Change b', '--auto', '--trust', '--level', 'open'], newer);
  await second.saw('waits for the quota');
  await whenGone(pid);
  await until(async () => (await engineOf(sample)).due.filter((one) => one.until !== undefined).length === 2);
  const now = await engineOf(sample);
  expect(now.due).toContainEqual(due[0]);
  second.press(interrupt);
  await second.ended;
  const third = typed(sample, ['resume', due[0]?.run ?? '']); // of the older version
  await until(async () => (await engineOf(sample)).attached === 1);
  expect((await engineOf(sample)).pid).toBe(now.pid);
  third.press(interrupt);
  await third.ended;
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
