// What a real terminal shows and does: it can be typed at, closed, and left standing at a question.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withoutStyle } from '../../src/app/words/style.ts';
import { desk } from '../support/desk.ts';
import { atPlanGate, preparedSample } from '../support/prepared.ts';
import { analysisEntry, planEntry, reviewEntry, whenFile, whenLine } from '../support/sample.ts';
import type { Terminal } from '../support/terminal.ts';
import { atTerminal } from '../support/terminal.ts';

const { atWork, folder, keep, opened, sample: sampleWith, typed } = desk();

test('a run whose terminal is closed goes on, and the command there ends as one that was asked to', async () => {
  const { sample, isAtWork, goOn } = await atWork();
  const exit = path.join(sample.repository.root, 'exit');
  // The outer shell dies with its terminal, and then everybody at it hears of that; the inner one is deaf, and tells.
  const terminal = opened(
    atTerminal(sample, ['run', 'Change a', '--auto', '--trust'], (command) => {
      return `(trap '' HUP; ${command}; echo $? > '${exit}'); :`;
    }),
  );
  await isAtWork();
  terminal.child.kill('SIGKILL');
  expect(await whenLine(exit)).toBe('143');
  expect(await sample.json('status')).toMatchObject({ status: 'running', owned: true });
  await goOn();
  expect((await sample.slipway('watch')).exit).toBe(7);
  expect(await sample.json('status')).toMatchObject({ stage: 'merge', status: 'waiting' });
});

test('with --foreground a run whose terminal is closed is kept where it was', async () => {
  const { sample, isAtWork } = await atWork();
  const exit = path.join(sample.repository.root, 'exit');
  const terminal = opened(
    atTerminal(sample, ['run', 'Change a', '--auto', '--trust', '--foreground'], (command) => {
      return `(trap '' HUP; ${command}; echo $? > '${exit}'); :`;
    }),
  );
  await isAtWork();
  terminal.child.kill('SIGKILL');
  expect(await whenLine(exit)).toBe('143');
  expect(await sample.json('status')).toMatchObject({
    stage: 'implementation',
    status: 'running',
    owned: false,
  });
});

test('what is typed while progress is drawn is not shown, so that it leaves no stale lines', async () => {
  const { sample, isAtWork, goOn } = await atWork();
  const terminal = typed(sample, 'run', 'Change a', '--auto', '--trust');
  await isAtWork();
  await terminal.saw('attempt 1 began');
  terminal.press('xyzzy\n\n');
  await goOn();
  expect((await terminal.ended).exit).toBe(7);
  expect(terminal.seen()).not.toContain('xyzzy');
});

test.each(['a\n', 'a'])('what was typed before a question is no answer to it: %j', async (keys) => {
  const signals = await folder();
  const wait = `run: touch ${signals}/at-work; while [ -e ${signals} ] && [ ! -e ${signals}/go-on ]; do sleep 0.05; done`;
  const slowly = analysisEntry.replace('do:\n', `do:\n    - ${wait}\n`);
  const sample = await sampleWith({ script: [slowly, planEntry, reviewEntry].join('\n') });
  const terminal = typed(sample, 'run', 'Change a', '--trust');
  await whenFile(path.join(signals, 'at-work'));
  terminal.press(keys);
  await writeFile(path.join(signals, 'go-on'), '');
  await terminal.saw('[q]uit: ');
  terminal.press('q\n');
  expect((await terminal.ended).exit).toBe(7);
  expect(await sample.json('status')).toMatchObject({ stage: 'plan-review', status: 'waiting' });
});

test('a terminal whose gate is answered elsewhere says so, and goes on with the run', async () => {
  const sample = await sampleWith();
  const terminal = typed(sample, 'run', 'Change a', '--trust');
  await terminal.saw('[q]uit: ');
  expect((await sample.decides('approve')).exit).toBe(0);
  expect((await terminal.ended).exit).toBe(7);
  expect(terminal.seen()).toMatch(/The plan gate was answered elsewhere: \S+ said approve\./);
  expect(terminal.seen()).toContain(': the merge gate');
});

test('on 60 columns lines are folded between words, and a command stays in one piece', async () => {
  const sample = keep(await preparedSample(atPlanGate));
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
