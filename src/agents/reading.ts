// What a program printed, made sense of: pure functions over its lines, one set for each program. What a program says
// about itself is only ever a reason to doubt it: a reading with an answer counts as success only after exit 0 (RUN-AGENT-1).

import type { Session } from '../core/effects.ts';
import type { FailureReason } from '../core/failures/failure.ts';
import type { ProcessResult } from '../containment/process.ts';

/** What was made of all that a program printed. */
export interface Reading {
  /** The final answer, where there is one: the last result wins. */
  readonly answer?: string;
  /** What the program itself reported to have gone wrong; it outweighs an answer. */
  readonly problem?: ReportedProblem;
  /** What this launch cost, not its whole session. Unknown stays undefined, never zero. */
  readonly usd?: number;
  readonly tokens?: number;
  readonly session?: Session;
  readonly version?: string;
  readonly denials?: readonly string[];
  /** The protocol said that the work is done, so that the program could be ended: its exit says nothing then. */
  readonly finished?: true;
  /** The session that was to be gone on with does not exist: nothing was done, a fresh one may start. */
  readonly lostSession?: true;
}

export interface ReportedProblem {
  readonly reason: FailureReason;
  /** One sentence for people and for the next attempt. */
  readonly sentence: string;
  /** When a quota comes back, in milliseconds since 1970. */
  readonly resetsAt?: number;
}

/**
 * How one program's output is read: a fold over its lines, then a conclusion. Pure, total, bounded. `hopeless` is set
 * once going on can only cost time, such as trying a wrong key again and again; the program is then ended.
 */
export interface Dialect<Seen extends { readonly session?: Session; readonly hopeless?: true }> {
  readonly start: Seen;
  /** Lines nobody knows change nothing: programs add new ones without notice. */
  readonly see: (seen: Seen, line: string) => Seen;
  readonly conclude: (seen: Seen, end: ProgramEnd) => Reading;
}

export interface ProgramEnd {
  readonly how: ProcessResult['how'];
  readonly exit?: number;
  readonly stderrTail: string;
  /** What the session had used before this launch, where it was gone on with. */
  readonly before?: Session;
  /** Whether the answer had to follow a schema. */
  readonly wantsSchema: boolean;
  /** Now, because some programs say in how many seconds a quota comes back. */
  readonly now: number;
}
