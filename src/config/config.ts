// Port: what a repository and a person configured, as typed data. `slipway.yaml` is read once, at the
// start of a run, and journaled whole.

import type { CheckSpec } from '../core/evidence.ts';
import type { Role } from '../core/modes.ts';
import type { Policy } from '../core/policy.ts';

export type AgentConfig =
  /** `script` is the content of the script file, so that a run keeps the one it was started with. */
  | { readonly type: 'scripted'; readonly script: string }
  | { readonly type: 'command'; readonly command: readonly string[]; readonly env: readonly string[] };

export interface Config {
  readonly policy: Policy;
  readonly agents: Readonly<Record<string, AgentConfig>>;
  /** Which agent plays a role; `default` for all that are not named. */
  readonly roles: Readonly<Partial<Record<Role | 'default', string>>>;
  /** Undefined: find them in the repository's own files. */
  readonly checks?: readonly CheckSpec[];
  /** What a person wrote down themselves, where the way a run was started would otherwise choose. */
  readonly chosen: { readonly planGate?: boolean; readonly onBlocked?: 'halt' | 'simplify' };
}

/** Something a person wrote that cannot be used: what, where, and what to do. Exit code 3. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
}
