// What people say on a pull request: sorted, decided on, mended, answered.

import { describe, expect, test } from 'vitest';
import { effectsDue } from '../effects-due.ts';

import type { Driver } from '../../../test/support/core.ts';
import {
  aPlan,
  aRemark,
  aTask,
  answered,
  drive,
  dueNow,
  failing,
  me,
  saying,
  seenAs,
  sortedAnswer,
  verdictAnswer,
} from '../../../test/support/core.ts';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Seen } from '../remarks/seen.ts';
import type { Remark, Sorted } from '../remarks/remark.ts';
import { openGates } from '../run.ts';
import { isStuck } from '../status.ts';
import { actFor, heardOf, triageWords } from './triage.ts';
import { isNews, isWatched } from './watched.ts';

/** A run whose pull request somebody said something on. */
function said(remarks: readonly Remark[], change: Partial<Seen> = {}): Driver {
  const driver = drive().to('triage');
  driver.perform('inspect', undefined, seenAs({ ...change, remarks })(driver.run()));
  return driver;
}

const sort = (driver: Driver, change: Partial<Sorted> = {}): void => {
  const asked = driver.begin('ask', 'dispatcher');
  if (asked.kind !== 'ask') throw new Error('an ask is an ask');
  driver.end(asked, answered(sortedAnswer(asked.input.remarks ?? [], change)));
};

const heard = (driver: Driver) => heardOf(theRepository(driver.run()));
const actOf = (driver: Driver) => heard(driver).map((item) => actFor(driver.run(), item));

/** Through the work and back, once. */
const mended = (driver: Driver): Driver =>
  driver.go(
    (run) =>
      run.visit.stage === 'triage' &&
      theRepository(run).pullRequest?.heard?.[0]?.head !== undefined &&
      run.rounds.triage > 0,
  );

