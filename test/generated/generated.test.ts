// What is made from tables of the code is what the code would make now.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { generated } from './generated.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

/** The formatter wraps lists of JSON and widens columns; neither says anything. */
const unformatted = (file: string, text: string): unknown =>
  file.endsWith('.json') ? JSON.parse(text) : text.replaceAll(/-{3,}/g, '---').replaceAll(/ +/g, ' ');

const files = await generated();

test.each(files)('$file is what `npm run generate` writes', ({ file, text }) => {
  const kept = readFileSync(path.join(root, file), 'utf8');
  expect(unformatted(file, kept)).toEqual(unformatted(file, text));
});

const schemas = files.filter(({ file }) => file.startsWith('schema/'));

test.each(schemas)('$file has an object at its root and refuses unknown keys', ({ text }) => {
  expect(JSON.parse(text)).toMatchObject({ type: 'object' });
  expect(text.replaceAll(/\s/g, '')).toContain('"additionalProperties":false');
});

test.each(schemas.slice(1))('$file refers to nothing: not every model follows a reference', ({ text }) => {
  expect(text).not.toContain('$ref');
});
