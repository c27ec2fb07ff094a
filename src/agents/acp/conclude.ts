// What became of a conversation, in the words of a reading.

import type { Session } from '../../core/effects.ts';
import type { FailureReason } from '../../core/failures/failure.ts';
import { type Loose, numberAt, objectAt, textAt } from '../loose.ts';
import { modelProblem } from '../model-problem.ts';
import type { Reading, ReportedProblem } from '../reading.ts';
import type { Conversation } from './conversation.ts';

/** The protocol's own number for an agent that is not logged in. */
const authRequired = -32_000;

const stops: Readonly<Record<string, readonly [FailureReason, string]>> = {
  max_tokens: ['malformed-answer', 'The agent used up the tokens of one answer.'],
  max_turn_requests: ['max-turns', 'The agent used up its turns.'],
  refusal: ['denied', 'The agent refused to go on.'],
  cancelled: ['agent-killed', 'The agent was interrupted in the middle of its work.'],
};

export function concludeConversation(state: Conversation, before: Session | undefined, now: number): Reading {
  const problem = problemOf(state, now);
  return {
    ...(problem === undefined ? {} : { problem }),
    ...(state.stopReason === 'end_turn' ? { answer: state.answer, finished: true } : {}),
    ...spentOf(state, before),
    ...(state.session === undefined ? {} : { session: state.session }),
    ...(state.version === undefined ? {} : { version: state.version }),
    ...(state.denials.length === 0 ? {} : { denials: state.denials }),
  };
}

function problemOf(
  { error, stopReason, denials, answer }: Conversation,
  now: number,
): ReportedProblem | undefined {
  if (error !== undefined) return errorProblem(error, now);
  if (stopReason === undefined) return undefined;
  if (stopReason === 'end_turn') {
    const isEmpty = answer.trim() === '' && denials.length > 0;
    const sentence = `The agent ended without an answer after it was not allowed to: ${denials.at(-1)}.`;
    return isEmpty ? { reason: 'denied', sentence } : undefined;
  }
  const [reason, sentence] = (Object.hasOwn(stops, stopReason) ? stops[stopReason] : undefined) ?? [
    'agent-failed',
    `The agent stopped for a reason nobody knows: ${stopReason.slice(0, 100)}.`,
  ];
  return { reason, sentence };
}

function errorProblem(error: Loose, now: number): ReportedProblem {
  const details = textAt(objectAt(error, 'data'), 'details') ?? '';
  const problem = modelProblem(`${textAt(error, 'message') ?? 'unknown'} ${details}`.trim(), now);
  return numberAt(error, 'code') === authRequired ? { ...problem, reason: 'auth' } : problem;
}

/** Costs are those of the whole session: where it was gone on with, what it had cost before must be known too. */
function spentOf({ usd, usdBefore, tokens }: Conversation, before: Session | undefined): Reading {
  const base = before === undefined ? (usdBefore ?? 0) : usdBefore;
  return {
    ...(usd === undefined || base === undefined ? {} : { usd: Math.max(0, usd - base) }),
    ...(tokens === undefined || before !== undefined ? {} : { tokens }),
  };
}
