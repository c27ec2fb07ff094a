import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '../core/policy.ts';
import type { Policy } from '../core/policy.ts';
import { ConfigProblem } from './config.ts';
import { loadConfig } from './load.ts';
import { sourced } from './origins.ts';
import { policyKeys, sections } from './policy-schema.ts';
import { profileNames } from './profiles.ts';
import { configJsonSchema } from './schema.ts';
import { linesOf } from './yaml-text.ts';

/** Keys of the configuration that are not policy: who works, and with what. */
const others = ['agents', 'roles', 'level', 'forge', 'tracker', 'triggers', 'notify', 'checks'];

async function policyFrom(text: string): Promise<Policy> {
  const read = (file: string) => Promise.resolve(file === 'slipway.yaml' ? text : undefined);
  return (await loadConfig({ read, cores: 4 })).policy;
}

const originsIn = async (text: string): Promise<Readonly<Record<string, string>>> => {
  const rows = sourced(await policyFrom(text), 'slipway.yaml', linesOf(text));
  return Object.fromEntries(rows.map(({ key, origin }) => [key, origin]));
};

const shown = (policy: Policy): string =>
  JSON.stringify(sourced(policy, '', () => undefined).map((item) => item.value));

/** The sections a key stands in, the outer one first. */
const parents = ({ key }: { readonly key: string }): readonly string[] =>
  key.split('.').flatMap((_, index, names) => (index === 0 ? [] : [names.slice(0, index).join('.')]));

describe('the table of policy', () => {
  test('has a row for every key the file may have, and for no other', () => {
    expect(policyKeys.map((item) => item.key).toSorted()).toEqual(leavesOf(configJsonSchema()).toSorted());
  });

  test('shows every part of a policy: nothing changes without a row that changes', () => {
    for (const changed of everyChange(defaultPolicy)) {
      expect([changed.path, shown(changed.policy) === shown(defaultPolicy)]).toEqual([changed.path, false]);
    }
  });

  test('says of every section what it is about, and of no other', () => {
    expect(Object.keys(sections).toSorted()).toEqual([...new Set(policyKeys.flatMap(parents))].toSorted());
  });

  test('has every key once', () => {
    const names = policyKeys.map((item) => item.key);
    expect(names).toEqual([...new Set(names)]);
  });

  test('says something about each, and where it is written down', () => {
    for (const item of policyKeys) {
      expect(item.about).toMatch(/^\S.*\.$/);
      expect(item.spec).toMatch(/^[A-Z]\d{0,2}$/);
    }
  });
});

describe('where a value comes from', () => {
  test('is the line of the file, the profile, the machine or the default', async () => {
    const origins = await originsIn('profile: strict\nplan:\n  tasks: 4\n  score: 90\nrounds:\n  plan: 3\n');
    expect(origins).toMatchObject({
      profile: 'slipway.yaml, line 1',
      'plan.tasks': 'slipway.yaml, line 3',
      'plan.score': 'slipway.yaml, line 4',
      'rounds.plan.LARGE': 'slipway.yaml, line 6',
      'gates.delivery': 'profile strict',
      slots: 'the cores of this machine',
      'limits.checksAtOnce': 'the cores of this machine',
      'budget.usd': 'default',
    });
  });
});

describe('a profile', () => {
  test.each(profileNames)('%s holds against the schema and gives a policy', async (profile) => {
    expect((await policyFrom(`profile: ${profile}\n`)).profile).toBe(profile);
  });

  test('stands under what the file says itself, section by section', async () => {
    const policy = await policyFrom('profile: strict\ngates:\n  merge: false\nplan:\n  tasks: 3\n');
    expect(policy.gates).toEqual({
      plan: true,
      wave: true,
      delivery: true,
      merge: false,
      destructive: true,
      redacted: true,
    });
    expect(policy.plan).toMatchObject({ tasksMax: 3, scoreMin: 85, majorsMax: 0 });
    expect(policy.reproduction).toBe('require');
  });

  test('default changes nothing but what comes from the cores', async () => {
    expect(await policyFrom('')).toEqual({ ...defaultPolicy, slots: 4, checksAtOnce: 4 });
  });

  test('that does not exist is refused', async () => {
    await expect(policyFrom('profile: brisk\n')).rejects.toThrow(ConfigProblem);
  });
});

/** Dotted paths of everything a person can set; a mapping with add and remove is one thing. */
function leavesOf(schema: unknown, path: readonly string[] = []): readonly string[] {
  if (path.length === 1 && others.includes(path[0] ?? '')) return [];
  const inner = objectIn(schema);
  if (inner === undefined || path[0] === 'protectedPaths') return [path.join('.')];
  return Object.entries(inner).flatMap(([key, value]) => leavesOf(value, [...path, key]));
}

/** The properties of a schema, or of the mapping among its alternatives. */
function objectIn(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(schema)) return undefined;
  if (isRecord(schema['properties'])) return schema['properties'];
  const any = schema['anyOf'];
  return Array.isArray(any) ? any.map(objectIn).find((found) => found !== undefined) : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Not for a person to set one by one: they follow from the agents, the classes that are no retries, or a length. */
const derived = /^(alternatives|retries\.(escalate|login|quota)|analysisCharsMin)/;

/** The policy with one leaf changed, for every leaf. */
function everyChange(policy: Policy): readonly { readonly path: string; readonly policy: Policy }[] {
  return leafPaths(policy, [])
    .filter((path) => !derived.test(path.join('.')))
    .map((path) => ({ path: path.join('.'), policy: changedAt(policy, path) }));
}

function leafPaths(value: unknown, path: readonly string[]): readonly (readonly string[])[] {
  if (!isRecord(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leafPaths(inner, [...path, key]));
}

function changedAt<T>(value: T, path: readonly string[]): T {
  const copy = structuredClone(value);
  let inner: unknown = copy;
  for (const part of path.slice(0, -1)) inner = isRecord(inner) ? inner[part] : undefined;
  const last = path.at(-1) ?? '';
  if (isRecord(inner)) Object.assign(inner, { [last]: other(inner[last]) });
  return copy;
}

function other(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1_048_576;
  return Array.isArray(value) ? [...value, 'more'] : `other ${String(value)}`;
}
