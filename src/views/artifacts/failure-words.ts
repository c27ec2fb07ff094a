// What a failure is called when people read of it, and what a person can do about one that nobody else can mend.

import type { FailureReason } from '../../core/failures/failure.ts';

export const reasonWords: Readonly<Record<FailureReason, string>> = {
  'agent-failed': 'the agent ended with an error',
  'agent-timeout': 'the agent ran out of time',
  'agent-stalled': 'the agent was silent for too long',
  'agent-killed': 'the agent was killed',
  network: 'the network failed',
  'agent-output-limit': 'the agent printed too much',
  'agent-overran': 'the agent took too much of the machine',
  'max-turns': 'the agent used up its turns',
  denied: 'the agent was denied something it asked for',
  'prompt-too-long': 'the prompt was too long',
  'box-refused': 'the box of the agent did not let it write where it wanted to',
  'no-result': 'the agent ended without an answer',
  'malformed-answer': 'the answer could not be used',
  overloaded: 'the model was overloaded',
  'agent-missing': 'the agent program is missing',
  auth: 'the agent is not signed in',
  'agent-halted': 'the agent was not launched, because its login does not work',
  'over-budget': 'the budget was reached',
  quota: 'the quota was used up',
  'no-change': 'the attempt changed nothing',
  'fence-breach': 'the attempt touched files outside its task',
  'too-large': 'the change was too large',
  'secret-in-change': 'the change would bring in a secret',
  'protected-path': 'the attempt touched a protected path',
  'outside-workspace': 'the attempt touched something outside its workspace',
  'checks-failed': 'a check failed',
  'tests-weakened': 'the attempt weakened what it is checked with',
  'review-revise': 'the reviewer asked for a revision',
  'review-reject': 'the reviewer rejected the change',
  'replan-asked': 'the task has to be planned again',
  abstained: 'the reviewer abstained',
  'risk-unanswered': 'the audit said nothing of a risk that the plan calls HIGH',
  'unfounded-verdict': 'nothing the reviewer said stood up to a look',
  conflict: 'the change conflicts with what was integrated before it',
  'red-together': 'the checks pass with the change alone and fail together with what others did',
  git: 'git failed',
  io: 'reading or writing failed',
  'disk-full': 'the disk is full',
  'setup-failed': 'the set-up failed',
  'forge-unavailable': 'the forge could not be reached',
  'forge-refused': 'the forge refused',
  'forge-limited': 'the forge takes no more requests for now',
  'ref-moved': 'the branch was moved by somebody else',
  'tracker-unavailable': 'the tracker could not be reached',
  'tracker-limited': 'the tracker was asked too often',
  'screening-blocked': 'screening found a secret',
  preflight: 'pre-flight failed',
};

const advice: Readonly<Partial<Record<FailureReason, string>>> = {
  'agent-missing':
    'Install the agent program or configure another one; `slipway doctor` says which is missing.',
  'box-refused':
    'Start `slipway retry` with SLIPWAY_LEVEL=open in its environment, which has agents and checks work without a box, or have the program write to its workspace only.',
  auth: 'Sign in to the agent again; `slipway doctor` says which one.',
  'agent-halted': 'Mend the login of the agent; `slipway agents` says whose it is.',
  'disk-full': "Make room on the disk that holds Slipway's home.",
  'setup-failed': 'Run the set-up command yourself on the base commit and mend what it says.',
  'forge-refused': 'Read what the forge answered, and give the run the rights it needs there.',
  'ref-moved': 'Look at what the other person pushed, and decide whose change stands.',
  'screening-blocked': 'Take the secret out of the ticket or the change, and revoke it.',
  'secret-in-change':
    'Say where the value is to come from instead, and revoke it if it was a real one; an example can be made at run time.',
  preflight:
    'Mend what pre-flight found; `slipway doctor` lists it. A run keeps the configuration it was started with: where slipway.yaml was mended, `slipway run --again` starts another.',
  'protected-path': 'Decide whether the task may touch that path, and say so in the plan.',
  'outside-workspace': 'Read the transcript before anything else: the agent reached outside its workspace.',
  'checks-failed': 'Read the failing output, and give the next attempt a hint about the cause.',
  'red-together':
    'Read the failing output: two tasks that pass alone contradict each other; say which of them is right.',
  'malformed-answer': 'Read why the answer could not be used; another agent for this role may do better.',
  'review-reject': 'Read the review; a narrower ticket may be what is missing.',
  'review-revise': 'Read the review, and say which of its findings matter.',
};

/** What a person can do next about a run that is blocked. */
export function adviceFor(reason: FailureReason | undefined): string {
  return (
    (reason === undefined ? undefined : advice[reason]) ??
    'Read the last failure, and give the run a hint or end it.'
  );
}
