// Profiles: sets of policy under one name. What a file says itself stands over its profile; what neither says is the
// default.
//
// Invariants
//   PROFILES-1. A profile lowers no audit, no gate and no evidence of the default, unless it names the key it lowers.
//   PROFILES-2. A weak model is a reason for smaller tasks, more tries and more time, never for fewer looks at what it did.

import { policyRows } from '../core/policy-keys.ts';
import type { AnyKey, Key } from '../core/policy-values.ts';
import type { Policy } from '../core/policy.ts';

export type ProfileName = Policy['profile'];

interface Setting {
  readonly key: string;
  readonly value: unknown;
}

const set = <V>({ key }: Key<V>, value: NoInfer<V>): Setting => ({ key, value });

const { gates, plan, limits, retries } = policyRows;

export interface Profile {
  readonly sets: readonly Setting[];
  /** PROFILES-1: keys by which it looks at a change less than the default does. */
  readonly lowers: readonly string[];
}

const profiles: Readonly<Record<ProfileName, Profile>> = {
  default: { sets: [], lowers: [] },
  // What else makes it quick is in the core: it plans straight from the ticket and audits nothing small. Three launches
  // are all it has, so that it asks no testers.
  quick: { sets: [set(policyRows.coverage.enabled, false)], lowers: [policyRows.coverage.enabled.key] },
  strict: {
    sets: [
      set(gates.plan, true),
      set(gates.wave, true),
      set(gates.delivery, true),
      set(gates.merge, true),
      set(gates.destructive, true),
      set(gates.redacted, true),
      set(policyRows.onBlocked, 'halt'),
      set(policyRows.reproduction, 'require'),
      set(plan.auditTasks, 1),
      set(plan.auditConfidence, 1),
      set(plan.scoreMin, 85),
      set(plan.majorsMax, 0),
    ],
    lowers: [],
  },
  'small-local': {
    sets: [
      set(policyRows.slots, 2),
      set(plan.tasksMax, 5),
      set(plan.filesPerTaskMax, 5),
      set(plan.linesPerTaskMax, 200),
      set(retries.malformed, 2),
      set(retries.fixable, 2),
      set(limits.attemptMs, 5_400_000),
      set(limits.silenceMs, 1_200_000),
    ],
    lowers: [],
  },
};

const isProfile = (word: unknown): word is ProfileName =>
  typeof word === 'string' && Object.hasOwn(profiles, word);
export const profileNames: readonly ProfileName[] = Object.keys(profiles).filter(isProfile);

export function profileOf(name: ProfileName): Profile {
  return profiles[name];
}

/** What a profile says of a key; undefined where it leaves it alone. */
export function inProfile(profile: unknown, { key }: AnyKey): unknown {
  const settings = isProfile(profile) ? profiles[profile].sets : [];
  return settings.find((setting) => setting.key === key)?.value;
}
