// Runs a program as an agent: prompt in, answer out, and how it ended in the words of `failure.ts`.
// What the program says about itself decides nothing here; its exit, its signals and our limits do.
//
// Invariants
//   A1. No answer is never a success, whatever the exit.
//   A2. Memory is bounded: an answer is kept up to a limit, everything printed is handed on and forgotten.
//   A3. When an attempt has ended, nothing that carries its tag runs any more.

import { type Processes, type ProcessResult, tagVariable } from '../containment/process.ts';
import type { Charge } from '../core/budget.ts';
import type { FailureReason } from '../core/failure.ts';
import type { AgentOutcome, AgentRequest } from './agent.ts';

/** Longer is no answer to any role: the largest plan there may be is a tenth of this. */
const answerCharsMax = 1_048_576;
const detailCharsMax = 2_000;

export interface AgentProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  /** Finds the answer and the cost in what was printed. Without it, all of stdout is the answer and the cost is unknown. */
  readonly read?: (stdout: string) => Reading;
}

export interface Reading {
  readonly answer: string;
  readonly usd?: number;
  readonly tokens?: number;
}

export async function runAgent(
  processes: Processes,
  program: AgentProgram,
  request: AgentRequest,
): Promise<AgentOutcome> {
  const { limits } = request;
  const stdout = new Kept();
  const result = await processes.run({
    file: program.file,
    args: program.args,
    cwd: request.workspace,
    env: { ...program.env, ...factsOf(request) },
    stdin: program.stdin,
    limits: {
      timeMs: limits.attemptMs,
      silenceMs: limits.silenceMs,
      outputBytesMax: limits.outputBytesMax,
      graceMs: limits.graceMs,
    },
    signal: request.signal,
    onOutput: (piece, from) => {
      if (from === 'stdout') stdout.add(piece);
      request.onOutput(piece);
    },
  });
  await processes.endSurvivors(request.tag); // A3
  return outcomeOf(result, stdout.text, { program, request });
}

/** What a program may want to know beside its prompt, and the tag it is found again by. */
function factsOf(request: AgentRequest): Readonly<Record<string, string>> {
  return {
    SLIPWAY_ROLE: request.role,
    SLIPWAY_MODE: request.mode,
    SLIPWAY_ATTEMPT: String(request.ordinal),
    SLIPWAY_WORKSPACE: request.workspace,
    ...(request.task === undefined ? {} : { SLIPWAY_TASK: request.task }),
    [tagVariable]: request.tag,
  };
}

interface Asked {
  readonly program: AgentProgram;
  readonly request: AgentRequest;
}

/** `stdout` is undefined where more was printed than an answer may hold; the cost may still be in its tail. */
function outcomeOf(result: ProcessResult, stdout: string | undefined, asked: Asked): AgentOutcome {
  const read = asked.program.read ?? ((text: string): Reading => ({ answer: text }));
  const reading = read(stdout ?? result.stdoutTail);
  const charge: Charge = {
    ...(reading.usd === undefined ? {} : { usd: reading.usd }),
    ...(reading.tokens === undefined ? {} : { tokens: reading.tokens }),
    agentMs: result.ms,
  };
  if (result.how === 'aborted') return { ended: 'stopped', charge };
  const failure =
    result.how === 'exited' && result.exit === 0
      ? answerProblem(stdout === undefined ? undefined : reading.answer)
      : processProblem(result, asked);
  if (failure === undefined) return { ended: 'answered', answer: reading.answer, charge };
  const detail = withTail(failure.sentence, result.stderrTail);
  return { ended: 'failed', reason: failure.reason, detail, charge };
}

interface Problem {
  readonly reason: FailureReason;
  readonly sentence: string;
}

function answerProblem(answer: string | undefined): Problem | undefined {
  if (answer === undefined) {
    const sentence = `The agent printed more than the ${answerCharsMax} characters an answer may have.`;
    return { reason: 'malformed-answer', sentence };
  }
  if (answer.trim() !== '') return undefined;
  return { reason: 'no-result', sentence: 'The agent ended well but printed no answer.' };
}

function processProblem(result: ProcessResult, { program, request }: Asked): Problem {
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
        sentence: `The agent was ended after ${seconds(limits.silenceMs)} without a word.`,
      };
    case 'output-limit':
      return {
        reason: 'agent-output-limit',
        sentence: `The agent was ended at its limit of ${limits.outputBytesMax} bytes of output.`,
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

/** Text up to the size of an answer, and nothing at all beyond it (A2). */
class Kept {
  #text: string | undefined = '';

  get text(): string | undefined {
    return this.#text;
  }

  add(piece: string): void {
    if (this.#text === undefined) return;
    this.#text = this.#text.length + piece.length > answerCharsMax ? undefined : this.#text + piece;
  }
}
