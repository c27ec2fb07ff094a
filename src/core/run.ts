// The state of a run: facts, plus the one visit to a stage it is in. A loop makes a new visit;
// nothing is reset by hand. State is only ever made by `evolve`, from events. Every part is there from the start, undefined
// while there is nothing to say of it: states of one shape are copied and read several times as fast as states of many.

import type { Drift } from './plan/drift.ts';
import type { Audited, Point } from './plan/audit.ts';
import type { Ledger, Scope, Spend } from './budget/budget.ts';
import type { DayReached } from './budget/day.ts';
import type { Wall } from './budget/wall-clock.ts';
import type { Docs } from './repository/docs.ts';
import type { Coverage, CoverageSpec } from './evidence/coverage.ts';
import type { Analysis, ChangeSize, Effect, Head, Landed, NamedBlob, Session, Work } from './effects.ts';
import type { Collision, Joining, Reverted } from './onto-branch.ts';
import type { Included, Seen, Trial } from './remarks/seen.ts';
import type { UnfilledSubmodules } from './repository/survey.ts';
import { whoOf } from './effects.ts';
import type { CheckSpec, Evidence } from './evidence/evidence.ts';
import type { Screened } from './evidence/screened.ts';
import type { Author } from './events.ts';
import type { FailureCounts, FailureReason } from './failures/failure.ts';
import type { Decider, Gate } from './gates/gate.ts';
import type { Taken } from './identity.ts';
import type { Lineage } from './plan/lineage.ts';
import type { Heard } from './remarks/remark.ts';
import type { Level } from './roles/modes.ts';
import type { Worked } from './roles/worked.ts';
import type { Plan, Task } from './plan/plan.ts';
import type { Budget, Policy } from './policy.ts';
import type { Proof } from './evidence/bug-proof.ts';
import type { ChainCandidate, Merging, ChainStep } from './tasks/queue.ts';
import type { Probing } from './roles/probing.ts';
import type { Search } from './roles/web-search.ts';
import type { PipelineName } from './pipeline/pipeline.ts';
import type { StageName } from './pipeline/stage.ts';
import type { OtherChecks } from './stages/other-checks.ts';
import type { Stray, Widened } from './stages/widening.ts';
import type { Ticket, TicketSource } from './ticket/ticket.ts';
import type { Fired } from './evidence/live-fire.ts';
import type { Compared } from './evidence/tamper.ts';
import type { Verdict } from './roles/verdict.ts';

export type RoundName =
  | 'plan'
  | 'design'
  | 'bug'
  | 'simplify'
  | 'review'
  | 'fix'
  | 'replan'
  | 'coverage'
  | 'triage'
  | 'rebase'
  | 'pushes';

