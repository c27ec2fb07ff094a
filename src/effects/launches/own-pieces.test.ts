import { describe, expect, test } from 'vitest';
import { aReview, aRun, aTask, evidenceOf, testCheck } from '../../../test/support/core.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';
import type { Role } from '../../core/roles/modes.ts';
import type { Run, TaskState } from '../../core/run.ts';
import { ownPieces } from './own-pieces.ts';

const texts: Readonly<Record<string, string>> = {
  log: 'Error: expected 3 to be 4\n',
  names: 'failed, new\tcounts to four\n',
};
const red: Evidence = {
  ...evidenceOf(testCheck, 'tree', 'FAIL'),
  because: 'exit',
  log: 'log',
  tests: 'names',
};
const state = (change: Partial<TaskState>): TaskState => ({
  task: aTask('one'),
  at: 'todo',
  grants: [],
  evidence: [],
  ...change,
});

const told = async (run: Run, role: Role, task?: string) => {
  const parts = {
    blobs: { get: (hash: string) => Promise.resolve(texts[hash]) },
    artifacts: { failures: () => Promise.resolve('It failed before.\n') },
  };
  const found = await ownPieces(parts, run, { role, ...(task === undefined ? {} : { task }) });
  return Object.fromEntries(found.map(({ name, text }) => [name, text]));
};
describe('a reviewer', () => {
  const passed = { ...evidenceOf(testCheck, 'tree'), counts: { passed: 3, failed: 0, skipped: 1 } };
  const run = {
    ...aRun(),
    evidence: [passed],
    tasks: [state({ at: 'reviewing', evidence: [evidenceOf(testCheck, 't', 'WARN')] })],
  };

  test('is told what the checks said of what it judges', async () => {
    expect(await told(run, 'reviewer')).toEqual({
      'results of the checks': '- test: PASS, it passed, 3 passed, 1 skipped',
    });
    expect((await told(run, 'reviewer', 'one'))['results of the checks']).toContain('- test: WARN');
    expect(await told(aRun(), 'reviewer')).toEqual({});
  });
});

describe('[M6] whoever does a task again', () => {
  test('is given a diagnosis: the check, the tests, the first lines and what was changed', async () => {
    const delivered = { commit: 'c', tree: 't', parent: 'p', touched: ['src/four.ts'] };
    const run = { ...aRun(), checks: [testCheck], tasks: [state({ evidence: [red], delivered })] };
    const text = (await told(run, 'implementer', 'one'))['diagnosis of the failure'];
    for (const part of [
      `The check "test" (test, command: ${testCheck.command}) failed`,
      '- counts to four',
      '    Error: expected 3 to be 4',
      '- src/four.ts',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('is given one as well where it was red only together with what others did', async () => {
    const run = { ...aRun(), checks: [testCheck], tasks: [state({ evidence: [red], collided: true })] };
    const text = (await told(run, 'implementer', 'one'))['diagnosis of the failure'];
    expect(text).toMatch(/^With this change alone the checks pass\./);
    expect(text).toContain('- counts to four');
    const conflict = {
      ...aRun(),
      tasks: [state({ collided: true, evidence: [evidenceOf(testCheck, 't')] })],
    };
    expect(await told(conflict, 'implementer', 'one')).toEqual({});
  });

  test('is told nothing of that the first time', async () => {
    expect(await told({ ...aRun(), tasks: [state({})] }, 'implementer', 'one')).toEqual({});
    expect(await told(aRun(), 'interpreter')).toEqual({});
  });
});

describe('[E6] whoever plans', () => {
  const run = { ...aRun(), evidence: [red] };

  test.each(['investigator', 'planner', 'splitter'] as const)(
    'as the %s of a round is told what failed and the failures before it',
    async (role) => {
      const again = { ...run, rounds: { ...run.rounds, bug: 1 } };
      const found = await told(again, role);
      expect(found['diagnosis of the failure']).toContain('- counts to four');
      expect(found['failures of this run so far']).toBe('It failed before.\n');
    },
  );

  test('[E5] in the simplification pass is told its limits, and in no other round', async () => {
    const review = {
      ...aReview('h'),
      criteria: [
        { id: 'c1', met: false },
        { id: 'c2', met: true },
      ],
    };
    const again = { ...run, review, rounds: { ...run.rounds, simplify: 1 } };
    const text = (await told({ ...again, simplifying: true }, 'planner'))['limits of this pass'];
    expect(text).toContain('Work on what fails and on nothing else: test.');
    expect(text).toContain('last found not met: c1.');
    expect(await told(again, 'planner')).not.toHaveProperty('limits of this pass');
  });

  test('the first time is told nothing of that', async () => {
    expect(await told(run, 'planner')).toEqual({});
    expect(await told({ ...run, rounds: { ...run.rounds, design: 1 } }, 'planner')).toEqual({});
  });
});
