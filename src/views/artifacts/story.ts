// What happened to a run and when, in the shape the artifacts are written from. The state says where a run is; a
// story says how it came there. `story-of-events.ts` makes it.

import type { Charge } from '../../core/budget/budget.ts';
import type { Analysis, Effect, NamedBlob } from '../../core/effects.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';
import type { RunEvent } from '../../core/events.ts';
import type { FailureReason } from '../../core/failures/failure.ts';
import type { Decision, GateRequest } from '../../core/gates/gate.ts';
import type { Plan } from '../../core/plan/plan.ts';
import type { RoundName, Run } from '../../core/run.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import type { Verdict } from '../../core/roles/verdict.ts';
import type { RecordedEvent } from '../events/recorded-event.ts';

export interface Story {
  readonly run: Run;
  readonly events: readonly RecordedEvent[];
  readonly last: RecordedEvent;
  readonly endedAt?: number;
  readonly ticketAt?: number;
  readonly mergedAt?: number;
  readonly firstChangeAt?: number;
  readonly visits: readonly Stay[];
  readonly spans: readonly Span[];
  readonly analyses: readonly Analysis[];
  readonly plans: readonly Proposed[];
  readonly designs: readonly string[];
  readonly verdicts: readonly VerdictStory[];
  readonly evidence: readonly Proof[];
  readonly gates: readonly GateStory[];
  readonly failures: readonly Mishap[];
  readonly blocks: readonly Blocked[];
  readonly commits: readonly Kept[];
  /** When each task came onto the run branch, and as what. */
  readonly integrated: readonly Kept[];
}

export interface Stay {
  readonly n: number;
  readonly stage: StageName;
  readonly because: string;
  readonly round?: RoundName;
  readonly carry: readonly NamedBlob[];
  readonly enteredAt: number;
  readonly leftAt?: number;
  readonly skipped?: string;
}

/** One effect from its intent to its end. */
export interface Span {
  readonly effect: Effect;
  readonly stage: StageName;
  readonly begunAt: number;
  readonly endedAt?: number;
  readonly how?: 'done' | 'failed' | 'stopped';
  readonly charge?: Charge;
  readonly reason?: FailureReason;
  readonly verdict?: Verdict;
  readonly evidence?: readonly Evidence[];
}

export interface Proposed {
  readonly plan: Plan;
  readonly at: number;
  /** 1 for the first plan of a run, and one more for each that was proposed after it. */
  readonly n: number;
  /** The number of the version it takes the place of. */
  readonly before?: number;
  /** The bug round or simplification pass this plan belongs to, if any, counted from 1. */
  readonly fix?: number;
}

export interface VerdictStory {
  readonly subject: string;
  readonly verdict: Verdict;
  readonly at: number;
  readonly seq: number;
  readonly stage: StageName;
  readonly rounds: Rounds;
  /** Number of the plan that was being worked on. */
  readonly plan: number;
}

/** How many rounds of each loop were begun by then. */
export type Rounds = Readonly<Partial<Record<RoundName, number>>>;

export interface Proof {
  readonly subject: string;
  readonly evidence: readonly Evidence[];
  readonly at: number;
  readonly plan: number;
}

export interface GateStory {
  readonly id: string;
  readonly request: GateRequest;
  readonly stage: StageName;
  readonly openedAt: number;
  readonly openedSeq: number;
  readonly rounds: Rounds;
  readonly decision?: Decision;
  readonly decidedAt?: number;
  readonly decidedSeq?: number;
}

/** Something that went wrong, whether an effect failed or a guard was not met. */
export interface Mishap {
  readonly at: number;
  readonly stage: StageName;
  readonly span?: Span;
  readonly what:
    | FailureEvent
    | { readonly type: 'evaluation'; readonly evidence: readonly Evidence[] }
    | Review;
  /** Where the run went because of it. */
  readonly movedTo?: StageName | 'blocked';
}

type FailureEvent = Extract<RunEvent, { type: 'failure.recorded' }>;
interface Review {
  readonly type: 'review';
  readonly verdict: Verdict;
}

export interface Blocked {
  readonly because: string;
  readonly at: number;
  readonly seq: number;
  readonly stage: StageName;
  /** When a person let it go on. */
  readonly retried?: { readonly at: number; readonly who: string; readonly comment?: string };
}

interface Kept {
  readonly task: string;
  readonly commit: string;
  readonly at: number;
}
