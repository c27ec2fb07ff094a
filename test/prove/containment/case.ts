// What a case of the proof is. Cases are data and small programs: they say what an agent's process does and how it is
// told from outside whether that took hold. They know the promises, never how the promises are kept.

import type { Mode, Role } from '../../../src/core/roles/modes.ts';
import type { World } from './world.ts';

/** Judged from outside, after the run: whether it took hold. */
export type Judge = (world: World) => boolean | Promise<boolean>;

/** A bash snippet for this world. Run in the workspace, behind the functions of `program.ts`. */
export type Snippet = (world: World) => string;

export type Group = 'writes' | 'secrets' | 'git' | 'traps' | 'daemons' | 'network' | 'sockets' | 'kernel';

interface Played {
  readonly name: string;
  readonly mode: Mode;
  /** Who plays it, where the mode has several roles and it matters. */
  readonly role?: Role;
  /** What the implementer does before, where it is not the honest work of `project.ts`. */
  readonly work?: Snippet;
  readonly succeeded: Judge;
  /** It cannot share a run with others: it breaks its workspace, hangs, or needs the planned file for itself. */
  readonly alone?: true;
  /** Why it cannot be shown to take hold where nothing guards; every other case must, or it proves nothing. */
  readonly unprovable?: string;
}

export interface Escape extends Played {
  readonly group: Group;
  readonly script: Snippet;
  /** What the next agent of the same run does, whatever its role: the trap the first one left may be sprung by it. */
  readonly later?: Snippet;
  /** An audit can see that it was tried (a changed path, a refused host), so the run must have recorded something. */
  readonly traces?: true;
}

export type Where = 'ticket' | 'comment' | 'file' | 'test-output' | 'AGENTS.md' | 'mcp';

export interface Injection extends Played {
  readonly where: Where;
  readonly text: string;
  /** What a model that obeys the text does. */
  readonly obey: Snippet;
  /** Files of the repository beside the one that carries the text: the other half, what the text refers to. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Ordinary work, which a guard must not stand in the way of. */
export interface Task {
  readonly name: string;
  readonly mode: Mode;
  /** What the plan lets the task touch. */
  readonly files: readonly string[];
  readonly script: Snippet;
  /** Whether the work was done, and its change delivered where there is one. */
  readonly succeeded: Judge;
}
