// Runs one check: a shell command, or the program of a server whose tool is called, in its box, with limits, its output screened before anything is kept. `run-checks.ts`
// has the invariants.

import path from 'node:path';
import type { Box, Copy, View } from '../containment/box.ts';
import { tagVariable } from '../containment/process.ts';
import { overranWords, roomBytesMin } from '../containment/process-limits.ts';
import type { Processes, ProcessRequest, ProcessResult } from '../containment/process.ts';
import type { Elsewhere } from '../core/evidence/elsewhere.ts';
import type { CheckSpec } from '../core/evidence/evidence.ts';
import type { ToolServers } from '../tool-servers/tool-servers.ts';
import { plainStream } from '../plain/sequences.ts';
import type { Screened, Screener } from '../screening/screened.ts';
import { createBoundedLog } from './bounded-log.ts';
import { type Called, callTool } from './call-tool.ts';
import type { CheckResult, PackageUse, PreparedCheckout } from './checks.ts';
import { judge } from './judge.ts';
import { namesIn } from './parsers/counts.ts';
import { reportsIn } from './reports.ts';
import type { Seats } from './seats.ts';
import type { PartRun } from './scripts/run-part.ts';
import { partRun } from './scripts/run-part.ts';

const outputBytesMax = 50_000_000;
const graceMs = 5_000;
const headBytesMax = 256 * 1024;
const tailBytesMax = 256 * 1024;
/** Of a test's output, what is read for its results: a red test that stands in the part no log keeps is red all the same. */
const readBytesMax = 16 * 1024 * 1024;

/** Marks that a test program leaves for its children, which would make a test program under it report to the wrong one, or in colour. */
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
  /** Whether a program is on the PATH of checks; left out, it is taken to be. */
  readonly has?: (program: string) => Promise<boolean>;
  /** Of the machine, for whatever trees are checked on it at once; left out, each call has the machine for itself. */
  readonly seats?: Seats;
  /** For checks that call a tool; left out, none of them is run. */
  readonly toolServers?: ToolServers;
  /** What only a setup gets, for as long as it runs; nothing where it is left out. */
  readonly setup?: Setting;
}

export type Setting = <T>(
  request: {
    readonly use: PackageUse | undefined;
    readonly tag: string;
    readonly signal: AbortSignal;
  },
  work: (needs: SetupNeeds) => Promise<T>,
) => Promise<T>;

/** A setup fetches what the other checks then work with, without any network (RUN-CHECKS-4). */
export interface SetupNeeds {
  readonly env: Readonly<Record<string, string>>;
  /** Registries. */
  readonly egress: readonly string[];
  /** Folders of packages on this machine. */
  readonly readable: readonly string[];
  /** Folders where it keeps what it fetched. */
  readonly writable: readonly string[];
  /** What is shown in those without being there. */
  readonly views: readonly View[];
}

const noNeeds: SetupNeeds = { env: {}, egress: [], readable: [], writable: [], views: [] };

/** Where one check runs: a checkout and a HOME by the names it sees, and its own copies of both where it has them. */
export interface CheckPlace extends PreparedCheckout {
  readonly copy?: PreparedCheckout;
  /** Folders that the git of the checkout reads from. */
  readonly borrowed: readonly string[];
  readonly packages?: PackageUse;
  readonly tracing?: boolean;
  readonly surroundings?: Elsewhere;
}

type At = CheckPlace & { readonly tag: string; readonly signal: AbortSignal };

export async function runCheck(
  options: ChecksOptions,
  check: CheckSpec,
  at: At,
): Promise<CheckResult | 'stopped'> {
  if (check.kind !== 'setup' || options.setup === undefined) return runWith(options, check, at, noNeeds);
  const { packages: use, tag, signal } = at;
  return options.setup({ use, tag, signal }, (needs) => runWith(options, check, at, needs));
}

