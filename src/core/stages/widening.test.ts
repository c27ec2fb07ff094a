import { describe, expect, test } from 'vitest';
import type { Driver, PolicyChange } from '../../../test/support/core.ts';
import { aPlan, aTask, dueNow, drive, failing, me, saying, taskOf } from '../../../test/support/core.ts';
import type { Failed } from '../effects.ts';
import type { Plan } from '../plan/plan.ts';
import { openGates } from '../run.ts';
import type { Strayed } from './widening.ts';
import { strayed } from './widening.ts';

const work = { commit: 'w1', tree: 'tw', parent: 'c0', files: 2, touched: ['src/a.ts', 'src/near.ts'] };

function breach(paths: readonly string[] = ['src/near.ts'], left: Partial<Strayed> = { work }): Failed {
  return failing('fence-breach', { detail: 'it strayed', paths, strayed: { why: 'it is needed', ...left } });
}

function asked(paths: readonly string[], left: Partial<Strayed> = { saved: 's1' }): Failed {
  return failing('replan-asked', { detail: 'missing', paths, strayed: { why: 'it is missing', ...left } });
}

const alone: PolicyChange = { gates: { plan: false } };
const inFolders: PolicyChange = { scope: { widen: 'planned-folders' } };

function working(policy: PolicyChange = {}, plan: Plan = aPlan([aTask('a')])): Driver {
  return drive({ policy, plans: [plan] }).to('implementation');
}

function strayedIn(policy: PolicyChange, failed: Failed = breach(), plan?: Plan): Driver {
  const driver = working(policy, plan);
  driver.perform('attempt', 'a', failed);
  return driver;
}

const taken = (answer: 'approve' | 'reject'): Driver => {
  const driver = strayedIn({});
  driver.send({ type: 'task.take', task: 'a', by: me });
  driver.decide('widen-scope', saying(answer));
  return driver;
};

const typesIn = (driver: Driver): readonly string[] => driver.events().map(({ type }) => type);
const gatesIn = (driver: Driver): readonly string[] => openGates(driver.run()).map(({ kind }) => kind);

