// The guide for long runs, replayed at terminals: each console block of it is a window, what is typed in it is typed, and what
// stands there is what the program shows, in that order. A window that still shows a run when its block ends is closed.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { desk, interrupt, until } from '../support/desk.ts';
import type { Sample } from '../support/sample.ts';
import { analysisEntry, planEntry, reviewEntry } from '../support/sample.ts';
import type { Terminal } from '../support/terminal.ts';

const { folder, sample: sampleWith, typed } = desk();

const guide = fileURLToPath(new URL('../../docs/guides/long-runs.md', import.meta.url));
const block = /^```console\n([\s\S]*?)^```$/gm;
const theRun = 'r-4f8zk2mq';

/** Planner and implementer are at work until whoever watches them has left: `left` says so, once for each. */
async function leisurely(): Promise<{ readonly sample: Sample; readonly left: () => Promise<void> }> {
  const signals = await folder();
  const waiting = (n: number): string =>
    `  do:\n    - run: while [ -e ${signals} ] && [ ! -e ${signals}/${n} ]; do sleep 0.05; done\n`;
  const work = `
- role: implementer
${waiting(2)}    - write: {path: a.js, text: "export const a = 2;\\n"}
    - answer: {type: work, status: done, summary: Changed it.}`;
  const planning = planEntry.replace('  do:\n', waiting(1));
  const script = [analysisEntry, planning, work, reviewEntry].join('\n');
  const sample = await sampleWith({ script, config: 'gates: { plan: true }\n' });
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

interface Played {
  readonly scene: Scene;
  readonly sample: Sample;
  readonly run: string;
  readonly left: () => Promise<void>;
}

/** Types it and what is typed after it; the terminal it was typed at. */
async function play({ scene, sample, run, left }: Played): Promise<Terminal> {
  const words = [...scene.command.replace(theRun, run).matchAll(/"([^"]*)"|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  const terminal = typed(sample, ...words.slice(1));
  let from = 0;
  for (const step of scene.steps) {
    if ('shown' in step) from = await terminal.saw(step.shown, { as: plain, from });
    else if ('typed' in step) terminal.press(step.typed);
    else await left();
  }
  return terminal;
}

/** A person comes back when something waits for them. */
function somethingWaits(sample: Sample): Promise<void> {
  return until(async () => (await sample.slipway('gates')).out !== '');
}

test('the guide for long runs shows what is shown: started here, decided there, landed elsewhere', async () => {
  const { sample, left } = await leisurely();
  const windows = [...(await readFile(guide, 'utf8')).matchAll(block)].map(([, body = '']) => scenesIn(body));
  expect(windows.length).toBeGreaterThan(2);
  let run = theRun;
  let last: Terminal | undefined;
  for (const scenes of windows) {
    if (scenes[0]?.command === 'slipway gates') await somethingWaits(sample);
    for (const scene of scenes) {
      last = await play({ scene, sample, run, left });
      run = /\br-[0-9a-z]{8}\b/.exec(last.seen())?.[0] ?? run;
    }
    if (last === undefined || last.child.exitCode !== null) continue;
    last.child.kill('SIGKILL'); // the window is closed
    await last.ended;
    await left();
  }
  expect(await sample.json('status')).toMatchObject({ status: 'completed' });
});