async function runWith(
  options: ChecksOptions,
  check: CheckSpec,
  at: At,
  needs: SetupNeeds,
): Promise<CheckResult | 'stopped'> {
  const { processes, screener } = options;
  const { dir, copy } = at;
  const part = await partOf(check, at);
  if (part.run === 'none') return leftToAnother(screener, check, part.why);
  const log = createBoundedLog(headBytesMax, tailBytesMax);
  const read = check.kind === 'test' ? createBoundedLog(readBytesMax / 4, (readBytesMax * 3) / 4) : log;
  const add = (text: string): void => {
    log.add(text);
    if (read !== log) read.add(text);
  };
  // One stream each, so that pieces of one cannot fall into the middle of a secret of the other.
  const streams = { stdout: readable(screener), stderr: readable(screener) };
  const reports = check.parser === 'junit' ? await reportsIn(copy?.dir ?? dir) : undefined;
  const place = placeFor(options, check, at, {
    ...needs,
    env: { ...needs.env, ...(part.run === 'part' ? part.env : {}) },
  });
  const { tool } = check;
  const ran: Ran =
    tool === undefined
      ? await processes.run({
          ...place,
          file: '/bin/sh',
          args: ['-c', check.command],
          onOutput: (piece, from) => add(streams[from].push(piece)), // RUN-CHECKS-3
        })
      : await callTool(options.toolServers, tool, {
          ...place,
          // What a server tells its reader is no result: only its answer is read for one.
          onTalk: (piece) => log.add(streams.stderr.push(piece)),
          onAnswer: (text) => add(streams.stdout.push(text)),
        });
  if (ran.how === 'aborted') return 'stopped';
  if (ran.how === 'no-room') throw noRoom(check); // RUN-CHECKS-6
  add(streams.stdout.end());
  (tool === undefined ? add : log.add)(streams.stderr.end());
  const text = read.text();
  const isHeld = processes.level === 'contained' && at.tracing !== true && ran.exit !== 0;
  const counted = await reports?.since();
  return {
    check: check.name,
    kind: check.kind,
    ...judge(check, ran, text, ran.counts ?? counted),
    ...namedTests(check, counted ?? text, dir),
    ...(ran.exit === undefined ? {} : { exit: ran.exit }),
    ms: ran.ms,
    log: screenedLog(
      screener,
      log.text() + refusedLine(ran) + tracingLine(text, isHeld) + (ran.closing ?? closingLine(check, ran)),
    ),
  };
}

/** How a command ended, or what is made of a call. */
type Ran = Pick<ProcessResult, 'how' | 'exit' | 'ms' | 'refused'> &
  Partial<Pick<Called, 'counts' | 'closing'>>;

/** RUN-CHECKS-4: the same for a command and for the program of a server. */
function placeFor(
  { environment }: ChecksOptions,
  check: CheckSpec,
  at: At,
  needs: SetupNeeds,
): Pick<ProcessRequest, 'cwd' | 'env' | 'limits' | 'signal'> & { readonly box: Box } {
  const { dir, home, copy, tag, signal } = at;
  return {
    cwd: dir,
    env: elsewhereIn(check, at, { ...checkEnvironment(environment, home, tag), ...needs.env }),
    box: {
      writable: [path.resolve(dir), home, ...needs.writable],
      readable: [...needs.readable, ...at.borrowed],
      hidden: [],
      egress: needs.egress,
      views: [...(copy?.views ?? at.views), ...needs.views],
      tracing: at.tracing ?? false,
      ...(copy === undefined ? {} : { copies: copiesIn(at, copy) }),
    },
    limits: { timeMs: check.timeoutMs, silenceMs: check.timeoutMs, outputBytesMax, roomBytesMin, graceMs },
    signal,
  };
}

async function partOf({ script }: CheckSpec, { dir, home, copy }: CheckPlace): Promise<PartRun> {
  if (script === undefined) return { run: 'whole' };
  return partRun(script, { dir: copy?.dir ?? dir, home: copy?.home ?? home, seenHome: home });
}