describe('what people say on a pull request', () => {
  test('is given to the dispatcher by its words, and only what is new (REMARKS-2)', () => {
    const driver = said([aRemark('c-1'), aRemark('c-2')]);
    const asked = driver.begin('ask', 'dispatcher');
    expect(asked.input).toMatchObject({
      role: 'dispatcher',
      remarks: ['c-1', 'c-2'],
      inputs: expect.arrayContaining([
        { name: 'remark c-1', blob: 'words of c-1' },
        { name: 'remark c-2', blob: 'words of c-2' },
      ]),
    });
  });

  test('by somebody who may not steer makes no work, and lets the run go on (REMARKS-1)', () => {
    const driver = said([aRemark('c-1', { author: { name: 'eve', association: 'NONE' } })]);
    expect(driver.run().visit.stage).toBe('merge');
    expect(actOf(driver)).toEqual(['list']);
  });

  test('sends the task that may touch its file back to work, with the words', () => {
    const plans = [aPlan([aTask('a'), aTask('b', { files: ['src/b.ts'] })])];
    const driver = drive({ plans }).to('triage');
    const files = driver.run().tasks.map(({ task }) => task.files[0]);
    const remarks = [aRemark('c-1', { path: files[0] ?? '' })];
    driver.perform('inspect', undefined, seenAs({ remarks })(driver.run()));
    sort(driver);
    expect(driver.run()).toMatchObject({
      visit: {
        stage: 'implementation',
        carry: [{ name: 'asked for on the pull request: c-1', blob: 'words of c-1' }],
      },
      rounds: { triage: 1 },
      tasks: [{ at: 'todo' }, { at: 'integrated' }],
    });
  });

  test('about no file, or one no task has, goes to the last task', () => {
    for (const remark of [aRemark('c-1'), aRemark('c-1', { path: 'elsewhere' })]) {
      const driver = said([remark]);
      sort(driver);
      expect(driver.run().tasks.map(({ at }) => at)).toEqual(['todo']);
    }
  });

  test('is answered with the commit once that is pushed, and those who demanded it are asked to look again (STAGES-TRIAGE-1)', () => {
    const driver = said([aRemark('c-1', { on: 'thread-1', isDemand: true })]);
    sort(driver);
    expect(dueNow(driver.run()).some((due) => due.startsWith('reply'))).toBe(false);
    mended(driver);
    const reply = driver.begin('reply');
    const { commit } = theRepository(driver.run()).head;
    expect(reply.input).toEqual({ number: 7, id: 'c-1', remark: 'thread-1', act: 'fix', commit });
    driver.end(reply);
    expect(heard(driver)).toMatchObject([{ id: 'c-1', replied: true }]);
    const again = driver.begin('request-review');
    expect(again.input).toEqual({ number: 7, head: commit, people: ['ann'] });
    driver.end(again);
    expect(dueNow(driver.run())).toEqual(['inspect pull-request']);
    expect(driver.go().run().ended).toBe('completed');
  });

  test('is answered with the commit of its own task, where several were at work', () => {
    const plans = [aPlan([aTask('a'), aTask('b', { files: ['src/b.ts'] })])];
    const driver = drive({ plans }).to('triage');
    const [one = '', two = ''] = driver.run().tasks.map(({ task }) => task.files[0]);
    const remarks = [aRemark('c-1', { path: one }), aRemark('c-2', { path: two })];
    driver.perform('inspect', undefined, seenAs({ remarks })(driver.run()));
    sort(driver);
    mended(driver);
    const replies = [driver.begin('reply', 'c-1'), driver.begin('reply', 'c-2')];
    const commits = replies.map(({ input }) => ('commit' in input ? input.commit : undefined));
    const of = (task: string) => driver.run().steps.findLast((step) => step.task === task)?.as;
    expect(commits).toEqual([of('a'), of('b')]);
    expect(commits[0]).not.toBe(commits[1]);
  });

  test('is answered with the head where the step that mended it cannot be told apart', () => {
    const driver = said([aRemark('c-1')]);
    sort(driver);
    mended(driver);
    const run = driver.run();
    const { head } = theRepository(run);
    const at = run.steps.findIndex(({ as }) => as === heard(driver)[0]?.head);
    const answeredWith = (steps: typeof run.steps) =>
      effectsDue({ ...run, steps }).flatMap(({ kind, input }) =>
        kind === 'reply' && 'commit' in input ? [input.commit] : [],
      );
    expect(at).toBeGreaterThanOrEqual(0);
    expect(answeredWith(run.steps.slice(0, at + 1))).toEqual([head.commit]);
    expect(answeredWith(run.steps.slice(at + 1))).toEqual([head.commit]);
  });

  test('reaches who judges what was made of it', () => {
    const driver = said([aRemark('c-1')]);
    sort(driver);
    const words = { name: 'asked for on the pull request: c-1', blob: 'words of c-1' };
    driver.go((run) => run.visit.stage === 'review');
    expect(driver.begin('ask', 'reviewer').input).toMatchObject({ inputs: expect.arrayContaining([words]) });
  });

  test('whose answer cannot be given is a warning, and holds nobody up (STAGES-TRIAGE-2)', () => {
    const driver = said([aRemark('c-1', { isDemand: true })]);
    sort(driver);
    mended(driver);
    driver.perform('reply', undefined, failing('forge-refused'));
    driver.perform('request-review', undefined, failing('forge-refused'));
    expect(driver.go().run().ended).toBe('completed');
  });

  test('as a question is answered, and changes nothing', () => {
    const driver = said([aRemark('c-1')]);
    sort(driver, { class: 'question', reply: 'because' });
    expect(driver.begin('reply').input).toMatchObject({ act: 'answer', words: 'because' });
    expect(driver.run()).toMatchObject({ visit: { stage: 'triage' }, rounds: { triage: 0 } });
  });

  test('is answered one by one', () => {
    const driver = said([aRemark('c-1'), aRemark('c-2')]);
    sort(driver, { class: 'question', reply: 'because' });
    driver.perform('reply', 'c-1');
    expect(heard(driver).map(({ replied }) => replied)).toEqual([true, undefined]);
    expect(dueNow(driver.run())).toEqual(['reply c-2']);
  });

  test('whose answer has to wait keeps no other answer waiting', () => {
    const driver = said([aRemark('c-1'), aRemark('c-2')]);
    sort(driver, { class: 'question', reply: 'because' });
    driver.perform('reply', 'c-1', failing('network'));
    expect(dueNow(driver.run())).toContain('reply c-2');
  });

  test('is not told of before the forge was asked', () => {
    expect(triageWords(drive().run())).toEqual([]);
  });

  test('comes with what red checks said, where both are open', () => {
    const driver = said([aRemark('c-1')], { checks: 'failure', words: 'log' });
    sort(driver);
    expect(driver.run().visit.carry.map(({ blob }) => blob)).toEqual(['words of c-1', 'log']);
  });

  test('is not sorted where the pull request is closed by then', () => {
    const driver = drive().to('triage');
    driver.perform(
      'inspect',
      undefined,
      seenAs({ state: 'closed', remarks: [aRemark('c-1')] })(driver.run()),
    );
    expect(driver.run().visit.stage).toBe('merge');
  });

  test('is asked for again where it is answered with something else', () => {
    const driver = said([aRemark('c-1')]);
    driver.perform('ask', 'dispatcher', answered(verdictAnswer()));
    expect(dueNow(driver.run())).toEqual(['ask dispatcher']);
  });

  test('that was left out of the answer is asked about again', () => {
    const driver = said([aRemark('c-1'), aRemark('c-2')]);
    driver.perform('ask', 'dispatcher', answered(sortedAnswer(['c-1', 'c-9'])));
    expect(driver.begin('ask', 'dispatcher').input).toMatchObject({ remarks: ['c-2'] });
  });

  test('is sorted once: a second answer about it changes nothing', () => {
    const driver = said([aRemark('c-1'), aRemark('c-2')]);
    driver.perform('ask', 'dispatcher', answered(sortedAnswer(['c-1'])));
    driver.perform('ask', 'dispatcher', answered(sortedAnswer(['c-1', 'c-2'], { class: 'question' })));
    expect(heard(driver).map(({ act }) => act)).toEqual(['fix', 'answer']);
  });
});

