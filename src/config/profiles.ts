// Profiles: sets of policy under one name. What a file says itself stands over its profile; what neither says is the
// default.

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

const profiles: Readonly<Record<ProfileName, readonly Setting[]>> = {
  default: [],
  // What makes it quick is in the core: it plans straight from the ticket and audits nothing small. Three launches are
  // all it has, so that it asks no testers.
  quick: [set(policyRows.coverage.enabled, false)],
  strict: [
    set(gates.plan, true),
    set(gates.wave, true),
    set(gates.delivery, true),
    set(gates.merge, true),
    set(gates.destructive, true),
    set(policyRows.onBlocked, 'halt'),
    set(policyRows.reproduction, 'require'),
    set(plan.auditTasks, 1),
    set(plan.auditConfidence, 1),
    set(plan.scoreMin, 85),
    set(plan.majorsMax, 0),
  ],
  'small-local': [
    set(policyRows.slots, 2),
    set(plan.tasksMax, 5),
    set(plan.filesPerTaskMax, 5),
    set(plan.linesPerTaskMax, 200),
    set(plan.auditTasks, 11),
    set(plan.auditConfidence, 0.7),
    set(retries.malformed, 2),
    set(retries.fixable, 2),
    set(limits.attemptMs, 5_400_000),
    set(limits.silenceMs, 1_200_000),
  ],
};

const isProfile = (word: unknown): word is ProfileName =>
  typeof word === 'string' && Object.hasOwn(profiles, word);
export const profileNames: readonly ProfileName[] = Object.keys(profiles).filter(isProfile);

/** What a profile says of a key; undefined where it leaves it alone. */
export function inProfile(profile: unknown, { key }: AnyKey): unknown {
  const settings = isProfile(profile) ? profiles[profile] : [];
  return settings.find((setting) => setting.key === key)?.value;
}
