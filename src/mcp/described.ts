// What goes in and out of a tool, as JSON Schema: what its verb checks, without what a person says alone, and with what comes
// beside an order. The verb itself checks everything once more.

import { z } from 'zod';
import type { VerbName } from '../app/verbs/table.ts';
import { verbs } from '../app/verbs/table.ts';
import { isRecord } from '../plain/json.ts';
import type { NamedTool } from './tools.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface Described {
  readonly input: Json;
  readonly output: Json;
  /** Whether its input says where whoever asks stands. */
  readonly takesFolder: boolean;
}

/** Beside the input of an order. */
export const idKey = 'id';
export const seenKey = 'seen';
const codeKey = 'code';
const idCharsMax = 128;
const seenCharsMax = 8_192;

/** Of every surface the same, so worked out once. */
const known = new Map<VerbName, Promise<Described>>();

export function described(tool: NamedTool): Promise<Described> {
  const made = known.get(tool.verb) ?? describe(tool);
  known.set(tool.verb, made);
  return made;
}

async function describe({ verb, hides, decides }: NamedTool): Promise<Described> {
  const entry = verbs[verb];
  const { input, output } = await entry.schemas();
  const whole = without(schemaOf(input), hides);
  const properties = isRecord(whole['properties']) ? whole['properties'] : {};
  const required = Array.isArray(whole['required']) ? whole['required'] : [];
  const beside = entry.kind === 'order' ? besideOrder(decides === true) : {};
  const needs = [...required, ...(decides === true ? ['run', seenKey, codeKey] : [])];
  return {
    input: { ...whole, properties: { ...properties, ...beside }, required: needs },
    // An answer may have more in it than is described.
    output: { type: 'object', ...schemaOf(output) },
    takesFolder: Object.hasOwn(properties, 'dir'),
  };
}

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
  return rest;
}

function besideOrder(decides: boolean): Json {
  return {
    [idKey]: {
      type: 'string',
      minLength: 1,
      maxLength: idCharsMax,
      description: 'Made once for each order: the same again does nothing twice.',
    },
    ...(decides
      ? {
          [seenKey]: {
            type: 'string',
            minLength: 1,
            maxLength: seenCharsMax,
            description: 'What was shown, as gate_show and gate_list name it.',
          },
          [codeKey]: { type: 'string', description: 'The single-use code of a person, for this gate.' },
        }
      : {}),
  };
}

/** `a.b` is the key `b` of what stands at `a`. */
function without(schema: Json, hidden: readonly string[]): Json {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const kept = Object.entries(properties)
    .filter(([key]) => !hidden.includes(key))
    .map(([key, value]) => {
      const below = hidden.flatMap((name) =>
        name.startsWith(`${key}.`) ? [name.slice(key.length + 1)] : [],
      );
      return [key, isRecord(value) && below.length > 0 ? without(value, below) : value] as const;
    });
  return { ...schema, properties: Object.fromEntries(kept) };
}

/** A key in what was said that no person left to a program; undefined where there is none. */
export function hiddenIn(said: unknown, hidden: readonly string[]): string | undefined {
  return hidden.find((name) => {
    let value: unknown = said;
    for (const key of name.split('.')) value = isRecord(value) ? value[key] : undefined;
    return value !== undefined;
  });
}
