// What the core asks of the world. An effect is data under a stable key; how it is probed and done
// belongs to `src/effects/`. Keys carry the visit, so that round two never sees round one's answers,
// and a number, so that a retry is another effect.
//
// Key: <repository>/<visit>/<kind>/<subject>/<n>

import type { Sorted } from './remarks/remark.ts';
import type { MovedBase, ReplyInput, Seen, Trial } from './remarks/seen.ts';
import type { Undelivered } from './tasks/undelivered.ts';
import type { Charge } from './budget/budget.ts';
import type { Refreshed } from './repository/docs.ts';
import type { CoverageSpec, MeasureInput, MeasureResult } from './evidence/coverage.ts';
import type { Evidence, CheckSpec } from './evidence/evidence.ts';
import type { FireInput, Fired } from './evidence/live-fire.ts';
import type { FailureReason } from './failures/failure.ts';
import type { Probed, ProbesGiven, ProbesInput, Searched, SearchInput } from './roles/asked-first.ts';
import type { Level, Mode, Role } from './roles/modes.ts';
import type { Plan, Tier } from './plan/plan.ts';
import type { Proof } from './evidence/bug-proof.ts';
import type { Chained, Collision, IntegrateInput, RevertInput, Reverted } from './onto-branch.ts';
import type { SavedWork } from './tasks/saved-work.ts';
import type { Refined, Ticket, TicketSource } from './ticket/ticket.ts';
import type { DocTrust, SurveyFacts, UnfilledSubmodules } from './repository/survey.ts';
import type { CompareInput, Compared, Weakened } from './evidence/tamper.ts';
import type { Verdict } from './roles/verdict.ts';
import type { Screened } from './evidence/screened.ts';
import type { Strayed } from './stages/widening.ts';

/** Every kind, with what it is given and what it brings back. */
export interface Kinds {
  reserve: { input: { readonly usd: number; readonly launches: number }; result: Nothing };
  'fetch-ticket': {
    input: { readonly source: TicketSource };
    result: { readonly ticket: Ticket; readonly branch: string };
  };
  survey: { input: { readonly commit: string }; result: Survey };
  ask: { input: AskInput; result: AskResult };
  /** Looks on the web for what a role asked for. Never fails: what did not work is in the words. */
  search: { input: SearchInput; result: Searched };
  /** Runs scripts that a role gave, on a checkout that is thrown away. What they do is no failure: it is in the words. */
  'run-probes': { input: ProbesInput; result: Probed };
  attempt: { input: AttemptInput; result: AttemptResult };
  check: {
    input: CheckInput;
    result: {
      readonly evidence: readonly Evidence[];
      /** Of a base that cannot be checked: what is in the way, for a person, a blob. */
      readonly told?: string;
      /** Of a base: submodules that were empty folders where its checks ran. */
      readonly unfilled?: UnfilledSubmodules;
      /** Of a reproduction that no runner picked up: that, and what would be, in words, a blob. */
      readonly unrun?: string;
    };
  };
  /** Runs the tests once more, and looks which of the changed lines they execute. */
  measure: { input: MeasureInput; result: MeasureResult };
  /** Runs tests where they should fail, and looks whether they do. */
  fire: { input: FireInput; result: Fired };
  /** Looks whether a change weakens what it is checked with. */
  compare: { input: CompareInput; result: Compared };
  /** A person takes a task: its files as they are now, in a workspace of their own. */
  'hand-out': { input: HandInput; result: { readonly workspace: string } };
  /** A person gives it back: read, fenced and committed like any attempt. */
  'hand-in': { input: HandInput & { readonly workspace: string }; result: HandedIn };
  integrate: { input: IntegrateInput; result: Chained };
  /** Puts refreshed documents onto the run branch, in a commit of their own. */
  'commit-docs': { input: CommitDocsInput; result: CommittedDocs };
  screen: {
    input: { readonly from: string; readonly to: string };
    result: Screened;
  };
  push: { input: { readonly branch: string; readonly commit: string }; result: Nothing };
  'open-pull-request': {
    input: { readonly branch: string; readonly head: string; readonly target: string };
    result: { readonly number: number };
  };
  'update-pull-request': { input: { readonly number: number; readonly head: string }; result: Nothing };
  'publish-checks': { input: { readonly number: number; readonly head: string }; result: Nothing };
  label: { input: { readonly number: number; readonly labels: readonly string[] }; result: Nothing };
  'comment-ticket': { input: { readonly ticket: string; readonly marker: string }; result: Nothing };
  'transition-ticket': { input: { readonly ticket: string; readonly to: TicketStatus }; result: Nothing };
  inspect: { input: { readonly number: number }; result: Seen };
  /** Answers what somebody said on a pull request. */
  reply: { input: ReplyInput; result: Nothing };
  'request-review': {
    input: { readonly number: number; readonly head: string; readonly people: readonly string[] };
    result: Nothing;
  };
  merge: {
    input: MergeInput;
    /**
     * `moved`: the target is somewhere else by now, so nothing was merged. `trial`: the same, but about other files than the change:
     * what both give is there to be checked.
     */
    result:
      | { readonly commit: string }
      | { readonly moved: MovedBase }
      | { readonly trial: Trial }
      | { readonly isQueued: true };
  };
  land: { input: LandInput; result: Landed };
  /** Takes back what a cancelled run has published: its pull request and its branch. */
  discard: { input: { readonly branch: string; readonly number?: number }; result: Nothing };
  /** A pull request that takes back what was merged, by its inverse on the target as it is now. */
  revert: { input: RevertInput; result: Reverted };
  'wait-until': { input: { readonly waitMs?: number; readonly untilMs?: number }; result: Nothing };
  'write-artifacts': { input: Nothing; result: Nothing };
}

