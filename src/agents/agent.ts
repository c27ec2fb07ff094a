// Port: a configured program that plays roles. An agent gets a prompt and a workspace and gives back
// an answer or the way it ended; it decides nothing and publishes nothing.

import type { View } from '../containment/box.ts';
import type { Charge } from '../core/budget/budget.ts';
import type { Earlier, Session } from '../core/effects.ts';
import type { FailureReason } from '../core/failures/failure.ts';
import type { Effort, Mode, Role } from '../core/roles/modes.ts';
import type { Limits } from '../core/policy.ts';

export interface AgentRequest {
  readonly role: Role;
  readonly mode: Mode;
  readonly task?: string;
  /** 1, and one more for every attempt before that failed. */
  readonly ordinal: number;
  /** 1, and one more for every round the run has gone through: of planning, mending, reviewing. */
  readonly round?: number;
  readonly prompt: string;
  /** JSON Schema of the answer; the agent's word is validated by us whatever it does with this. */
  readonly schema: unknown;
  readonly workspace: string;
  /** What is shown in the workspace without being there; a program sees it only through its box. */
  readonly views?: readonly View[];
  /**
   * A folder that outlives the attempt and belongs to this agent in this run: its sessions, its settings and its temporary files
   * lie there. Who judges has another one than who makes something, so that nothing of theirs is read as one's own.
   */
  readonly state: string;
  /** Where Slipway counts what it did with this agent in this run; else it is the same folder. */
  readonly counts?: string;
  /** Whether its programs may attach to each other. */
  readonly tracing?: boolean;
  readonly model?: string;
  readonly effort?: Effort;
  /** The conversation to go on with. An agent that cannot find or copy it starts a fresh one: that is no failure. */
  readonly session?: Earlier;
  /** What this launch may cost at most, where the program can keep to it. */
  readonly usdMax?: number;
  readonly limits: Limits;
  /** Marks the processes of this attempt: see `tagVariable`. */
  readonly tag: string;
  readonly signal: AbortSignal;
  readonly onOutput: (piece: string) => void;
  /** Called as soon as the program names its session, so that a crash does not lose it. */
  readonly onSession: (session: Session) => void;
}

interface Ended {
  readonly charge: Charge;
  /** The conversation this was, where it can be gone on with. */
  readonly session?: Session;
  /** The program's own version, as it said it. */
  readonly version?: string;
  /** What it tried and was not allowed, in words: tools its mode does not have, hosts the box does not let it reach. */
  readonly denials?: readonly string[];
}

export type AgentOutcome =
  | (Ended & { readonly ended: 'answered'; readonly answer: string })
  | (Ended & { readonly ended: 'stopped' })
  | (Ended & {
      readonly ended: 'failed';
      readonly reason: FailureReason;
      /** What we saw, in words, for people and for the next attempt. */
      readonly detail: string;
      readonly resetsAt?: number;
    });

export interface Agent {
  readonly name: string;
  readonly play: (request: AgentRequest) => Promise<AgentOutcome>;
  /** Whether the program is there and usable; a sentence saying what to do where it is not. */
  readonly usable: () => Promise<Usable>;
}

export type Usable =
  /** `login` says in words by what right it talks to its model; agents that need none leave it out. */
  | { readonly ok: true; readonly version: string; readonly login?: string }
  | { readonly ok: false; readonly problem: string };
