import { describe, expect, test } from 'vitest';
import { eventful, tell, textOf } from '../../../test/support/told.ts';
import { failureLog, failureLogText } from './failure-log.ts';
import type { Failure } from './failures.ts';
import { summaryOf } from './patterns.ts';

function failureOf(n: number, change: Partial<Failure> = {}): Failure {
  return {
    id: `fail-00${n}`,
    at: n,
    stage: 'evaluation',
    reason: 'checks-failed',
    class: 'fixable',
    actor: 'check',
    step: 'run',
    expected: 'these checks pass: test',
    command: 'npm test',
    paths: [],
    summary: `expected ${n} to be 4`,
    details: `before\nexpected ${n} to be 4`,
    action: 'round',
    next: 'the run went back to analysis',
    ...change,
  };
}
const textFor = (failures: readonly Failure[]) => failureLogText(failures, summaryOf(failures));

describe('[E6] the failure log for the next planner', () => {
  test('is empty where nothing went wrong', async () => {
    expect(await failureLog([], textOf)).toBe('');
    const events = tell(eventful().go().events());
    expect(await failureLog(events.slice(0, 3), textOf)).toBe('');
  });

  test('tells what came again first, then every failure, newest first', async () => {
    const events = tell(eventful().go().events());
    const text = await failureLog(events, textOf);
    const ids = [...text.matchAll(/^- (fail-\d+) /gm)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(2);
    expect(ids[0]).toBe(`fail-00${ids.length}`);
    expect(ids.at(-1)).toBe('fail-001');
    expect(textFor([failureOf(1), failureOf(2)])).toBe(
      [
        'Came again, so that what was tried against it did not help:',
        '- 2 times (fail-001, fail-002): checks-failed: expected <n> to be <n>',
        '',
        'What went wrong, newest first:',
        '- fail-002 (evaluation, run): a check failed. expected 2 to be 4',
        '  expected: these checks pass: test',
        '  command: npm test',
        '  then: the run went back to analysis',
        '  | before',
        '  | expected 2 to be 4',
        '- fail-001 (evaluation, run): a check failed. expected 1 to be 4',
        '  expected: these checks pass: test',
        '  command: npm test',
        '  then: the run went back to analysis',
        '  | before',
        '  | expected 1 to be 4',
        '',
      ].join('\n'),
    );
  });

  test('names the task and its files where it was one', () => {
    const text = textFor([failureOf(1, { stage: 'implementation', task: 'limit', paths: ['ci.yml'] })]);
    expect(text).toContain('- fail-001 (implementation, task limit): a check failed.');
    expect(text).toContain('  files: ci.yml\n');
    expect(text).not.toContain('Came again');
  });

  test('stays short, however much went wrong', () => {
    const long = 'x'.repeat(900);
    const many = Array.from({ length: 40 }, (_, n) => failureOf(n, { details: long, summary: long }));
    const text = textFor(many);
    expect(text.length).toBeLessThanOrEqual(8_001);
    const few = Array.from({ length: 40 }, (_, n) => failureOf(n, { summary: `${n}`, details: '' }));
    expect(textFor(few)).toContain('- and 28 before these\n');
  });
});