export type Kind = keyof Kinds;
export type Nothing = Readonly<Record<string, never>>;
export type TicketStatus = 'in-progress' | 'in-review' | 'done';

export interface Head {
  readonly commit: string;
  readonly tree: string;
}

export interface Survey {
  readonly tree: string;
  readonly checks: readonly CheckSpec[];
  /** How coverage is measured, where that is configured or found. */
  readonly coverage?: CoverageSpec;
  /** What of the user's checkout is not committed: nothing, documents only, or more. */
  readonly dirty: 'clean' | 'docs' | 'dirty';
  /** Why the run cannot start, in words. Empty means pre-flight passed. */
  readonly problems: readonly string[];
  /** What a later stage may need and does not have now. */
  readonly warnings?: readonly string[];
  readonly facts?: SurveyFacts;
  readonly docs?: readonly DocTrust[];
  /** Likely files and everything above, for the roles: a blob. */
  readonly words?: string;
}

/** A question to a role. Its words are rendered from the blobs named here, never from the journal itself. */
export interface AskInput {
  readonly role: Role;
  readonly mode: Mode;
  /** 1, and one more for every attempt before that failed; an attempt cut short does not count. */
  readonly ordinal: number;
  readonly commit: string;
  readonly inputs: readonly NamedBlob[];
  readonly diff?: { readonly from: string; readonly to: string };
  readonly task?: string;
  readonly cast?: Cast;
  /** It may answer with a search first. */
  readonly search?: true;
  /** The same with probes. */
  readonly probe?: true;
  /** Asked to write these documents anew, and for nothing else. */
  readonly docs?: readonly string[];
  /** Asked to sort these remarks, and for nothing else. */
  readonly remarks?: readonly string[];
}

/** Who is asked, as far as the core says: everything else is configuration. */
export interface Cast {
  /** 0: the first agent of the role; 1: the one that takes over from it; and so on. */
  readonly rank: number;
  /** Agents that wrote what is to be judged: somebody else should, where there is somebody else. */
  readonly avoid: readonly string[];
  /** The size of the change, where it is known: another model may be worth its price. */
  readonly tier?: Tier;
  /** Of the task that is worked on: another agent may be better at it. */
  readonly speciality?: string;
  /** The conversation to go on with, and whose it is. */
  readonly session?: Earlier & { readonly agent: string };
}

export interface NamedBlob {
  readonly name: string;
  readonly blob: string;
}

