// What claude reports to have gone wrong, made one of our reasons. Its own categories and statuses are looked at first;
// the text of a failed request is read by what all programs share.

import { asObject, listAt, type Loose, numberAt, objectAt, textAt, valueAt } from '../loose.ts';
import { modelProblem } from '../model-problem.ts';
import type { ProgramEnd, ReportedProblem } from '../reading.ts';
import type { ClaudeSeen } from './stream.ts';

const sentenceCharsMax = 600;
const dayMs = 86_400_000;
/** A quota that comes back later is no quota: the number was something else. */
const resetMsMax = 31 * dayMs;

export function problemIn(seen: ClaudeSeen, end: ProgramEnd): ReportedProblem | undefined {
  const { result, hopeless, trouble } = seen;
  if (result !== undefined) return isSuccess(result) ? undefined : resultProblem(result, seen, end);
  if (hopeless === true) {
    return {
      reason: 'auth',
      sentence: 'The model did not accept the login, and trying again does not help.',
    };
  }
  return trouble === undefined ? unfinished(seen, end) : requestProblem(trouble, seen, end);
}

function isSuccess(result: Loose): boolean {
  return textAt(result, 'subtype') === 'success' && valueAt(result, 'is_error') === false;
}

/** It catches the signals that ask it to end: one leaves as if all were well, the other says so in its exit. */
function unfinished({ session }: ClaudeSeen, { how, exit }: ProgramEnd): ReportedProblem | undefined {
  const interrupted = exit === 0 ? session !== undefined : exit === 143 || exit === 130;
  if (how !== 'exited' || !interrupted) return undefined;
  return { reason: 'agent-killed', sentence: 'The agent was interrupted before it had a result.' };
}

function resultProblem(result: Loose, seen: ClaudeSeen, end: ProgramEnd): ReportedProblem {
  const said = wordsOf(result);
  switch (textAt(result, 'subtype') ?? '') {
    case 'error_max_turns':
      return { reason: 'max-turns', sentence: `The agent used up its turns: ${said}` };
    case 'error_max_budget_usd':
      return { reason: 'over-budget', sentence: `The agent used up what it may cost: ${said}` };
    case 'error_max_structured_output_retries':
      return { reason: 'malformed-answer', sentence: `The answer never followed its schema: ${said}` };
    case 'success':
      return requestProblem(result, seen, end);
    default:
      return executionProblem(result, said);
  }
}

function executionProblem(result: Loose, said: string): ReportedProblem {
  return textAt(result, 'terminal_reason')?.startsWith('aborted') === true
    ? { reason: 'agent-killed', sentence: 'The agent was interrupted in the middle of its work.' }
    : { reason: 'agent-failed', sentence: `The agent reported that it failed: ${said}` };
}

/** A request to the model has failed for good. `told` is the result, or the message in the place of the model's. */
function requestProblem(told: Loose, seen: ClaudeSeen, { now }: ProgramEnd): ReportedProblem {
  const said = wordsOf(told);
  const read = modelProblem(said, now, numberAt(told, 'api_error_status'));
  const reason =
    ownReason(told, seen.trouble) ?? (read.reason === 'agent-failed' ? lastResort(seen, said) : read.reason);
  if (reason !== 'quota') return { ...(reason === read.reason ? read : { reason, sentence: said }) };
  const resetsAt = resetOf(seen, now) ?? read.resetsAt;
  return { ...read, reason, ...(resetsAt === undefined ? {} : { resetsAt }) };
}

/** What it knows itself about a failed request, in its own words for categories. */
function ownReason(told: Loose, trouble: Loose | undefined): ReportedProblem['reason'] | undefined {
  if (textAt(told, 'terminal_reason') === 'prompt_too_long') return 'prompt-too-long';
  const category = textAt(trouble, 'error');
  if (category === 'authentication_failed' || category === 'billing_error') return 'auth';
  const kind = textAt(told, 'api_error') ?? textAt(trouble, 'api_error');
  if (kind === 'usage_limit_reached') return 'quota';
  return kind === 'connection_failed' ? 'network' : undefined;
}

/** A server's fault without a status is one of the way to it: nothing, or nonsense, came back. */
function lastResort({ trouble }: ClaudeSeen, said: string): ReportedProblem['reason'] {
  const nonsense = /JSON Parse error|malformed response/.test(said);
  return nonsense || textAt(trouble, 'error') === 'server_error' ? 'network' : 'agent-failed';
}

function resetOf({ quotaResets }: ClaudeSeen, now: number): number | undefined {
  const resetsAt = (quotaResets ?? 0) * 1_000;
  return resetsAt > now && resetsAt - now <= resetMsMax ? resetsAt : undefined;
}

/** The program's words for what happened: of a result, or of the message it puts in the place of the model's. */
function wordsOf(told: Loose): string {
  const spoken = listAt(objectAt(told, 'message'), 'content').map((block) => textAt(asObject(block), 'text'));
  const words = [textAt(told, 'result'), ...listAt(told, 'errors'), ...spoken]
    .filter((word) => typeof word === 'string')
    .join(' ')
    .trim();
  return (words === '' ? 'it does not say why' : words).slice(0, sentenceCharsMax).toWellFormed();
}
