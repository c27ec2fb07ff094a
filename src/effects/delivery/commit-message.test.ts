import { describe, expect, test } from 'vitest';
import type { Run, TaskState } from '../../core/run.ts';
import type { WorkType } from '../../core/ticket/ticket.ts';
import { aRun, aTask, aTicket } from '../../../test/support/core.ts';
import { commitMessage, mergeMessage } from './commit-message.ts';

const state = (id: string, title: string, at: TaskState['at'] = 'integrated'): TaskState => ({
  task: aTask(id, { title }),
  at,
  grants: [],
  evidence: [],
});

function runOf(title: string, workType: WorkType = 'feature'): Run {
  return { ...aRun(), ticket: { ...aTicket, workType }, tasks: [state('t-17', title)] };
}

function subjectOf(message: string): string {
  return message.split('\n')[0] ?? '';
}

describe('the message of a commit', () => {
  test.each([
    ['fix', 'fix: mend the list'],
    ['feature', 'feat: mend the list'],
    ['chore', 'chore: mend the list'],
  ] as const)('of a %s has the type in front', (workType, subject) => {
    expect(subjectOf(commitMessage(runOf('Mend the list', workType), 't-17'))).toBe(subject);
  });

  test('of a title that would keep checks from running, or close a ticket, does neither', () => {
    const message = commitMessage(runOf('Mend it [skip ci], fixes #3'), 't-17');
    expect(subjectOf(message)).toBe('feat: mend it (skip ci), fixes issue 3');
    expect(mergeMessage(runOf('Mend it [skip ci]'))).toContain('- Mend it (skip ci)\n');
  });

  test('names the ticket and the run, and neither plan nor task', () => {
    const message = commitMessage(runOf('Mend the list'), 't-17');
    expect(message).toBe('feat: mend the list\n\nTicket: T-1\nRun-Id: r1\n');
  });

  test.each([
    ['feature', 'HTTP is spoken', 'feat: HTTP is spoken'],
    ['feature', 'UintSlice takes an empty value', 'feat: UintSlice takes an empty value'],
    ['fix', 'I cannot log in', 'fix: I cannot log in'],
    ['fix', 'Django admin shows no dates', 'fix: Django admin shows no dates'],
    ['feature', 'Python 3.12 is supported', 'feat: Python 3.12 is supported'],
    ['feature', 'Zig 0.13 is built', 'feat: Zig 0.13 is built'],
    ['feature', 'Add 3 flags', 'feat: add 3 flags'],
    ['feature', 'A flag that shouts.', 'feat: a flag that shouts'],
    ['feature', 'Wait for it...', 'feat: wait for it...'],
    ['fix', 'Fix the crash on empty input', 'fix: the crash on empty input'],
    ['fix', 'Fixes: the crash', 'fix: the crash'],
    ['fix', 'fix(parser): crash on empty input', 'fix: crash on empty input'],
    ['fix', 'Fix', 'fix: fix'],
    ['fix', 'Fixture files are read', 'fix: fixture files are read'],
  ] as const)('of a %s says %j as %j', (workType, title, subject) => {
    expect(subjectOf(commitMessage(runOf(title, workType), 't-17'))).toBe(subject);
  });

  test('has the whole title below a subject that had to be cut, and cuts between words', () => {
    const title = 'Sort the list of teas by name and by price where two of them have the same name';
    const message = commitMessage(runOf(title), 't-17');
    expect(message).toBe(
      `feat: sort the list of teas by name and by price where two of them…\n\n${title}\n\nTicket: T-1\nRun-Id: r1\n`,
    );
  });

  test.each([
    [
      `Error messages read badly: "failed to parse 'a' cause invalid digit found in string"`,
      'fix: error messages read badly',
    ],
    [
      'The parser runs past a value that is written as `KEY="two words and a backslash"`',
      'fix: the parser runs past a value that is written as…',
    ],
    [
      "The parser doesn't see the `end` of a value (neither with one quote nor with two)",
      "fix: the parser doesn't see the `end` of a value…",
    ],
    [
      "The parser doesn't see the end of 'this value that is really very long, and more'",
      "fix: the parser doesn't see the end of…",
    ],
    [
      '"failed to parse a value because an invalid digit was found in this string"',
      'fix: "failed to parse a value because an invalid digit was found in…',
    ],
    ['Error messages read badly: "failed to parse"', 'fix: error messages read badly: "failed to parse"'],
  ])('of %j is not cut inside what is quoted', (title, subject) => {
    const message = commitMessage(runOf(title, 'fix'), 't-17');
    expect(subjectOf(message)).toBe(subject);
    expect(message.toLowerCase()).toContain(title.toLowerCase());
  });

  test('has a subject of at most 72 characters, and never half of one', () => {
    expect(subjectOf(commitMessage(runOf('Mend '.repeat(40)), 't-17')).length).toBeLessThanOrEqual(72);
    for (let before = 60; before < 70; before += 1) {
      const subject = subjectOf(commitMessage(runOf(`${'x'.repeat(before)}${'😀'.repeat(9)}`), 't-17'));
      expect(subject.isWellFormed(), subject).toBe(true);
    }
  });

  test('is signed off where policy wants that, and it is known by whom', () => {
    const run = runOf('Mend the list');
    const author = { name: 'Mia', email: 'mia@example.test' };
    const commits = { author: 'person' as const, signOff: true };
    const signed = { ...run, author, policy: { ...run.policy, commits } };
    expect(commitMessage(signed, 't-17')).toMatch(/\nRun-Id: r1\nSigned-off-by: Mia <mia@example\.test>\n$/);
    for (const plain of [
      { ...run, author },
      { ...signed, author: undefined },
    ]) {
      expect(commitMessage(plain, 't-17')).not.toContain('Signed-off-by');
    }
  });

  test('is the same for the same journal', () => {
    expect(commitMessage(runOf('Mend the list'), 't-17')).toBe(commitMessage(runOf('Mend the list'), 't-17'));
  });
});

describe('the message of a merge', () => {
  test('has the title of the ticket and what was integrated, in an order of its own', () => {
    const run = {
      ...runOf(''),
      tasks: [state('b', 'Water it'), state('a', 'Plant it'), state('c', 'Gone', 'dropped')],
    };
    const message = mergeMessage(run);
    expect(message).toBe('feat: add a thing\n\n- Plant it\n- Water it\n\nTicket: T-1\nRun-Id: r1\n');
    expect(mergeMessage({ ...run, tasks: run.tasks.toReversed() })).toBe(message);
  });
});
