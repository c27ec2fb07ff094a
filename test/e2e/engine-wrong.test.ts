// What goes wrong around an engine: its home is taken away, is somebody else's, or is one of two.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chown, mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Reach } from '../../src/app/home/reach.ts';
import { homeTag, toolsOf } from '../../src/app/parts.ts';
import { verbs } from '../../src/app/verbs/table.ts';
import { tagVariable } from '../../src/containment/process.ts';
import { systemClock } from '../../src/telemetry/system-clock.ts';
import { isAlive } from '../support/alive.ts';
import { boxesHere } from '../support/boxes-here.ts';
import {
  desk,
  engineOf,
  enginesIn,
  interrupt,
  placesIn,
  surroundingsOf,
  until,
  whenGone,
} from '../support/desk.ts';
import { atPlanGate, preparedSample } from '../support/prepared.ts';
import type { Sample } from '../support/sample.ts';
import { analysisEntry, main, planEntry, reviewEntry, startIn } from '../support/sample.ts';
import { atTerminal, commandIn } from '../support/terminal.ts';

const { atWork, keep, opened, sample: sampleWith, typed } = desk();

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

const here = boxesHere();
const reason = here.level === 'contained' ? 'bubblewrap' : `SKIPPED, no boxes here: ${here.why}`;

const withoutLocks = path.resolve(import.meta.dirname, '../fixtures/without-locks.py');

test('a home on a file system that keeps no locks is told at once, by a command and by an engine', async () => {
  const sample = await fresh();
  const { repository, env } = sample;
  const words = ['run', 'Change a', '--auto', '--trust'];
  const run = spawnSync('python3', [withoutLocks, process.execPath, main, ...words], {
    cwd: repository.dir,
    env,
    encoding: 'utf8',
  });
  expect([run.status, run.stderr]).toEqual([
    4,
    expect.stringContaining(`Nothing in ${sample.home} can be locked`),
  ]);
  const terminal = opened(atTerminal(sample, words, (command) => `python3 ${withoutLocks} ${command}`));
  const { exit, out } = await terminal.ended;
  expect([exit, out.replaceAll(/\s+/g, ' ')]).toEqual([4, expect.stringContaining('can be locked')]);
  expect(sample.filesWith('').map((file) => path.basename(file))).not.toContain('slipway.db');
});

test('an engine that is stopped past any patience is said to be silent, hears nothing late, and goes on', async () => {
  const { sample, isAtWork, goOn } = await atWork();
  const terminal = typed(sample, 'run', 'Change a', '--auto', '--trust');
  await isAtWork();
  const { pid, due } = await engineOf(sample);
  const run = due[0]?.run ?? '';
  const clock = systemClock();
  const hasty = { ...clock, monotonic: () => clock.monotonic() * 10 }; // sooner than a person loses it
  const tools = toolsOf(placesIn(sample), surroundingsOf(sample), hasty);
  const reach = new Reach(tools, { onTrouble: () => undefined });
  const by = { who: 'test', authenticated: 'os', channel: 'cli' } as const;
  process.kill(pid, 'SIGSTOP');
  try {
    const telling = reach.call(verbs.tell, { run, text: 'Mind the dates' }, { by });
    await expect(telling).rejects.toThrow(/does not answer\. Nothing was sent\..*SIGSTOP/);
  } finally {
    process.kill(pid, 'SIGCONT');
    await reach.close();
  }
  await until(async () => (await engineOf(sample)).pid === pid);
  await goOn();
  expect((await terminal.ended).exit).toBe(7);
  expect(sample.filesWith('Mind the dates')).toEqual([]);
  expect(enginesIn(sample)).toEqual([pid]);
});

test('a command whose terminal hangs up in the middle of a gate leaves it open, with its engine', async () => {
  const sample = keep(await preparedSample(atPlanGate));
  const terminal = typed(sample, 'resume');
  await terminal.saw('[q]uit: ');
  const { pid } = await engineOf(sample);
  process.kill(commandIn(terminal), 'SIGHUP');
  expect((await terminal.ended).exit).toBe(143);
  expect(await engineOf(sample)).toMatchObject({ running: true, pid, attached: 0 });
  expect(await sample.json('status')).toMatchObject({ stage: 'plan-review', status: 'waiting' });
  expect((await sample.decides('approve')).exit).toBe(0);
});

