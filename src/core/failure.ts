// What went wrong, in what class that is, and what is done about it: one total table.
// It is fed with reasons made at the border by code that saw the process, the tree or the forge;
// an agent's words never select a class.
//
// Invariants
//   F1. Every reason has exactly one class.
//   F2. A remedy never exceeds the retries policy grants for its class, the total for a task, or the same class three times.
//   F3. A quota is a wait, not a retry: it uses nothing up.

import type { Policy } from './policy.ts';

export type FailureClass =
  | 'transient'
  | 'fixable'
  | 'replan'
  | 'model_unavailable'
  | 'malformed'
  | 'escalate'
  | 'quota';

const classes = {
  // an agent's process, as the runner saw it end
  'agent-failed': 'transient',
  'agent-timeout': 'transient',
  'agent-stalled': 'transient',
  'agent-killed': 'transient',
  network: 'transient',
  'agent-output-limit': 'fixable',
  'max-turns': 'fixable',
  denied: 'fixable',
  'prompt-too-long': 'fixable',
  'no-result': 'malformed',
  'malformed-answer': 'malformed',
  overloaded: 'model_unavailable',
  'agent-missing': 'escalate',
  auth: 'escalate',
  'over-budget': 'escalate',
  quota: 'quota',
  // what the attempt left behind, as our own git saw it
  'no-change': 'fixable',
  'fence-breach': 'fixable',
  'too-large': 'fixable',
  'protected-path': 'escalate',
  'outside-workspace': 'escalate',
  // what checks and reviewers concluded
  'checks-failed': 'fixable',
  'review-revise': 'fixable',
  'review-reject': 'replan',
  'replan-asked': 'replan',
  abstained: 'malformed',
  conflict: 'fixable',
  // the world around
  git: 'transient',
  io: 'transient',
  'disk-full': 'escalate',
  'setup-failed': 'escalate',
  'forge-unavailable': 'transient',
  'forge-refused': 'escalate',
  'ref-moved': 'escalate',
  'tracker-unavailable': 'transient',
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
  | { readonly type: 'person' };

/** F2, F3. `counts` are the failures before this one. */
export function remedyFor(
  failure: { readonly reason: FailureReason; readonly resetsAt?: number },
  counts: FailureCounts,
  policy: Policy,
): Remedy {
  const kind = classOf(failure.reason);
  if (kind === 'quota') {
    return { type: 'park', ...(failure.resetsAt === undefined ? {} : { untilMs: failure.resetsAt }) };
  }
  const before = counts[kind] ?? 0;
  if (kind === 'replan' && before < policy.retries.replan) return { type: 'replan' };
  const allowed = Math.min(policy.retries[kind], policy.sameClassMax);
  if (before >= allowed || totalOf(counts) >= policy.retriesPerTask) return { type: 'person' };
  return { type: 'retry', waitMs: waitFor(kind, before, policy) };
}

/** Waiting doubles from one transient failure to the next; a fixable failure is retried at once, because something was learned. */
function waitFor(kind: FailureClass, before: number, policy: Policy): number {
  return kind === 'transient' || kind === 'model_unavailable' ? policy.waitMs * 2 ** before : 0;
}

function totalOf(counts: FailureCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export function counted(counts: FailureCounts, reason: FailureReason): FailureCounts {
  const kind = classOf(reason);
  return { ...counts, [kind]: (counts[kind] ?? 0) + 1 };
}
