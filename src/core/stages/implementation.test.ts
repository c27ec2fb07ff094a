import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import {
  aPlan,
  aTask,
  answered,
  checkedAs,
  drive,
  dueNow,
  failing,
  question,
  saying,
  taskOf,
  testCheck,
  verdictAnswer,
} from '../../../test/support/core.ts';
import { openGates } from '../run.ts';
import { implementation } from './implementation.ts';

const two = [aPlan([aTask('a'), aTask('b')])];

describe('an attempt', () => {
  test('is told its fence, its grants and where it starts from', () => {
    const task = aTask('a', { tests: ['test/a.ts'] });
    const driver = drive({ plans: [aPlan([task], { tier: 'MEDIUM', grants: ['go.sum'] })] });
    expect(driver.to('implementation').begin('attempt').input).toMatchObject({
      task: 'a',
      parent: 'c0',
      fence: ['src/a.ts', 'test/a.ts'],
      grants: ['go.sum'],
      inputs: [{ name: 'ticket' }, { name: 'plan' }, { name: 'design' }],
    });
  });

  test('starts from the head that others have moved on', () => {
    const driver = drive({ policy: { slots: 1 }, plans: two }).to('implementation');
    driver.go((run) => taskOf(run, 'a').at === 'integrated');
    expect(driver.begin('attempt', 'b').input).toMatchObject({
      parent: theRepository(driver.run()).head.commit,
    });
  });

  test('that fails for good fails its task, and the others finish what they have', () => {
    const driver = drive({ plans: two }).to('implementation');
    const other = driver.begin('attempt', 'b');
    driver.perform('attempt', 'a', failing('agent-missing'));
    expect(driver.run().blocked).toBeUndefined();
    driver.end(other);
    driver.go();
    expect(driver.run().tasks.map((state) => state.at)).toEqual(['failed', 'integrated']);
    expect(driver.run().blocked).toBe('a task used up its attempts');
  });

  test('keeps what it saved until it delivers', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a', { type: 'stopped', saved: 's1' });
    expect(taskOf(driver.run(), 'a').saved).toBe('s1');
    driver.perform('attempt', 'a');
    expect(taskOf(driver.run(), 'a').saved).toBeUndefined();
  });

  test('keeps which files it touched, where that is told', () => {
    const driver = drive().to('implementation');
    const result = { commit: 'c1', tree: 't1', parent: 'c0', files: 1, touched: ['src/a.ts'] };
    const outcome = { answer: 'delivered', agent: 'x', transcript: 't', ...result } as const;
    driver.perform('attempt', 'a', { type: 'done', kind: 'attempt', result: outcome });
    expect(taskOf(driver.run(), 'a').delivered).toMatchObject({ commit: 'c1', touched: ['src/a.ts'] });
  });

  test('that has a question delivers nothing', () => {
    const driver = drive().to('implementation');
    const effect = driver.begin('attempt', 'a');
    const asked = question('attempt');
    if (asked.type !== 'done') throw new Error('a question is an answer');
    expect(implementation.interpret(driver.run(), effect, asked)).toEqual([]);
  });
});

describe('a task that delivered', () => {
  test('is checked with the checks that belong to a task', () => {
    const slow = { ...testCheck, name: 'e2e', when: 'run' as const };
    const driver = drive({ checks: [testCheck, slow] }).to('implementation');
    driver.perform('attempt', 'a');
    expect(driver.begin('check').input).toMatchObject({ tree: 'tree a.5.1', checks: [{ name: 'test' }] });
  });

  test('is accepted without a review of its own, where the plan has one task (IMPLEMENTATION-1)', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a');
    driver.perform('check');
    expect(dueNow(driver.run())).toEqual(['integrate queue']);
  });

  test('is reviewed on its own diff, where the plan has more (IMPLEMENTATION-1)', () => {
    const driver = drive({ plans: two }).to('implementation');
    driver.perform('attempt', 'a');
    driver.perform('check', 'task-a');
    expect(driver.begin('ask', 'reviewer-a').input).toMatchObject({
      role: 'reviewer',
      task: 'a',
      diff: { from: 'c0', to: 'a.5.1' },
    });
  });

  test('goes back with the log when a check fails, once', () => {
    const driver = drive().to('implementation');
    for (const at of ['todo', 'failed']) {
      driver.perform('attempt', 'a');
      const check = driver.begin('check');
      driver.end(check, checkedAs('FAIL', check));
      expect(taskOf(driver.run(), 'a').at).toBe(at);
    }
    expect(driver.run().feedback['task/a']).toBe('log of test');
  });

  test('passes without tests where a person waived them before (EVIDENCE-2)', () => {
    const lint = { ...testCheck, name: 'test', kind: 'custom' as const };
    const driver = drive({ checks: [lint] }).to('implementation');
    driver.perform('attempt', 'a');
    const check = driver.begin('check');
    const evidence = [
      {
        check: 'test',
        kind: 'custom' as const,
        tree: 'tree a.5.1',
        verdict: 'FAIL' as const,
        because: 'no-tests' as const,
        ms: 1,
        log: 'l',
      },
    ];
    driver.end(check, { type: 'done', kind: 'check', result: { evidence } });
    expect(taskOf(driver.run(), 'a')).toMatchObject({
      at: 'accepted',
      evidence: [{ verdict: 'WARN', because: 'waived' }],
    });
  });

  test.each([
    ['pass', 'accepted'],
    ['revise', 'todo'],
    ['reject', 'replan'],
    ['abstain', 'reviewing'],
  ] as const)('is %s by its reviewer and then %s', (conclusion, at) => {
    const driver = drive({ plans: two }).to('implementation');
    const other = driver.begin('attempt', 'b');
    driver.perform('attempt', 'a');
    driver.perform('check', 'task-a');
    driver.perform('ask', 'reviewer-a', answered(verdictAnswer({ conclusion })));
    expect(taskOf(driver.run(), 'a').at).toBe(at);
    driver.end(other, { type: 'stopped' });
  });

  test('is integrated onto the head, and the head moves', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a');
    driver.perform('check');
    expect(driver.begin('integrate')).toMatchObject({
      input: { onto: 'c0', tasks: [{ task: 'a', commit: 'a.5.1', parent: 'c0' }] },
    });
    driver.go((run) => run.visit.stage === 'evaluation');
    expect(theRepository(driver.run()).head).toEqual({ commit: 'head c0+a.5.1', tree: 'tree a.5.1' });
  });

  test('goes back when it conflicts with what came before it', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a');
    driver.perform('check');
    const conflict = { task: 'a', detail: 'both sides', paths: ['src/a.ts'] };
    driver.perform('integrate', 'queue', {
      type: 'done',
      kind: 'integrate',
      result: { chain: [], conflict },
    });
    expect(driver.begin('attempt').input).toMatchObject({
      ordinal: 2,
      collision: { base: 'c0', mine: 'a.5.1', others: 'c0' },
      inputs: expect.arrayContaining([{ name: 'last failure', blob: 'both sides' }]),
    });
  });
});

