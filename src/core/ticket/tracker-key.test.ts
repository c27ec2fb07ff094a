import { expect, test } from 'vitest';
import { keyedTitle } from './tracker-key.ts';

test.each([
  ['PROJ-12: fix it', 'PROJ-12', 'fix it'],
  ['[PROJ-12] fix it', 'PROJ-12', 'fix it'],
  ['(PROJ-12): fix it', 'PROJ-12', 'fix it'],
  ['PROJ-12 — fix it', 'PROJ-12', 'fix it'],
])('a key before the title is taken from it: %j', (text, id, title) => {
  expect(keyedTitle(text)).toEqual({ id, title });
});

test.each([
  'fix it',
  'PROJ-12',
  'PROJ-12:',
  'PROJ-12 does',
  'UTF-8: keep it',
  'A-1: fix it',
  'PROJ-0: fix it',
])('what is no key stays in the title (TRACKER-KEY-1): %j', (text) => {
  expect(keyedTitle(text)).toBeUndefined();
});
