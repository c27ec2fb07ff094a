// Port: what a role is told and what it may answer. Answers are parsed here, once; everything behind
// this line believes its types. Text from outside goes into a prompt as fenced data with its origin.

import type { Announced, PlanKind } from '../core/evidence/live-fire.ts';
import type { Marks } from '../core/plan/audit-score.ts';
import type { MiragePattern } from '../core/plan/mirages.ts';
import type { RemarkClass, RemarkSeverity } from '../core/remarks/remark.ts';
import type { Executor, Role } from '../core/roles/modes.ts';
import type { Risk, RiskCategory, ValidationPolicy } from '../core/plan/plan.ts';
import type { Conclusion, RiskAnswer, Severity } from '../core/roles/verdict.ts';
import type { Wish } from '../core/chat/wish.ts';

export interface PromptContext {
  readonly role: Role;
  /** A team's own template for the role, in place of ours. */
  readonly template?: string;
  readonly ordinal: number;
  /** How many of the attempts before failed by what was done in them, and not by the world around. */
  readonly failedTries: number;
  /** Asked to write these documents about the repository, and for nothing else. */
  readonly docs?: readonly string[];
  /** Asked to sort these remarks on a pull request, and for nothing else. */
  readonly remarks?: readonly string[];
  /** The role may have something looked up on the web before it answers. */
  readonly search?: true;
  /** The role may have scripts of its own run before it answers, each for so long. */
  readonly probeMs?: number;
  readonly ticket: {
    readonly id: string;
    readonly title: string;
    /** What kind of work it asks for, in words. */
    readonly asksFor?: string;
  };
  /** Named pieces of text, each with where it comes from. They are data, whatever they say. */
  readonly pieces: readonly PromptPiece[];
  /** The configured checks: a plan uses their names, whoever works here runs their commands. */
  readonly checks: readonly ToldCheck[];
  readonly task?: {
    readonly id: string;
    readonly title: string;
    readonly files: readonly string[];
    readonly tests: readonly string[];
  };
}

export interface ToldCheck {
  readonly name: string;
  readonly kind: string;
  readonly command: string;
  /** Of a check that is a part of what its command runs: which. */
  readonly part?: { readonly at: number; readonly of: number; readonly text: string };
}

export interface PromptPiece {
  readonly name: string;
  readonly origin: string;
  readonly text: string;
}

export interface AnalysisAnswer {
  readonly type: 'analysis';
  readonly analysis: string;
  readonly relatedCode: readonly { readonly file: string; readonly line?: number; readonly why: string }[];
  /** What the ticket says of the repository and is not so. */
  readonly denied?: readonly { readonly claim: string; readonly reality: string }[];
  /** For a bug: a test that fails because of it. */
  readonly reproduction?: { readonly path: string; readonly content: string };
}

/** What an unclear ticket most probably asks for, in words that can be planned from. */
export interface RefinedAnswer {
  readonly type: 'refined';
  readonly request: string;
  readonly criteria: readonly string[];
  /** What stays open, and what is taken for granted instead. */
  readonly openPoints: readonly string[];
}

export interface PlanAnswer {
  readonly type: 'plan';
  readonly summary: string;
  readonly confidence: number;
  readonly tasks: readonly {
    readonly id: string;
    readonly title: string;
    readonly description: string;
    readonly files: readonly string[];
    readonly tests: readonly string[];
    /** Those of its files that do not exist yet. */
    readonly creates?: readonly string[];
    readonly changedLines?: number;
    /** What has to be there already for the task to work; code looks whether it is. */
    readonly assumes?: readonly Assumption[];
    readonly dependsOn: readonly string[];
    readonly executor: Executor;
    readonly speciality?: string;
    readonly verification: readonly string[];
    readonly successCriteria: readonly string[];
    readonly covers: readonly string[];
    /** Ids of what the ticket says must or must not be used, as far as it concerns the task. */
    readonly mandates?: readonly string[];
    readonly destructive: boolean;
  }[];
  readonly risks: readonly {
    readonly category: RiskCategory;
    readonly impact: Risk['impact'];
    readonly resolved: boolean;
    readonly note: string;
  }[];
  readonly openQuestions: readonly string[];
  readonly grants: readonly string[];
  /** Tests of the base that the ticket rightly makes fail. */
  readonly announces?: readonly (Announced & { readonly reason: string })[];
  readonly kind?: PlanKind;
  readonly validationPolicy?: ValidationPolicy;
}

export interface Assumption {
  readonly kind: 'file' | 'symbol' | 'script' | 'dependency';
  readonly name: string;
  readonly file?: string;
}

export interface DesignAnswer {
  readonly type: 'design';
  readonly design: string;
}

