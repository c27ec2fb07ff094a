// Holds calls and answers against the published fields and types of Telegram's Bot API.
//
//   BOT-API-1. What the description does not know is refused: a method, a field of a call or of a result. The service would read over most of it.

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Answered, Exchanged } from './openapi.ts';
import type { Contract } from './watch.ts';

const field = z.object({ name: z.string(), types: z.array(z.string()), required: z.boolean() });
const described = z.object({
  methods: z.record(z.string(), z.object({ returns: z.array(z.string()), fields: z.array(field) })),
  types: z.record(
    z.string(),
    z.object({ fields: z.array(field).optional(), subtypes: z.array(z.string()).optional() }),
  ),
});
type Described = z.output<typeof described>;
type Field = z.output<typeof field>;

const answer = z.union([
  z.strictObject({ ok: z.literal(true), result: z.unknown() }),
  z.strictObject({
    ok: z.literal(false),
    error_code: z.int(),
    description: z.string(),
    parameters: z
      .strictObject({ retry_after: z.int().optional(), migrate_to_chat_id: z.int().optional() })
      .optional(),
  }),
]);

export class BotApi implements Contract {
  readonly #described: Described;

  constructor(file: string) {
    this.#described = described.parse(JSON.parse(readFileSync(file, 'utf8')));
  }

  readonly request = ({ path, body }: Exchanged): readonly string[] => {
    const method = this.#described.methods[path];
    if (method === undefined) return [`there is no method ${path}`];
    const called: unknown = body === '' ? {} : JSON.parse(body);
    return this.#fields(method.fields, called, path);
  };

  readonly answer = ({ path }: Exchanged, { status, body }: Answered): readonly string[] => {
    const said = answer.safeParse(JSON.parse(body));
    if (!said.success) return [`${path}: not an answer of the Bot API`];
    if (!said.data.ok)
      return said.data.error_code === status ? [] : [`${path}: ${status} says ${said.data.error_code}`];
    const { result } = said.data;
    return this.#value(this.#described.methods[path]?.returns ?? [], result, `${path} result`);
  };

  /** An update as it is posted to a webhook. */
  update(value: unknown): readonly string[] {
    return this.#value(['Update'], value, 'update');
  }

  #fields(fields: readonly Field[], value: unknown, at: string): readonly string[] {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at}: not an object`];
    const given = Object.entries(value);
    const unknown = given.filter(([name]) => !fields.some((one) => one.name === name));
    const missing = fields.filter(({ name, required }) => required && !Object.hasOwn(value, name));
    return [
      ...unknown.map(([name]) => `${at}.${name}: nobody knows it`),
      ...missing.map(({ name }) => `${at}.${name}: missing`),
      ...given.flatMap(([name, each]) => {
        const types = fields.find((one) => one.name === name)?.types;
        return types === undefined ? [] : this.#value(types, each, `${at}.${name}`);
      }),
    ];
  }

  /** Of several types, one fits. */
  #value(types: readonly string[], value: unknown, at: string): readonly string[] {
    const tried = types.map((type) => this.#typed(type, value, at));
    return tried.some((wrong) => wrong.length === 0) ? [] : (tried[0] ?? [`${at}: no type`]);
  }

  #typed(type: string, value: unknown, at: string): readonly string[] {
    const arrayOf = /^Array of (.*)$/.exec(type)?.[1];
    if (arrayOf !== undefined) {
      if (!Array.isArray(value)) return [`${at}: not a list`];
      return value.flatMap((each: unknown, index) => this.#value([arrayOf], each, `${at}[${index}]`));
    }
    const plain = plainTypes[type];
    if (plain !== undefined) return plain(value) ? [] : [`${at}: not ${type}`];
    const known = this.#described.types[type];
    if (known === undefined) return [`${at}: the description has no ${type}`];
    if (known.subtypes !== undefined && known.subtypes.length > 0)
      return this.#value(known.subtypes, value, at);
    return this.#fields(known.fields ?? [], value, at);
  }
}

const plainTypes: Readonly<Record<string, (value: unknown) => boolean>> = {
  Integer: Number.isInteger,
  Float: (value) => typeof value === 'number',
  String: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  True: (value) => value === true,
};
