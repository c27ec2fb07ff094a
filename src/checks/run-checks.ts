// Runs checks: one shell command after the other, in a clean environment, with limits, its output screened before
// anything is kept. What a result means is in `judge.ts`; where the commands come from is not decided here: they are
// the user's own, from configuration or the base commit, never from a plan or a model.
//
// Invariants
//   C1. A check sees the environment it was given and nothing of the environment Slipway runs in.
//   C2. After a failed setup or build, what follows is recorded as not run. No check is left out of the results.
//   C3. Output is kept only after it went through the screener.
//   C4. A check may touch its checkout and its own HOME. Only a setup may reach anything: registries.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { tagVariable } from '../containment/process.ts';
import type { Processes, ProcessResult } from '../containment/process.ts';
import type { CoverageSpec } from '../core/coverage.ts';
import type { CheckSpec } from '../core/evidence.ts';
import type { Screened, Screener } from '../screening/screened.ts';
import { createBoundedLog } from './bounded-log.ts';
import type { CheckResult, Checks, ChecksRun, ReportRun } from './checks.ts';
import { coverageReports } from './coverage-reports.ts';
import { detect, detectChecks } from './detect.ts';
import { judge } from './judge.ts';
import { namesIn } from './parsers/counts.ts';
import { programsNamed } from './programs.ts';
import { reportsIn } from './reports.ts';

const outputBytesMax = 50_000_000;
const graceMs = 5_000;
const headBytesMax = 256 * 1024;
const tailBytesMax = 256 * 1024;

/** Marks that a test program leaves for its children, which would make a test program under it report to the wrong one. */
const runnerVariables = new Set([
  'NODE_TEST_CONTEXT',
  'VITEST',
  'VITEST_WORKER_ID',
  'VITEST_POOL_ID',
  'VITEST_MODE',
  'JEST_WORKER_ID',
  'FORCE_COLOR',
]);

export interface ChecksOptions {
  readonly processes: Processes;
  readonly screener: Screener;
  /** What every check sees, such as PATH. HOME is made for each call. */
  readonly environment: Readonly<Record<string, string>>;
  /** What only a setup gets, nothing where it is left out; asked when one runs. */
  readonly setup?: () => SetupNeeds;
}

/** A setup fetches what the other checks then work with, without any network (C4). */
export interface SetupNeeds {
  readonly env: Readonly<Record<string, string>>;
  /** Registries. */
  readonly egress: readonly string[];
  /** Folders where it keeps what it fetched, for the next setup; they are made. */
  readonly writable: readonly string[];
}

type Request = Parameters<Checks['run']>[0];

export function createChecks(options: ChecksOptions): Checks {
  return {
    detect: detectChecks,
    survey: detect,
    programs: programsNamed,
    measure: (request) => measured(options, request),
    run: (request) => inHome(options, request),
  };
}