export interface Run {
  readonly id: string;
  readonly pipeline: PipelineName;
  readonly startedAt: number;
  readonly title: string;
  readonly source: TicketSource;
  readonly by: Decider;
  /** Who started it, as their git names them. */
  readonly author?: Author | undefined;
  readonly policy: Policy;
  readonly policyHash: string;
  readonly config: string;
  readonly forge: string;
  /** Where it was started. */
  readonly level: Level;
  /** How often agents and checks really worked at which level. */
  readonly worked: Worked;
  readonly repositories: readonly Repository[];
  readonly visit: Visit;
  readonly ticket?: Ticket | undefined;
  readonly branch?: string | undefined;
  readonly checks: readonly CheckSpec[];
  /** What people gave in place of checks that were found. */
  readonly otherChecks?: OtherChecks | undefined;
  readonly coverageSpec?: CoverageSpec | undefined;
  readonly preflight?: readonly string[] | undefined;
  readonly dirty?: 'clean' | 'docs' | 'dirty' | undefined;
  /** What the survey found, for the roles: a blob. */
  readonly survey?: string | undefined;
  readonly analysis?: Stamped<Analysis> | undefined;
  /** Reproductions that were seen red, whatever analysis came after them. */
  readonly proofs: readonly Proof[];
  readonly plan?: Stamped<Plan> | undefined;
  readonly lineage?: Lineage | undefined;
  /** A plan without tasks, for the splitter to cut. */
  readonly draft?: Stamped<{ readonly blob: string }> | undefined;
  /** A plan that was handed in with the ticket. */
  readonly given?: Plan | undefined;
  readonly design?: Stamped<{ readonly blob: string }> | undefined;
  /** Plans that were audited since one was last accepted, in order, and what their audits asked for. */
  readonly audits: readonly Audited[];
  readonly points: readonly Point[];
  /** The plan whose tasks are being worked on, and so what a fix round may inherit the approval of. */
  readonly accepted?: Plan | undefined;
  readonly tasks: readonly TaskState[];
  /** Accepted tasks on their way to the run branch, merged one onto the other and not known to be good yet. */
  readonly queue?: readonly ChainCandidate[] | undefined;
  /** The last evidence for the whole change, and the last verdict on it: what a pull request tells of. */
  readonly evidence: readonly Evidence[];
  /** The tree that evidence is about, also where there was no check to report. */
  readonly evaluated?: string | undefined;
  readonly review?: Review | undefined;
  /** Which of the changed lines tests execute, and what was done about the others. */
  readonly coverage?: Coverage | undefined;
  readonly gates: readonly Gate[];
  readonly questions: readonly Question[];
  /** What roles had looked up on the web, in order. */
  readonly searches: readonly Search[];
  /** What the investigator had run, in order. */
  readonly probes: readonly Probing[];
  readonly docs: Docs;
  readonly failures: Readonly<Record<string, FailureCounts>>;
  /** The last thing that went wrong on a line, in words: it goes into the next attempt's prompt. */
  readonly feedback: Readonly<Record<string, string>>;
  readonly holds: readonly Hold[];
  /** What people told the agents, in order. */
  readonly notes: readonly Note[];
  /** Conversations of this visit that can be gone on with, by whose work they are (`whoOf`). */
  readonly sessions: Readonly<Record<string, Session & { readonly agent: string }>>;
  /** The last ones of earlier visits, by stage and whose work they are. */
  readonly past: Readonly<Record<string, Session & { readonly agent: string }>>;
  /** Which agent of its role does a work now, where another had to take over in this visit (`whoOf`). */
  readonly ranks: Readonly<Record<string, number>>;
  readonly rounds: Readonly<Record<RoundName, number>>;
  /** The simplification pass is under way: nothing but what failed is worked on. */
  readonly simplifying: boolean;
  /** What is on the run branch, in the order in which it came there. */
  readonly steps: readonly ChainStep[];
  /** What was there before the base moved, and has to come again. */
  readonly replay: readonly Merging[];
  /** What the target changed under the accepted plan. */
  readonly drift?: Drift | undefined;
  /** How often a person asked to go on after a block: each gives every loop one more round. */
  readonly extraRounds: number;
  readonly budget: Budget;
  /** The budget of this day is in the way of its launches. */
  readonly day?: DayReached | undefined;
  readonly spend: Spend;
  /** The same by stage and by task. */
  readonly spends: Ledger['spends'];
  /** How long it has been under way. */
  readonly wall: Wall;
  /** The stages of all visits, in order. */
  readonly trail: readonly StageName[];
  readonly inFlight: readonly Effect[];
  /** Commands with an id that were taken, in order. */
  readonly taken: readonly Taken[];
  readonly mergeOrder?: MergeOrder | undefined;
  readonly landingOrder?: { readonly how: 'branch' | 'fast-forward' } | undefined;
  readonly landed?: Landed | undefined;
  readonly discard?: 'ordered' | 'done' | undefined;
  readonly revert?: 'ordered' | undefined;
  readonly paused: boolean;
  readonly blocked?: string | undefined;
  readonly ended?: 'completed' | 'cancelled' | 'failed' | undefined;
}

/** A person's word that this very head is to be merged, and the documents that are in it. */
interface MergeOrder {
  readonly head: string;
  readonly by: Decider;
  readonly documents: Docs['committed'];
}

export interface Repository {
  readonly alias: string;
  readonly repository: string;
  readonly base: { readonly branch: string; readonly commit: string; readonly tree?: string };
  /** The first commit of the run branch, where a person had their own changes be part of it. */
  readonly included?: Included | undefined;
  /** The tip of the run branch; the base, or what is included, until something is integrated. */
  readonly head: { readonly commit: string; readonly tree?: string };
  /** Why the run cannot start in it, as the survey found. */
  readonly problems?: readonly string[];
  /** What the checks said of the base, and of which tree that was. */
  readonly baseline?: Baseline | undefined;
  /** Whether its base was seen checkable before the run began, with the commands it began with. */
  readonly checkable?: boolean;
  /** What live fire came to, as it was last done; journals of before do not say. */
  readonly fired?: readonly Stamped<Fired>[];
  /** Whether the change weakens what it is checked with, as it was last compared. */
  readonly compared?: Stamped<Compared>;
  readonly pushed?: string;
  /** What others did that is to become one with the head. */
  readonly joining?: Joining | undefined;
  readonly pullRequest?: PullRequest;
  readonly landed?: Landed;
  readonly discarded?: true;
  /** The pull request that takes it back. */
  readonly reverted?: Reverted;
}

