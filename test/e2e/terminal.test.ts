// What a real terminal shows and does: it can be typed at, closed, and left standing at a question.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { withoutStyle } from '../../src/app/words/style.ts';
import { atPlanGate, preparedSample } from '../support/prepared.ts';
import type { Sample, SampleOptions } from '../support/sample.ts';
import { analysisEntry, makeSample, planEntry, reviewEntry, whenFile, whenLine } from '../support/sample.ts';
import type { Terminal } from '../support/terminal.ts';
import { atTerminal } from '../support/terminal.ts';
import { waitingWork, watched } from '../support/watched.ts';

const samples: Sample[] = [];
const terminals: Terminal[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const { child, ended } of terminals.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  for (const sample of samples.splice(0)) await sample.remove();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function sampleWith(options: SampleOptions = {}): Promise<Sample> {
  const sample = await makeSample(options);
  samples.push(sample);
  return sample;
}

/** Its implementer is at work until the test says so. */
async function atWork(): Promise<{ readonly sample: Sample; readonly signals: string }> {
  const signals = await mkdtemp(path.join(tmpdir(), 'slipway-signals-'));
  folders.push(signals);
  const script = [analysisEntry, planEntry, waitingWork(signals), reviewEntry].join('\n');
  return { sample: await sampleWith({ script }), signals };
}

function opened(terminal: Terminal): Terminal {
  terminals.push(terminal);
  return terminal;
}

test('a run whose terminal is closed goes on, and the command there ends as one that was asked to', async () => {
  const { sample, signals } = await atWork();
  const exit = path.join(sample.repository.root, 'exit');
  // The outer shell dies with its terminal, and then everybody at it hears of that; the inner one is deaf, and tells.
  const terminal = opened(
    atTerminal(sample, ['run', 'Change a', '--auto', '--trust'], (command) => {
      return `(trap '' HUP; ${command}; echo $? > '${exit}'); :`;
    }),
  );
  await whenFile(path.join(signals, 'at-work'));
  terminal.child.kill('SIGKILL');
  expect(await whenLine(exit)).toBe('143');
  expect(await sample.json('status')).toMatchObject({ status: 'running', owned: true });
  await writeFile(path.join(signals, 'go-on'), '');
  expect((await sample.slipway('watch')).exit).toBe(7);
  expect(await sample.json('status')).toMatchObject({ stage: 'merge', status: 'waiting' });
});

test('with --foreground a run whose terminal is closed is kept where it was', async () => {
  const { sample, signals } = await atWork();
  const exit = path.join(sample.repository.root, 'exit');
  const terminal = opened(
    atTerminal(sample, ['run', 'Change a', '--auto', '--trust', '--foreground'], (command) => {
      return `(trap '' HUP; ${command}; echo $? > '${exit}'); :`;
    }),
  );
  await whenFile(path.join(signals, 'at-work'));
  terminal.child.kill('SIGKILL');
  expect(await whenLine(exit)).toBe('143');
  expect(await sample.json('status')).toMatchObject({
    stage: 'implementation',
    status: 'running',
    owned: false,
  });
});

test('what is typed while progress is drawn is not shown, so that it leaves no stale lines', async () => {
  const { sample, signals } = await atWork();
  const terminal = opened(atTerminal(sample, ['run', 'Change a', '--auto', '--trust']));
  await whenFile(path.join(signals, 'at-work'));
  await watched(terminal).saw('attempt 1 began');
  terminal.press('xyzzy\n\n');
  await rm(signals, { recursive: true });
  expect((await terminal.ended).exit).toBe(7);
  expect(terminal.seen()).not.toContain('xyzzy');
});

test.each(['a\n', 'a'])('what was typed before a question is no answer to it: %j', async (keys) => {
  const signals = await mkdtemp(path.join(tmpdir(), 'slipway-signals-'));
  folders.push(signals);
  const wait = `run: touch ${signals}/at-work; while [ -e ${signals} ] && [ ! -e ${signals}/go-on ]; do sleep 0.05; done`;
  const slowly = analysisEntry.replace('do:\n', `do:\n    - ${wait}\n`);
  const sample = await sampleWith({ script: [slowly, planEntry, reviewEntry].join('\n') });
  const terminal = opened(atTerminal(sample, ['run', 'Change a', '--trust']));
  await whenFile(path.join(signals, 'at-work'));
  terminal.press(keys);
  await writeFile(path.join(signals, 'go-on'), '');
  await watched(terminal).saw('[q]uit: ');
  terminal.press('q\n');
  expect((await terminal.ended).exit).toBe(7);
  expect(await sample.json('status')).toMatchObject({ stage: 'plan-review', status: 'waiting' });
});

test('a terminal whose gate is answered elsewhere says so, and goes on with the run', async () => {
  const sample = await sampleWith();
  const terminal = opened(atTerminal(sample, ['run', 'Change a', '--trust']));
  await watched(terminal).saw('[q]uit: ');
  expect((await sample.decides('approve')).exit).toBe(0);
  expect((await terminal.ended).exit).toBe(7);
  expect(terminal.seen()).toMatch(/The plan gate was answered elsewhere: \S+ said approve\./);
  expect(terminal.seen()).toContain(': the merge gate');
});

test('on 60 columns lines are folded between words, and a command stays in one piece', async () => {
  const sample = await preparedSample(atPlanGate);
  samples.push(sample);
  const narrow = (words: readonly string[]): Terminal =>
    opened(atTerminal(sample, words, (command) => `stty cols 60; ${command}`));
  for (const words of [['land'], ['status'], ['help'], ['run', '--help']]) {
    const { out } = await narrow(words).ended;
    const lines = withoutStyle(out).split(/\r?\n/);
    expect([words, lines.filter((line) => line.length > 60 && line.includes(' ', 1))]).toEqual([words, []]);
  }
  const { out } = await narrow(['land']).ended;
  expect(out.replaceAll('\r', '')).toMatch(
    /waits for you\nthere: the plan gate\.[\s\S]*`slipway gates`\nshows how/,
  );
});