async function inHome(options: ChecksOptions, request: Request): Promise<ChecksRun> {
  if (request.home !== undefined) return runAll(options, request, request.home);
  const home = await makeHome(request.dir);
  if (home === undefined) return { ended: 'ran', results: notRunAll(options.screener, request) };
  try {
    return await runAll(options, request, home);
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

/** The command comes last: a setup or a build that failed keeps it from running, and then there is no report. */
async function measured(
  options: ChecksOptions,
  request: Request & { readonly spec: CoverageSpec },
): Promise<ReportRun> {
  const { dir, checks, spec } = request;
  const command: CheckSpec = { ...spec, name: 'coverage', kind: 'custom', when: 'run' };
  const reports = await coverageReports(dir, spec.reports);
  const ran = await inHome(options, { ...request, checks: [...checks, command] });
  if (ran.ended === 'stopped') return ran;
  const ended = ran.results.at(-1)?.because;
  // A command that was cut short did not run every test: what it wrote so far says too little.
  const isWhole = ended === 'ok' || ended === 'exit';
  return { ...ran, report: isWhole ? await reports.found() : { found: 'none' } };
}

async function runAll(options: ChecksOptions, request: Request, home: string): Promise<ChecksRun> {
  const results: CheckResult[] = [];
  let stoppedBy: string | undefined;
  for (const check of request.checks) {
    if (request.signal.aborted) return { ended: 'stopped' };
    if (stoppedBy !== undefined) {
      results.push(
        notRun(options.screener, check, `Not run, because the check "${stoppedBy}" failed before it.\n`),
      ); // C2
      continue;
    }
    const result = await runOne(options, request, check, home);
    if (result === 'stopped') return { ended: 'stopped' };
    results.push(result);
    if (result.verdict === 'FAIL' && (check.kind === 'setup' || check.kind === 'build'))
      stoppedBy = check.name;
  }
  return { ended: 'ran', results };
}

const noNeeds: SetupNeeds = { env: {}, egress: [], writable: [] };

async function runOne(
  { processes, screener, environment, setup }: ChecksOptions,
  { dir, tag, signal, views = [] }: Request,
  check: CheckSpec,
  home: string,
): Promise<CheckResult | 'stopped'> {
  const needs = check.kind === 'setup' ? (setup?.() ?? noNeeds) : noNeeds;
  await makeFolders(needs.writable);
  const log = createBoundedLog(headBytesMax, tailBytesMax);
  // One stream each, so that pieces of one cannot fall into the middle of a secret of the other.
  const streams = { stdout: screener.stream(), stderr: screener.stream() };
  const reports = check.parser === 'junit' ? await reportsIn(dir) : undefined;
  const result = await processes.run({
    file: '/bin/sh',
    args: ['-c', check.command],
    cwd: dir,
    env: { ...checkEnvironment(environment, home, tag), ...needs.env },
    box: {
      writable: [path.resolve(dir), home, ...needs.writable],
      readable: [],
      hidden: [],
      egress: needs.egress,
      views,
    }, // C4
    limits: { timeMs: check.timeoutMs, silenceMs: check.timeoutMs, outputBytesMax, graceMs },
    signal,
    onOutput: (piece, from) => {
      log.add(streams[from].push(piece).text); // C3
    },
  });
  if (result.how === 'aborted') return 'stopped';
  log.add(streams.stdout.end().text);
  log.add(streams.stderr.end().text);
  const text = log.text();
  const counted = await reports?.since();
  return {
    check: check.name,
    kind: check.kind,
    ...judge(check, result, text, counted),
    ...namedTests(check, counted ?? text, dir),
    ...(result.exit === undefined ? {} : { exit: result.exit }),
    ms: result.ms,
    log: screenedLog(screener, text + refusedLine(result) + closingLine(check, result)),
  };
}

/** Without the folder of the checkout, which is another one each time. */
function namedTests(check: CheckSpec, text: string, dir: string): Pick<CheckResult, 'tests'> {
  if (check.kind !== 'test') return {};
  const tests = namesIn(text.replaceAll(`${path.resolve(dir)}/`, ''), check.parser);
  return tests.failed.length + tests.passed.length + tests.skipped.length === 0 ? {} : { tests };
}

/** C1. */
function checkEnvironment(
  environment: Readonly<Record<string, string>>,
  home: string,
  tag: string,
): Readonly<Record<string, string>> {
  const given = Object.entries(environment).filter(([name]) => !runnerVariables.has(name));
  return { ...Object.fromEntries(given), HOME: home, CI: 'true', NO_COLOR: '1', [tagVariable]: tag };
}

function refusedLine({ refused = [] }: ProcessResult): string {
  return refused.length === 0
    ? ''
    : `\n[Not reached, because a check may reach registries only, and only in a setup: ${refused.join(', ')}.]\n`;
}

/** What a reader of the log cannot see from the output. */
function closingLine(check: CheckSpec, { how }: ProcessResult): string {
  switch (how) {
    case 'exited':
    case 'aborted':
      return '';
    case 'signalled':
      return '\n[The command was ended by a signal.]\n';
    case 'timeout':
    case 'silent':
      return `\n[Ended after ${String(check.timeoutMs / 1000)} s, the limit of this check. Raise its timeout in slipway.yaml if it needs longer.]\n`;
    case 'output-limit':
      return `\n[Ended after ${String(outputBytesMax / 1_000_000)} MB of output, the limit for a check. Make the command print less.]\n`;
    case 'missing':
      return '\n[Not started: /bin/sh or the folder of the checkout does not exist.]\n';
    case 'spawn-failed':
      return '\n[Not started: the system refused a new process. Try again when the machine is less busy.]\n';
  }
}

/** A check that was never started. */
function notRun(screener: Screener, check: CheckSpec, why: string): CheckResult {
  return {
    check: check.name,
    kind: check.kind,
    verdict: 'FAIL',
    because: 'not-run',
    ms: 0,
    log: screenedLog(screener, why),
  };
}

function notRunAll(screener: Screener, { checks, dir }: Request): readonly CheckResult[] {
  const why = `Not run, because no temporary home could be made beside ${dir}. Is the disk full, or the folder gone?\n`;
  return checks.map((check) => notRun(screener, check, why));
}

/** The pieces were screened as they came, so that this finds nothing new; it makes them one text again. */
function screenedLog(screener: Screener, text: string): Screened {
  for (const candidate of [text, 'The log is withheld, because it could not be screened as a whole.\n']) {
    const screening = screener.screen(candidate);
    if (screening.verdict !== 'BLOCKED') return screening.text;
  }
  return screener.stream().end();
}

/** Where one cannot be made, the setup itself says what it misses. */
async function makeFolders(folders: readonly string[]): Promise<void> {
  const made = folders.map((folder) =>
    mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined),
  );
  await Promise.all(made);
}

async function makeHome(dir: string): Promise<string | undefined> {
  try {
    return await mkdtemp(path.join(path.dirname(path.resolve(dir)), 'home-'));
  } catch {
    return undefined;
  }
}
