// Runs a program as an agent: prompt in, answer out, and how it ended in the words of `failure.ts`.
// What the program says about itself never makes a success; its exit and our limits decide, and a problem it reports
// only says better why it failed.
//
// Invariants
//   RUN-AGENT-1. Success is exit 0 with an answer and without a reported problem. No answer is never a success. Only where a
//       protocol has an end of its own, that end stands for exit 0: the program is ended by us then.
//   RUN-AGENT-2. Memory is bounded: an answer is kept up to a limit, everything printed is handed on and forgotten.
//   RUN-AGENT-3. When an attempt has ended, nothing that carries its tag runs any more.
//   RUN-AGENT-4. A session that is lost is no failure: the program is started once more, without it, in the same launch.
//   RUN-AGENT-5. A session is handed on only by a plain name: it comes back to the program as one of its arguments.

import type { Box } from '../containment/box.ts';
import {
  type Processes,
  type ProcessRequest,
  type ProcessResult,
  tagVariable,
} from '../containment/process.ts';
import { overranWords, roomBytesMin } from '../containment/process-limits.ts';
import type { Charge } from '../core/budget/budget.ts';
import type { Earlier, Session } from '../core/effects.ts';
import type { FailureReason } from '../core/failures/failure.ts';
import type { AgentOutcome, AgentRequest } from './agent.ts';
import { boxRefusal } from './box-refusal.ts';
import { answerCharsMax, type OutputReader, tooLong } from './readers.ts';
import type { Reading, ReportedProblem } from './reading.ts';

const detailCharsMax = 2_000;
const denialsMax = 50;
const denialCharsMax = 300;

export interface AgentProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  /** For a program one talks with: its input stays open. */
  readonly onInput?: NonNullable<ProcessRequest['onInput']>;
  /** What it may touch. Without one, nothing is said about that. */
  readonly box?: Box;
  readonly reader: OutputReader;
}

/** `program` says what to start for a session that is gone on with, or for a fresh one. */
export async function runAgent(
  processes: Processes,
  request: AgentRequest,
  program: (session: Earlier | undefined) => AgentProgram,
): Promise<AgentOutcome> {
  const first = await playOnce(processes, request, program(request.session));
  if (!isLost(first, request)) return outcomeOf(first, request, processes);
  const attemptMs = Math.max(1, request.limits.attemptMs - first.result.ms);
  const again = { ...request, limits: { ...request.limits, attemptMs } };
  const second = await playOnce(processes, again, program(undefined)); // RUN-AGENT-4
  const ms = first.result.ms + second.result.ms;
  return outcomeOf({ ...second, result: { ...second.result, ms } }, request, processes);
}

/** A program that was started, and what became of it. */
interface Played {
  readonly program: AgentProgram;
  readonly result: ProcessResult;
  readonly reading: Reading;
}

function isLost({ result, reading }: Played, { session }: AgentRequest): boolean {
  return session !== undefined && reading.lostSession === true && result.how === 'exited';
}

async function playOnce(processes: Processes, request: AgentRequest, program: AgentProgram): Promise<Played> {
  const { limits } = request;
  const { reader } = program;
  const hopeless = new AbortController();
  const watch = sessionWatch(reader, request);
  const result = await processes.run({
    file: program.file,
    args: program.args,
    cwd: request.workspace,
    env: { ...program.env, ...factsOf(request) },
    stdin: program.stdin,
    ...(program.onInput === undefined ? {} : { onInput: program.onInput }),
    ...(program.box === undefined ? {} : { box: program.box }),
    output: 'file',
    watched: request.workspace,
    limits: {
      timeMs: limits.attemptMs,
      silenceMs: limits.silenceMs,
      outputBytesMax: limits.outputBytesMax,
      roomBytesMin,
      graceMs: limits.graceMs,
    },
    signal: AbortSignal.any([request.signal, hopeless.signal]),
    onOutput: (piece, from) => {
      request.onOutput(piece);
      if (from === 'stderr') return;
      reader.push(piece);
      watch();
      if (reader.hopeless()) hopeless.abort();
    },
  });
  if (!diesWithItsBox(processes, program, result)) await processes.endSurvivors(request.tag); // RUN-AGENT-3
  const reading = reader.end(result);
  watch();
  return { program, result, reading };
}

/** The first process of a box takes everything in it along when it ends; there is nobody left to look for. */
function diesWithItsBox({ level }: Processes, { box }: AgentProgram, { how }: ProcessResult): boolean {
  return box !== undefined && level === 'contained' && how === 'exited';
}

/** Tells the session once, as soon as it is known. */
function sessionWatch(reader: OutputReader, { onSession }: AgentRequest): () => void {
  let told = false;
  return () => {
    const session = told ? undefined : plainSession(reader.session());
    if (session === undefined) return;
    told = true;
    onSession(session);
  };
}

/** What a program may want to know beside its prompt, and the tag it is found again by. */
function factsOf(request: AgentRequest): Readonly<Record<string, string>> {
  return {
    SLIPWAY_ROLE: request.role,
    SLIPWAY_MODE: request.mode,
    SLIPWAY_ATTEMPT: String(request.ordinal),
    SLIPWAY_ROUND: String(request.round ?? 1),
    SLIPWAY_WORKSPACE: request.workspace,
    ...(request.task === undefined ? {} : { SLIPWAY_TASK: request.task }),
    [tagVariable]: request.tag,
  };
}