export interface VerdictAnswer {
  readonly type: 'verdict';
  readonly conclusion: Conclusion;
  readonly confidence: number;
  readonly score?: number;
  readonly summary: string;
  readonly concerns: 'plan' | 'design' | 'change';
  readonly findings: readonly {
    readonly severity: Severity;
    readonly file?: string;
    readonly line?: number;
    readonly quote?: string;
    readonly title: string;
    readonly detail: string;
  }[];
  readonly criteria: readonly { readonly id: string; readonly met: boolean; readonly evidence: string }[];
  /** Of a reviewer: what the ticket says must or must not be used, one by one. */
  readonly mandates?: readonly {
    readonly id: string;
    readonly followed: boolean;
    readonly evidence: string;
  }[];
  /** Of a reviewer: planned test files that were not delivered, and where what they would have shown is shown instead. */
  readonly undelivered?: readonly { readonly path: string; readonly coveredBy: string }[];
  /** Of an auditor, from 0 to 5. */
  readonly marks?: Marks;
  /** Of an auditor: every HIGH risk of the plan, and what is to be said of it. */
  readonly risks?: readonly (RiskAnswer & { readonly note: string })[];
  /** Of an assumption-verifier. */
  readonly mirages?: readonly Mirage[];
  /** Of an executability-verifier: the first tasks, point by point. */
  readonly walk?: readonly {
    readonly task: string;
    readonly points: readonly {
      readonly point: WalkPoint;
      readonly state: WalkState;
      readonly note: string;
    }[];
  }[];
  /** Of any audit: what became of the points of earlier rounds. */
  readonly earlier?: readonly { readonly id: string; readonly settled: boolean; readonly note: string }[];
}

export interface Mirage {
  readonly pattern: MiragePattern;
  readonly severity: 'BLOCKING' | 'IMPORTANT' | 'MINOR';
  /** What the plan says or leaves out, and what is really there. */
  readonly claim: string;
  readonly reality: string;
  readonly task?: string;
  readonly file?: string;
  readonly line?: number;
  /** The exact name of what is said not to exist, so that code can look. */
  readonly name?: string;
}

export const walkPoints = [
  'open_files',
  'find_place',
  'know_change',
  'write_test',
  'run_checks',
  'inputs_ready',
  'know_when_done',
] as const;
export type WalkPoint = (typeof walkPoints)[number];

export const walkStates = ['CLEAR', 'AMBIGUOUS', 'BLOCKED'] as const;
export type WalkState = (typeof walkStates)[number];

/** What an implementer, tester or documenter says at its end. Its word that something works counts for nothing. */
export interface WorkAnswer {
  readonly type: 'work';
  readonly status: 'done' | 'replan';
  readonly summary: string;
  /** With replan: files that have to change and are not the task's. */
  readonly needs?: readonly string[];
}

export interface QuestionAnswer {
  readonly type: 'needs_input';
  readonly question: string;
  readonly options: readonly {
    readonly title: string;
    readonly pros: string;
    readonly cons: string;
    readonly files: readonly string[];
    readonly impact: string;
  }[];
  readonly recommendation: number;
}

/** Documents about the repository, whole. */
export interface DocsAnswer {
  readonly type: 'docs';
  readonly documents: readonly { readonly path: string; readonly text: string }[];
}

/** What each of the remarks on a pull request is. */
export interface SortedAnswer {
  readonly type: 'sorted';
  readonly remarks: readonly {
    readonly id: string;
    readonly class: RemarkClass;
    readonly severity: RemarkSeverity;
    readonly outside: boolean;
    readonly opposes?: string;
    readonly why: string;
    readonly reply?: string;
  }[];
}

/** What a person in a conversation wishes for, as the dispatcher reads it. */
export interface WishAnswer {
  readonly type: 'wish';
  readonly wish: Wish | 'where' | 'unclear';
  readonly why: string;
}

/** What to look up on the web; the role is asked again with what was found. */
export interface SearchAnswer {
  readonly type: 'search';
  readonly searches: readonly string[];
}

/** Small scripts to run; the role is asked again with what they printed. */
export interface ProbesAnswer {
  readonly type: 'probes';
  readonly probes: readonly {
    readonly name: string;
    /** A new file, from the root of the repository. */
    readonly path: string;
    readonly content: string;
    /** What runs it there. */
    readonly command: string;
    /** What its output is to tell. */
    readonly shows: string;
  }[];
}

/** What a role may answer with instead, this time. */
export interface Offered {
  readonly search?: true;
  readonly probe?: true;
}

export type RoleAnswer =
  | RefinedAnswer
  | AnalysisAnswer
  | PlanAnswer
  | DesignAnswer
  | VerdictAnswer
  | WorkAnswer
  | QuestionAnswer
  | SearchAnswer
  | ProbesAnswer
  | DocsAnswer
  | SortedAnswer
  | WishAnswer;

export type ParsedAnswer =
  | { readonly ok: true; readonly answer: RoleAnswer }
  | { readonly ok: false; readonly problems: readonly string[] };

/** What somebody is asked as: a role, the documenter for documents about the repository, or the dispatcher for remarks. */
export type AskedAs = Role | 'documents' | 'remarks';

export function askedAs({
  role,
  docs,
  remarks,
}: Pick<PromptContext, 'role' | 'docs' | 'remarks'>): AskedAs {
  if (remarks !== undefined) return 'remarks';
  return docs === undefined ? role : 'documents';
}

export interface Prompts {
  readonly render: (context: PromptContext) => string;
  /** JSON Schema of what the role must answer with. */
  readonly schema: (asked: AskedAs, offered?: Offered) => unknown;
  /** Finds the JSON in what the agent printed and validates it; prose around it is ignored, prose instead of it is malformed. */
  readonly parse: (asked: AskedAs, text: string, offered?: Offered) => ParsedAnswer;
}
