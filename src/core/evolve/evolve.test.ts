import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import {
  aPlan,
  aRun,
  aStart,
  aTask,
  drive,
  failing,
  me,
  taskOf,
  testCheck,
} from '../../../test/support/core.ts';
import { effectsDue } from '../effects-due.ts';
import { evolve, fold } from './evolve.ts';

describe('a journal', () => {
  test('folds to the state that its commands led to', () => {
    const driver = drive().go();
    const journal = driver.events().map((event) => ({ event, at: 1 }));
    expect(fold(journal)).toEqual(driver.run());
  });

  test('starts with the start of the run', () => {
    expect(() => fold([{ event: { type: 'run.paused', by: me }, at: 1 }])).toThrow(
      'invariant: a stream starts with run.started',
    );
  });

  test('gives the time of its events to what they made', () => {
    expect(fold([{ event: aStart(), at: 17 }])).toMatchObject({ startedAt: 17, visit: { enteredAt: 17 } });
    expect(evolve(aRun(), aStart(), 18)).toMatchObject({ startedAt: 18 });
  });

  test.each([
    [{ type: 'effect.ended', key: 'x', how: 'done' }, 'effect x was begun before it ended'],
    [
      { type: 'gate.decided', gate: 'g1', decision: { answer: 'approve', by: me } },
      'gate g1 was opened before it was decided',
    ],
    [{ type: 'pull-request.merged', commit: 'c' }, 'a pull request is opened before anything happens to it'],
  ] as const)('with a hole is our bug: %j', (event, sentence) => {
    expect(() => evolve(aRun(), event, 1)).toThrow(`invariant: ${sentence}`);
  });
});

describe('a survey', () => {
  test('gives the head its tree, while the head is the base', () => {
    const driver = drive();
    driver.perform('survey');
    expect(theRepository(driver.run())).toMatchObject({
      base: { tree: 'tree c0' },
      head: { tree: 'tree c0' },
    });
  });

  test('goes to the investigator and the planner in its words, and stays where a later look has none [I6]', () => {
    const driver = drive();
    const survey = { tree: 't', checks: [testCheck], dirty: 'clean' as const, problems: [] };
    driver.perform('survey', undefined, {
      type: 'done',
      kind: 'survey',
      result: { ...survey, words: 'found' },
    });
    const run = evolve(driver.run(), { type: 'survey.recorded', repository: 'main', survey }, 1);
    expect(run.survey).toBe('found');
    const asked = (stage: 'analysis' | 'planning') =>
      effectsDue(driver.to(stage).run()).flatMap((effect) =>
        effect.kind === 'ask' ? effect.input.inputs : [],
      );
    const wanted = { name: 'survey of the repository', blob: 'found' };
    expect(asked('analysis')).toContainEqual(wanted);
    expect(asked('planning')).toContainEqual(wanted);
  });

  test('leaves a head alone that work has moved', () => {
    const run = drive().to('evaluation').run();
    const survey = { tree: 'again', checks: [], dirty: 'clean' as const, problems: [] };
    const after = evolve(run, { type: 'survey.recorded', repository: 'main', survey }, 1);
    expect(theRepository(after).head).toEqual(theRepository(run).head);
  });

  test('speaks of one repository only', () => {
    const start = aStart();
    const other = { alias: 'other', repository: 'r2', base: { branch: 'main', commit: 'c9' } };
    const run = evolve(aRun(), { ...start, repositories: [...start.repositories, other] }, 1);
    const after = evolve(run, { type: 'branch.pushed', branch: 'x', commit: 'c1' }, 1);
    expect(after.repositories.map((item) => item.pushed)).toEqual(['c1', undefined]);
  });
});

const replanned = () => {
  const tasks = [aTask('a'), aTask('b', { dependsOn: ['a'] }), aTask('c')];
  const driver = drive({ plans: [aPlan(tasks), aPlan([aTask('c'), aTask('d')], { hash: 'second' })] });
  driver.to('implementation');
  const late = driver.begin('attempt', 'c');
  driver.perform('attempt', 'a');
  driver.perform('check', 'task-a');
  driver.perform('ask', 'reviewer-a');
  driver.perform('integrate');
  driver.end(late, failing('replan-asked'));
  const plan = aPlan([aTask('c', { files: ['src/new.ts'] }), aTask('d')], {
    hash: 'second',
    grants: ['go.sum'],
  });
  driver.perform('ask', 'planner', {
    type: 'done',
    kind: 'ask',
    result: { agent: 'x', transcript: 't', answer: 'plan', plan },
  });
  return driver.to('implementation').run();
};

describe('a plan that is accepted', () => {
  test('keeps what is integrated, drops what is not planned any more, and takes the rest anew', () => {
    expect(replanned().tasks.map((state) => `${state.task.id} ${state.at}`)).toEqual([
      'a integrated',
      'b dropped',
      'c todo',
      'd todo',
    ]);
  });

  test('gives its own tasks and grants to the work', () => {
    expect(taskOf(replanned(), 'c')).toMatchObject({ grants: ['go.sum'], task: { files: ['src/new.ts'] } });
    expect(replanned().accepted?.hash).toBe('second');
  });
});

describe('a stage that is skipped', () => {
  test('is noted in its own visit only', () => {
    const run = aRun();
    const here = evolve(run, { type: 'stage.skipped', stage: 'intake', because: 'so' }, 1);
    expect(here.visit.skipped).toBe('so');
    expect(evolve(run, { type: 'stage.skipped', stage: 'merge', because: 'so' }, 1)).toBe(run);
  });
});

describe('a failure', () => {
  test('leaves its words for the next attempt on its line', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a', failing('no-change', { detail: 'nothing was written' }));
    expect(driver.begin('attempt').input).toMatchObject({
      ordinal: 2,
      inputs: expect.arrayContaining([{ name: 'last failure', blob: 'nothing was written' }]),
    });
  });

  test.each(['checks-failed', 'conflict'] as const)(
    'of %s sends a task back that had delivered',
    (reason) => {
      const driver = drive().to('implementation');
      driver.perform('attempt', 'a');
      driver.perform('check', 'task-a', failing(reason));
      expect(taskOf(driver.run(), 'a').at).toBe('todo');
    },
  );

  test('of the machine leaves a task that had delivered where it is', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a');
    driver.perform('check', 'task-a', failing('io'));
    expect(taskOf(driver.run(), 'a').at).toBe('checking');
    driver.perform('wait-until');
    driver.perform('check', 'task-a');
    expect(driver.go().run().ended).toBe('completed');
  });
});

test('a retry takes up every task that gave up, and one that waits to be planned anew', () => {
  const run = drive({ plans: [aPlan([aTask('a'), aTask('b'), aTask('c')])] })
    .to('implementation')
    .run();
  const at = ['failed', 'replan', 'accepted'] as const;
  const tasks = run.tasks.map((state, index) => ({ ...state, at: at[index] ?? state.at }));
  const after = evolve({ ...run, tasks, blocked: 'so' }, { type: 'run.retried', by: me }, 1);
  expect(after.tasks.map((state) => state.at)).toEqual(['todo', 'todo', 'accepted']);
});
