// Port: a configured program that plays roles. An agent gets a prompt and a workspace and gives back
// an answer or the way it ended; it decides nothing and publishes nothing.

import type { Charge } from '../core/budget.ts';
import type { FailureReason } from '../core/failure.ts';
import type { Mode, Role } from '../core/modes.ts';
import type { Limits } from '../core/policy.ts';

export interface AgentRequest {
  readonly role: Role;
  readonly mode: Mode;
  readonly task?: string;
  /** 1, and one more for every attempt before that failed. */
  readonly ordinal: number;
  readonly prompt: string;
  /** JSON Schema of the answer; the agent's word is validated by us whatever it does with this. */
  readonly schema: unknown;
  readonly workspace: string;
  readonly limits: Limits;
  /** Marks the processes of this attempt: see `tagVariable`. */
  readonly tag: string;
  readonly signal: AbortSignal;
  readonly onOutput: (piece: string) => void;
}

export type AgentOutcome =
  | { readonly ended: 'answered'; readonly answer: string; readonly charge: Charge }
  | { readonly ended: 'stopped'; readonly charge: Charge }
  | {
      readonly ended: 'failed';
      readonly reason: FailureReason;
      /** What we saw, in words, for people and for the next attempt. */
      readonly detail: string;
      readonly resetsAt?: number;
      readonly charge: Charge;
    };

export interface Agent {
  readonly name: string;
  readonly play: (request: AgentRequest) => Promise<AgentOutcome>;
  /** Whether the program is there and usable; a sentence saying what to do where it is not. */
  readonly usable: () => Promise<
    { readonly ok: true; readonly version: string } | { readonly ok: false; readonly problem: string }
  >;
}
