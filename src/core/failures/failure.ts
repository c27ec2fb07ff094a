// What went wrong, in what class that is, and what is done about it: one total table.
// It is fed with reasons made at the border by code that saw the process, the tree or the forge;
// an agent's words never select a class.
//
// Invariants
//   FAILURE-1. Every reason has exactly one class.
//   FAILURE-2. A remedy never exceeds the retries policy grants for its class, the total for a task, or the same class three times.
//   FAILURE-3. A quota is a wait, not a retry: it uses nothing up. So is a login that a person has to mend.
//   FAILURE-4. Another agent takes over only where the first cannot go on, whatever it is asked: its retries are used up
//       because its model is away, or it is not there at all. It gets the retries of its class afresh.
//   FAILURE-5. A service that is out of reach is waited for, a day at most: a person could do nothing but that either. What the run
//       goes on without is tried as often as anything, and then left.

import type { Policy } from '../policy.ts';

export type FailureClass =
  | 'transient'
  | 'fixable'
  | 'replan'
  | 'model_unavailable'
  | 'malformed'
  | 'escalate'
  | 'login'
  | 'quota';

const classes = {
  // an agent's process, as the runner saw it end
  'agent-failed': 'transient',
  'agent-timeout': 'transient',
  'agent-stalled': 'transient',
  'agent-killed': 'transient',
  network: 'transient',
  'agent-output-limit': 'fixable',
  'agent-overran': 'fixable', // memory or processes
  'max-turns': 'fixable',
  denied: 'fixable',
  'prompt-too-long': 'fixable',
  'box-refused': 'fixable', // never by itself: whoever tries again is told of its box
  'no-result': 'malformed',
  'malformed-answer': 'malformed',
  overloaded: 'model_unavailable',
  'agent-missing': 'escalate',
  auth: 'login',
  'agent-halted': 'login', // not launched: the home knows already that its login does not work
  'over-budget': 'escalate',
  quota: 'quota',
  // what the attempt left behind, as our own git saw it
  'no-change': 'fixable',
  'fence-breach': 'fixable',
  'too-large': 'fixable',
  'secret-in-change': 'fixable',
  'protected-path': 'escalate',
  'outside-workspace': 'escalate',
  // what checks and reviewers concluded
  'checks-failed': 'fixable',
  'tests-weakened': 'fixable',
  'review-revise': 'fixable',
  'review-reject': 'replan',
  'replan-asked': 'replan',
  abstained: 'malformed',
  'unfounded-verdict': 'malformed', // nothing it says stood up to a look: asked once more, then it has abstained
  'risk-unanswered': 'malformed', // an audit that says nothing of a HIGH risk: asked once more, then it has abstained
  conflict: 'fixable',
  'red-together': 'fixable',
  // the world around
  git: 'transient',
  io: 'transient',
  'disk-full': 'escalate',
  'setup-failed': 'escalate',
  'forge-unavailable': 'transient',
  'forge-refused': 'escalate',
  'forge-limited': 'quota', // it said when it answers again
  'ref-moved': 'escalate',
  'tracker-unavailable': 'transient',
  'tracker-limited': 'quota', // asked too often: it says when it may be asked again
  'screening-blocked': 'escalate',
  preflight: 'escalate',
} as const satisfies Record<string, FailureClass>;

export type FailureReason = keyof typeof classes;

export const failureReasons = Object.keys(classes).filter(isFailureReason);

export function isFailureReason(word: string): word is FailureReason {
  return Object.hasOwn(classes, word);
}

export function classOf(reason: FailureReason): FailureClass {
  return classes[reason];
}

/** How often each class has already failed on one line of work. */
export type FailureCounts = Readonly<Partial<Record<FailureClass, number>>>;

export type Remedy =
  | { readonly type: 'retry'; readonly waitMs: number }
  | { readonly type: 'park'; readonly untilMs?: number }
  | { readonly type: 'replan' }
  /** `who` is the kind and subject of the work; `rank` counts the agents that could play its role. */
  | { readonly type: 'fail-over'; readonly who: string; readonly rank: number }
  | { readonly type: 'login'; readonly agent: string }
  | { readonly type: 'person' };

