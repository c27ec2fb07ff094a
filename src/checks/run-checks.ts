// Runs checks: one turn after the other (`turns.ts`), in a clean environment, with limits, their output screened before
// anything is kept. How one of them runs is in `run-check.ts`, what a result means in `judge.ts`; where the commands come
// from is not decided here: they are the user's own, from configuration or the base commit, never from a plan or a model; but for the
// probes of an investigator, which run contained, or after a person has read them (`effects/kinds/run-probes.ts`).
//
// Invariants
//   RUN-CHECKS-1. A check sees the environment it was given and nothing of the environment Slipway runs in.
//   RUN-CHECKS-2. After a failed setup, or a build that has to go well, what stands after it is recorded as not run. No check is left out of the results.
//   RUN-CHECKS-3. Output is kept only after it went through the screener.
//   RUN-CHECKS-4. A check may touch its checkout and its own HOME, and read what the git of its checkout borrows. Only a setup may reach anything: registries.
//   RUN-CHECKS-5. Of checks that run side by side none sees what another writes, and each sees what was there before all of them.
//       Results are in the order of the checks, whatever ended first.
//   RUN-CHECKS-6. A check on a full disk shows nothing of the change: it is no result, but a failure for a person.
//   RUN-CHECKS-8. What a check does to tracked files is known. What a test, a linter or the like wrote there is put back before the next.
//   RUN-CHECKS-9. Checks of several trees share the seats of the machine (`seats.ts`); how long one waited for its seat is not its time.
//   RUN-CHECKS-10. What sets up and builds runs before all others, wherever it stands: build output is not made of what a test wrote.
//   RUN-CHECKS-7. A check is asked neither for colour nor against it, because tests look at that; what it prints is read and kept
//       without.

import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CoverageSpec } from '../core/evidence/coverage.ts';
import type { CheckSpec } from '../core/evidence/evidence.ts';
import type { Screener } from '../screening/screened.ts';
import type { CheckResult, Checks, ChecksRun, PreparedCheckout, ReportRun, SideBySide } from './checks.ts';
import { homeBeside } from './checks.ts';
import { coverageReports } from './coverage-reports.ts';
import { detect } from './detect.ts';
import { programsNeeded } from './programs.ts';
import { type ChecksOptions, runCheck, screenedLog } from './run-check.ts';
import { atMost, madeFirst, turnsOf } from './turns.ts';

type Request = Parameters<Checks['run']>[0];

export function createChecks(options: ChecksOptions): Checks {
  const { has } = options;
  return {
    survey: (read, files) => detect(read, files, has),
    programs: programsNeeded,
    measure: (request) => measured(options, request),
    run: (request) => inHome(options, request),
  };
}