describe('an attempt that touches an ordinary file outside its task', () => {
  test('waits for a person with its work kept, and no retry is used', () => {
    const driver = strayedIn({});
    expect(openGates(driver.run())).toEqual([
      expect.objectContaining({
        kind: 'widen-scope',
        subject: 'a',
        digest: expect.stringMatching(/^a\.1\.\w+\.src\/near\.ts$/),
        paths: ['src/near.ts'],
        strays: 'work',
        blob: 'it is needed',
      }),
    ]);
    expect(driver.run().failures).toEqual({});
    expect(dueNow(driver.run())).toEqual([]);
  });

  test('has its work taken in as it is once a person lets it, and nobody is launched for that', () => {
    const driver = strayedIn({});
    const launches = driver.run().spend.launches;
    driver.decide('widen-scope');
    expect(taskOf(driver.run(), 'a')).toMatchObject({
      at: 'checking',
      delivered: { commit: 'w1', tree: 'tw', parent: 'c0' },
      task: { files: ['src/a.ts', 'src/near.ts'] },
      grants: [],
      widened: [{ paths: ['src/near.ts'], by: 'me' }],
    });
    expect(taskOf(driver.run(), 'a').stray).toBeUndefined();
    expect(driver.run().spend.launches).toBe(launches);
    expect(driver.run().accepted?.tasks[0]?.files).toEqual(['src/a.ts']);
    expect(driver.go().run().ended).toBe('completed');
  });

  test('is a breach like any other where the person says no: the next attempt is told why', () => {
    const driver = strayedIn({});
    driver.decide('widen-scope', saying('reject'));
    expect(driver.run().blocked).toBeUndefined();
    expect(driver.run().failures).toEqual({ 'task/a': { fixable: 1 } });
    expect(driver.begin('attempt').input).toMatchObject({
      fence: ['src/a.ts'],
      ordinal: 2,
      inputs: expect.arrayContaining([expect.objectContaining({ blob: 'it strayed' })]),
    });
  });

  test('fails its task where the person says no and no retry is left, with the words they said', () => {
    const driver = strayedIn({ retries: { ...working().run().policy.retries, fixable: 0 } });
    driver.decide('widen-scope', saying('reject', 'never that'));
    expect(taskOf(driver.run(), 'a').at).toBe('failed');
    expect(driver.run().feedback['task/a']).toBe('never that');
    expect(driver.run().blocked).toBe('a task used up its attempts');
  });

  test('tries again with what the person asks for instead, and that uses no retry', () => {
    const driver = strayedIn({});
    driver.decide('widen-scope', saying('revise', 'do without'));
    expect(driver.run().failures).toEqual({});
    expect(driver.begin('attempt').input).toMatchObject({
      ordinal: 1,
      inputs: expect.arrayContaining([{ name: 'what a person asked for', blob: 'do without' }]),
    });
  });

  test('is a breach with words of nobody where neither it nor the person has any', () => {
    const { detail: _detail, ...silent } = breach();
    const driver = strayedIn({}, silent);
    driver.decide('widen-scope', saying('reject'));
    expect(driver.events().findLast(({ type }) => type === 'failure.recorded')).not.toHaveProperty('detail');
  });

  test.each([
    ['policy never widens', { scope: { widen: 'never' } }, breach()],
    ['nothing of it was kept', {}, failing('fence-breach', { paths: ['src/near.ts'] })],
    ['it names no file', {}, breach([])],
    [
      'it strayed over more files than a task may have',
      {},
      breach(Array.from({ length: 11 }, (_, n) => `x/${n}`)),
    ],
    ['it failed for another reason', {}, { ...breach(), reason: 'too-large' }],
  ] as const)('is a breach like any other where %s', (_why, policy, failed) => {
    const driver = strayedIn(policy, failed);
    expect(gatesIn(driver)).toEqual([]);
    expect(driver.run().failures).toEqual({ 'task/a': { fixable: 1 } });
  });

  test('is a breach in a run whose policy is older than the question', () => {
    const driver = working();
    const effect = driver.begin('attempt');
    const { scope: _scope, ...policy } = driver.run().policy;
    expect(strayed({ ...driver.run(), policy }, effect, breach())).toBeUndefined();
    expect(strayed({ ...driver.run(), tasks: [] }, effect, breach())).toBeUndefined();
  });

  test('is not asked about a file of a task that is still to be done; of one that is done it is', () => {
    const plan = aPlan([aTask('a', { dependsOn: ['b'] }), aTask('b'), aTask('c', { dependsOn: ['a'] })]);
    const driver = drive({ plans: [plan] })
      .to('implementation')
      .go((run) => taskOf(run, 'b').at === 'integrated');
    driver.perform('attempt', 'a', breach(['src/c.ts']));
    expect(gatesIn(driver)).toEqual([]);
    driver.perform('attempt', 'a', breach(['src/b.ts']));
    expect(gatesIn(driver)).toEqual(['widen-scope']);
  });

  test('is asked about a file of a task that was dropped: nobody else is to write it', () => {
    const driver = working({}, aPlan([aTask('a'), aTask('b')]));
    const effect = driver.begin('attempt', 'a');
    const run = driver.run();
    const tasks = run.tasks.map((state) =>
      state.task.id === 'b' ? { ...state, at: 'dropped' as const } : state,
    );
    expect(strayed(run, effect, breach(['src/b.ts']))).toBeUndefined();
    expect(strayed({ ...run, tasks }, effect, breach(['src/b.ts']))).toBeDefined();
  });

  test('is done again after whoever is at work on the same file by now, from what was saved', () => {
    const driver = working({}, aPlan([aTask('a'), aTask('b')]));
    driver.perform('attempt', 'a', breach());
    driver.perform('attempt', 'b', breach(['src/near.ts'], { work: { ...work, commit: 'w2' } }));
    driver.decide('widen-scope');
    driver.decide('widen-scope');
    expect(taskOf(driver.run(), 'a').at).toBe('checking');
    expect(taskOf(driver.run(), 'b')).toMatchObject({ at: 'todo', saved: 'w2' });
    expect(driver.go().run().ended).toBe('completed');
  });

  test('changes nothing for a person who took the task while the gate was open', () => {
    expect(taskOf(taken('reject').run(), 'a')).toMatchObject({ at: 'taken' });
    expect(taskOf(taken('approve').run(), 'a')).toMatchObject({
      at: 'taken',
      saved: 'w1',
      task: { files: ['src/a.ts', 'src/near.ts'] },
    });
  });
});

