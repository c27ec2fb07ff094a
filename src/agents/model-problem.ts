// What a model's service said when it did not answer, made one of our reasons. The texts are those of services and of
// the programs between them and us; a model's own words never come here.

import type { FailureReason } from '../core/failures/failure.ts';
import type { ReportedProblem } from './reading.ts';
import { objectAt, objectIn, textAt } from './loose.ts';
import { resetIn } from './resets.ts';

const sentenceCharsMax = 600;

/** First that fits wins: a text about a quota often names a status and a login too. */
const words: readonly (readonly [FailureReason, RegExp])[] = [
  [
    'auth',
    /insufficient_quota|quota exceeded|exceeded your current quota|credit balance|billing|with your chatgpt plan/i,
  ],
  ['quota', /usage limit|rate.?limit|too many requests|\b429\b/i],
  [
    'prompt-too-long',
    /context.?(window|length)|prompt is too long|too many tokens|request too large|\b413\b/i,
  ],
  [
    'auth',
    /\b40[123]\b|unauthori[sz]ed|forbidden|missing environment variable|api.?key|not logged in|log ?in again|sign in|authentication|refresh token/i,
  ],
  ['agent-missing', /model.{0,120}(not exist|not found|not supported)|model_?not_?found|unknown model/i],
  [
    'overloaded',
    /\b5\d\d\b|overloaded|high demand|at capacity|unavailable|internal server error|server_error/i,
  ],
  [
    'network',
    /stream disconnected|connection|connect|socket|network|timed? ?out|error sending request|econn|enotfound|eai_again|fetch failed|dns/i,
  ],
];

/** What a text about a failed request means; a status, where it is known, says it better than words. */
export function modelProblem(text: string, now: number, status?: number): ReportedProblem {
  const said = messageIn(text);
  const reason =
    (status === undefined ? undefined : reasonOfStatus(status, text)) ??
    words.find(([, pattern]) => pattern.test(text))?.[0] ??
    'agent-failed';
  const resetsAt = reason === 'quota' ? resetIn(text, now) : undefined;
  const sentence = `${leads[reason] ?? 'The agent reported a problem'}: ${said}`;
  return { reason, sentence, ...(resetsAt === undefined ? {} : { resetsAt }) };
}

const leads: Readonly<Partial<Record<FailureReason, string>>> = {
  auth: 'The model did not accept the login',
  quota: 'The quota of the model is used up',
  'prompt-too-long': 'The prompt is too long for the model',
  'agent-missing': 'The model is not there',
  overloaded: 'The model is overloaded',
  network: 'The model could not be reached',
};

/** 4xx says too little by itself: a bad request may be a prompt that is too long. */
function reasonOfStatus(status: number, text: string): FailureReason | undefined {
  if (status >= 500) return 'overloaded';
  if (status === 408) return 'network';
  if (status === 413) return 'prompt-too-long';
  if (status === 429) return words[0]?.[1].test(text) === true ? 'auth' : 'quota';
  return [401, 402, 403].includes(status) ? 'auth' : undefined;
}

/** Some programs hand on the whole body of a refusal; the message is in it. */
function messageIn(text: string): string {
  const body = objectIn(text);
  const message = textAt(objectAt(body, 'error'), 'message');
  return (message ?? text).trim().slice(0, sentenceCharsMax).toWellFormed();
}
