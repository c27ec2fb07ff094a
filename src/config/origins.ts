// Where each value of policy comes from: the file and its line, the profile, this machine, or the default.

import type { Policy } from '../core/policy.ts';
import { policyKeys } from './policy-keys.ts';
import type { PolicyKey } from './policy-keys.ts';
import type { ProfileName } from './profiles.ts';
import { profiles } from './profiles.ts';

export interface Sourced {
  readonly key: string;
  readonly value: string;
  readonly origin: string;
  readonly about: string;
  readonly spec: string;
}

/** Tells the line a key stands on in the file; undefined where it is not there. */
export type LineOf = (path: readonly string[]) => number | undefined;

export function sourced(policy: Policy, file: string, lineOf: LineOf): readonly Sourced[] {
  return policyKeys.map((item) => ({
    key: item.key,
    value: item.value(policy),
    origin: originOf(item, policy.profile, file, lineOf),
    about: item.about,
    spec: item.spec,
  }));
}

function originOf({ key }: PolicyKey, profile: ProfileName, file: string, lineOf: LineOf): string {
  const path = key.split('.');
  const line = lineOf(path) ?? shortFor(path, lineOf);
  if (line !== undefined) return `${file}, line ${line}`;
  if (has(profiles[profile], path)) return `profile ${profile}`;
  return key === 'slots' || key === 'limits.checksAtOnce' ? 'the cores of this machine' : 'default';
}

/** `rounds.plan` may be one number for all sizes. */
function shortFor(path: readonly string[], lineOf: LineOf): number | undefined {
  return path[0] === 'rounds' && path[1] === 'plan' ? lineOf(path.slice(0, 2)) : undefined;
}

function has(value: unknown, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return false;
  const inner: unknown = Object.entries(value).find(([key]) => key === first)?.[1];
  return has(inner, rest);
}
