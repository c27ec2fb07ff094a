// The files in `schema/` are generated. Run this test with UPDATE_SCHEMAS=1 to write them anew, then format them.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { jsonSchemaOf } from '../prompts/answers.ts';
import { configJsonSchema } from './schema.ts';

const folder = path.join(import.meta.dirname, '..', '..', 'schema');
const isUpdate = process.env['UPDATE_SCHEMAS'] === '1';

const generated = [
  ['config.json', configJsonSchema()],
  ['plan-answer.json', jsonSchemaOf('planner')],
  ['verdict-answer.json', jsonSchemaOf('reviewer')],
] as const;

describe('the schema files', () => {
  test.each(generated)('%s is what the code generates', async (name, schema) => {
    const file = path.join(folder, name);
    if (isUpdate) {
      await mkdir(folder, { recursive: true });
      await writeFile(file, `${JSON.stringify(schema, undefined, 2)}\n`);
    }
    const kept: unknown = JSON.parse(await readFile(file, 'utf8'));
    expect(kept).toEqual(schema);
  });

  test.each(generated)('%s has an object at its root and refuses unknown keys', (_, schema) => {
    expect(schema).toMatchObject({ type: 'object' });
    expect(JSON.stringify(schema)).toContain('"additionalProperties":false');
  });

  test.each(generated.slice(1))('%s refers to nothing: not every model follows a reference', (_, schema) => {
    expect(JSON.stringify(schema)).not.toContain('$ref');
  });
});
