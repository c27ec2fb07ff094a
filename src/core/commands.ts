// Everything a person or a program can ask of a run. The loop stamps `at` on each.

import type { DayRaise, DayReached } from './budget/day.ts';
import type { Outcome } from './effects.ts';
import type { Seen } from './remarks/seen.ts';
import type { SavedWork } from './tasks/saved-work.ts';
import type { RunStarted } from './events.ts';
import type { Answer, Decider, Decision, Gate } from './gates/gate.ts';
import type { PipelineName } from './pipeline/pipeline.ts';
import type { StageName } from './pipeline/stage.ts';
import type { Plan } from './plan/plan.ts';
import type { OtherCheck } from './stages/other-checks.ts';

export type Command =
  | {
      readonly type: 'run.start';
      readonly start: Omit<RunStarted, 'type'>;
      /** A plan that was handed in with the ticket. */
      readonly plan?: Plan;
    }
  | { readonly type: 'effect.begin'; readonly key: string }
  /** Instead of a launch whose agent is halted: the line waits for the login, or another agent takes over. */
  | { readonly type: 'launch.hold'; readonly key: string; readonly agent: string }
  /** Instead of a launch that the budget of the day cannot pay for. */
  | { readonly type: 'launch.refuse'; readonly key: string; readonly reached: DayReached }
  /** It is another day. */
  | { readonly type: 'day.pass'; readonly day: string }
  /** Somebody raised the cap of this day in another run. */
  | {
      readonly type: 'day.raise';
      readonly day: string;
      readonly cap: DayRaise['cap'];
      readonly to: number;
    }
  /** An attempt goes on, and what it has done so far is saved. */
  | { readonly type: 'task.save'; readonly key: string; readonly work: SavedWork }
  | { readonly type: 'effect.end'; readonly key: string; readonly outcome: Outcome }
  /** What the forge says of a pull request that waits at its merge gate, where that is something new. */
  | { readonly type: 'pull-request.see'; readonly repository?: string; readonly found: Seen }
  | {
      readonly type: 'gate.decide';
      readonly gate: string;
      readonly seen: string;
      readonly decision: Decision;
    }
  /** A process begins to look after the run. */
  | { readonly type: 'run.take-up' }
  | { readonly type: 'run.pause'; readonly by: Decider }
  | { readonly type: 'run.resume'; readonly by: Decider }
  /** `from` is an earlier stage than the one it is in (`pipeline/earlier.ts`). */
  | {
      readonly type: 'run.retry';
      readonly by: Decider;
      readonly comment?: string;
      readonly from?: StageName;
    }
  | {
      readonly type: 'run.cancel';
      readonly by: Decider;
      readonly comment?: string;
      /** Take back what was published, too. */
      readonly discard?: boolean;
    }
  | { readonly type: 'run.tell'; readonly by: Decider; readonly note: string; readonly task?: string }
  /** What was said about the pull request elsewhere, pasted. */
  | { readonly type: 'run.triage'; readonly by: Decider; readonly words: string }
  | { readonly type: 'plan.edit'; readonly by: Decider; readonly seen: string; readonly plan: Plan }
  /** Other commands for the checks of this run; without any, the base is only checked again. */
  | {
      readonly type: 'checks.replace';
      readonly by: Decider;
      readonly checks: readonly OtherCheck[];
      readonly repository?: string;
    }
  | { readonly type: 'task.take'; readonly by: Decider; readonly task: string }
  | {
      readonly type: 'task.give';
      readonly by: Decider;
      readonly task: string;
      /** `drop`: the agents go on from where they were. */
      readonly work: 'keep' | 'drop';
    }
  /** Nothing is measured any more, and no tester is asked: what a coverage round has under way is left out. */
  | { readonly type: 'coverage.skip'; readonly by: Decider }
  | { readonly type: 'run.merge'; readonly by: Decider; readonly head: string }
  | {
      readonly type: 'run.land';
      readonly by: Decider;
      readonly head: string;
      readonly how: 'branch' | 'fast-forward';
    }
  /** A merged change is taken back by a pull request. */
  | { readonly type: 'run.revert'; readonly by: Decider }
  | { readonly type: 'run.fail'; readonly because: string };

/** Why a command was not accepted. A value, never an exception. */
export type Refusal =
  | { readonly refused: 'already-started' }
  | { readonly refused: 'not-started' }
  /** The pipeline is planned, and nothing moves a run through it yet. */
  | { readonly refused: 'pipeline-not-built'; readonly pipeline: PipelineName }
  | { readonly refused: 'not-due'; readonly key: string }
  | { readonly refused: 'not-begun'; readonly key: string }
  | { readonly refused: 'run-ended'; readonly how: string }
  | { readonly refused: 'no-such-gate'; readonly gate: string }
  | {
      readonly refused: 'already-decided';
      readonly gate: string;
      /** Undefined for a question: it was answered in words. */
      readonly answer?: Answer;
      readonly who: string;
    }
  | {
      readonly refused: 'subject-changed';
      readonly gate: string;
      readonly seen: string;
      readonly now: string;
    }
  | { readonly refused: 'gate-expired'; readonly gate: string; readonly openedAt: number }
  /** Whoever asks came through MCP, and so did whoever started it. */
  | { readonly refused: 'own-run'; readonly run: string }
  | { readonly refused: 'no-such-task'; readonly task: string; readonly tasks: readonly string[] }
  | { readonly refused: 'plan-problems'; readonly problems: readonly string[] }
  /** The id of a command that was taken before, and was another one. */
  | { readonly refused: 'id-reused'; readonly id: string }
  /** A retry cannot begin at that stage; `ways` are those it can begin at. */
  | {
      readonly refused: 'no-way-back';
      readonly stage: StageName;
      readonly to: StageName;
      readonly ways: readonly StageName[];
    }
  | { readonly refused: 'no-such-option'; readonly gate: string; readonly options: number }
  | { readonly refused: 'STATE_MISMATCH'; readonly expected: string; readonly actual: string }
  | {
      readonly refused: 'TRANSITION_BLOCKED';
      readonly from: string;
      readonly to: string;
      readonly missing: readonly string[];
      /** The gates it waits at. */
      readonly gates: readonly Pick<Gate, 'kind' | 'subject'>[];
      readonly blocked?: string;
    };

export function isRefusal(answer: object): answer is Refusal {
  return 'refused' in answer;
}
