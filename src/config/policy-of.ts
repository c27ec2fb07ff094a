// The policy a run lives by: what a person wrote, under it their profile, under that what the machine has to say, and
// then the default; key by key, as the table has them.

import { policyRows } from '../core/policy-keys.ts';
import type { AnyKey } from '../core/policy-values.ts';
import { filled } from '../core/policy-values.ts';
import type { Policy } from '../core/policy.ts';
import { defaultPolicy } from '../core/policy.ts';
import { inProfile } from './profiles.ts';
import type { ConfigFile } from './schema.ts';

export function policyOf(file: ConfigFile, cores: number): Policy {
  return filled<Policy>(policyRows, (key) => saidIn(file, key) ?? key.ofCores?.(cores));
}

/** What the file says of a key, or its profile does. */
export function saidIn(file: ConfigFile, key: AnyKey): unknown {
  return writtenIn(file, key) ?? inProfile(writtenIn(file, policyRows.profile), key);
}

/** What the file itself says of a key. */
export function writtenIn(file: ConfigFile, { key, kind }: AnyKey): unknown {
  if (kind.type === 'paths') return protectedPathsOf(file.protectedPaths ?? {});
  let value: unknown = file;
  for (const name of key.split('.')) {
    // One value where a section could stand is meant for all of its keys.
    if (typeof value !== 'object' || value === null) return value;
    value = Object.entries(value).find(([field]) => field === name)?.[1];
  }
  return value;
}

function protectedPathsOf(given: NonNullable<ConfigFile['protectedPaths']>): readonly string[] {
  const kept = defaultPolicy.protectedPaths.filter((path) => !(given.remove ?? []).includes(path));
  return [...new Set([...kept, ...(given.add ?? [])])];
}