export type AskResult = (
  | { readonly answer: 'analysis'; readonly analysis: Analysis }
  /** `changes`: what is other than in the plan before, in words. */
  | { readonly answer: 'plan'; readonly plan: Plan; readonly changes?: string }
  /** A plan that holds but for its tasks, of which there are none, and what is wrong with it in words. */
  | { readonly answer: 'draft'; readonly draft: string; readonly problems: string }
  | { readonly answer: 'design'; readonly blob: string }
  | { readonly answer: 'verdict'; readonly verdict: Verdict }
  | { readonly answer: 'refined'; readonly refined: Refined }
  | { readonly answer: 'question'; readonly blob: string; readonly options: number }
  | ({ readonly answer: 'search' } & SearchInput)
  | ({ readonly answer: 'probes' } & ProbesGiven)
  | { readonly answer: 'docs'; readonly documents: readonly Refreshed[] }
  /** `words`: the remarks with what was made of them, for a person. */
  | { readonly answer: 'sorted'; readonly sorted: readonly Sorted[]; readonly words: string }
) &
  Provenance;

/** Who answered, and the transcript of it. */
export interface Provenance {
  readonly agent: string;
  readonly transcript: string;
  /** The program's own version. */
  readonly version?: string;
  /** The conversation, for the next attempt on this line to go on with. */
  readonly session?: Session;
  /** Ids of what of the memory it was told. */
  readonly facts?: readonly string[];
  /** What it tried and was not allowed to do; how often, the words are in the transcript. */
  readonly denials?: number;
}

/** An agent's own conversation. `tokens` is what it had used by its end, because some programs only count so. */
export interface Session {
  readonly id: string;
  readonly tokens?: number;
}

/** A conversation to go on with; with `fork`, a copy of it, so that it stays what it was. */
export interface Earlier extends Session {
  readonly fork?: true;
}

export interface Analysis {
  readonly blob: string;
  readonly chars: number;
  readonly related: readonly { readonly file: string; readonly line?: number }[];
  /** Citations that do not exist at the commit that was analysed. */
  readonly missing: readonly string[];
  /** Whether a test that shows the bug was seen failing by Slipway itself. */
  readonly reproduced: boolean;
  /** The test that should show it, and the base with just that file added. */
  readonly reproduction?: Head & { readonly path: string; readonly blob: string; readonly parent?: string };
  /** What the checks said of the base with it. */
  readonly tried?: readonly Evidence[];
  /** Why it was not run there, a blob, and the visit that was found in. And why the one before it was not, as its author knows. */
  readonly unrun?: string;
  readonly unrunIn?: number;
  readonly unrunBefore?: string;
  /** Where this one is of a later round: the one of the ticket itself, a blob. */
  readonly first?: string;
}

export interface AttemptInput {
  readonly task: string;
  readonly ordinal: number;
  readonly parent: string;
  readonly fence: readonly string[];
  readonly grants: readonly string[];
  /** Files nobody but Slipway writes. */
  readonly kept?: readonly string[];
  readonly inputs: readonly NamedBlob[];
  /** Work that an attempt cut short left behind: a commit nobody but the next attempt sees. */
  readonly saved?: string;
  readonly cast?: Cast;
  readonly collision?: Collision;
}

export interface CommitDocsInput {
  readonly onto: string;
  readonly documents: readonly {
    readonly path: string;
    readonly blob: string;
    /** The base it was written about, where another one has taken its place: whoever changed it meanwhile is right. */
    readonly since?: string;
  }[];
}

export type CommittedDocs = Head & {
  /** Those that somebody else changed meanwhile. */
  readonly left?: readonly string[];
};

export interface HandInput {
  readonly task: string;
  readonly parent: string;
  readonly fence: readonly string[];
  readonly grants: readonly string[];
  readonly kept?: readonly string[];
  readonly saved?: string;
}

export type HandedIn = Head & ChangeSize;

/** How a change compares with what it was made on, as our own git saw it. */
export interface ChangeSize {
  readonly parent: string;
  readonly files: number;
  /** Which files those are, as far as they are kept; journals of before do not say. */
  readonly touched?: readonly string[];
  readonly undelivered?: Undelivered;
}

export type AttemptResult =
  | ({
      readonly answer: 'delivered';
      /** Where it weakens what it is checked with. */
      readonly weakened?: Weakened;
    } & HandedIn &
      Provenance)
  | ({ readonly answer: 'question'; readonly blob: string; readonly options: number } & Provenance);