async function inHome(options: ChecksOptions, request: Request): Promise<ChecksRun> {
  if (request.home !== undefined) return runAll(options, request, request.home);
  const home = await makeHome(request.dir);
  if (home === undefined) return { ended: 'ran', results: notRunAll(options.screener, request) };
  try {
    await layFiles(options, request, home);
    return await runAll(options, request, home);
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

/** What other surroundings are made of. Without them nothing is laid. */
async function layFiles(
  { environment }: ChecksOptions,
  { surroundings, dir }: Request,
  home: string,
): Promise<void> {
  const files = surroundings?.files({ dir: path.resolve(dir), home, usual: environment }) ?? {};
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(home, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text, { mode: 0o755 });
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
  const { checks, sideBySide, signal } = request;
  const results = new Map<CheckSpec, CheckResult>();
  let checkout: PreparedCheckout = { dir: request.dir, home, views: request.views ?? [] };
  let stoppedBy: CheckSpec | undefined;
  const stopped: CheckSpec[] = [];
  for (const turn of turnsOf(madeFirst(checks), sideBySide?.atOnce ?? 1)) {
    if (signal.aborted) return { ended: 'stopped' };
    const [first, ...rest] = turn.filter((check) => !isAfter(checks, check, stoppedBy));
    stopped.push(...turn.filter((check) => isAfter(checks, check, stoppedBy)));
    if (first === undefined) continue;
    const due: Turn = [first, ...rest];
    const places = await placesFor(due, checkout, sideBySide);
    [checkout] = places;
    const ended = await runTurn(options, request, { turn: due, places });
    if (ended === 'stopped') return { ended: 'stopped' };
    for (const [n, check] of due.entries()) {
      const result = ended[n];
      if (result === undefined) continue;
      results.set(check, result);
      if (keepsOthersFromRunning(result, request) && !isAfter(checks, check, stoppedBy)) stoppedBy = check;
    }
  }
  const why = `Not run, because the check "${stoppedBy?.name ?? ''}" failed before it.\n`;
  for (const check of stopped) results.set(check, notRun(options.screener, check, why)); // RUN-CHECKS-2
  return { ended: 'ran', results: checks.flatMap((check) => results.get(check) ?? []) };
}

type Turn = readonly [CheckSpec, ...CheckSpec[]];

/** In the configuration. */
function isAfter(checks: readonly CheckSpec[], one: CheckSpec, other: CheckSpec | undefined): boolean {
  return other !== undefined && checks.indexOf(one) > checks.indexOf(other);
}

type Places = readonly [PreparedCheckout, ...PreparedCheckout[]];

async function placesFor(
  turn: readonly CheckSpec[],
  checkout: PreparedCheckout,
  sideBySide: SideBySide | undefined,
): Promise<Places> {
  if (turn.length === 1 || sideBySide === undefined) return [checkout];
  return sideBySide.places(checkout, turn.length);
}

function keepsOthersFromRunning(
  { check, kind, verdict }: CheckResult,
  { goesOnPast = [] }: Request,
): boolean {
  if (verdict !== 'FAIL') return false;
  return kind === 'setup' || (kind === 'build' && !goesOnPast.includes(check));
}

/** The first of a turn has the checkout itself, each of the others a copy (RUN-CHECKS-5); without copies they follow one another. */
async function runTurn(
  options: ChecksOptions,
  { sideBySide, borrowed = [], packages, tracing, surroundings, rewritten, tag, signal }: Request,
  { turn, places }: { readonly turn: readonly CheckSpec[]; readonly places: Places },
): Promise<readonly CheckResult[] | 'stopped'> {
  const [checkout, ...copies] = places;
  const atOnce = copies.length < turn.length - 1 ? 1 : (sideBySide?.atOnce ?? 1);
  const ended = await atMost(atOnce, [...turn.entries()], async ([n, check]) => {
    if (signal.aborted) return 'stopped';
    const copy = copies[n - 1];
    const place = {
      ...checkout,
      ...(copy === undefined ? {} : { copy }),
      ...(packages === undefined ? {} : { packages }),
      ...(tracing === undefined ? {} : { tracing }),
      ...(surroundings === undefined ? {} : { surroundings }),
      borrowed,
    };
    const work = (): Promise<CheckResult | 'stopped'> => runCheck(options, check, { ...place, tag, signal });
    const result = await (options.seats === undefined ? work() : options.seats.take(signal, atOnce, work));
    if (result === 'stopped' || rewritten === undefined) return result;
    // What is set up and built is for those that follow; what a test writes is not.
    const mayStay = check.kind === 'setup' || check.kind === 'build';
    const rewrote = await rewritten(copy?.dir ?? checkout.dir, mayStay);
    return rewrote.length === 0 ? result : { ...result, rewrote };
  });
  const results = ended.filter((result) => result !== 'stopped');
  return results.length < turn.length ? 'stopped' : results;
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

async function makeHome(dir: string): Promise<string | undefined> {
  try {
    const home = homeBeside(path.resolve(dir));
    await rm(home, { recursive: true, force: true }); // of checks that a crash cut short
    await mkdir(home, { mode: 0o700 });
    return home;
  } catch {
    return undefined;
  }
}
