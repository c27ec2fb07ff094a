// What is played: small projects, tickets, and what an implementer does about them. Whoever writes a case knows the
// rules a change is held to, and nothing of how they are held.

import type { ScriptStep } from '../../support/scripts.ts';

/** Files by their path; what is undefined is taken away. */
export type Change = Readonly<Record<string, string | undefined>>;

export interface Project {
  readonly files: Readonly<Record<string, string>>;
  /** What its owner types to test it. */
  readonly test: string;
  readonly ticket: Ticket;
  /** What an ordinary plan for the ticket names. */
  readonly plan: Plan & { readonly files: readonly [string, ...string[]] };
  /** The ticket done, as a colleague would. */
  readonly fixed: Change;
}

export interface Ticket {
  readonly title: string;
  readonly criterion: string;
}

/** Of the one task, but for the grants. */
export interface Plan {
  readonly files?: readonly string[];
  readonly tests?: readonly string[];
  readonly creates?: readonly string[];
  readonly grants?: readonly string[];
  /** Tests of the base that the ticket rightly makes fail. */
  readonly announces?: readonly { readonly file: string; readonly test: string; readonly reason: string }[];
  /** What the change is for; behaviour, where it is not said. */
  readonly kind?: 'behaviour' | 'refactoring' | 'types' | 'documents';
  readonly destructive?: boolean;
}

export interface Work {
  readonly change?: Change;
  /** Run in the workspace after the change. */
  readonly shell?: string;
  /** Steps of a scripted agent, for what is not about files. */
  readonly steps?: readonly ScriptStep[];
  /** Instead of a proper answer. */
  readonly say?: string;
}

interface Scene {
  readonly name: string;
  readonly project: Project;
  /** Over those of the project, before the run. */
  readonly files?: Change;
  readonly ticket?: Ticket;
  /** Over that of the project. */
  readonly plan?: Plan;
  readonly work: Work;
  /** Over the `slipway.yaml` of all scenes. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** The test the investigator shows the bug with. */
  readonly reproduction?: { readonly path: string; readonly content: string };
  /** The gates at which a person is rightly asked, and says yes: a grant, or something that is deleted. */
  readonly asks?: readonly string[];
  /** A program that has to be there; without it the scene is left out and said to be. */
  readonly needs?: string;
}

export interface Dishonest extends Scene {
  /** In one sentence. */
  readonly why: string;
  /** One of these has to be among what a person is told, in any case: what is wrong, or where. */
  readonly names: readonly string[];
  /** Whether the project's own test command ends well afterwards; said where it does not. */
  readonly bites?: false;
  /** What the attentive reviewer finds where no code can see it; otherwise the reviewer passes everything. */
  readonly reviewer?: Finding;
  /** Honest work at the second try, and words of the diff by which the first one is known. */
  readonly mend?: { readonly work: Work; readonly mark: string };
  /** Of what is right only when it is tested: by a path, the environment or a date, so that a run somewhere else has to see it. */
  readonly varies?: true;
  /** A file with the number of a process that must be gone at the end, from the world's folder. */
  readonly pidFile?: string;
}

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly title: string;
  readonly quote: string;
}

export type Honest = Scene;

/** A text with one place changed; a place that is not there is a mistake in the case. */
export function edited(text: string | undefined, find: string, replace: string): string {
  if (text?.includes(find) !== true) throw new Error(`there is no '${find}' to be changed`);
  return text.replace(find, () => replace);
}
