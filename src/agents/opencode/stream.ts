// How `opencode run --format json` tells its story: one JSON object a line, each with the session in it. There is no
// final event: the work is done when the last step stopped by itself. A permission that would have to be asked for
// ends the program without a word, and well.

import type { Session } from '../../core/effects.ts';
import { type Loose, numberAt, objectAt, objectIn, textAt, valueAt } from '../loose.ts';
import { modelProblem } from '../model-problem.ts';
import type { Dialect, ProgramEnd, Reading, ReportedProblem } from '../reading.ts';

const denialsMax = 50;
/** A model that says nothing at all is asked again for ever; so often in a row, and it will never speak. */
const emptyStepsMax = 3;

export interface OpencodeSeen {
  readonly session?: Session;
  readonly hopeless?: true;
  /** The last text of the step that is going on. */
  readonly answer?: string;
  /** True after a step that stopped by itself: what it said is the answer. */
  readonly stopped: boolean;
  readonly rejected: boolean;
  readonly error?: Loose;
  readonly usd: number;
  readonly tokens: number;
  readonly steps: number;
  /** Steps one after the other in which nothing was said and nothing used. */
  readonly emptySteps: number;
  readonly denials: readonly string[];
}

export const opencodeDialect: Dialect<OpencodeSeen> = {
  start: { stopped: false, rejected: false, usd: 0, tokens: 0, steps: 0, emptySteps: 0, denials: [] },
  see: (seen, line) => {
    const event = objectIn(line);
    const id = textAt(event, 'sessionID');
    const type = textAt(event, 'type') ?? '';
    const known = id === undefined ? seen : { ...seen, session: { id } };
    return events.get(type)?.(known, event) ?? known;
  },
  conclude,
};

type See = (seen: OpencodeSeen, event: Loose | undefined) => OpencodeSeen;

/** What each event changes; events nobody knows change nothing. */
const changes: Readonly<Record<string, See>> = {
  step_start: (seen) => {
    const { answer: _, ...rest } = seen;
    return { ...rest, stopped: false };
  },
  text: (seen, event) => {
    const part = objectAt(event, 'part');
    const answer = textAt(part, 'text');
    // What the program itself says to the model looks the same, but for this mark.
    return answer === undefined || valueAt(part, 'synthetic') === true ? seen : { ...seen, answer };
  },
  tool_use: (seen, event) => seeTool(seen, objectAt(event, 'part')),
  step_finish: (seen, event) => seeStep(seen, objectAt(event, 'part')),
  error: (seen, event) => {
    const error = objectAt(event, 'error');
    return { ...seen, error: error ?? {} };
  },
};

const events = new Map(Object.entries(changes));

function seeStep(seen: OpencodeSeen, part: Loose | undefined): OpencodeSeen {
  const used = tokensOf(objectAt(part, 'tokens'));
  const cost = Math.max(0, numberAt(part, 'cost') ?? 0);
  const emptySteps = used === 0 && seen.answer === undefined ? seen.emptySteps + 1 : 0;
  return {
    ...seen,
    stopped: textAt(part, 'reason') === 'stop',
    steps: seen.steps + 1,
    usd: seen.usd + cost,
    tokens: seen.tokens + used,
    emptySteps,
    ...(emptySteps >= emptyStepsMax ? { hopeless: true } : {}),
  };
}

function tokensOf(tokens: Loose | undefined): number {
  const cache = objectAt(tokens, 'cache');
  const parts = [
    ...['input', 'output', 'reasoning'].map((key) => numberAt(tokens, key)),
    ...['read', 'write'].map((key) => numberAt(cache, key)),
  ];
  return parts.reduce<number>((sum, count) => sum + Math.max(0, count ?? 0), 0);
}

function seeTool(seen: OpencodeSeen, part: Loose | undefined): OpencodeSeen {
  const state = objectAt(part, 'state');
  const input = objectAt(state, 'input');
  const tool = textAt(part, 'tool') ?? 'a tool';
  const error = textAt(state, 'error') ?? (tool === 'invalid' ? (textAt(input, 'error') ?? '') : '');
  const rejected = /rejected permission/.test(error);
  if (!rejected && !/rule which prevents|unavailable tool/.test(error)) return seen;
  const what = textAt(input, 'command') ?? textAt(input, 'filePath') ?? textAt(input, 'tool') ?? '';
  const denials = [...seen.denials, `${tool} ${what}`.trim()].slice(0, denialsMax);
  return { ...seen, rejected: seen.rejected || rejected, denials };
}

/**
 * A session lies in the folder it began in, and that is another one for every attempt: where the old folder is gone it
 * ends before its first step, and says no more than that something was unexpected.
 */
function isLost(seen: OpencodeSeen, end: ProgramEnd): boolean {
  if (end.how !== 'exited' || end.exit === 0) return false;
  const isUnexpected = textAt(seen.error, 'name') !== 'APIError';
  return /session not found/i.test(end.stderrTail) || (seen.steps === 0 && isUnexpected);
}

function conclude(seen: OpencodeSeen, end: ProgramEnd): Reading {
  if (end.before !== undefined && isLost(seen, end)) return { lostSession: true };
  const problem = problemOf(seen, end);
  return {
    ...(problem === undefined ? {} : { problem }),
    ...(seen.stopped && seen.answer !== undefined ? { answer: seen.answer } : {}),
    ...(seen.session === undefined ? {} : { session: seen.session }),
    ...(seen.steps === 0 ? {} : { tokens: seen.tokens }),
    // Where it knows no price it says zero; that is unknown, not free.
    ...(seen.usd > 0 ? { usd: seen.usd } : {}),
    ...(seen.denials.length === 0 ? {} : { denials: seen.denials }),
  };
}

function problemOf(seen: OpencodeSeen, end: ProgramEnd): ReportedProblem | undefined {
  if (seen.error !== undefined) return errorProblem(seen.error, end.now);
  if (seen.hopeless === true) {
    return {
      reason: 'network',
      sentence: 'The model could not be understood: it answered with nothing at all.',
    };
  }
  if (!seen.rejected || seen.stopped) return undefined;
  const sentence = `The agent ended because it was not allowed to: ${seen.denials.slice(-1).join('')}.`;
  return { reason: 'denied', sentence };
}

const byName = new Map<string, ReportedProblem['reason']>([
  ['ProviderAuthError', 'auth'],
  ['ContextOverflowError', 'prompt-too-long'],
  ['MessageOutputLengthError', 'malformed-answer'],
]);

function errorProblem(error: Loose, now: number): ReportedProblem {
  const data = objectAt(error, 'data');
  const name = textAt(error, 'name') ?? 'Error';
  const text = textAt(data, 'message') ?? name;
  const problem = modelProblem(
    `${text} ${textAt(data, 'responseBody') ?? ''}`,
    now,
    numberAt(data, 'statusCode'),
  );
  const sentence = `The agent reported ${name}: ${text.slice(0, 600).toWellFormed()}`;
  const reason = byName.get(name) ?? problem.reason;
  return { ...problem, ...retryAfter(objectAt(data, 'responseHeaders'), reason, now), reason, sentence };
}

/** Services say in a header in how many seconds to come back. */
function retryAfter(
  headers: Loose | undefined,
  reason: string,
  now: number,
): Pick<ReportedProblem, 'resetsAt'> {
  const seconds = Number(textAt(headers, 'retry-after') ?? Number.NaN);
  return reason === 'quota' && seconds >= 0 && seconds < 86_400 * 400
    ? { resetsAt: Math.ceil(now + seconds * 1_000) }
    : {};
}
