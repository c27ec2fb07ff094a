// Policy is the set of numbers and switches a run lives by. It is taken once, at the start, and
// journaled whole: later edits of a configuration file do not reach a running run.
// This file owns the shape; keys, defaults and meanings are the rows of `policy-keys.ts`, and reading a file belongs to
// `config/`.

import type { Autonomy, Origin } from './autonomy.ts';
import { policyRows } from './policy-keys.ts';
import { filled } from './policy-values.ts';
import type { Authors } from './ticket/authors.ts';
import type { FailureClass } from './failures/failure.ts';
import type { Mode, Role } from './roles/modes.ts';
import type { Tier } from './plan/plan.ts';
import type { StageName } from './pipeline/stage.ts';

export interface Policy {
  /** `quick` plans straight from the ticket and audits nothing small: three launches where all goes well. */
  readonly profile: 'default' | 'quick' | 'strict' | 'small-local';
  readonly gates: {
    readonly plan: boolean;
    readonly wave: boolean;
    readonly delivery: boolean;
    readonly merge: boolean;
    readonly destructive: boolean;
    /** Runs of older versions do not say. */
    readonly redacted?: boolean;
  };
  /** How much a run does by itself, by what started it; runs of older versions do not say. */
  readonly autonomy?: Readonly<Record<Origin, Autonomy>>;
  /** Whether a change that may be merged is, without an order; runs of older versions do not say. */
  readonly autoMerge?: boolean;
  /** What is taken from whoever comes through MCP; runs of older versions do not say. */
  readonly mcp?: { readonly decidesOwn: boolean };
  readonly onBlocked: 'halt' | 'simplify';
  readonly slots: number;
  readonly rounds: {
    readonly plan: Readonly<Record<Tier, number>>;
    readonly design: number;
    readonly bug: number;
    readonly review: number;
    readonly fix: number;
    readonly replan: number;
    readonly triage: number;
    readonly rebase: number;
    /** Journals of before do not say. */
    readonly pushes?: number;
  };
  readonly retries: Readonly<Record<FailureClass, number>>;
  readonly retriesPerTask: number;
  readonly sameClassMax: number;
  /** How many agents can take over a role from the first, where it cannot go on. */
  readonly alternatives: Readonly<Partial<Record<Role, number>>>;
  /** At a quota: wait until it comes back, or hand the work to the next agent where there is one. */
  readonly onQuota: 'wait' | 'fail-over';
  readonly waitMs: number;
  readonly pollMs: number;
  readonly quotaWaitMs: number;
  /** How long a gate can be answered; 0 means for ever. */
  readonly gateMs: number;
  /** How long a check that passed stands for the same tree in later runs; 0 means never. */
  readonly reuseMs?: number;
  /** Checks of one tree at the same time, where each can have a checkout of its own; 1 means one after the other. */
  readonly checksAtOnce?: number;
  readonly budget: Budget;
  readonly plan: {
    readonly tasksMax: number;
    readonly filesPerTaskMax: number;
    readonly linesPerTaskMax: number;
    readonly auditConfidence: number;
    readonly auditTasks: number;
    /** Percent an auditor's marks have to reach, and how many MAJOR findings a pass may hold. */
    readonly scoreMin: number;
    readonly majorsMax: number;
    /** A verdict that is less sure of itself abstains, whatever it says; the walk has its own limit. */
    readonly confidenceMin: number;
    readonly walkConfidenceMin: number;
    /** From this audit on, a plan that gained less than `gainMin` percent of its score over two rounds stagnates. */
    readonly stagnationRound: number;
    readonly gainMin: number;
    /** Words in a path that make touching it risky. */
    readonly riskyWords: readonly string[];
  };
  readonly analysisCharsMin: number;
  /** Who may start a run with a ticket that names its author. */
  readonly authors: Authors;
  /** Whether an ambiguous ticket is put before the interpreter; runs of older versions do not say. */
  readonly interpret?: 'auto' | 'off';
  /** Who answers what a small plan leaves open; a person, where it is not said. */
  readonly questions?: 'person' | 'recommended';
  /** How often a test check is run once more on the same tree; runs of older versions do not say. */
  readonly reruns?: Reruns;
  /** What is done about changed lines that no test executes; runs of older versions do not say. */
  readonly coverage?: CoveragePolicy;
  /** Whose the commits are; runs of older versions do not say. */
  readonly commits?: CommitsPolicy;
  /** Whether checks are shown to be able to fail; runs of older versions do not say. */
  readonly liveFire?: LiveFirePolicy;
  readonly reproduction: 'off' | 'prefer' | 'require';
  /** Whether the investigator may have scripts of its own run; runs of older versions do not say. */
  readonly probes?: 'off' | 'contained' | 'ask';
  /** Whether agents and checks may attach to other processes of their box; runs of older versions do not say. */
  readonly tracing?: boolean;
  /** Where roles may have something looked up on the web; nowhere, where it is not said. */
  readonly search?: { readonly searxng: string };
  /** Whether the documents about the repository are kept right; they are not, where it is not said. */
  readonly docs?: DocsPolicy;
  readonly protectedPaths: readonly string[];
  /** What becomes of work that touches an ordinary file outside its task; runs of older versions do not say. */
  readonly scope?: { readonly widen: Widen };
  readonly limits: Limits;
}