describe('gates of implementation', () => {
  test('ask about every breach and every destructive task at the same time', () => {
    const tasks = [aTask('a'), aTask('b', { destructive: true })];
    const driver = drive({ plans: [aPlan(tasks)] }).to('implementation');
    driver.perform('attempt', 'a', failing('protected-path', { paths: ['CODEOWNERS'] }));
    expect(openGates(driver.run()).map((gate) => [gate.kind, gate.subject, gate.digest])).toEqual([
      ['destructive', 'b', 'b.plan of a b'],
      ['widen-scope', 'a', expect.stringMatching(/^a\.1\.none\./)],
    ]);
  });

  test('ask again about a second breach after the first was sent back', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a', failing('protected-path', { paths: ['CODEOWNERS'] }));
    driver.decide('widen-scope', saying('revise', 'no'));
    driver.perform('attempt', 'a', failing('protected-path', { paths: ['CODEOWNERS'] }));
    expect(openGates(driver.run())).toMatchObject([
      { kind: 'widen-scope', digest: expect.stringMatching(/^a\.2\./) },
    ]);
  });

  test('stop the run when the scope may not be widened, and ask again after a retry', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a', failing('protected-path', { paths: ['CODEOWNERS'] }));
    driver.decide('widen-scope', saying('reject'));
    expect(driver.run().blocked).toBe('a person said no at a gate');
    driver.retry();
    expect(openGates(driver.run())).toMatchObject([{ kind: 'widen-scope', paths: ['CODEOWNERS'] }]);
    driver.decide('widen-scope');
    expect(driver.go().run().ended).toBe('completed');
  });
});

describe('a fix round', () => {
  test('waits with a reopened task for one it depends on that is reopened too', () => {
    const findings = ['src/a.ts', 'src/b.ts'].map((file) => ({
      severity: 'MAJOR' as const,
      file,
      title: 't',
      validation: 'confirmed' as const,
    }));
    const driver = drive({
      plans: [aPlan([aTask('a'), aTask('b', { dependsOn: ['a'] })])],
      script: (effect, run) =>
        run.visit.stage === 'review' && run.rounds.fix === 0 && effect.kind === 'ask'
          ? answered(verdictAnswer({ conclusion: 'revise', findings, blob: 'report' }))
          : undefined,
    });
    driver.go((run) => run.rounds.fix === 1);
    expect(dueNow(driver.run())).toEqual(['attempt a']);
    expect(driver.begin('attempt').input).toMatchObject({
      inputs: expect.arrayContaining([{ name: 'findings of the last review', blob: 'report' }]),
    });
    expect(driver.go().run().ended).toBe('completed');
  });

  test('leaves integrated what built on the reopened task', () => {
    const findings = [
      { severity: 'MAJOR' as const, file: 'src/a.ts', title: 't', validation: 'confirmed' as const },
    ];
    const driver = drive({
      plans: [aPlan([aTask('a'), aTask('b', { dependsOn: ['a'] })])],
      script: (effect, run) =>
        run.visit.stage === 'review' && run.rounds.fix === 0 && effect.kind === 'ask'
          ? answered(verdictAnswer({ conclusion: 'revise', findings }))
          : undefined,
    });
    driver.go((run) => run.rounds.fix === 1);
    expect(driver.run().tasks.map((state) => state.at)).toEqual(['todo', 'integrated']);
    expect(driver.go().run().ended).toBe('completed');
  });
});