function opened(): Driver {
  const driver = said([aRemark('c-1')]);
  sort(driver, { class: 'architecture' });
  return driver;
}

describe('what was said elsewhere', () => {
  const pasted = { type: 'run.triage', by: me, words: 'pasted words' } as const;

  test('is refused where there is no pull request to mend yet, or none any more', () => {
    expect(drive().refused(pasted)).toMatchObject({ expected: 'an open pull request', actual: 'none yet' });
    const merged = drive();
    merged.go((run) => theRepository(run).pullRequest?.merged !== undefined);
    expect(merged.refused(pasted)).toMatchObject({ actual: 'one that is merged' });
  });

  test('is sorted and mended like what is said on the pull request, and answered nowhere', () => {
    const driver = drive();
    driver.go((run) => openGates(run).some(({ kind }) => kind === 'merge'));
    driver.send(pasted);
    expect(driver.run().visit.stage).toBe('triage');
    driver.perform('inspect');
    sort(driver);
    expect(driver.run().visit.carry).toEqual([
      { name: 'asked for on the pull request: pasted-1', blob: 'pasted words' },
    ]);
    expect(driver.go().run().ended).toBe('completed');
    expect(driver.events().some(({ type }) => type === 'pull-request.answered')).toBe(false);
  });
});

describe('what no rule decides', () => {
  test('is put to a person, with what the dispatcher made of it', () => {
    expect(openGates(opened().run())).toMatchObject([
      { kind: 'remarks', subject: 'main', digest: 'c-1', about: ['c-1'], blob: 'sorted c-1' },
    ]);
  });

  test('is done as it was asked for after a yes', () => {
    const driver = opened();
    driver.decide('remarks');
    expect(driver.run()).toMatchObject({ visit: { stage: 'implementation' }, rounds: { triage: 1 } });
  });

  test('is done with the person’s words after a revision', () => {
    const driver = opened();
    driver.decide('remarks', saying('revise', 'but keep the name'));
    expect(driver.run().visit.carry).toEqual([
      { name: 'asked for on the pull request: c-1', blob: 'words of c-1' },
      { name: 'what a person asked for', blob: 'but keep the name' },
    ]);
  });

  test('is told with what was said at its own gate, and at no other', () => {
    const driver = opened();
    const run = driver.run();
    const gates = run.gates.map((gate) => {
      const decision = { answer: 'revise' as const, by: me, at: 1, comment: `at ${gate.kind}` };
      return [gate, { ...gate, id: 'other', kind: 'review' as const }].map((item) => ({
        ...item,
        visit: run.visit.n,
        decision: { ...decision, comment: `at ${item.kind}` },
      }));
    });
    const words = triageWords({ ...run, gates: gates.flat() }).map(({ blob }) => blob);
    expect(words).toContain('at remarks');
    expect(words).not.toContain('at review');
  });

  test('with others is one question, named by each of them', () => {
    const driver = said([aRemark('c-1'), aRemark('c-2')]);
    sort(driver, { class: 'architecture' });
    expect(openGates(driver.run())).toMatchObject([{ kind: 'remarks', digest: 'c-1 c-2' }]);
  });

  test('is answered after a no, and the run goes on', () => {
    const driver = opened();
    driver.decide('remarks', saying('reject'));
    expect(driver.begin('reply').input).toMatchObject({ act: 'answer' });
    expect(driver.run().blocked).toBeUndefined();
    expect(driver.go().run().ended).toBe('completed');
  });

  test('is also a wish that was followed once and comes back (REMARKS-3)', () => {
    const driver = said([aRemark('c-1', { print: 'shorter' })]);
    sort(driver);
    mended(driver);
    driver.perform('reply');
    driver.perform(
      'inspect',
      undefined,
      seenAs({ remarks: [aRemark('c-2', { print: 'shorter' })] })(driver.run()),
    );
    sort(driver);
    expect(openGates(driver.run())).toMatchObject([{ kind: 'remarks', digest: 'c-2' }]);
    expect(driver.run().rounds.triage).toBe(1);
  });
});

