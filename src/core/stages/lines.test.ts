import { expect, test } from 'vitest';
import { aRun } from '../../../test/support/core.ts';
import type { FailureCounts, FailureReason } from '../failures/failure.ts';
import { counted } from '../failures/failure.ts';
import type { Question, Run } from '../run.ts';
import { failedTries, lessons, ordinalOf } from './lines.ts';

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

function after(...reasons: readonly FailureReason[]): Run {
  const counts = reasons.reduce<FailureCounts>(counted, {});
  return { ...aRun(), failures: { 'task/a': counts } };
}

test('a try failed by what was done in it, not by what the world did to it', () => {
  const byTheWorld = after('network', 'agent-killed', 'git', 'overloaded');
  expect([ordinalOf(byTheWorld, 'task/a'), failedTries(byTheWorld, 'task/a')]).toEqual([5, 0]);
  const byBoth = after('checks-failed', 'network', 'malformed-answer', 'replan-asked');
  expect([ordinalOf(byBoth, 'task/a'), failedTries(byBoth, 'task/a')]).toEqual([5, 3]);
  expect(failedTries(byBoth, 'task/b')).toBe(0);
});
