// Codex has the model's service hold answers to a schema in its strict form: the root is an object without choices,
// every key is required, nothing else is allowed, and many bounds are unknown to it. Our schemas say more than that;
// this file makes the strict form of one and an answer in it plain again. Slipway validates the answer itself.

import { asObject, jsonOf, type Loose, objectIn } from '../loose.ts';

/** Under this key lies the answer where the schema is a choice between several. */
const wrapper = 'answer';
/** Deeper than any schema of ours. */
const depthMax = 40;

const kept = new Set(['type', 'description', 'enum', 'const', 'minimum', 'maximum', 'minItems', 'maxItems']);

export function strictSchema(schema: unknown): Loose {
  const strict = strictOf(schema, 0);
  if (strict['type'] === 'object' && strict['anyOf'] === undefined) return strict;
  return objectOf({ [wrapper]: strict });
}

/** The answer as our schema has it: out of its wrapper, and without the nulls that stand for what is left out. */
export function plainAnswer(text: string): string {
  const value = objectIn(text);
  if (value === undefined) return text;
  const keys = Object.keys(value);
  const inner = keys.length === 1 && keys[0] === wrapper ? value[wrapper] : value;
  return jsonOf(withoutNulls(inner, 0)) ?? text;
}

function objectOf(properties: Loose): Loose {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function strictOf(schema: unknown, depth: number): Loose {
  const fields = asObject(schema) ?? {};
  if (depth > depthMax) return {};
  const choices = fields['oneOf'] ?? fields['anyOf'];
  if (Array.isArray(choices)) return { anyOf: choices.map((choice) => strictOf(choice, depth + 1)) };
  const basics = Object.fromEntries(Object.entries(fields).filter(([key]) => kept.has(key)));
  if (fields['items'] !== undefined) return { ...basics, items: strictOf(fields['items'], depth + 1) };
  if (fields['properties'] === undefined) return basics;
  return { ...basics, ...objectOf(strictMembers(fields, depth)) };
}

function strictMembers(fields: Loose, depth: number): Loose {
  const required: unknown = fields['required'];
  const isRequired = (key: string): boolean => Array.isArray(required) && required.includes(key);
  return Object.fromEntries(
    Object.entries(asObject(fields['properties']) ?? {}).map(([key, member]) => {
      const strict = strictOf(member, depth + 1);
      return [key, isRequired(key) ? strict : { anyOf: [strict, { type: 'null' }] }];
    }),
  );
}

function withoutNulls(value: unknown, depth: number): unknown {
  if (depth > depthMax) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => withoutNulls(one, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]: [string, unknown]) =>
      member === null ? [] : [[key, withoutNulls(member, depth + 1)]],
    ),
  );
}
