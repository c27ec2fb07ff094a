import { expect, test } from 'vitest';
import { aTask } from '../../../test/support/core.ts';
import type { TaskState } from '../../core/run.ts';
import { plannedList, plannedWords } from './planned-words.ts';

const state = (touched?: readonly string[]): TaskState => ({
  task: aTask('a', { files: ['src/a.ts', 'docs/'], tests: ['test/a.ts'] }),
  at: 'integrated',
  grants: ['go.sum'],
  delivered: { commit: 'c1', tree: 't1', parent: 'c0', ...(touched && { touched }) },
  evidence: [],
});

test('a task that did what was planned says how much that was', () => {
  expect(plannedWords(state(['src/a.ts', 'docs/x/y.md', 'test/a.ts']))).toBe('3 files touched');
});

test('a task tells which planned files it left alone, and what it touched by grant', () => {
  expect(plannedWords(state(['src/a.ts', 'go.sum']))).toBe(
    '2 files touched; planned and not touched: docs/ and test/a.ts; touched by grant: go.sum',
  );
});

test('a task of a journal that did not keep its files says nothing', () => {
  expect(plannedWords(state())).toBeUndefined();
  expect(plannedList([state()])).toBeUndefined();
  expect(plannedList([state(), state(['src/a.ts'])])).toMatch(/^- a: 1 file touched/);
});