export interface Baseline {
  readonly tree: string;
  readonly evidence: readonly Evidence[];
  /** What keeps it from being checkable, in words: a blob. */
  readonly told?: string;
  /** Submodules that were empty where its checks ran. */
  readonly unfilled?: UnfilledSubmodules;
}

/** What merging this head would give, and what checks say of that. */
export interface Tried extends Trial {
  readonly head: string;
  /** The how many-eth it is for this head. */
  readonly count: number;
  readonly evidence?: readonly Evidence[];
}

export interface PullRequest {
  readonly number: number;
  readonly seen?: Stamped<Seen>;
  /** What people said on it, in order. */
  readonly heard?: readonly Heard[];
  /** What was last said and what was made of it, in words: a blob. */
  readonly sortedWords?: string;
  readonly trial?: Tried;
  /** The head people were last asked to look at again. */
  readonly asked?: string;
  readonly merged?: string;
  /** Somebody else put commits on its branch. */
  readonly isShared?: true;
  /** It was found merged: by somebody else, or by a merge of ours whose answer was lost. */
  readonly found?: true;
}

/** What the reviewer said of the whole change, and of which head. */
export interface Review extends Verdict {
  readonly head: string;
}

/** A fact that counts in the visit that made it. */
export type Stamped<T> = T & { readonly visit: number };

export interface Visit {
  readonly n: number;
  readonly stage: StageName;
  readonly because: string;
  readonly enteredAt: number;
  readonly carry: readonly NamedBlob[];
  /** How often work ended here, by whose it is (`whoOf`): a pull request is watched for weeks, so no list. */
  readonly ended: Readonly<Record<string, Ends>>;
  readonly verdicts: readonly {
    readonly subject: string;
    readonly verdict: Verdict;
    readonly repository?: string;
  }[];
  /** Verdicts that did not count because nothing in them stood up to a look: blobs. */
  readonly doubted: readonly string[];
  readonly evidence: readonly Evidence[];
  readonly screened: readonly (Omit<Screened, 'rules'> & { readonly head: string })[];
  readonly skipped?: string | undefined;
  /** Lines of courtesies that were given up on. */
  readonly warned: readonly string[];
  /** A line of work on which nothing is left to try. */
  readonly dead?: { readonly line: string; readonly reason: FailureReason } | undefined;
}

export type Ends = Readonly<Record<'done' | 'failed' | 'stopped', number>>;

export interface Note {
  readonly blob: string;
  readonly task?: string;
}

export interface TaskState {
  readonly task: Task;
  readonly at:
    | 'todo'
    /** A person has it, in a workspace of their own. */
    | 'taken'
    /** A person gave it back, and it is being read. */
    | 'given'
    | 'working'
    | 'checking'
    | 'reviewing'
    | 'accepted'
    | 'integrated'
    | 'failed'
    | 'replan'
    | 'dropped';
  readonly grants: readonly string[];
  readonly delivered?: Head & Omit<ChangeSize, 'files'>;
  /** What it delivered was good alone, and did not fit what others did. */
  readonly collided?: true | Collision;
  /** What the last attempt touched and may not: a person decides whether it may. */
  readonly breach?: readonly string[];
  /** Why it could not be done, once nothing is left to try. */
  readonly failed?: FailureReason;
  /** What it left, where those are ordinary files. */
  readonly stray?: Stray;
  /** Files that it was given beyond its plan; they stand among its files too. */
  readonly widened?: readonly Widened[];
  readonly saved?: string;
  /** Where a person who took it works. */
  readonly workspace?: string;
  /** The commit that was handed out to them; what was integrated since is not theirs. */
  readonly handedOut?: string;
  /** The agent whose work was last delivered; undefined where a person's was. */
  readonly author?: string;
  /** The person who took it last; what is delivered without an author is theirs. */
  readonly takenBy?: string;
  readonly evidence: readonly Evidence[];
}

export interface Question {
  readonly line: string;
  readonly blob: string;
  readonly options: number;
  readonly visit: number;
  /** The person's words, the chosen option among them: a blob. */
  readonly answer?: string;
}

export interface Hold {
  readonly line: string;
  readonly waitMs?: number;
  readonly untilMs?: number;
  /** Until the quota of an agent is free again, whether it said when that is or not. */
  readonly quota?: true;
  /** Until a person has mended the login of this agent. */
  readonly login?: string;
}

