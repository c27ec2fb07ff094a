// Port: what a repository and a person configured, as typed data. `slipway.yaml` is read once, at the
// start of a run, and journaled whole.

import type { AgentConfig } from '../agents/kinds.ts';
import type { ForgeName } from '../forges/names.ts';
import type { Written } from '../core/autonomy.ts';
import type { CoverageSpec } from '../core/evidence/coverage.ts';
import type { CheckSpec } from '../core/evidence/evidence.ts';
import type { Effort, Executor, Level, Role } from '../core/roles/modes.ts';
import type { Tier } from '../core/plan/plan.ts';
import type { Policy } from '../core/policy.ts';
import type { TrackerSettings } from './tracker-settings.ts';
import type { NotifySettings } from './notify-settings.ts';
import type { TriggerSettings } from './trigger-settings.ts';

/** The file a person writes. */
export const configName = 'slipway.yaml';

/** Who plays a role: the first, and those who take over where it cannot, in order. */
export interface Casting {
  readonly players: readonly Player[];
  /** Instead of `players`, for a change of this size. */
  readonly tiers: Readonly<Partial<Record<Tier, readonly Player[]>>>;
  /** Instead of both, for a task of this speciality; in small letters. */
  readonly specialities?: Readonly<Record<string, readonly Player[]>>;
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
  /** Where pull requests live; undefined: on the local forge. */
  readonly forge?: ForgeName;
  /** Where tickets live that are named and not given. */
  readonly tracker?: TrackerSettings;
  /** What may start and steer runs here, once a person turned it on. */
  readonly triggers?: TriggerSettings;
  /** How people are told who look elsewhere, turned on with the triggers. */
  readonly notify?: NotifySettings;
  /** Each in place of the one of its name that is found in the repository's own files, or beside them. */
  readonly checks?: readonly CheckSpec[];
  /** Names of those that are found and switched off. */
  readonly checksOff?: readonly string[];
  /** How coverage is measured; false: it is not. Undefined: found with the checks. */
  readonly coverage?: CoverageSpec | false;
  /** A team's own templates, by role: the text of each. */
  readonly prompts?: Readonly<Partial<Record<Role, string>>>;
  /** What a person wrote down themselves, where the way a run was started would otherwise choose. */
  readonly chosen: Written;
}

/** What tasks may be special in, by who works on them: a plan that names another one has its usual player. */
export function specialitiesOf(roles: Config['roles']): Readonly<Record<Executor, readonly string[]>> {
  const words = (role: Executor): readonly string[] =>
    Object.keys((roles[role] ?? roles.default)?.specialities ?? {});
  return { implementer: words('implementer'), tester: words('tester'), documenter: words('documenter') };
}

/** Something a person wrote that cannot be used: what, where, and what to do. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
}
