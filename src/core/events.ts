// Everything that can have happened to a run, in the past tense. Bodies are small: ids, enums,
// numbers, hashes, the task table, one-line titles. All longer text is a blob named by its hash.

import type { Sorted } from './remarks/remark.ts';
import type { Charge } from './budget/budget.ts';
import type { DayRaise, DayReached } from './budget/day.ts';
import type { Refreshed } from './repository/docs.ts';
import type { CoverageStop, Measured, MeasuredBefore, RoundTask } from './evidence/coverage.ts';
import type { Analysis, Effect, Head, Landed, NamedBlob, Provenance, Survey } from './effects.ts';
import type { Collision, Joined, Reverted } from './onto-branch.ts';
import type { Included, MovedBase, Seen, Trial } from './remarks/seen.ts';
import type { SavedWork } from './tasks/saved-work.ts';
import type { Undelivered } from './tasks/undelivered.ts';
import type { UnfilledSubmodules } from './repository/survey.ts';
import type { Evidence } from './evidence/evidence.ts';
import type { Screened } from './evidence/screened.ts';
import type { FailureClass, FailureReason, Remedy } from './failures/failure.ts';
import type { Decider, Decision, GateRequest } from './gates/gate.ts';
import type { Taken } from './identity.ts';
import type { Probed, ProbesGiven, Searched } from './roles/asked-first.ts';
import type { Level, Role } from './roles/modes.ts';
import type { Plan } from './plan/plan.ts';
import type { Budget, Policy } from './policy.ts';
import type { ChainCandidate } from './tasks/queue.ts';
import type { RoundName } from './run.ts';
import type { Stray } from './stages/widening.ts';
import type { OtherCheck } from './stages/other-checks.ts';
import type { PipelineName } from './pipeline/pipeline.ts';
import type { StageName } from './pipeline/stage.ts';
import type { Refined, Ticket, TicketSource } from './ticket/ticket.ts';
import type { Fired } from './evidence/live-fire.ts';
import type { Compared } from './evidence/tamper.ts';
import type { Conclusion, Verdict } from './roles/verdict.ts';

export interface RunStarted {
  readonly type: 'run.started';
  readonly run: string;
  readonly pipeline: PipelineName;
  readonly source: TicketSource;
  readonly title: string;
  readonly repositories: readonly StartedRepository[];
  readonly policy: Policy;
  readonly policyHash: string;
  /** The configuration the run was started with, as a blob. */
  readonly config: string;
  readonly forge: string;
  /** How strongly agents and checks were contained where it was started; a run may be resumed at another level. */
  readonly level: Level;
  readonly by: Decider;
  /** Who that is for git, where theirs says so; runs of older versions do not say. */
  readonly author?: Author;
}

/** As a commit names somebody. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

export interface StartedRepository {
  readonly alias: string;
  readonly repository: string;
  readonly base: { readonly branch: string; readonly commit: string };
  /** Whether this home had seen its base checkable with the same commands before; journals of before do not say. */
  readonly checkable?: boolean;
  readonly included?: Included;
}

