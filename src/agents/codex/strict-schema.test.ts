import { describe, expect, test } from 'vitest';
import type { Role } from '../../core/roles/modes.ts';
import { modeOf } from '../../core/roles/modes.ts';
import { jsonSchemaOf } from '../../prompts/answers.ts';
import { asObject, listAt, type Loose, objectAt, valueAt } from '../loose.ts';
import { plainAnswer, strictSchema } from './strict-schema.ts';

/** Everything in a schema that its strict form does not have. */
function violations(schema: unknown, where = 'root'): readonly string[] {
  const fields = asObject(schema);
  const strange = Object.keys(fields ?? {}).filter((key) => !known.has(key));
  const properties = objectAt(fields, 'properties');
  const missing = Object.keys(properties ?? {}).filter((key) => !listAt(fields, 'required').includes(key));
  const isOpen = properties !== undefined && valueAt(fields, 'additionalProperties') !== false;
  const below = [
    ...Object.entries(properties ?? {}),
    ...listAt(fields, 'anyOf').map((choice, at): [string, unknown] => [String(at), choice]),
    ...(valueAt(fields, 'items') === undefined ? [] : [['items', valueAt(fields, 'items')] as const]),
  ];
  return [
    ...strange.map((key) => `${where}: ${key} is unknown`),
    ...missing.map((key) => `${where}: ${key} is not required`),
    ...(isOpen ? [`${where}: other keys are allowed`] : []),
    ...below.flatMap(([key, member]) => violations(member, `${where}.${key}`)),
  ];
}

const known = new Set(
  [
    ['type', 'properties', 'required', 'additionalProperties', 'items', 'anyOf', 'enum', 'const'],
    ['description', 'minimum', 'maximum', 'minItems', 'maxItems'],
  ].flat(),
);

const roles = Object.keys(modeOf).filter((role): role is Role => Object.hasOwn(modeOf, role));

describe('the strict form of a schema', () => {
  test.each(roles)('has an object as its root and nothing a service refuses, for the role %s', (role) => {
    for (const offered of [{}, { search: true, probe: true }] as const) {
      const strict = strictSchema(jsonSchemaOf(role, offered));
      expect(strict['type']).toBe('object');
      expect(strict['anyOf']).toBeUndefined();
      expect(violations(strict)).toEqual([]);
    }
  });

  test('has null for what may be left out', () => {
    const schema: Loose = {
      type: 'object',
      properties: { a: { type: 'string', minLength: 1 }, b: { type: 'integer' } },
      required: ['a'],
    };
    expect(strictSchema(schema)['properties']).toEqual({
      a: { type: 'string' },
      b: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    });
    expect(strictSchema({ type: 'object', properties: { a: {} } })['properties']).toEqual({
      a: { anyOf: [{}, { type: 'null' }] },
    });
  });

  test.each([[undefined], [null], ['x'], [{ type: 'string' }], [{ properties: 7 }]])(
    'exists for %j',
    (schema) => {
      expect(strictSchema(schema)['type']).toBe('object');
    },
  );

  test('ends for a schema without an end', () => {
    const schema: Record<string, unknown> = { type: 'object' };
    schema['properties'] = { next: schema };
    expect(JSON.stringify(strictSchema(schema)).length).toBeLessThan(100_000);
  });
});

describe('an answer in the strict form', () => {
  test('comes out of its wrapper and loses its nulls, at every depth', () => {
    const strict = { answer: { type: 'plan', tasks: [{ id: 'a', speciality: null }, null], note: null } };
    expect(JSON.parse(plainAnswer(JSON.stringify(strict)))).toEqual({
      type: 'plan',
      tasks: [{ id: 'a' }, null],
    });
  });

  test('stays as it is where it is not in a wrapper, or not JSON', () => {
    expect(plainAnswer('It passes.')).toBe('It passes.');
    expect(plainAnswer('{"answer":1,"more":2}')).toBe('{"answer":1,"more":2}');
  });

  test('stays as it is where it is nested more deeply than any answer', () => {
    const deep = `${'{"a":'.repeat(60)}null${'}'.repeat(60)}`;
    expect(plainAnswer(deep)).toBe(deep);
  });
});