function plainSession(session: Session | undefined): Session | undefined {
  if (session === undefined || !/^\w[\w.:-]{0,199}$/.test(session.id)) return undefined; // RUN-AGENT-5
  const { id, tokens } = session;
  return { id, ...(isAmount(tokens) ? { tokens } : {}) };
}

function outcomeOf(played: Played, request: AgentRequest, { level }: Pick<Processes, 'level'>): AgentOutcome {
  const { program, result, reading } = played;
  const session = plainSession(reading.session);
  const ended = {
    charge: chargeOf(result, reading),
    ...(session === undefined ? {} : { session }),
    ...(reading.version === undefined ? {} : { version: reading.version }),
    ...denialsOf(result, reading),
  };
  if (result.how === 'aborted' && request.signal.aborted) return { ...ended, ended: 'stopped' };
  const verdict = problemOf(played, request);
  if (typeof verdict === 'string') return { ...ended, ended: 'answered', answer: verdict };
  const told = withTail(verdict.sentence, result.stderrTail);
  const refusal = saysTooLittle.has(verdict.reason)
    ? boxRefusal(told, { level, box: program.box })
    : undefined;
  return {
    ...ended,
    ended: 'failed',
    reason: refusal === undefined ? verdict.reason : 'box-refused',
    // At its end, because that is what is kept of a long text.
    detail: refusal === undefined ? told : `${told}\n${refusal}`,
    ...(verdict.resetsAt === undefined ? {} : { resetsAt: verdict.resetsAt }),
  };
}

/** Ways to end that may have a box behind them. */
const saysTooLittle: ReadonlySet<FailureReason> = new Set<FailureReason>([
  'agent-failed',
  'agent-killed',
  'no-result',
]);

/** What is no sum of money, or no count, is unknown. */
function chargeOf(result: ProcessResult, { usd, tokens }: Reading): Charge {
  return {
    ...(isAmount(usd) ? { usd } : {}),
    ...(isAmount(tokens) ? { tokens } : {}),
    agentMs: result.ms,
  };
}

function isAmount(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value >= 0;
}

function denialsOf({ refused }: ProcessResult, reading: Reading): Pick<AgentOutcome, 'denials'> {
  const all = [...(reading.denials ?? []), ...(refused ?? []).map((host) => `reach ${host}`)];
  const denials = all.slice(0, denialsMax).map((denial) => denial.slice(0, denialCharsMax).toWellFormed());
  return denials.length === 0 ? {} : { denials };
}

/** The answer where there is nothing wrong with it (RUN-AGENT-1), else what is. */
function problemOf(played: Played, request: AgentRequest): string | ReportedProblem {
  const { result, reading } = played;
  const byItself = result.how === 'exited' || result.how === 'signalled' || result.how === 'aborted';
  if (byItself && reading.problem !== undefined) return reading.problem;
  const endedWell = result.how === 'exited' && result.exit === 0;
  const finished = byItself && reading.finished === true;
  if (!endedWell && !finished) return processProblem(played, request); // RUN-AGENT-1
  if (reading.answer === undefined || reading.answer.trim() === '') {
    return { reason: 'no-result', sentence: 'The agent ended well but printed no answer.' };
  }
  return reading.answer.length > answerCharsMax ? tooLong : reading.answer;
}

function processProblem({ program, result }: Played, request: AgentRequest): ReportedProblem {
  const { limits } = request;
  switch (result.how) {
    case 'timeout':
      return {
        reason: 'agent-timeout',
        sentence: `The agent was ended at its limit of ${seconds(limits.attemptMs)} for one attempt.`,
      };
    case 'silent':
      return {
        reason: 'agent-stalled',
        sentence: `The agent was ended after ${seconds(limits.silenceMs)} without a sign of life.`,
      };
    case 'output-limit':
      return {
        reason: 'agent-output-limit',
        sentence: `The agent was ended at its limit of ${limits.outputBytesMax} bytes of output.`,
      };
    case 'memory-limit':
    case 'process-limit':
      return { reason: 'agent-overran', sentence: `The agent was ended because ${overranWords(result.how)}` };
    case 'no-room':
      return {
        reason: 'disk-full',
        sentence: `The agent was ended because the disk of its workspace had less than ${roomBytesMin / 1024 ** 2} MB left. What it wrote there was deleted.`,
      };
    case 'signalled':
      return { reason: 'agent-killed', sentence: 'The agent was killed by a signal that was not ours.' };
    case 'missing':
      return {
        reason: 'agent-missing',
        sentence: `The agent did not start: ${program.file} or the workspace ${request.workspace} does not exist.`,
      };
    case 'spawn-failed':
      return { reason: 'agent-failed', sentence: `The agent did not start: ${program.file}.` };
    case 'exited':
    case 'aborted':
      return { reason: 'agent-failed', sentence: `The agent ended with exit ${result.exit ?? 'unknown'}.` };
  }
}

function seconds(ms: number): string {
  return `${ms / 1_000} s`;
}

/** The end of what it printed on stderr, because that is where programs say why; never half a character. */
function withTail(sentence: string, stderr: string): string {
  const tail = stderr
    .trim()
    .slice(-detailCharsMax)
    .replace(/^[\uDC00-\uDFFF]/, '');
  return tail === '' ? sentence : `${sentence} Its last words: ${tail}`;
}
