import { describe, expect, test } from 'vitest';
import { aPlan, aReview, aRun, aTask, evidenceOf, testCheck } from '../../../test/support/core.ts';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';
import type { Role } from '../../core/roles/modes.ts';
import type { Run, TaskState } from '../../core/run.ts';
import { ownPieces, toldCheck } from './own-pieces.ts';

const texts: Readonly<Record<string, string>> = {
  log: 'Error: expected 3 to be 4\n',
  long: `line 1\nline 2\nline 3\n\nline 4\n\u{1B}[31mline 5\u{1B}[0m\n${'x'.repeat(300)}\n\n`,
  names: 'failed, new\tcounts to four\n',
  many: Array.from({ length: 60 }, (_, n) => `failed\ttest ${n}\n`).join(''),
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

const lintCheck = { ...testCheck, name: 'lint', kind: 'lint' as const };
const noDiff = () => Promise.resolve('');
const told = async (run: Run, role: Role, task?: string, diff: () => Promise<string> = noDiff) => {
  const parts = {
    blobs: { get: (hash: string) => Promise.resolve(texts[hash]) },
    artifacts: { failures: () => Promise.resolve('It failed before.\n') },
    workspaces: { diff },
  };
  const about = { role, repository: theRepository(run).repository, commit: 'now' };
  const found = await ownPieces(parts, run, { ...about, ...(task === undefined ? {} : { task }) });
  return Object.fromEntries(found.map(({ name, text }) => [name, text]));
};
const diff = () => Promise.resolve('diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-x\n+y\n');
const gone = () => Promise.reject(new Error('no such commit'));
const base = (evidence: readonly Evidence[]): Run => {
  const run = aRun();
  const repositories = run.repositories.map((item) => ({ ...item, baseline: { tree: 't', evidence } }));
  return { ...run, repositories };
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

  const found = [
    { severity: 'MAJOR', title: 'Only the first', file: 'a.ts', line: 2, validation: 'confirmed' },
    { severity: 'MAJOR', title: 'Not the last', file: 'b.ts', validation: 'confirmed' },
    { severity: 'MINOR', title: 'Somewhere', validation: 'unvalidated' },
    { severity: 'MAJOR', title: 'Not so', file: 'c.ts', validation: 'rejected' },
  ] as const;
  const name = 'findings of the earlier verdict, and what became of them';

  test('is told what was found before, and what became of it', async () => {
    const again = { ...aRun(), review: aReview('before', { findings: found }) };
    expect((await told(again, 'reviewer', undefined, diff))[name]).toBe(
      [
        '- MAJOR Only the first (a.ts:2): its file was changed since',
        '- MAJOR Not the last (b.ts): its file was not changed since',
        '- MINOR Somewhere: look whether it is mended',
        '- MAJOR Not so (c.ts): it could not be confirmed, so nobody was asked to mend it',
      ].join('\n'),
    );
    expect((await told(again, 'reviewer', undefined, gone))[name]).toContain(
      '- MAJOR Only the first (a.ts:2): look whether it is mended',
    );
    const same = { ...aRun(), review: aReview('now', { findings: found }) };
    expect((await told(same, 'reviewer', undefined, diff))[name]).toContain('(a.ts:2): look whether');
  });

  test('of a task is told what was found in the attempt before', async () => {
    const verdict = aReview('before', { findings: found });
    const again = { ...run, visit: { ...run.visit, verdicts: [{ subject: 'task/one', verdict }] } };
    expect((await told(again, 'reviewer', 'one'))[name]).toContain(
      '- MAJOR Only the first (a.ts:2): look whether',
    );
    expect((await told(run, 'reviewer', 'one'))[name]).toBeUndefined();
  });
});

describe('what the checks said of the base', () => {
  const name = 'results of the checks at the base commit';

  test.each(['planner', 'splitter', 'implementer', 'tester', 'documenter', 'reviewer'] as const)(
    'is told to the %s, with the names of tests that are red',
    async (role) => {
      const text = (await told(base([red, evidenceOf(lintCheck, 't')]), role))[name];
      expect(text).toBe('- test: FAIL, it ended with 1\n  - red: counts to four\n- lint: PASS, it passed');
    },
  );

  test('has the last lines of what is red without naming a test', async () => {
    const format = { ...evidenceOf(lintCheck, 't', 'FAIL'), because: 'exit' as const, log: 'long' };
    const text = (await told(base([format, { ...format, log: 'gone' }]), 'implementer'))[name];
    expect(text).toBe(
      [
        '- lint: FAIL, it ended with 1',
        '  its last lines:',
        ...[2, 3, 4, 5].map((n) => `    line ${n}`),
        `    ${'x'.repeat(200)}`,
        '- lint: FAIL, it ended with 1',
      ].join('\n'),
    );
  });

  test('is told to nobody else, and not before it is known', async () => {
    expect((await told(base([red]), 'investigator'))[name]).toBeUndefined();
    expect((await told(base([]), 'planner'))[name]).toBeUndefined();
    expect((await told(aRun(), 'planner'))[name]).toBeUndefined();
  });

  test('names no more tests than anybody reads', async () => {
    const text = (await told(base([{ ...red, tests: 'many' }]), 'planner'))[name] ?? '';
    expect(text.split('\n')).toHaveLength(52);
    expect(text).toContain('  - and 10 more');
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

describe('a check that is a part of a script', () => {
  const command = 'npm test --silent';
  const part = {
    ...testCheck,
    command,
    script: { name: 'test', part: 2, parts: 3, text: 'tape test.js', besides: [] },
  };

  test('is told with that part, so that two of one script can be told apart', () => {
    const { name, kind } = testCheck;
    expect(toldCheck(part)).toEqual({ name, kind, command, part: { at: 2, of: 3, text: 'tape test.js' } });
    expect(toldCheck({ ...testCheck, command })).toEqual({ name, kind, command });
  });

  test('is diagnosed as that part', async () => {
    const run = { ...aRun(), checks: [part], tasks: [state({ evidence: [red] })] };
    const text = (await told(run, 'implementer', 'one'))['diagnosis of the failure'];
    expect(text).toContain('command: npm test --silent (part 2 of 3, `tape test.js` as the script');
  });
});

describe('whoever audits a plan', () => {
  const risks = [
    { category: 'concurrency', impact: 'HIGH', resolved: false },
    { category: 'dependency', impact: 'HIGH', resolved: true },
    { category: 'performance', impact: 'LOW', resolved: false },
  ] as const;
  const name = 'HIGH risks of the plan, each to be looked at';

  test.each(['auditor', 'assumption-verifier', 'executability-verifier'] as const)(
    'as %s is told its HIGH risks by name, those that the planner calls resolved too',
    async (role) => {
      const run = { ...aRun(), plan: { ...aPlan([aTask('a')], { risks }), visit: 1 } };
      expect((await told(run, role))[name]).toBe(
        '- concurrency: HIGH, not resolved\n- dependency: HIGH, resolved, as the planner says',
      );
    },
  );

  test('is told nothing of that where there are none', async () => {
    const run = { ...aRun(), plan: { ...aPlan([aTask('a')]), visit: 1 } };
    expect(await told(run, 'auditor')).not.toHaveProperty([name]);
    expect(await told(aRun(), 'auditor')).not.toHaveProperty([name]);
  });
});
