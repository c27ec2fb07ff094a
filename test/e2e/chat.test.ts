// `slipway chat` as somebody has it before them: in tmux, typed at, with nothing but its lines.

import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import type { Sample } from '../support/sample.ts';
import { main, makeSample } from '../support/sample.ts';

const run = promisify(execFile);
const patienceMs = 40_000;
const lookMs = 50;
const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

interface Pane {
  readonly type: (text: string) => Promise<void>;
  readonly screen: () => Promise<string>;
  /** Waits until it shows that, after what was looked for before. */
  readonly saw: (what: RegExp) => Promise<string>;
}

/** A server of its own, which ends with the test. */
async function inTmux(sample: Sample, ...words: readonly string[]): Promise<Pane> {
  const socket = path.join(sample.repository.root, 'tmux');
  const tmux = async (...args: readonly string[]): Promise<string> =>
    (await run('tmux', ['-S', socket, ...args], { env: { ...sample.env, TERM: 'xterm' } })).stdout;
  const command = [process.execPath, main, ...words].map((word) => `'${word}'`).join(' ');
  await tmux(
    '-f',
    '/dev/null',
    'new-session',
    '-d',
    '-x',
    '160',
    '-y',
    '50',
    '-c',
    sample.repository.dir,
    command,
  );
  ends.push(() => tmux('kill-server').catch(() => undefined));
  const screen = (): Promise<string> => tmux('capture-pane', '-p', '-J', '-S', '-');
  let from = 0;
  return {
    type: async (text) => {
      await tmux('send-keys', '-l', text);
      await tmux('send-keys', 'Enter');
    },
    screen,
    saw: async (what) => {
      for (let passed = 0; passed < patienceMs; passed += lookMs) {
        const text = await screen();
        const found = what.exec(text.slice(from));
        if (found !== null) {
          from += found.index + found[0].length;
          return found[0];
        }
        await new Promise((resolve) => setTimeout(resolve, lookMs));
      }
      throw new Error(`the pane does not show ${String(what)}:\n${(await screen()).slice(-2_000)}`);
    },
  };
}

test('the nine steps, line by line: each stage reports, and each act is shown before a yes', async () => {
  const sample = await makeSample();
  ends.push(async () => {
    await sample.slipway('engine', 'stop');
    await sample.remove();
  });
  const pane = await inTmux(sample, 'chat');
  await pane.saw(/Conversation terminal-\w+/);
  await pane.type('The number in a.js should be two');
  await pane.saw(/This will start a run: it investigates and changes nothing/);
  await pane.saw(/\[yes\] Start {3}\[investigate\] Just investigate/);
  await pane.type('yes');
  await pane.saw(/A yes says that they may/);
  await pane.type('yes');
  await pane.saw(/Here are the findings and the plan\./); // 1, 2
  await pane.saw(/This will approve plan [0-9a-f]{10}: the work begins\./);
  await pane.type('go'); // 3
  await pane.saw(/The changes are done: Change a\./); // 4
  await pane.saw(/This will approve the delivery of [0-9a-f]{10}: the pull request is opened\./);
  await pane.type('yes'); // 5, 6
  await pane.saw(/Pull request #1 is open/); // 7
  await pane.saw(/Coverage was left out/); // 8
  await pane.saw(/Ready: /); // 9
  await pane.type('yes');
  await pane.saw(/Done\. Spent: /);
  expect(await pane.screen()).not.toMatch(/did not work|could not understand/);
  await pane.type('/new');
  await pane.saw(/There is room for the next/);
});