/** Who was at work when it failed, and whether somebody else could be. */
export interface AtWork {
  readonly who: string;
  readonly agent: string;
  readonly rank: number;
  readonly alternatives: number;
}

/** FAILURE-2, FAILURE-3, FAILURE-4. `counts` are the failures before this one; `atWork` is there where an agent was. */
export function remedyFor(
  failure: {
    readonly reason: FailureReason;
    readonly resetsAt?: number;
    /** The run goes on without it. */
    readonly isCourtesy?: boolean;
  },
  counts: FailureCounts,
  policy: Policy,
  atWork?: AtWork,
): Remedy {
  const kind = classOf(failure.reason);
  const next = atWork === undefined ? undefined : nextAgent(atWork);
  if (kind === 'quota') {
    return policy.onQuota === 'fail-over' && next !== undefined ? next : park(failure.resetsAt);
  }
  if (kind === 'login' && atWork !== undefined) return next ?? { type: 'login', agent: atWork.agent };
  if (failure.reason === 'agent-missing' && next !== undefined) return next;
  const before = counts[kind] ?? 0;
  // Somebody else may be able to judge what the first could not; once, then a person is asked.
  if (failure.reason === 'abstained' && before === 0 && next !== undefined) return next;
  if (kind === 'replan' && before < policy.retries.replan) return { type: 'replan' };
  const fresh = kind === 'model_unavailable' ? (atWork?.rank ?? 0) + 1 : 1; // FAILURE-4
  const allowed = Math.min(policy.retries[kind] * fresh + (fresh - 1), policy.sameClassMax * fresh);
  if (before < allowed && totalOf(counts) < policy.retriesPerTask) {
    return { type: 'retry', waitMs: waitFor(kind, before, policy) };
  }
  if (outages.has(failure.reason) && failure.isCourtesy !== true) return waitOut(before, policy);
  return kind === 'model_unavailable' && next !== undefined ? next : { type: 'person' };
}

function park(resetsAt: number | undefined): Remedy {
  return { type: 'park', ...(resetsAt === undefined ? {} : { untilMs: resetsAt }) };
}

function nextAgent({ who, rank, alternatives }: AtWork): Remedy | undefined {
  return rank < alternatives ? { type: 'fail-over', who, rank: rank + 1 } : undefined;
}

/** Waiting doubles from one transient failure to the next; a fixable failure is retried at once, because something was learned. */
function waitFor(kind: FailureClass, before: number, policy: Policy): number {
  return kind === 'transient' || kind === 'model_unavailable' ? policy.waitMs * 2 ** before : 0;
}

const outages: ReadonlySet<FailureReason> = new Set(['forge-unavailable', 'tracker-unavailable']);
const outageMs = 24 * 3_600_000;
const outageWaitMaxMs = 15 * 60_000;

/** FAILURE-5. Seconds at first, a quarter of an hour in the end. */
function waitOut(before: number, policy: Policy): Remedy {
  const waits = Array.from({ length: before + 1 }, (_, tries) => outageWait(tries, policy));
  const waitedMs = waits.slice(0, -1).reduce((sum, waitMs) => sum + waitMs, 0);
  return waitedMs < outageMs ? { type: 'retry', waitMs: outageWait(before, policy) } : { type: 'person' };
}

/** A wait that policy has as nothing is one of a second here: nobody is asked again without a pause for a day. */
function outageWait(tries: number, { waitMs }: Policy): number {
  return Math.min(Math.max(waitMs, 1_000) * 2 ** tries, outageWaitMaxMs);
}

function totalOf(counts: FailureCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export function counted(counts: FailureCounts, reason: FailureReason): FailureCounts {
  const kind = classOf(reason);
  return { ...counts, [kind]: (counts[kind] ?? 0) + 1 };
}
