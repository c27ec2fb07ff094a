// The guide for long runs, replayed at terminals: each console block of it is a window, what is typed in it is typed, and what
// stands there is what the program shows, in that order. A window that still shows a run when its block ends is closed.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import type { Sample } from '../support/sample.ts';
import { analysisEntry, makeSample, planEntry, reviewEntry } from '../support/sample.ts';
import type { Terminal } from '../support/terminal.ts';
import { atTerminal } from '../support/terminal.ts';

const guide = fileURLToPath(new URL('../../docs/guides/long-runs.md', import.meta.url));
const block = /^```console\n([\s\S]*?)^```$/gm;
const interrupt = '\u0003';
const theRun = 'r-4f8zk2mq';
const patienceMs = 30_000;

const folders: string[] = [];
const samples: Sample[] = [];
const terminals: Terminal[] = [];

afterEach(async () => {
  for (const { child, ended } of terminals.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  for (const sample of samples.splice(0)) {
    await sample.slipway('engine', 'stop');
    await sample.remove();
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** Planner and implementer are at work until whoever watches them has left: `left` says so, once for each. */
async function leisurely(): Promise<{ readonly sample: Sample; readonly left: () => Promise<void> }> {
  const signals = await mkdtemp(path.join(tmpdir(), 'slipway-signals-'));
  folders.push(signals);
  const until = (n: number): string =>
    `  do:\n    - run: while [ -e ${signals} ] && [ ! -e ${signals}/${n} ]; do sleep 0.05; done\n`;
  const work = `
- role: implementer
${until(2)}    - write: {path: a.js, text: "export const a = 2;\\n"}
    - answer: {type: work, status: done, summary: Changed it.}`;
  const planning = planEntry.replace('  do:\n', until(1));
  const script = [analysisEntry, planning, work, reviewEntry].join('\n');
  const sample = await makeSample({ script, config: 'gates: { plan: true }\n' });
  samples.push(sample);
  let times = 0;
  return { sample, left: () => writeFile(path.join(signals, String((times += 1))), '') };
}

/** One command of a window, and what is shown and typed after it, in turns. */
interface Scene {
  readonly command: string;
  readonly steps: readonly (
    | { readonly shown: string }
    | { readonly typed: string }
    | { readonly left: true }
  )[];
}

function scenesIn(window: string): readonly Scene[] {
  return window
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [command = '', ...lines] = text.trimEnd().split('\n');
      return { command, steps: lines.flatMap(stepsIn) };
    });
}

function stepsIn(line: string): Scene['steps'] {
  if (line === '...' || line === '') return [];
  if (line === '^C') return [{ typed: interrupt }, { left: true }];
  const [, question, answer] = /^(.*(?:\[q\]uit:|\[y\/N\])) (\w)$/.exec(line) ?? [];
  return question === undefined
    ? [{ shown: plain(line) }]
    : [{ shown: plain(question) }, { typed: `${answer}\n` }];
}

/** What a person reads, with fixed words for what is never the same twice: colours, places and line ends aside. */
function plain(screen: string): string {
  return stripVTControlCharacters(screen)
    .replaceAll(/\br-[0-9a-z]{8}\b/g, theRun)
    .replaceAll(/\b\d{8}T\d{6}(?!\d)/g, '20260314T091500')
    .replaceAll(/\b\d\d:\d\d:\d\d\b/g, '09:15:02')
    .replaceAll(/\b\d+(?:\.\d+)? (?:ms|s)\b/g, '12 s')
    .replaceAll(/\b[0-9a-f]{12}\b/g, '8c1f2a9d7e6b')
    .replaceAll(/\b[0-9a-f]{10}\b/g, '3f9c2a1b04')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Types it and what is typed after it; what the terminal showed. */
async function play(scene: Scene, sample: Sample, run: string, left: () => Promise<void>): Promise<string> {
  const words = [...scene.command.replace(theRun, run).matchAll(/"([^"]*)"|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  const terminal = atTerminal(sample, words.slice(1));
  terminals.push(terminal);
  let from = 0;
  for (const step of scene.steps) {
    if ('shown' in step) from = await seenAfter(terminal, step.shown, from);
    else if ('typed' in step) terminal.press(step.typed);
    else await left();
  }
  return terminal.seen();
}

/** Where it ends on the screen. */
function seenAfter(terminal: Terminal, words: string, from: number): Promise<number> {
  const { child, seen, ended } = terminal;
  return new Promise((resolve, reject) => {
    const giveUp = (why: string) => (): void =>
      reject(new Error(`${why} without '${words}':\n${plain(seen()).slice(from).slice(-2_000)}`));
    const patience = setTimeout(giveUp('it went on'), patienceMs);
    const look = (): void => {
      const at = plain(seen()).indexOf(words, from);
      if (at === -1) return;
      clearTimeout(patience);
      child.stdout?.off('data', look);
      resolve(at + words.length);
    };
    child.stdout?.on('data', look);
    look();
    void ended.then(look).then(giveUp('it ended'));
  });
}

/** A person comes back when something waits for them. */
async function somethingWaits(sample: Sample): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  while ((await sample.slipway('gates')).out === '') {
    if (Date.now() > giveUpAt) throw new Error('nothing waits for anybody');
  }
}

test('the guide for long runs shows what is shown: started here, decided there, landed elsewhere', async () => {
  const { sample, left } = await leisurely();
  const windows = [...(await readFile(guide, 'utf8')).matchAll(block)].map(([, body = '']) => scenesIn(body));
  expect(windows.length).toBeGreaterThan(2);
  let run = theRun;
  for (const scenes of windows) {
    if (scenes[0]?.command === 'slipway gates') await somethingWaits(sample);
    for (const scene of scenes) {
      const screen = await play(scene, sample, run, left);
      run = /\br-[0-9a-z]{8}\b/.exec(screen)?.[0] ?? run;
    }
    const last = terminals.at(-1);
    if (last === undefined || last.child.exitCode !== null) continue;
    last.child.kill('SIGKILL'); // the window is closed
    await last.ended;
    await left();
  }
  expect(await sample.json('status')).toMatchObject({ status: 'completed' });
});