const onTop = { commit: 'theirs', tree: 'tree theirs', isOnTop: true as const };

function waiting(change: Partial<Seen>): Driver {
  const driver = drive().go((run) => run.visit.stage === 'merge');
  driver.perform('inspect', undefined, seenAs(change)(driver.run()));
  return driver;
}

describe('a pull request that others have to look at first', () => {
  test.each([
    { approval: 'missing' as const },
    { approval: 'changes-requested' as const },
    { missing: ['ci'], checks: 'pending' as const },
    { lacking: ['signed commits'] },
    { isQueued: true as const },
  ])('is watched for %j: nothing is due, nobody is asked, and it is not stuck (WATCHED-1)', (change) => {
    const driver = waiting(change);
    expect(dueNow(driver.run())).toEqual([]);
    expect(openGates(driver.run())).toEqual([]);
    expect(isStuck(driver.run())).toBe(false);
    expect(isWatched(driver.run())).toBe(true);
  });

  test('is asked about once they did', () => {
    const driver = waiting({ approval: 'missing' });
    const outcome = seenAs({ approval: 'approved' })(driver.run());
    if (outcome.type !== 'done' || outcome.kind !== 'inspect') throw new Error('a look has an answer');
    driver.send({ type: 'pull-request.see', found: outcome.result });
    expect(openGates(driver.run())).toMatchObject([{ kind: 'merge' }]);
  });

  test('is news where somebody said something, and not where nothing changed', () => {
    const driver = waiting({ approval: 'missing' });
    const outcome = seenAs({ approval: 'missing' })(driver.run());
    if (outcome.type !== 'done' || outcome.kind !== 'inspect') throw new Error('a look has an answer');
    const place = theRepository(driver.run());
    expect(isNews(driver.run(), place, outcome.result)).toBe(false);
    const found = { ...outcome.result, remarks: [aRemark('c-1')] };
    expect(isNews(driver.run(), place, found)).toBe(true);
    driver.send({ type: 'pull-request.see', found });
    expect(driver.run().visit.stage).toBe('triage');
  });

  test('stands in a queue after an order, and is merged there', () => {
    const driver = drive().to('merge');
    driver.go((run) => openGates(run).some(({ kind }) => kind === 'merge'));
    driver.decide('merge');
    driver.perform('merge', undefined, { type: 'done', kind: 'merge', result: { isQueued: true } });
    expect(dueNow(driver.run())).toEqual([]);
    expect(isWatched(driver.run())).toBe(true);
    const outcome = seenAs({ state: 'merged', mergeCommit: 'm' })(driver.run());
    if (outcome.type !== 'done' || outcome.kind !== 'inspect') throw new Error('a look has an answer');
    driver.send({ type: 'pull-request.see', found: outcome.result });
    expect(driver.go().run().ended).toBe('completed');
  });

  test.each([
    ['is put in once more, where its head is still the one', {}, 'merge'],
    ['goes back to triage, where a check was red there', { checks: 'failure' as const }, 'triage'],
    ['is asked about anew, where somebody pushed', { head: 'theirs', foreign: onTop }, 'evaluation'],
  ])('that the queue puts out %s', (_what, change, stage) => {
    const driver = drive().to('merge');
    driver.go((run) => openGates(run).some(({ kind }) => kind === 'merge'));
    driver.decide('merge');
    driver.perform('merge', undefined, { type: 'done', kind: 'merge', result: { isQueued: true } });
    const outcome = seenAs(change)(driver.run());
    if (outcome.type !== 'done' || outcome.kind !== 'inspect') throw new Error('a look has an answer');
    expect(isNews(driver.run(), theRepository(driver.run()), outcome.result)).toBe(true);
    driver.send({ type: 'pull-request.see', found: outcome.result });
    driver.go((run) => run.visit.stage === stage);
    expect(driver.run().visit.stage).toBe(stage);
    if (stage === 'merge') expect(dueNow(driver.run())).toEqual(['merge pull-request']);
  });

  test('is not watched while the run is paused', () => {
    const driver = waiting({ approval: 'missing' });
    driver.send({ type: 'run.pause', by: me });
    expect(isWatched(driver.run())).toBe(false);
  });
});