/** Where an event is about a repository it names its alias, but not in a run of one. */
export type RunEvent =
  | RunStarted
  /** What stands before it in the same append is what a command with this id did. */
  | ({ readonly type: 'command.taken' } & Taken)
  | { readonly type: 'effect.begun'; readonly effect: Effect }
  | {
      readonly type: 'effect.ended';
      readonly key: string;
      readonly how: 'done' | 'failed' | 'stopped';
      readonly charge?: Charge;
      /** Of an effect that launched an agent. */
      readonly provenance?: Provenance;
      /** How strongly its processes were contained; journals of before do not say. */
      readonly level?: Level;
    }
  | {
      readonly type: 'failure.recorded';
      readonly key: string;
      readonly line: string;
      readonly reason: FailureReason;
      readonly class: FailureClass;
      readonly remedy: Remedy | { readonly type: 'warn' };
      readonly detail?: string;
      readonly paths?: readonly string[];
      readonly rules?: readonly string[];
    }
  | {
      readonly type: 'stage.entered';
      readonly visit: number;
      readonly stage: StageName;
      readonly from: StageName;
      readonly because: string;
      readonly round?: RoundName;
      /** Text that goes with the run into the stage: a failed check's output, a report, a person's words. */
      readonly carry: readonly NamedBlob[];
    }
  | { readonly type: 'stage.skipped'; readonly stage: StageName; readonly because: string }
  | { readonly type: 'ticket.recorded'; readonly ticket: Ticket; readonly branch: string }
  /** The interpreter made an ambiguous ticket clear; `criteria` are all that hold from now on. */
  | { readonly type: 'ticket.refined'; readonly refined: Refined; readonly criteria: readonly string[] }
  | { readonly type: 'survey.recorded'; readonly repository: string; readonly survey: Survey }
  /** What the checks said of the base commit. */
  | {
      readonly type: 'baseline.recorded';
      readonly repository?: string;
      readonly tree: string;
      readonly evidence: readonly Evidence[];
      /** What keeps it from being checkable, in words: a blob. */
      readonly told?: string;
      /** Submodules that were empty where they ran; journals of before do not say. */
      readonly unfilled?: UnfilledSubmodules;
    }
  /** A person gave other commands for this run, by the names of checks; the base is checked again with them. */
  | {
      readonly type: 'checks.replaced';
      readonly repository?: string;
      readonly checks: readonly OtherCheck[];
      readonly by: Decider;
    }
  | { readonly type: 'analysis.recorded'; readonly analysis: Analysis }
  /** The reproduction of a bug ran on the base: red is what it should be. */
  | {
      readonly type: 'reproduction.tried';
      readonly red: boolean;
      readonly evidence: readonly Evidence[];
      /** No runner picked the file up; why, and what would be, in words: a blob. */
      readonly unrun?: string;
    }
  /** The test that shows the bug is on the run branch, before anybody works on it. */
  | { readonly type: 'reproduction.committed'; readonly path: string; readonly head: Head }
  | {
      readonly type: 'plan.proposed';
      readonly plan: Plan;
      /** 1, and one more for each version since one was last accepted. */
      readonly revision?: number;
      /** The hash of the version it takes the place of. */
      readonly revises?: string;
      /** What is other in it, in words: a blob. */
      readonly changes?: string;
    }
  /** The planner said what to do, but in no tasks: the splitter cuts them. */
  | { readonly type: 'plan.drafted'; readonly draft: string }
  /** A plan came with the ticket: it takes the place of the planner's, and is held against everything like it. */
  | { readonly type: 'plan.given'; readonly plan: Plan; readonly by: Decider }
  /** A person changed the plan at its gate: it is reviewed and asked about like any other. */
  | { readonly type: 'plan.edited'; readonly plan: Plan; readonly by: Decider }
  /** A person's words for the agents to come; for one task, or for all. */
  | { readonly type: 'note.added'; readonly note: string; readonly task?: string; readonly by: Decider }
  | { readonly type: 'design.recorded'; readonly blob: string }
  | {
      readonly type: 'verdict.recorded';
      readonly subject: string;
      readonly repository?: string;
      readonly verdict: Verdict;
      /** Of the whole change: the head that was reviewed; journals of before do not say. */
      readonly head?: string;
    }
  /** Every audit that is due has answered: what they come to together. */
  | {
      readonly type: 'audit.concluded';
      readonly conclusion: Conclusion;
      readonly score?: number;
      readonly open: number;
      readonly passed: readonly Role[];
    }
  /** A person took an earlier version of the plan, which the audits had scored better. */
  | { readonly type: 'plan.chosen'; readonly plan: Plan; readonly by: Decider }
  | {
      readonly type: 'question.raised';
      readonly line: string;
      readonly blob: string;
      readonly options: number;
    }
  /** A role wants something looked up on the web before it answers. */
  | {
      readonly type: 'search.asked';
      readonly line: string;
      readonly role: Role;
      /** One query a line: a blob. */
      readonly queries: string;
      readonly refused: number;
    }
  | { readonly type: 'search.recorded'; readonly line: string; readonly searched: Searched }
  /** The investigator wants scripts of its own run before it answers. */
  | ({ readonly type: 'probes.asked'; readonly line: string } & ProbesGiven)
  | { readonly type: 'probes.recorded'; readonly line: string; readonly probed: Probed }
  /** The documenter wrote documents about the repository anew; `line` says before or after the change. */
  | { readonly type: 'docs.refreshed'; readonly line: string; readonly documents: readonly Refreshed[] }
  /** They are on the run branch, in a commit of their own. */
  | {
      readonly type: 'docs.committed';
      readonly documents: readonly { readonly path: string; readonly blob: string }[];
      readonly head: Head;
      /** Left alone, because somebody else changed them on the target meanwhile. */
      readonly left?: readonly string[];
    }
  | { readonly type: 'gate.opened'; readonly gate: string; readonly request: GateRequest }
  | { readonly type: 'gate.decided'; readonly gate: string; readonly decision: Decision }
  | { readonly type: 'budget.raised'; readonly budget: Budget; readonly ofDay?: DayRaise }
  /** All runs of the home together have used what a day allows. */
  | ({ readonly type: 'day.reached' } & DayReached)
  | { readonly type: 'day.passed'; readonly day: string }
  /** A person raised the cap of this day in another run. */
  | {
      readonly type: 'day.raised';
      readonly day: string;
      readonly cap: DayRaise['cap'];
      readonly to: number;
    }
  | {
      readonly type: 'task.delivered';
      readonly task: string;
      readonly commit: string;
      readonly tree: string;
      readonly parent: string;
      readonly files: number;
      /** Which files those are; journals of before do not say. */
      readonly touched?: readonly string[];
      readonly undelivered?: Undelivered;
      /** Nothing was changed after its checks failed: what was delivered before stands. */
      readonly again?: true;
    }
  /** Work of an attempt that is not done; journals of before name its commit alone. */
  | ({ readonly type: 'task.saved'; readonly task: string; readonly commit: string } & Partial<SavedWork>)
  | { readonly type: 'task.accepted'; readonly task: string; readonly reviewed: boolean }
  /** Accepted tasks, merged one onto the other: what is checked together before the branch moves. */
  | { readonly type: 'queue.formed'; readonly chain: readonly ChainCandidate[] }
  | { readonly type: 'task.integrated'; readonly task: string; readonly head: Head }
  | {
      readonly type: 'task.failed';
      readonly task: string;
      readonly reason: FailureReason;
      readonly replan: boolean;
      /** It was only to cover more: the run goes on without it. */
      readonly dropped?: true;
    }
  | {
      readonly type: 'task.reopened';
      readonly task: string;
      readonly feedback?: string;
      /** What was done does not fit what others did, and is not on the branch: both sides, for whoever does it again. */
      readonly collision?: Collision;
    }
  | { readonly type: 'task.taken'; readonly task: string; readonly by: Decider }
  | {
      readonly type: 'task.handed-out';
      readonly task: string;
      readonly workspace: string;
      /** The commit its files come from: what the person did is what is other than there. */
      readonly parent?: string;
    }
  | {
      readonly type: 'task.given';
      readonly task: string;
      readonly by: Decider;
      readonly work: 'keep' | 'drop';
    }
  /** What a person gave back could not be used: the task is theirs again. */
  | { readonly type: 'task.returned'; readonly task: string }
  | { readonly type: 'task.granted'; readonly task: string; readonly paths: readonly string[] }
  /** An attempt needs files that are not its task's; what it did is kept until it is said whether it may have them. */
  | ({ readonly type: 'task.strayed'; readonly task: string } & Stray)
  /** They are the task's from now on: a person said so, by name, or policy did. */
  | {
      readonly type: 'task.widened';
      readonly task: string;
      readonly paths: readonly string[];
      readonly by?: string;
    }
  | {
      readonly type: 'evidence.recorded';
      readonly subject: string;
      readonly repository?: string;
      readonly evidence: readonly Evidence[];
    }
  /** The whole change was compared with its base: whether it weakens what it is checked with. */
  | { readonly type: 'change.fired'; readonly repository?: string; readonly fired: Fired }
  | { readonly type: 'change.compared'; readonly repository?: string; readonly compared: Compared }
  | { readonly type: 'coverage.measured'; readonly measured: Measured }
  /** What tests execute at the base, before the change. */
  | { readonly type: 'coverage.based'; readonly before: MeasuredBefore }
  /** A round begins: tests for files of which not every changed line is executed. */
  | { readonly type: 'coverage.planned'; readonly tasks: readonly RoundTask[] }
  | { readonly type: 'coverage.skipped'; readonly by: Decider }
  | {
      readonly type: 'coverage.stopped';
      readonly because: CoverageStop;
      /** Why, in words, where there is more to read: a blob. */
      readonly detail?: string;
      /** What was added since is left out: the run branch is here again. */
      readonly back?: Head;
    }
  | ({ readonly type: 'delivery.screened'; readonly head: string } & Screened)
  | {
      readonly type: 'branch.pushed';
      readonly repository?: string;
      readonly branch: string;
      readonly commit: string;
    }
  | { readonly type: 'pull-request.opened'; readonly repository?: string; readonly number: number }
  | { readonly type: 'pull-request.seen'; readonly repository?: string; readonly seen: Seen }
  | {
      readonly type: 'pull-request.sorted';
      readonly repository?: string;
      readonly sorted: readonly Sorted[];
      readonly words: string;
    }
  | {
      readonly type: 'pull-request.told';
      readonly repository?: string;
      readonly words: string;
      readonly by: Decider;
    }
  | { readonly type: 'pull-request.answered'; readonly repository?: string; readonly remark: string }
  | { readonly type: 'pull-request.shown'; readonly repository?: string; readonly head: string }
  /**
   * The target has moved on; everything that was done comes onto it again. `joins`: somebody has looked at what is on the branch, so
   * that stays there, and the target is merged into it.
   */
  | {
      readonly type: 'base.moved';
      readonly repository?: string;
      readonly base: MovedBase;
      readonly joins?: true;
    }
  /** The target has moved on, about other files than the change: what merging it would give is checked beside the branch. */
  | { readonly type: 'base.tried'; readonly repository?: string; readonly trial: Trial }
  | {
      readonly type: 'base.checked';
      readonly repository?: string;
      readonly evidence: readonly Evidence[];
    }
  /** Somebody else put commits on top of what was pushed, with the target as far as they merged it in: the run goes on on top of them. */
  | {
      readonly type: 'branch.followed';
      readonly repository?: string;
      readonly head: Head;
      readonly base?: MovedBase;
    }
  /** What was done and what others did are one. */
  | {
      readonly type: 'branch.joined';
      readonly repository?: string;
      readonly head: Head;
      readonly left?: Joined['left'];
    }
  | {
      readonly type: 'pull-request.merged';
      readonly repository?: string;
      readonly commit: string;
      /** The forge was found to have merged it: nobody here did, as far as we know. Journals of before do not say. */
      readonly found?: true;
    }
  | { readonly type: 'merge.ordered'; readonly head: string; readonly by: Decider }
  | { readonly type: 'landing.ordered'; readonly how: 'branch' | 'fast-forward'; readonly by: Decider }
  | { readonly type: 'change.landed'; readonly repository?: string; readonly landed: Landed }
  /** Another process found it in the middle of something. Only of runs whose wall clock is limited. */
  | { readonly type: 'run.taken-up' }
  | { readonly type: 'run.paused'; readonly by: Decider }
  | { readonly type: 'run.resumed'; readonly by: Decider }
  | { readonly type: 'run.blocked'; readonly because: string }
  | { readonly type: 'run.retried'; readonly by: Decider; readonly comment?: string }
  | { readonly type: 'run.cancelled'; readonly by: Decider; readonly comment?: string }
  | { readonly type: 'discard.ordered'; readonly by: Decider }
  | { readonly type: 'change.discarded'; readonly repository?: string }
  | { readonly type: 'revert.ordered'; readonly by: Decider }
  | { readonly type: 'change.reverted'; readonly repository?: string; readonly reverted: Reverted }
  | { readonly type: 'run.completed' }
  | { readonly type: 'run.failed'; readonly because: string };

export type RunEventType = RunEvent['type'];

/** The events of one type, or of several. */
export type EventOf<T extends RunEventType> = { readonly [K in T]: Extract<RunEvent, { type: K }> }[T];
