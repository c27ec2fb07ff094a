// What `list`, `status` and the inbox show of a run without folding its journal. Made from the state
// by a pure function, stored in the append's transaction, and rebuilt when `viewVersion` changes.

import type { GateKind } from '../../core/gates/gate.ts';
import type { Role } from '../../core/roles/modes.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import type { Status } from '../../core/status.ts';

export const viewVersion = 9;

/** Every part is there from the start, undefined while there is nothing to say of it, as in a run. */
export interface RunSummary {
  readonly run: string;
  readonly title: string;
  readonly ticket?: string | undefined;
  /** The first characters of the hash of the ticket's text: see `agent-keys.ts`. */
  readonly ticketHash?: string | undefined;
  readonly repository: string;
  readonly stage: StageName;
  readonly visit: number;
  readonly status: Status;
  /** On what it waits, or why it is blocked, in words. */
  readonly because?: string | undefined;
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly tasksDone: number;
  readonly tasksTotal: number;
  readonly launches: number;
  readonly usd: number;
  readonly launchesWithoutUsd: number;
  /** What it may spend: whichever of the two is reached first has it stop and ask. An engine of the version before does not say it. */
  readonly budgetUsd?: number | undefined;
  readonly budgetLaunches?: number | undefined;
  readonly agentMs: number;
  /** Launches by role: what later runs here are estimated from. */
  readonly roles: Readonly<Partial<Record<Role, number>>>;
  readonly branch?: string | undefined;
  readonly pullRequest?: number | undefined;
  /** In a run of several repositories, instead of the one. */
  readonly pullRequests?: readonly { readonly repository: string; readonly number: number }[] | undefined;
  readonly landed?: string | undefined;
  /** Tasks in the hands of a person. */
  readonly taken?: readonly string[] | undefined;
  /** Ended, with something still to be done: a landing that was ordered, the last artifacts, an agent to be stopped. */
  readonly owed?: true | undefined;
}

/** A place where a run waits for a person. */
export interface InboxItem {
  readonly run: string;
  readonly repository: string;
  readonly gate: string;
  readonly kind: GateKind;
  readonly subject: string;
  readonly digest: string;
  readonly title: string;
  readonly openedAt: number;
  /** Why it is asked, where that does not follow from what a person wanted. */
  readonly why?: string;
}