/** Whoever loses its parent there becomes a child of the command, which never started it. */
test.runIf(here.level === 'contained')(
  `the first process of a container ends what an agent leaves behind before it checks, and comes to its end (${reason})`,
  async () => {
    const leaves = `
- role: implementer
  do:
    - run: setsid sleep 1000 > /dev/null 2>&1 & (sleep 0.01 &) ; true
    - write: {path: a.js, text: "export const a = 2;\\n"}
    - answer: {type: work, status: done, summary: Changed it.}`;
    const looks = `tr '\\0' ' ' < /proc/1/cmdline | grep -q 'main.js run' || { echo 'not ok 1 - it is the first'; exit 1; }
for words in /proc/[0-9]*/cmdline; do
  tr '\\0' ' ' 2> /dev/null < $words | grep -q '^sleep 1000' && { echo 'not ok 1 - it is gone'; exit 1; }
done
echo 'ok 1 - it is gone'; echo 1..1
`;
    const sample = await sampleWith({
      config: 'checks: { test: sh looks.sh }\n',
      script: [analysisEntry, planEntry, leaves, reviewEntry].join('\n'),
      files: { 'looks.sh': looks },
    });
    const container = '--dev-bind / / --unshare-pid --proc /proc --as-pid-1 --die-with-parent'.split(' ');
    const words = [process.execPath, main, 'run', 'Change a', '--auto', '--trust'];
    const { repository, env } = sample;
    const run = spawnSync('bwrap', [...container, ...words], { cwd: repository.dir, env, encoding: 'utf8' });
    expect([run.status, run.stderr]).toEqual([7, expect.stringContaining('merge begins')]);
  },
);

test('a terminal that is stopped, as by Ctrl-Z, keeps no engine from leaving', async () => {
  const sample = keep(await preparedSample(atPlanGate));
  const terminal = typed(sample, 'resume');
  await terminal.saw('[q]uit: ');
  await until(async () => (await engineOf(sample)).attached === 1);
  const { pid } = await engineOf(sample);
  const stopped = commandIn(terminal);
  process.kill(stopped, 'SIGSTOP');
  try {
    expect((await sample.slipway('engine', 'stop')).exit).toBe(0);
    await whenGone(pid);
  } finally {
    process.kill(stopped, 'SIGCONT');
  }
});

/** What the runs of this home have at work. */
function atWorkIn(sample: Sample): readonly string[] {
  const mark = `${tagVariable}=${homeTag(sample.home)}/`;
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark);
    } catch {
      return false; // it ended meanwhile
    }
  });
}

test('an engine that was killed leaves no agent at work: the next one ends it, whichever run that is started for', async () => {
  const { sample, isAtWork } = await atWork();
  const terminal = typed(sample, 'run', 'Change a', '--auto', '--trust');
  await isAtWork();
  const { pid, due } = await engineOf(sample);
  terminal.press(interrupt);
  await terminal.ended;
  process.kill(pid, 'SIGKILL');
  await until(async () => !(await engineOf(sample)).running);
  expect(atWorkIn(sample)).not.toEqual([]);

  await started(sample);
  expect(atWorkIn(sample)).toEqual([]);
  expect((await sample.slipway('engine', 'logs')).out).toMatch(
    /ended \d+ process(?:es)? of an engine before/,
  );
  expect(await engineOf(sample)).toMatchObject({ due: [] });
  expect(await sample.json('status', due[0]?.run ?? '')).toMatchObject({
    status: 'running',
    interrupted: true,
  });
});

test('signals that come one after the other at a terminal that is attached end nothing but its command', async () => {
  const { sample, isAtWork, goOn } = await atWork();
  const terminal = typed(sample, 'run', 'Change a', '--auto', '--trust');
  await isAtWork();
  const [{ run } = { run: '' }] = (await engineOf(sample)).due;
  const before = atWorkIn(sample);
  const attached = commandIn(terminal);
  process.kill(attached, 'SIGSTOP'); // both are there when it goes on
  process.kill(attached, 'SIGINT');
  process.kill(attached, 'SIGTERM');
  process.kill(attached, 'SIGCONT');
  await terminal.ended;
  expect(before.filter(isAlive)).not.toEqual([]); // between two looks its shell waits in another `sleep`
  const watching = typed(sample, 'watch', run);
  await goOn();
  expect((await watching.ended).exit).toBe(7);
  expect(await sample.json('status', run)).toMatchObject({ stage: 'merge', launches: 4 });
});