/** Whose name stands on the commits of a run; undefined: Slipway's own. */
export function authorOf({ author, policy }: Pick<Run, 'author' | 'policy'>): Author | undefined {
  return policy.commits?.author === 'slipway' ? undefined : author;
}

/** What an effect, a task or an event is about, by its alias. Who names none means where the run was started. */
export function repositoryOf(run: Run, { repository: alias }: { readonly repository?: string }): Repository {
  if (alias === undefined) return startedIn(run);
  const found = run.repositories.find((item) => item.alias === alias);
  return must(found, `the repository ${alias} is one of the run's`);
}

/** Where the run was started: what is about the ticket as a whole is asked there. */
export function startedIn({ repositories: [first] }: Run): Repository {
  return must(first, 'a run has at least one repository');
}

export function isIn(run: Run, about: { readonly repository?: string }, { alias }: Repository): boolean {
  return repositoryOf(run, about).alias === alias;
}

/** How an event says which repository it is about: in a run of one it says nothing. */
export function naming({ repositories }: Run, { alias }: Repository): { readonly repository?: string } {
  return repositories.length > 1 ? { repository: alias } : {};
}

/** One word for what every repository has: its own in a run of one, else each with its alias. */
export function eachOf<R extends Pick<Repository, 'alias'>>(
  { repositories }: { readonly repositories: readonly R[] },
  of: (repository: R) => string,
): string {
  return repositories
    .map((item) => (repositories.length > 1 ? `${item.alias}:${of(item)}` : of(item)))
    .join(' ');
}

/** What was evaluated, once every head has a tree. */
export function treesOf({ repositories }: Run): string | undefined {
  const known = repositories.flatMap(({ alias, head: { tree } }) =>
    tree === undefined ? [] : [{ alias, tree }],
  );
  return known.length < repositories.length ? undefined : eachOf({ repositories: known }, ({ tree }) => tree);
}

/** The change as it is now, as gates and orders name it. */
export function headsOf(run: Run): string {
  return eachOf(run, ({ head }) => head.commit);
}

export function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`invariant: ${what}`);
  return value;
}

const noEnds: Ends = { done: 0, failed: 0, stopped: 0 };

/** How often it ended in this visit; who names no repository means where the run was started. */
export function endsOf(run: Run, work: Work): Ends {
  const { kind, subject } = work;
  return endsIn(run, { kind, subject, repository: repositoryOf(run, work).alias });
}

export function endsIn({ visit }: Run, work: Required<Work>): Ends {
  return visit.ended[whoOf(work)] ?? noEnds;
}

export function endedHere(run: Run, work: Work): boolean {
  return endsOf(run, work).done > 0;
}

/** Gates of this visit. They are the last ones, so that a run that was asked a thousand times is looked at as quickly. */
export function gatesHere({ gates, visit }: Run): readonly Gate[] {
  const before = gates.findLastIndex((gate) => gate.visit !== visit.n);
  return before < 0 ? gates : gates.slice(before + 1);
}

export function openGates(run: Run): readonly Gate[] {
  return gatesHere(run).filter((gate) => gate.decision === undefined && gate.superseded !== true);
}

export function taskLine(id: string): `task/${string}` {
  return `task/${id}`;
}

export function isTaskLine(line: string): line is `task/${string}` {
  return line.startsWith('task/');
}

/** Every task of the plan is on the run branch. */
export function areIntegrated({ tasks, replay }: Pick<Run, 'tasks' | 'replay'>): boolean {
  if (replay.length > 0) return false;
  return tasks.length > 0 && tasks.every((state) => state.at === 'integrated' || state.at === 'dropped');
}

const active: ReadonlySet<TaskState['at']> = new Set([
  'taken',
  'given',
  'working',
  'checking',
  'reviewing',
  'accepted',
] as const);

export function isActive(state: TaskState): boolean {
  return active.has(state.at);
}

/** What a launch is counted under: the stage whose visit it belongs to, and its task where it has one. */
export function scopesOf(run: Run, { visit, line }: Pick<Effect, 'visit' | 'line'>): readonly Scope[] {
  const stage = must(run.trail[visit - 1], `visit ${visit} is one of a stage`);
  return [`stage/${stage}`, ...(isTaskLine(line) ? [line] : [])];
}

/** How often the run has been in the stage it is in, this time included. */
export function timesHere({ trail, visit }: Run): number {
  return trail.filter((stage) => stage === visit.stage).length;
}
