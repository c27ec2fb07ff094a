import { describe, expect, test } from 'vitest';
import { theRepository } from '../../test/support/the-repository.ts';
import {
  aPlan,
  aStart,
  aTask,
  approval,
  drive,
  failing,
  me,
  saying,
  taskOf,
  you,
} from '../../test/support/core.ts';
import type { Command } from './commands.ts';
import { decide } from './decide.ts';
import { evolve } from './evolve/evolve.ts';
import { openGates } from './run.ts';

const { type: _type, ...start } = aStart();

describe('starting', () => {
  test('begins a stream', () => {
    expect(decide(undefined, { type: 'run.start', start }, 5)).toEqual([{ type: 'run.started', ...start }]);
  });

  test('is refused a second time', () => {
    expect(drive().refused({ type: 'run.start', start })).toEqual({ refused: 'already-started' });
  });

  test('comes before everything else', () => {
    expect(decide(undefined, { type: 'run.pause', by: me }, 1)).toEqual({ refused: 'not-started' });
  });
});

describe('an effect', () => {
  test('begins when it is due, and once', () => {
    const driver = drive();
    const effect = driver.begin('survey');
    expect(driver.refused({ type: 'effect.begin', key: effect.key })).toEqual({
      refused: 'not-due',
      key: effect.key,
    });
    expect(driver.refused({ type: 'effect.begin', key: 'main/1/merge/x/1' })).toMatchObject({
      refused: 'not-due',
    });
  });

  test('ends after it was begun, and once', () => {
    const driver = drive();
    const end: Command = {
      type: 'effect.end',
      key: 'main/1/survey/repository/1',
      outcome: { type: 'stopped' },
    };
    expect(driver.refused(end)).toEqual({ refused: 'not-begun', key: end.key });
    driver.begin('survey');
    driver.send(end);
    expect(driver.refused(end)).toEqual({ refused: 'not-begun', key: end.key });
  });

  test('that was stopped is due again, and nothing is used up', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a', { type: 'stopped', saved: 's1' });
    expect(driver.run().failures).toEqual({});
    expect(driver.begin('attempt').input).toMatchObject({ ordinal: 1, saved: 's1' });
  });

  test('that was stopped keeps saved work for a task only', () => {
    const driver = drive().to('analysis');
    expect(driver.perform('ask', 'investigator', { type: 'stopped', saved: 's1' })).toHaveLength(1);
    const working = drive().to('implementation');
    expect(working.perform('attempt', 'a', { type: 'stopped' })).toHaveLength(1);
  });

  test('that ends after the run was cancelled is charged, and the run stays cancelled', () => {
    const driver = drive().to('implementation');
    const attempt = driver.begin('attempt');
    driver.send({ type: 'run.cancel', by: me, comment: 'no longer' });
    driver.end(attempt, { type: 'stopped', charge: { usd: 2, agentMs: 1 } });
    expect(driver.run()).toMatchObject({ ended: 'cancelled', spend: { usd: 2 } });
  });

  test('of an earlier visit is charged and forgotten', () => {
    const driver = drive({ plans: [aPlan([aTask('a'), aTask('b', { destructive: true })])] });
    driver.to('implementation');
    const attempt = driver.begin('attempt', 'a');
    driver.decide('destructive', saying('reject'));
    driver.retry();
    const before = driver.run();
    driver.end(attempt);
    expect(taskOf(driver.run(), 'a')).toEqual(taskOf(before, 'a'));
    expect(driver.run().spend.ended).toBe(before.spend.ended + 1);
  });
});

describe('steering', () => {
  test('is refused once the run has ended', () => {
    const driver = drive();
    driver.send({ type: 'run.cancel', by: me });
    const commands: readonly Command[] = [
      { type: 'run.pause', by: me },
      { type: 'run.resume', by: me },
      { type: 'run.retry', by: me },
      { type: 'run.cancel', by: me },
      { type: 'run.merge', by: me, head: 'c0' },
      { type: 'run.fail', because: 'x' },
      { type: 'gate.decide', gate: 'g1', seen: '', decision: approval },
    ];
    for (const command of commands) {
      expect(driver.refused(command)).toEqual({ refused: 'run-ended', how: 'cancelled' });
    }
  });

  test('pauses once and resumes once', () => {
    const driver = drive();
    expect(driver.refused({ type: 'run.resume', by: me })).toEqual({
      refused: 'STATE_MISMATCH',
      expected: 'paused',
      actual: 'going',
    });
    driver.send({ type: 'run.pause', by: me });
    expect(driver.refused({ type: 'run.pause', by: me })).toEqual({
      refused: 'STATE_MISMATCH',
      expected: 'going',
      actual: 'paused',
    });
    driver.send({ type: 'run.resume', by: you });
    expect(driver.go().run().ended).toBe('completed');
  });

  test('goes on after a pause with what was decided meanwhile', () => {
    const driver = drive().to('plan-review');
    driver.send({ type: 'run.pause', by: me });
    driver.decide('plan');
    expect(driver.run().visit.stage).toBe('plan-review');
    driver.send({ type: 'run.resume', by: me });
    expect(driver.run().visit.stage).toBe('implementation');
  });

  test('retries only what is blocked', () => {
    expect(drive().refused({ type: 'run.retry', by: me })).toEqual({
      refused: 'STATE_MISMATCH',
      expected: 'blocked',
      actual: 'not blocked',
    });
  });

  test('retries the stage that was left, in a new visit, with one more round for every loop', () => {
    const driver = drive({ policy: { rounds: { bug: 0 } } }).to('evaluation');
    driver.perform('check', 'run', failing('setup-failed'));
    driver.retry('I installed it');
    expect(driver.run()).toMatchObject({
      extraRounds: 1,
      failures: {},
      visit: {
        stage: 'evaluation',
        because: 'a person asked to go on',
        carry: [{ name: 'what a person asked for', blob: 'I installed it' }],
      },
    });
    expect(driver.run().blocked).toBeUndefined();
    expect(driver.go().run().ended).toBe('completed');
  });
});

