import { expect, test } from 'vitest';
import { aRun } from '../../../test/support/core.ts';
import type { Question } from '../run.ts';
import { lessons } from './lines.ts';

const asked = (line: string, answer?: string): Question => ({
  line,
  blob: `asked on ${line}`,
  options: 0,
  visit: 1,
  ...(answer === undefined ? {} : { answer }),
});

test('an attempt reads what was answered to its own questions, and to nobody else’s', () => {
  const run = { ...aRun(), questions: [asked('task/a', 'yes'), asked('task/b', 'no'), asked('task/a')] };
  expect(lessons(run, 'task/a')).toEqual([
    { name: 'question', blob: 'asked on task/a' },
    { name: 'answer', blob: 'yes' },
  ]);
  expect(lessons(run, 'task/c')).toEqual([]);
});
