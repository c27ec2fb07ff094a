// A sample repository with a scripted agent, and the command line as a person or a program calls it: the compiled
// one, in a process of its own, with a home of its own.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestRepository } from './repository.ts';
import { makeRepository } from './repository.ts';

/** The compiled command line. */
export const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface Said {
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Said>;
  /** What was said on stderr so far. */
  readonly err: () => string;
}

interface OpenGate {
  readonly run: string;
  readonly gate: string;
  readonly kind: string;
  readonly digest: string;
}

export interface Sample {
  readonly repository: TestRepository;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Calls the command line and waits for its end. */
  readonly slipway: (...args: readonly string[]) => Promise<Said>;
  /** Starts it and leaves it at work. */
  readonly start: (...args: readonly string[]) => Started;
  /** The `--json` document of a command. */
  /** A command that decides, for what is asked now. */
  readonly decides: (verb: string, ...args: readonly string[]) => Promise<Said>;
  readonly json: (...args: readonly string[]) => Promise<Readonly<Record<string, unknown>>>;
  /** Every file under the home whose bytes hold this text. */
  readonly filesWith: (text: string) => readonly string[];
  readonly remove: () => Promise<void>;
}

export interface SampleOptions {
  /** Lines after `agents` in slipway.yaml. */
  readonly config?: string;
  /** Whether its check is found in package.json. Else slipway.yaml names it, without npm, which takes longer than the test. */
  readonly finds?: true;
  readonly files?: Readonly<Record<string, string>>;
  readonly script?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export const analysisEntry = `
- role: investigator
  do:
    - answer: {type: analysis, analysis: "${'The constant lives in a.js and nothing else reads it. '.repeat(5)}", relatedCode: [{file: a.js, line: 1, why: holds it}]}`;

export const planEntry = `
- role: planner
  do:
    - answer: {type: plan, summary: One small step., confidence: 0.95, risks: [], openQuestions: [], grants: [], tasks: [{id: one, title: Change a, description: Set the number in a.js to two., files: [a.js], tests: [], dependsOn: [], executor: implementer, verification: [test], successCriteria: [ok], covers: [AC1], destructive: false}]}`;

const workEntry = `
- role: implementer
  do:
    - write: {path: a.js, text: "export const a = 2;\\n"}
    - answer: {type: work, status: done, summary: Changed it.}`;

export const reviewEntry = `
- role: reviewer
  do:
    - answer: {type: verdict, conclusion: pass, confidence: 0.9, summary: Fine., findings: [], criteria: [{id: AC1, met: true, evidence: 'a.js:1'}]}`;

export const wholeScript = [analysisEntry, planEntry, workEntry, reviewEntry].join('\n');

const sampleFiles: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'sample', type: 'module', scripts: { test: 'node --test' } }),
  'a.js': 'export const a = 1;\n',
  'a.test.js': "import test from 'node:test';\ntest('a', () => {});\n",
};

export async function makeSample(options: SampleOptions = {}): Promise<Sample> {
  const repository = await makeRepository({
    ...sampleFiles,
    'slipway.yaml': `${checksOf(options)}agents:\n  s: { type: scripted, script: script.yaml }\n${options.config ?? ''}`,
    'script.yaml': options.script ?? wholeScript,
    ...options.files,
  });
  return sampleIn(repository, options.env);
}

function checksOf({ finds, config }: SampleOptions): string {
  return finds === true || config?.includes('checks:') === true ? '' : 'checks: { test: node a.test.js }\n';
}

/** The command line for a repository that is there already. */
export async function sampleIn(
  repository: TestRepository,
  more: Readonly<Record<string, string>> = {},
): Promise<Sample> {
  const home = path.join(repository.root, 'home');
  const runtime = path.join(repository.root, 'rt');
  await mkdir(runtime, { mode: 0o700 });
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: repository.root,
    SLIPWAY_HOME: home,
    XDG_RUNTIME_DIR: runtime,
    // Scripts tell tests what they do through files outside their workspace.
    SLIPWAY_LEVEL: 'open',
    ...toolHomes(),
    ...more,
  };
  const start = (...args: readonly string[]): Started => startIn(repository.dir, env, args);
  const slipway = (...args: readonly string[]): Promise<Said> => start(...args).ended;
  return {
    repository,
    home,
    env,
    slipway,
    start,
    decides: async (verb, ...args) => {
      const open: { readonly gates: readonly OpenGate[] } = JSON.parse(
        (await slipway('gates', '--json')).out,
      );
      const isMerge = verb === 'land' || verb === 'merge';
      const meant = open.gates
        .filter(
          ({ run, gate }) =>
            args.includes(gate) || !args.some((word) => /^(?:r-|g\d)/.test(word) && word !== run),
        )
        .find(({ kind }) => !isMerge || kind === 'merge');
      return slipway(verb, ...args, ...(meant === undefined ? [] : ['--seen', meant.digest]));
    },
    json: async (...args) => {
      const document: Readonly<Record<string, unknown>> = JSON.parse((await slipway(...args, '--json')).out);
      return document;
    },
    filesWith: (text) => filesUnder(home).filter((file) => readFileSync(file).includes(text)),
    remove: () => repository.remove(),
  };
}

/** The home of a sample is an empty one: rustup has to be told where the user's toolchains are. */
export function toolHomes(): Readonly<Record<string, string>> {
  const dir = process.env['RUSTUP_HOME'] ?? path.join(homedir(), '.rustup');
  return existsSync(dir) ? { RUSTUP_HOME: dir } : {};
}

/** Starts the command line in a folder, with exactly this environment. */
export function startIn(
  cwd: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  program = main,
): Started {
  const child = spawn(process.execPath, [program, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (err += piece));
  const ended = new Promise<Said>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit, signal) => resolve({ exit, signal, out, err }));
  });
  return { child, ended, err: () => err };
}

function filesUnder(dir: string): readonly string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [path.join(entry.parentPath, entry.name)] : [],
  );
}

/** Resolves once the file is there, with what it says. Watching would miss a file that came before. */
export async function whenFile(file: string, withinMs = 30_000): Promise<void> {
  await whenText(file, () => true, withinMs);
}

/** A shell makes a file first and fills it then: who reads a line of it waits for the line. */
export async function whenLine(file: string, withinMs = 30_000): Promise<string> {
  return (await whenText(file, (text) => text.endsWith('\n'), withinMs)).trim();
}

async function whenText(file: string, fits: (text: string) => boolean, withinMs: number): Promise<string> {
  const giveUpAt = Date.now() + withinMs;
  while (Date.now() < giveUpAt) {
    const text = existsSync(file) ? await readFile(file, 'utf8') : undefined;
    if (text !== undefined && fits(text)) return text;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  throw new Error(`${file} did not come within ${withinMs} ms`);
}

export const smallTask = {
  id: 'one',
  title: 'Change a',
  description: 'Set the number in a.js to two.',
  files: ['a.js'],
  executor: 'implementer',
  verification: ['test'],
  successCriteria: ['ok'],
  covers: ['AC1'],
  destructive: false,
};

/** A planner's whole answer, for one task that changes one file. */
export const smallPlan = {
  type: 'plan',
  summary: 'One small step.',
  confidence: 0.95,
  risks: [],
  tasks: [smallTask],
};