/** planned-folders: without asking where the plan has files beside it; whatever that does not reach is asked. */
export type Widen = 'ask' | 'planned-folders' | 'never';

export interface LiveFirePolicy {
  readonly enabled: boolean;
  /** What becomes of new tests that prove nothing. */
  readonly unproven: 'ask' | 'tell';
  /** What becomes of a check in which nobody could see a test fail, where tests were changed. */
  readonly noCanary: 'ask' | 'tell';
}

export interface CommitsPolicy {
  /** person: who started the run, where their git says who they are. */
  readonly author: 'person' | 'slipway';
  /** A line `Signed-off-by` with that person's name. */
  readonly signOff: boolean;
}

export interface DocsPolicy {
  /** stale: what is missing or cannot be believed is written anew. */
  readonly refresh: 'off' | 'stale';
  /** commit: it goes into the pull request, in a commit of its own. */
  readonly deliver: 'off' | 'commit';
}

/** Limits of one thing; what is left out is not limited. */
export interface Caps {
  readonly usd?: number;
  readonly launches?: number;
  readonly agentMs?: number;
  readonly tokens?: number;
}

export interface Reruns {
  /** After new failures, to find the flaky ones. */
  readonly failed: number;
  readonly timeout: number;
}

export interface CoveragePolicy {
  readonly enabled: boolean;
  /** Percent of the changed lines. */
  readonly target: number;
  readonly rounds: number;
  /** Points a round has to gain, or it was the last. */
  readonly gain: number;
  /** Whether a change below the target needs a person's waiver. */
  readonly require: boolean;
  /** Whether the base is measured too; runs of older versions do not say. */
  readonly before?: boolean;
}

export interface Budget extends Caps {
  readonly usd: number;
  readonly launches: number;
  readonly agentMs: number;
  /** How long the run may be under way; not limited where it is not said. */
  readonly wallMs?: number;
  /** Of every stage that is named, over all its visits, and of every task. */
  readonly stages?: Readonly<Partial<Record<StageName, Caps>>>;
  readonly task?: Caps;
  /** Of a day, over all runs of a home. */
  readonly day?: Caps;
  /** What a person raised for one stage or task alone, by the name of the cap. */
  readonly raised?: Readonly<Record<string, number>>;
  /** What one launch is assumed to cost until its real cost is known. */
  readonly reserveUsd: number;
}

export interface Limits {
  readonly attemptMs: number;
  readonly silenceMs: number;
  /** Between two savings of unfinished work; runs of older versions do not say. */
  readonly saveMs?: number;
  readonly graceMs: number;
  readonly outputBytesMax: number;
  readonly checkMs: number;
  /** Of one probe; runs of older versions have none. */
  readonly probeMs?: number;
  readonly turns: Readonly<Record<Mode, number>>;
}

export const defaultPolicy: Policy = filled<Policy>(policyRows, () => undefined);

/** How long a check that passed stands for the same tree in later runs. */
export function reuseMsOf(policy: Policy): number {
  return policy.reuseMs ?? policyRows.reuseMs.older;
}

/** Runs of older versions, and whoever says nothing, run them one after the other. */
export function checksAtOnceOf(policy: Policy): number {
  return policy.checksAtOnce ?? policyRows.checksAtOnce.older;
}

/** Whether a person is asked before words leave that something was taken out of. */
export function redactedGateOf({ gates }: Policy): boolean {
  return gates.redacted ?? policyRows.gates.redacted.older;
}

export function probesOf({ probes }: Policy): NonNullable<Policy['probes']> {
  return probes ?? policyRows.probes.older;
}

/** Whether a program in a box may attach to others there. */
export function tracingOf({ tracing }: Policy): boolean {
  return tracing ?? policyRows.tracing.older;
}

export function probeMsOf({ limits }: Policy): number {
  return limits.probeMs ?? policyRows.limits.probeMs.older;
}

export function saveMsOf({ limits }: Policy): number {
  return limits.saveMs ?? policyRows.limits.saveMs.older;
}

export function liveFireOf(policy: Policy): LiveFirePolicy {
  const { enabled, unproven, noCanary } = policyRows.liveFire;
  return policy.liveFire ?? { enabled: enabled.older, unproven: unproven.older, noCanary: noCanary.older };
}

export function rerunsOf(policy: Policy): Reruns {
  return (
    policy.reruns ?? { failed: policyRows.reruns.failed.older, timeout: policyRows.reruns.timeout.older }
  );
}
