// Port: what a role is told and what it may answer. Answers are parsed here, once; everything behind
// this line believes its types. Text from outside goes into a prompt as fenced data with its origin.

import type { Executor, Role } from '../core/modes.ts';
import type { RiskCategory } from '../core/plan.ts';
import type { Conclusion, Severity } from '../core/verdict.ts';

export interface PromptContext {
  readonly role: Role;
  readonly ordinal: number;
  readonly ticket: { readonly id: string; readonly title: string };
  /** Named pieces of text, each with where it comes from. They are data, whatever they say. */
  readonly pieces: readonly PromptPiece[];
  /** Names of the configured checks a plan may use. */
  readonly checks: readonly string[];
  readonly task?: {
    readonly id: string;
    readonly title: string;
    readonly files: readonly string[];
    readonly tests: readonly string[];
  };
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
    readonly dependsOn: readonly string[];
    readonly executor: Executor;
    readonly speciality?: string;
    readonly verification: readonly string[];
    readonly successCriteria: readonly string[];
    readonly covers: readonly string[];
    readonly destructive: boolean;
  }[];
  readonly risks: readonly {
    readonly category: RiskCategory;
    readonly impact: 'LOW' | 'MEDIUM' | 'HIGH';
    readonly resolved: boolean;
    readonly note: string;
  }[];
  readonly openQuestions: readonly string[];
  readonly grants: readonly string[];
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
}

/** What an implementer, tester or documenter says at its end. Its word that something works counts for nothing. */
export interface WorkAnswer {
  readonly type: 'work';
  readonly status: 'done' | 'replan';
  readonly summary: string;
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

export type RoleAnswer =
  | AnalysisAnswer
  | PlanAnswer
  | DesignAnswer
  | VerdictAnswer
  | WorkAnswer
  | QuestionAnswer;

export type ParsedAnswer =
  | { readonly ok: true; readonly answer: RoleAnswer }
  | { readonly ok: false; readonly problems: readonly string[] };

export interface Prompts {
  readonly render: (context: PromptContext) => string;
  /** JSON Schema of what the role must answer with. */
  readonly schema: (role: Role) => unknown;
  /** Finds the JSON in what the agent printed and validates it; prose around it is ignored, prose instead of it is malformed. */
  readonly parse: (role: Role, text: string) => ParsedAnswer;
}