export interface CheckInput {
  readonly commit: string;
  readonly tree: string;
  readonly checks: readonly CheckSpec[];
  /** What they said of the base, or of what may still fail: failures known there are not charged to the change. */
  readonly against?: readonly Evidence[];
  /** The one file that the tree has more than the base, whose tests are meant to fail. */
  readonly adds?: string;
  /** Tests that showed the bug: asked for where the whole change is evaluated. */
  readonly proofs?: readonly Proof[];
}

export interface MergeInput {
  readonly number: number;
  readonly head: string;
  /** Where the target was when what the merge gives was checked, where that is not the base of the run. */
  readonly onto?: string;
  /** The target may move further on, as long as that is about other files. */
  readonly isLast?: true;
}

export interface LandInput {
  readonly how: 'branch' | 'fast-forward';
  readonly branch: string;
  readonly target: string;
  readonly commit: string;
}

export interface Landed {
  readonly branch: string;
  readonly commit: string;
}

interface EffectOf<K extends Kind> {
  readonly key: string;
  readonly kind: K;
  readonly repository: string;
  readonly visit: number;
  readonly subject: string;
  readonly n: number;
  /** What this effect is a step of; failures and waits are counted by line. */
  readonly line: string;
  readonly input: Kinds[K]['input'];
}

export type Effect<K extends Kind = Kind> = { [P in K]: EffectOf<P> }[K];

/** An effect before it has a key. */
interface WantOf<K extends Kind> {
  readonly kind: K;
  /** The alias of the repository it is about; what is about the ticket as a whole names none. */
  readonly repository?: string;
  readonly subject: string;
  readonly line: string;
  readonly input: Kinds[K]['input'];
}

export type Want<K extends Kind = Kind> = { [P in K]: WantOf<P> }[K];

/** What is known of every end; the level is how strongly its processes were contained, where any was started. */
interface Ended {
  readonly charge?: Charge;
  readonly level?: Level;
}

interface DoneOf<K extends Kind> extends Ended {
  readonly type: 'done';
  readonly kind: K;
  readonly result: Kinds[K]['result'];
}

export interface Failed extends Ended {
  readonly type: 'failed';
  readonly reason: FailureReason;
  /** Words for the next attempt and for people: a blob. */
  readonly detail?: string;
  readonly paths?: readonly string[];
  readonly rules?: readonly string[];
  readonly resetsAt?: number;
  /** Where an agent was at work before it went wrong. */
  readonly provenance?: Provenance;
  /** Of an attempt that needs files its task has not: what it left. `paths` are those files. */
  readonly strayed?: Strayed;
}

/** Ended because we stopped it: by a signal, a pause, a cancel, or a crash that recovery cleaned up after. */
export interface Stopped extends Ended {
  readonly type: 'stopped';
  readonly saved?: string;
  /** More about what was saved; outcomes of before do not say. */
  readonly work?: Omit<SavedWork, 'commit'>;
  readonly provenance?: Provenance;
}

export type Outcome<K extends Kind = Kind> = { [P in K]: DoneOf<P> }[K] | Failed | Stopped;

const launchKinds: ReadonlySet<Kind> = new Set<Kind>(['ask', 'attempt']);

/** Whether an effect starts an agent, and so costs something. */
export function isLaunch(kind: Kind): boolean {
  return launchKinds.has(kind);
}

export interface Work {
  readonly kind: Kind;
  readonly subject: string;
  readonly repository?: string;
}

/** The alias of the repository that a run is started in. */
export const startedAlias = 'main';

/** Whose work an effect is: the same for every try at it within a visit. */
export function whoOf({ kind, subject, repository = startedAlias }: Work): string {
  const who = `${kind}/${subject}`;
  return repository === startedAlias ? who : `${repository}/${who}`;
}

const courtesies: ReadonlySet<Kind> = new Set<Kind>([
  'search',
  'run-probes',
  'commit-docs',
  'measure',
  'update-pull-request',
  'publish-checks',
  'label',
  'comment-ticket',
  'transition-ticket',
  'reply',
  'request-review',
  'discard',
  'revert',
  'write-artifacts',
]);

/** Effects whose failure is a warning: the run goes on without them. */
export function isCourtesy(kind: Kind): boolean {
  return courtesies.has(kind);
}

export function keyOf(effect: Required<Work> & { readonly visit: number; readonly n: number }): string {
  return `${effect.repository}/${effect.visit}/${effect.kind}/${effect.subject}/${effect.n}`;
}