describe('an agent that says which file is missing', () => {
  test('is asked about at the same gate, and the next attempt goes on from what is there', () => {
    const driver = strayedIn({}, asked(['src/near.ts']));
    expect(openGates(driver.run())).toMatchObject([{ kind: 'widen-scope', strays: 'words' }]);
    driver.decide('widen-scope');
    expect(driver.begin('attempt').input).toMatchObject({
      fence: ['src/a.ts', 'src/near.ts'],
      saved: 's1',
    });
  });

  test('starts afresh where it had done nothing yet', () => {
    const driver = strayedIn({}, asked(['src/near.ts'], {}));
    driver.decide('widen-scope');
    expect(driver.begin('attempt').input).not.toHaveProperty('saved');
  });

  test('has its task planned again where the person says no', () => {
    const driver = strayedIn({}, asked(['src/near.ts']));
    driver.decide('widen-scope', saying('reject'));
    expect(driver.run().visit.stage).toBe('planning');
  });
});

describe('a run in which nobody approves plans', () => {
  test('tries again first, and asks only where the task would end otherwise', () => {
    const driver = strayedIn(alone);
    expect(gatesIn(driver)).toEqual([]);
    expect(driver.run().failures).toEqual({ 'task/a': { fixable: 1 } });
    driver.perform('attempt', 'a', breach());
    expect(gatesIn(driver)).toEqual(['widen-scope']);
    expect(driver.run().blocked).toBeUndefined();
    driver.decide('widen-scope');
    expect(driver.go((run) => run.visit.stage === 'merge').run().blocked).toBeUndefined();
  });
});

describe('policy that widens inside the planned folders', () => {
  test('takes the work in without asking, and the run says who gave the file', () => {
    const driver = strayedIn({ ...inFolders, ...alone });
    expect(gatesIn(driver)).toEqual([]);
    expect(taskOf(driver.run(), 'a')).toMatchObject({
      at: 'checking',
      widened: [{ paths: ['src/near.ts'] }],
    });
    expect(typesIn(driver).slice(-3)).toEqual(['task.strayed', 'task.widened', 'task.delivered']);
  });

  test('lets an agent that only names the file go on', () => {
    const driver = strayedIn(inFolders, asked(['src/near.ts']));
    expect(driver.begin('attempt').input).toMatchObject({ fence: ['src/a.ts', 'src/near.ts'], saved: 's1' });
  });

  test.each([
    ['in a folder where the plan has nothing', breach(['lib/near.ts'])],
    ['in a folder below', breach(['src/deep/near.ts'])],
    ['in the root', breach(['near.ts'])],
    ['that other changes are checked with', breach(['src/near.ts'], { work, checking: ['src/near.ts'] })],
    ['that are more than three', breach(['src/1', 'src/2', 'src/3', 'src/4'])],
  ])('asks about files %s', (_which, failed) => {
    const root = aPlan([aTask('a', { files: ['src/a.ts', 'README.md'] })]);
    expect(gatesIn(strayedIn(inFolders, failed, root))).toEqual(['widen-scope']);
  });

  test('gives a task three files and no more, however often it comes; what a person gives does not count', () => {
    const driver = strayedIn(inFolders, asked(['src/1', 'src/2']));
    driver.perform('attempt', 'a', asked(['src/3', 'src/4']));
    expect(gatesIn(driver)).toEqual(['widen-scope']);
    driver.decide('widen-scope');
    driver.perform('attempt', 'a', asked(['src/5']));
    expect(gatesIn(driver)).toEqual([]);
    driver.perform('attempt', 'a', asked(['src/6']));
    expect(gatesIn(driver)).toEqual(['widen-scope']);
  });

  test('asks about a file of another task, done as it is', () => {
    const plan = aPlan([aTask('a', { dependsOn: ['b'] }), aTask('b')]);
    const driver = drive({ policy: inFolders, plans: [plan] }).to('implementation');
    driver.go((run) => taskOf(run, 'b').at === 'integrated');
    driver.perform('attempt', 'a', breach(['src/b.ts']));
    expect(gatesIn(driver)).toEqual(['widen-scope']);
  });
});
