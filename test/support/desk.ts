// What tests at terminals share: samples with terminals before them, all of which are put away after each test, and the engine
// behind them. It is asked at its socket: a command for each look would take more of the machine than what is looked at.

import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach } from 'vitest';
import { askEngine } from '../../src/app/home/ask-engine.ts';
import type { Places, Surroundings } from '../../src/app/home/home-places.ts';
import { placesOf } from '../../src/app/home/home-places.ts';
import { isAlive } from './alive.ts';
import type { Sample, SampleOptions } from './sample.ts';
import { analysisEntry, makeSample, planEntry, reviewEntry, whenFile } from './sample.ts';
import type { Terminal } from './terminal.ts';
import { atTerminal } from './terminal.ts';
import { waitingWork } from './watched.ts';

export const interrupt = '\u0003';

/** A sample whose implementer is at work until somebody says that it may go on. */
export interface AtWork {
  readonly sample: Sample;
  readonly isAtWork: () => Promise<void>;
  readonly goOn: () => Promise<void>;
}

export interface Desk {
  readonly sample: (options?: SampleOptions) => Promise<Sample>;
  /** One that somebody else made. */
  readonly keep: (sample: Sample) => Sample;
  readonly atWork: (options?: SampleOptions) => Promise<AtWork>;
  readonly typed: (sample: Sample, ...words: readonly string[]) => Terminal;
  /** The same with a terminal that somebody else opened. */
  readonly opened: (terminal: Terminal) => Terminal;
  readonly folder: () => Promise<string>;
}

/** For the file that calls it: what was made in a test is put away after it. */
export function desk(): Desk {
  const samples: Sample[] = [];
  const terminals: Terminal[] = [];
  const folders: string[] = [];
  afterEach(async () => {
    for (const { child } of terminals) child.kill('SIGKILL');
    await Promise.all(terminals.splice(0).map(({ ended }) => ended));
    // Whoever is at work in a script goes on when its folder is gone, and so is soon ended.
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
    await Promise.all(samples.splice(0).map(putAway));
  });
  const keep = (sample: Sample): Sample => {
    samples.push(sample);
    return sample;
  };
  const opened = (terminal: Terminal): Terminal => {
    terminals.push(terminal);
    return terminal;
  };
  const folder = async (): Promise<string> => {
    const made = await mkdtemp(path.join(tmpdir(), 'slipway-desk-'));
    folders.push(made);
    return made;
  };
  const sample: Desk['sample'] = async (options = {}) => keep(await makeSample(options));
  return {
    sample,
    keep,
    opened,
    folder,
    typed: (at, ...words) => opened(atTerminal(at, words)),
    atWork: async (options = {}) => {
      const signals = await folder();
      // A retry would find no entry.
      const work = waitingWork(signals).replace('role: implementer\n', 'role: implementer\n  attempt: 1\n');
      const script = [analysisEntry, planEntry, work, reviewEntry].join('\n');
      return {
        sample: await sample({ script, ...options }),
        isAtWork: () => whenFile(path.join(signals, 'at-work')),
        goOn: () => writeFile(path.join(signals, 'go-on'), ''),
      };
    },
  };
}

/** Its engines are ended at once: nothing of what they work on is wanted any more. */
async function putAway(sample: Sample): Promise<void> {
  const engines = enginesIn(sample);
  for (const pid of engines) if (isAlive(String(pid))) process.kill(pid, 'SIGTERM');
  await until(() => !engines.some((pid) => isAlive(String(pid))));
  await sample.remove();
}

export interface Engine {
  readonly running: boolean;
  readonly pid: number;
  readonly detached: boolean;
  readonly attached: number;
  readonly due: readonly { readonly run: string; readonly until?: number }[];
  readonly awaits?: readonly { readonly run: string; readonly what: string; readonly until?: number }[];
}

const nobody: Engine = { running: false, pid: 0, detached: false, attached: 0, due: [] };

/** What whoever owns the home says of itself. */
export async function engineOf(sample: Sample): Promise<Engine> {
  const asked = await askEngine(placesIn(sample), {
    by: { who: 'test', authenticated: 'os', channel: 'cli' },
    verb: 'engine',
    input: {},
  });
  const { output }: { readonly output?: unknown } = 'output' in asked ? asked : {};
  const facts: Omit<Engine, 'running'> = JSON.parse(JSON.stringify(output ?? nobody));
  return output === undefined ? nobody : { ...facts, running: true };
}

export function placesIn(sample: Sample): Places {
  return placesOf(surroundingsOf(sample));
}

export function surroundingsOf({ env, repository }: Sample): Surroundings {
  return { env, homedir: repository.root, tmp: tmpdir(), uid: process.getuid?.() ?? 0, cores: 2 };
}

/** The engines of a sample's home, by their words and their environment. */
export function enginesIn(sample: Sample): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    const [words, env] = [partsOf(pid, 'cmdline'), partsOf(pid, 'environ')];
    return words.includes('serve') && env.includes(`SLIPWAY_HOME=${sample.home}`);
  });
}

/** None of one that ended meanwhile. */
function partsOf(pid: number, file: 'cmdline' | 'environ'): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

const untilMs = 30_000;
const lookMs = 15;

/** Looks until it is so: what another process does takes its time. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + untilMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`it did not come about in time: ${isSo.toString()}`);
    await setTimeout(lookMs);
  }
}

/** It lets go of the home before it is gone. */
export function whenGone(pid: number): Promise<void> {
  return until(() => !isAlive(String(pid)));
}
