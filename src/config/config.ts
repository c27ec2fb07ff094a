// Port: what a repository and a person configured, as typed data. `slipway.yaml` is read once, at the
// start of a run, and journaled whole.

import type { CoverageSpec } from '../core/evidence/coverage.ts';
import type { CheckSpec } from '../core/evidence/evidence.ts';
import type { Effort, Level, Role } from '../core/roles/modes.ts';
import type { Tier } from '../core/plan/plan.ts';
import type { Policy } from '../core/policy.ts';

export type AgentConfig =
  /** `script` is the content of the script file, so that a run keeps the one it was started with. */
  | { readonly type: 'scripted'; readonly script: string }
  | ({ readonly type: 'command'; readonly command: readonly string[] } & Given)
  | ({ readonly type: 'acp'; readonly command: readonly string[] } & Given)
  | ProgramConfig;

/** What a program is given of the user's surroundings, by name. */
interface Given {
  /** Names of environment variables; their values are never kept. */
  readonly env: readonly string[];
  /** Hosts it may reach when it is contained, beside those its kind needs anyway: `host` or `host:port`. */
  readonly egress: readonly string[];
}

export type ProgramConfig = Given & {
  readonly type: 'claude' | 'codex' | 'opencode';
  /** The program, where it is not found on the PATH under its own name. */
  readonly program?: string;
  /** For every role that names none. */
  readonly model?: string;
  readonly effort?: Effort;
  /** Where its model is, where that is not the vendor's own address. */
  readonly baseUrl?: string;
  /** MCP servers of the user's own that it may use, by name: program and arguments. */
  readonly mcp: Readonly<Record<string, readonly string[]>>;
  /** Folders with skills of the user's own that it may read. */
  readonly skills: readonly string[];
};

/** Who plays a role: the first, and those who take over where it cannot, in order. */
export interface Casting {
  readonly players: readonly Player[];
  /** Instead of `players`, for a change of this size. */
  readonly tiers: Readonly<Partial<Record<Tier, readonly Player[]>>>;
}

export interface Player {
  readonly agent: string;
  readonly model?: string;
  readonly effort?: Effort;
}

export interface Config {
  readonly policy: Policy;
  readonly agents: Readonly<Record<string, AgentConfig>>;
  /** Who plays a role; `default` for all that are not named. */
  readonly roles: Readonly<Partial<Record<Role | 'default', Casting>>>;
  /** How strongly agents must be contained here; undefined: as strongly as this machine can, and a person consents. */
  readonly level?: Level;
  /** Undefined: find them in the repository's own files. */
  readonly checks?: readonly CheckSpec[];
  /** How coverage is measured; false: it is not. Undefined: found with the checks, where they are found. */
  readonly coverage?: CoverageSpec | false;
  /** A team's own templates, by role: the text of each. */
  readonly prompts?: Readonly<Partial<Record<Role, string>>>;
  /** What a person wrote down themselves, where the way a run was started would otherwise choose. */
  readonly chosen: { readonly planGate?: boolean; readonly onBlocked?: 'halt' | 'simplify' };
}

/** Something a person wrote that cannot be used: what, where, and what to do. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
}