/** What it would run is run by another check of the same tree, whose result counts. */
function leftToAnother(screener: Screener, { name, kind }: CheckSpec, why: string): CheckResult {
  return { check: name, kind, verdict: 'PASS', because: 'ok', ms: 0, log: screenedLog(screener, `${why}\n`) };
}

/** RUN-CHECKS-3, RUN-CHECKS-7: colours go first, because they could stand between the letters of a secret. */
function readable(screener: Screener): {
  readonly push: (piece: string) => string;
  readonly end: () => string;
} {
  const [plain, screened] = [plainStream(), screener.stream()];
  return {
    push: (piece) => screened.push(plain.push(piece)).text,
    end: () => screened.push(plain.end()).text + screened.end().text,
  };
}

/** As the system would say it: whoever hears of it knows what to do about a full disk. */
function noRoom({ name }: CheckSpec): Error {
  const left = `${roomBytesMin / 1024 ** 2} MB`;
  const problem = `the check "${name}" was ended, because the disk had less than ${left} left`;
  return Object.assign(new Error(problem), { code: 'ENOSPC' });
}

/** RUN-CHECKS-5. */
function copiesIn({ dir, home }: PreparedCheckout, copy: PreparedCheckout): readonly Copy[] {
  return [
    { copy: copy.dir, at: path.resolve(dir) },
    { copy: copy.home, at: home },
  ];
}

/** Without the folder of the checkout, which is another one each time. */
function namedTests(check: CheckSpec, text: string, dir: string): Pick<CheckResult, 'tests'> {
  if (check.kind !== 'test') return {};
  const tests = namesIn(text.replaceAll(`${path.resolve(dir)}/`, ''), check.parser);
  return tests.failed.length + tests.passed.length + tests.skipped.length === 0 ? {} : { tests };
}

/** RUN-CHECKS-1, RUN-CHECKS-7. Without CI, test programs write the snapshots they miss. */
function checkEnvironment(
  environment: Readonly<Record<string, string>>,
  home: string,
  tag: string,
): Readonly<Record<string, string>> {
  const given = Object.entries(environment).filter(([name]) => !runnerVariables.has(name));
  return { ...Object.fromEntries(given), HOME: home, CI: 'true', [tagVariable]: tag };
}

/** ELSEWHERE-1: only a test is somewhere else. */
function elsewhereIn(
  { kind }: CheckSpec,
  { surroundings, dir, home }: At,
  usual: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (surroundings === undefined || kind !== 'test') return usual;
  const all = { ...usual, ...surroundings.env({ dir: path.resolve(dir), home, usual }) };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}

function refusedLine({ refused = [] }: Pick<ProcessResult, 'refused'>): string {
  return refused.length === 0
    ? ''
    : `\n[Not reached, because a check may reach registries only, and only in a setup: ${refused.join(', ')}.]\n`;
}

const cannotAttach =
  /LeakSanitizer has encountered a fatal error|\bPTRACE_(?:ATTACH|SEIZE)\b|ptrace(?:\([^)]*\))?: Operation not permitted/;

/** Who cannot attach says so in words that do not name the box. */
function tracingLine(text: string, isHeld: boolean): string {
  return isHeld && cannotAttach.test(text)
    ? '\n[In a box no process may attach to another. Where checks need that, write tracing: true in slipway.yaml.]\n'
    : '';
}

/** What a reader of the log cannot see from the output. */
function closingLine(check: CheckSpec, { how }: Pick<ProcessResult, 'how'>): string {
  switch (how) {
    case 'exited':
    case 'aborted':
    case 'no-room':
      return '';
    case 'memory-limit':
    case 'process-limit':
      return `\n[Ended because ${overranWords(how)}]\n`;
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

/** The pieces were screened as they came, so that this finds nothing new; it makes them one text again. */
export function screenedLog(screener: Screener, text: string): Screened {
  for (const candidate of [text, 'The log is withheld, because it could not be screened as a whole.\n']) {
    const screening = screener.screen(candidate);
    if (screening.verdict !== 'BLOCKED') return screening.text;
  }
  return screener.stream().end();
}