const atTheGate = () =>
  drive()
    .to('merge')
    .go((run) => openGates(run).length > 0);

describe('a merge order', () => {
  test('is refused before its time, and says what is missing', () => {
    expect(drive().refused({ type: 'run.merge', by: me, head: 'c0' })).toEqual({
      refused: 'TRANSITION_BLOCKED',
      from: 'intake',
      gates: [],
      to: 'completed',
      missing: [
        'the ticket is recorded and screened',
        'pre-flight passed',
        'the budget is reserved',
        'a test check exists, or a person waived it',
      ],
    });
  });

  test('is refused for another head', () => {
    const driver = atTheGate();
    expect(driver.refused({ type: 'run.merge', by: me, head: 'older' })).toEqual({
      refused: 'STATE_MISMATCH',
      expected: 'older',
      actual: theRepository(driver.run()).head.commit,
    });
  });

  test('is refused while the run is blocked', () => {
    const driver = atTheGate();
    const head = theRepository(driver.run()).head.commit;
    driver.decide('merge', saying('reject'));
    expect(driver.refused({ type: 'run.merge', by: me, head })).toMatchObject({
      refused: 'TRANSITION_BLOCKED',
      from: 'merge',
    });
  });

  test('answers the merge gate in the name of the person who gave it', () => {
    const driver = atTheGate();
    driver.send({ type: 'run.merge', by: you, head: theRepository(driver.run()).head.commit });
    expect(driver.run().gates.at(-1)?.decision).toEqual({ answer: 'approve', by: you });
    expect(driver.go().run().ended).toBe('completed');
  });

  test('may come before the gate, and then nobody is asked', () => {
    const driver = drive().to('merge');
    driver.send({ type: 'run.merge', by: you, head: theRepository(driver.run()).head.commit });
    driver.go();
    expect(driver.run().gates.filter((gate) => gate.kind === 'merge')).toEqual([]);
    expect(driver.run().ended).toBe('completed');
  });
});

describe('a landing order', () => {
  const land = { type: 'run.land', by: me, head: '', how: 'branch' } as const;

  test('is the merge order too, and so is refused for another head', () => {
    expect(drive().to('merge').refused(land)).toMatchObject({ refused: 'STATE_MISMATCH' });
  });

  test('is refused for a run that was cancelled, or has landed', () => {
    const cancelled = drive();
    cancelled.send({ type: 'run.cancel', by: me });
    expect(cancelled.refused(land)).toEqual({ refused: 'run-ended', how: 'cancelled' });
    const landed = drive().go();
    landed.send(land);
    landed.go();
    expect(landed.refused(land)).toEqual({ refused: 'run-ended', how: 'landed' });
    expect(landed.refused({ type: 'run.pause', by: me })).toEqual({ refused: 'run-ended', how: 'landed' });
    expect(landed.refused({ type: 'run.cancel', by: me })).toEqual({ refused: 'run-ended', how: 'landed' });
  });
});

describe('a decision', () => {
  test('to widen the scope grants what was touched', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a', failing('protected-path', { paths: ['CODEOWNERS'] }));
    driver.decide('widen-scope');
    expect(taskOf(driver.run(), 'a')).toMatchObject({ at: 'todo', grants: ['CODEOWNERS'] });
  });

  test('to widen the scope grants nothing where nothing was named', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a', failing('protected-path'));
    driver.decide('widen-scope');
    expect(taskOf(driver.run(), 'a').grants).toEqual([]);
    const request = { kind: 'widen-scope' as const, subject: 'a', digest: 'older' };
    const asked = evolve(driver.run(), { type: 'gate.opened', gate: 'g8', request }, 1);
    const command = { type: 'gate.decide' as const, gate: 'g8', seen: 'older', decision: approval };
    expect(decide(asked, command, 1)).toContainEqual({ type: 'task.granted', task: 'a', paths: [] });
  });

  test('not to widen the scope sends the task back with the person’s words', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a', failing('protected-path', { paths: ['CODEOWNERS'] }));
    driver.decide('widen-scope', saying('revise', 'leave the owners alone'));
    expect(driver.begin('attempt').input).toMatchObject({
      grants: [],
      inputs: expect.arrayContaining([{ name: 'what a person asked for', blob: 'leave the owners alone' }]),
    });
  });

  test('not to widen the scope, without words, sends it back as well', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a', failing('protected-path', { paths: ['CODEOWNERS'] }));
    driver.decide('widen-scope', saying('revise'));
    expect(driver.go().run().ended).toBe('completed');
  });

  test('for a task with the name of a cap does not raise that cap', () => {
    const plans = [aPlan([aTask('usd', { destructive: true })])];
    const driver = drive({ plans }).to('implementation');
    driver.decide('destructive');
    expect(driver.run().budget).toEqual(driver.run().policy.budget);
  });

  test('without words answers a question with the question itself', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a', {
      type: 'done',
      kind: 'attempt',
      result: { agent: 'x', transcript: 't', answer: 'question', blob: 'which', options: 2 },
    });
    driver.decide('question', { answer: 'reject', by: me });
    expect(driver.run()).toMatchObject({ questions: [{ answer: 'which' }] });
    expect(driver.run().blocked).toBeUndefined();
  });
});
