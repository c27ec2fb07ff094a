// A gate is where a run waits for a person. This file owns the whole life of one: opened → decided.
//
// Invariants
//   GATE-1. A gate is decided at most once; a second decision is refused, never overwritten.
//   GATE-2. A decision names the digest of what the person saw. If the subject changed since, the
//       decision is refused: nobody approves a plan they have not read.
//   GATE-3. A gate belongs to the visit that opened it. A new visit asks again, unless the subject is the one approved.
//   GATE-4. A gate that stood open for longer than policy says is not decided any more: what the person saw is old.

import type { Refusal } from '../commands.ts';

export type GateKind =
  | 'plan'
  | 'drift'
  | 'wave'
  | 'delivery'
  | 'merge'
  | 'question'
  /** What no reviewer could judge: a task, or the whole change. */
  | 'review'
  /** Leave to run scripts of an agent where they are not contained. */
  | 'probe'
  | 'widen-scope'
  | 'budget'
  | 'destructive'
  | 'waiver'
  /** What was said on the pull request and no rule decides. */
  | 'remarks'
  | 'login';

export type Answer = 'approve' | 'revise' | 'reject';

/** Who answered, how we know it is them, and through which channel. */
export interface Decider {
  readonly who: string;
  readonly authenticated: string;
  readonly channel: string;
}

export interface Decision {
  readonly answer: Answer;
  readonly by: Decider;
  /** The person's own words, a blob; an answer to a question always has them, the chosen option spelled out. */
  readonly comment?: string;
  /** The option chosen, for a question; the new cap, for a budget. */
  readonly choice?: number;
}

/** What a stage asks a person. The digest binds the answer to what was shown. */
export interface GateRequest {
  readonly kind: GateKind;
  readonly subject: string;
  readonly digest: string;
  /** What the gate is about, in words: a blob, where there is more to read than the journal holds. */
  readonly blob?: string;
  readonly options?: number;
  readonly paths?: readonly string[];
  /** Of a wider scope, where the files are ordinary ones: whether work waits to be taken in, or the next attempt goes on. */
  readonly strays?: 'work' | 'words';
  /** What is asked about, by name, where an approval counts for each by itself. */
  readonly about?: readonly string[];
}

export interface Gate extends GateRequest {
  readonly id: string;
  readonly visit: number;
  readonly openedAt: number;
  readonly decision?: Decision;
  /** What it asked about was changed since: another gate asks about that. */
  readonly superseded?: true;
}

export function sameGate(gate: Gate, request: GateRequest): boolean {
  return gate.kind === request.kind && gate.subject === request.subject && gate.digest === request.digest;
}

/** Kinds whose subject grows old; a cap, a question, a login, a script and a waiver mean the same next month. */
const ageing: ReadonlySet<GateKind> = new Set<GateKind>([
  'plan',
  'drift',
  'wave',
  'delivery',
  'review',
  'merge',
  'destructive',
  'widen-scope',
]);

/** GATE-4. No limit where policy sets none. */
export function isExpired(gate: Gate, gateMs: number, at: number): boolean {
  return gateMs > 0 && ageing.has(gate.kind) && gate.decision === undefined && at - gate.openedAt > gateMs;
}

export function mayDecide(
  gate: Gate,
  visit: number,
  command: { readonly seen: string; readonly decision: Decision },
  expired: boolean,
): Refusal | undefined {
  if (gate.decision !== undefined) {
    return {
      refused: 'already-decided',
      gate: gate.id,
      ...(gate.kind === 'question' ? {} : { answer: gate.decision.answer }),
      who: gate.decision.by.who,
    }; // GATE-1
  }
  if (gate.visit !== visit) {
    return { refused: 'STATE_MISMATCH', expected: `visit ${gate.visit}`, actual: `visit ${visit}` }; // GATE-3
  }
  if (gate.superseded === true) {
    return { refused: 'subject-changed', gate: gate.id, seen: command.seen, now: 'something else' }; // GATE-2
  }
  if (gate.digest !== command.seen) {
    return { refused: 'subject-changed', gate: gate.id, seen: command.seen, now: gate.digest }; // GATE-2
  }
  if (expired) return { refused: 'gate-expired', gate: gate.id, openedAt: gate.openedAt }; // GATE-4
  const choice = command.decision.choice;
  if (gate.options === undefined || choice === undefined) return undefined;
  const exists = Number.isInteger(choice) && choice >= 1 && choice <= gate.options;
  return exists ? undefined : { refused: 'no-such-option', gate: gate.id, options: gate.options };
}

/** Whether a no is the end of an attempt, and not of the run. */
export function asksForOrdinary({ strays }: Pick<GateRequest, 'strays'>): boolean {
  return strays !== undefined;
}

/** Whether a gate asks about the budget of a day. */
export function isOfDay({ kind, subject }: Pick<GateRequest, 'kind' | 'subject'>): boolean {
  return kind === 'budget' && subject.endsWith('@day');
}
