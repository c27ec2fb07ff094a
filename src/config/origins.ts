// Where each value of policy comes from: the file and its line, the profile, this machine, or the default.

import { policyRows } from '../core/policy-keys.ts';
import type { AnyKey, Placed } from '../core/policy-values.ts';
import { placedIn, valueIn } from '../core/policy-values.ts';
import type { Policy } from '../core/policy.ts';
import { must } from '../core/run.ts';
import { policyKeys, sections } from './policy-schema.ts';
import { valueInWords } from './policy-words.ts';
import type { ProfileName } from './profiles.ts';
import { inProfile } from './profiles.ts';

export interface Sourced {
  readonly key: string;
  readonly value: string;
  readonly origin: string;
  readonly about: string;
  readonly spec: string;
}

/** Tells the line a key stands on in the file; undefined where it is not there. */
export type LineOf = (path: readonly string[]) => number | undefined;

const places: ReadonlyMap<string, Placed> = new Map(placedIn(policyRows).map((item) => [item.key.key, item]));

export function sourced(policy: Policy, file: string, lineOf: LineOf): readonly Sourced[] {
  return policyKeys.map((key) => ({
    key: key.key,
    value: valueInWords(key.kind, valueIn(policy, must(places.get(key.key), 'a key has its place'))),
    origin: originOf(key, policy.profile, file, lineOf),
    about: key.about,
    spec: key.spec,
  }));
}

function originOf(key: AnyKey, profile: ProfileName, file: string, lineOf: LineOf): string {
  const path = key.key.split('.');
  const line = lineOf(path) ?? shortFor(path, lineOf);
  if (line !== undefined) return `${file}, line ${line}`;
  if (inProfile(profile, key) !== undefined) return `profile ${profile}`;
  return key.ofCores === undefined ? 'default' : 'the cores of this machine';
}

/** One value may stand for all keys of some sections. */
function shortFor(path: readonly string[], lineOf: LineOf): number | undefined {
  const section = path.slice(0, -1);
  return sections[section.join('.')]?.short === true ? lineOf(section) : undefined;
}
