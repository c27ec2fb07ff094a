// What a person does themselves: takes a task and gives it back, edits the plan, takes back what was published.

import { describe, expect, test } from 'vitest';
import { theRepository } from '../../test/support/the-repository.ts';
import { aPlan, aTask, drive, failing, me } from '../../test/support/core.ts';
import { effectsDue } from './effects-due.ts';
import { fold } from './evolve/evolve.ts';
import { statusOf } from './status.ts';
import type { Run } from './run.ts';
import { must, openGates } from './run.ts';

const two = [aPlan([aTask('a'), aTask('b', { dependsOn: ['a'] })])];
const due = (run: Run): readonly string[] =>
  effectsDue(run)
    .filter((effect) => effect.kind !== 'write-artifacts')
    .map((effect) => `${effect.kind} ${effect.subject}`);
const at = (run: Run, id: string) => run.tasks.find((state) => state.task.id === id)?.at;
const take = { type: 'task.take', by: me, task: 'a' } as const;
const give = { type: 'task.give', by: me, task: 'a', work: 'keep' } as const;

const gateOf = (run: Run) =>
  must(
    openGates(run).find((gate) => gate.kind === 'plan'),
    'it is open',
  );

describe('a task that a person takes', () => {
  test('is handed out, waits for them, and is checked like any attempt when they give it back', () => {
    const driver = drive({ plans: two }).to('implementation');
    driver.send(take);
    expect(due(driver.run())).toEqual(['hand-out a']);
    driver.perform('hand-out', 'a');
    expect(due(driver.run())).toEqual([]);
    expect(statusOf(driver.run())).toBe('waiting');
    expect(driver.run().blocked).toBeUndefined();
    driver.send(give);
    expect(due(driver.run())).toEqual(['hand-in a']);
    driver.perform('hand-in', 'a');
    expect(due(driver.run())).toEqual(['check task-a']);
    expect(driver.go().run().ended).toBe('completed');
  });

  test('is taken from the agent at work on it; what that left is where they begin', () => {
    const driver = drive().to('implementation');
    const effect = driver.begin('attempt', 'a');
    driver.send(take);
    expect(due(driver.run())).toEqual([]);
    driver.end(effect, { type: 'stopped', saved: 'left' });
    expect(at(driver.run(), 'a')).toBe('taken');
    expect(effectsDue(driver.run()).find((item) => item.kind === 'hand-out')?.input).toMatchObject({
      saved: 'left',
    });
  });

  test('begins with what the agent delivered, where that came too late to be stopped', () => {
    const driver = drive().to('implementation');
    const effect = driver.begin('attempt', 'a');
    driver.send(take);
    driver.end(effect);
    expect(at(driver.run(), 'a')).toBe('taken');
    expect(driver.run().tasks[0]?.saved).toBe('a.5.1');
  });

  test('begins afresh where the agent failed or only asked something', () => {
    for (const outcome of [
      failing('agent-failed'),
      {
        type: 'done' as const,
        kind: 'attempt' as const,
        result: { answer: 'question' as const, blob: 'q', options: 2, agent: 'x', transcript: 't' },
      },
    ]) {
      const driver = drive().to('implementation');
      const effect = driver.begin('attempt', 'a');
      driver.send(take);
      driver.end(effect, outcome);
      expect(due(driver.run())).toEqual(['hand-out a']);
      expect(driver.run().failures).toEqual({});
    }
  });

  test('stays theirs, with the reason, where what they gave back cannot be used', () => {
    const driver = drive().to('implementation');
    driver.send(take);
    driver.perform('hand-out', 'a');
    driver.send(give);
    driver.perform('hand-in', 'a', failing('protected-path', { paths: ['.github/x'] }));
    expect(at(driver.run(), 'a')).toBe('taken');
    expect(driver.events()).toContainEqual(
      expect.objectContaining({
        type: 'failure.recorded',
        reason: 'protected-path',
        remedy: { type: 'warn' },
      }),
    );
    expect(openGates(driver.run())).toEqual([]);
    driver.send(give);
    driver.perform('hand-in', 'a');
    expect(driver.go().run().ended).toBe('completed');
  });

  test('is compared with what was handed out, whatever was integrated meanwhile', () => {
    const driver = drive({ plans: [aPlan([aTask('a'), aTask('b')])] }).to('implementation');
    driver.send(take);
    driver.perform('hand-out', 'a');
    const handedOut = driver.run().repositories[0]?.head.commit;
    driver.go((run) => at(run, 'b') === 'integrated');
    expect(driver.run().repositories[0]?.head.commit).not.toBe(handedOut);
    driver.send(give);
    expect(effectsDue(driver.run()).find((item) => item.kind === 'hand-in')?.input).toMatchObject({
      parent: handedOut,
    });
    driver.perform('hand-in', 'a');
    expect(driver.go().run().ended).toBe('completed');
  });

  test('is taken in onto the head where a journal of before does not say what was handed out', () => {
    const driver = drive().to('implementation');
    driver.send(take);
    driver.perform('hand-out', 'a');
    driver.send(give);
    const older = driver.events().map((event) => {
      if (event.type !== 'task.handed-out') return event;
      const { parent: _parent, ...rest } = event;
      return rest;
    });
    const before = must(fold(older.map((event) => ({ event, at: 0 }))), 'it was started');
    expect(effectsDue(before).find((item) => item.kind === 'hand-in')?.input).toMatchObject({
      parent: before.repositories[0]?.head.commit,
    });
  });

  test('leaves the agents all of their attempts, however often it could not be used', () => {
    const driver = drive().to('implementation');
    driver.send(take);
    driver.perform('hand-out', 'a');
    for (const reason of ['no-change', 'fence-breach', 'no-change'] as const) {
      driver.send(give);
      driver.perform('hand-in', 'a', failing(reason));
    }
    driver.send({ ...give, work: 'drop' });
    expect(driver.run().failures).toEqual({});
    expect(effectsDue(driver.run()).find((item) => item.kind === 'attempt')?.input).toMatchObject({
      ordinal: 1,
    });
  });

  test('goes back to the agents when they want nothing of theirs kept', () => {
    const driver = drive().to('implementation');
    driver.send(take);
    driver.perform('hand-out', 'a');
    driver.send({ ...give, work: 'drop' });
    expect(due(driver.run())).toEqual(['attempt a']);
    expect(driver.run().tasks[0]).not.toHaveProperty('workspace');
  });

  test('is what the agents gave up on: the blocked run goes on with it', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a', failing('agent-missing'));
    expect(driver.run().blocked).toBe('a task used up its attempts');
    driver.send(take);
    expect(driver.run().blocked).toBeUndefined();
    expect(due(driver.run())).toEqual(['hand-out a']);
    driver.perform('hand-out', 'a');
    driver.send(give);
    expect(driver.go().run().ended).toBe('completed');
  });

  test('has no agent as its author, so that anybody may review it', () => {
    const driver = drive({ plans: two }).to('implementation');
    driver.perform('attempt', 'a', failing('agent-failed', { provenance: { agent: 'x', transcript: 't' } }));
    driver.perform('wait-until');
    driver.send(take);
    expect(driver.run().tasks[0]).not.toHaveProperty('author');
  });

  test('is refused while it could not be worked on, and where there is no such task', () => {
    const driver = drive({ plans: two }).to('planning');
    expect(driver.refused(take)).toMatchObject({ refused: 'no-such-task', tasks: [] });
    driver.to('implementation');
    expect(driver.refused({ ...take, task: 'b' })).toMatchObject({
      refused: 'STATE_MISMATCH',
      actual: 'todo',
    });
    expect(driver.refused(give)).toMatchObject({ refused: 'STATE_MISMATCH', actual: 'todo' });
    expect(driver.refused({ ...give, task: 'x' })).toMatchObject({ refused: 'no-such-task' });
    driver.send(take);
    expect(driver.refused(take)).toMatchObject({ actual: 'taken' });
    expect(driver.refused(give)).toMatchObject({ refused: 'STATE_MISMATCH', actual: 'taken' });
    driver.perform('hand-out', 'a');
    driver.send(give);
    driver.go();
    expect(driver.refused(take)).toMatchObject({ refused: 'run-ended' });
  });

  test('shares no file with a task that is at work (I4)', () => {
    const shared = [aPlan([aTask('a', { files: ['x'] }), aTask('b', { files: ['x'] })])];
    const driver = drive({ plans: shared }).to('implementation');
    driver.begin('attempt', 'a');
    expect(driver.refused({ ...take, task: 'b' })).toMatchObject({ refused: 'STATE_MISMATCH' });
  });
});

describe('a plan that a person edits', () => {
  const edited = aPlan([aTask('mine')], { hash: 'edited' });
  test('is asked about anew: the gate of the plan before is no longer open', () => {
    const driver = drive().go((run) => openGates(run).length > 0);
    const before = gateOf(driver.run());
    driver.send({ type: 'plan.edit', by: me, seen: before.digest, plan: edited });
    const now = gateOf(driver.run());
    expect(now.digest).toContain('edited');
    expect(openGates(driver.run())).toEqual([now]);
    expect(
      driver.refused({
        type: 'gate.decide',
        gate: before.id,
        seen: before.digest,
        decision: { answer: 'approve', by: me },
      }),
    ).toMatchObject({ refused: 'subject-changed' });
    driver.to('implementation');
    expect(driver.run().tasks.map((state) => state.task.id)).toEqual(['mine']);
  });

  test('changes nothing about a gate that was decided before', () => {
    const driver = drive().go((run) => openGates(run).length > 0);
    driver.decide('plan', { answer: 'revise', by: me, comment: 'smaller' });
    driver.go((run) => openGates(run).length > 0);
    driver.send({ type: 'plan.edit', by: me, seen: gateOf(driver.run()).digest, plan: edited });
    expect(driver.run().gates.map((gate) => gate.superseded ?? false)).toEqual([false, true, false]);
  });

  test('is audited like any other', () => {
    const audited = aPlan([aTask('a'), aTask('b'), aTask('c')], { tier: 'SMALL' });
    const driver = drive({ plans: [audited] }).go((run) => openGates(run).length > 0);
    driver.send({
      type: 'plan.edit',
      by: me,
      seen: gateOf(driver.run()).digest,
      plan: { ...audited, hash: 'edited', tasks: [...audited.tasks.slice(1), aTask('d')] },
    });
    expect(due(driver.run())).toEqual(['ask auditor']);
    expect(driver.to('implementation').run().accepted?.hash).toBe('edited');
  });

  test('is refused where it does not hold, was not seen, or nobody is asked', () => {
    const driver = drive();
    const edit = { type: 'plan.edit', by: me, seen: 'x', plan: edited } as const;
    expect(driver.refused(edit)).toEqual({ refused: 'no-such-gate', gate: 'plan' });
    driver.go((run) => openGates(run).length > 0);
    expect(driver.refused(edit)).toMatchObject({ refused: 'subject-changed', seen: 'x' });
    const { digest } = gateOf(driver.run());
    const cyclic = aPlan([aTask('a', { dependsOn: ['a'] })]);
    const answer = driver.refused({ ...edit, seen: digest, plan: cyclic });
    expect(answer.refused).toBe('plan-problems');
    if (answer.refused === 'plan-problems') expect(answer.problems.length).toBeGreaterThan(0);
  });
});

describe('a run that is cancelled', () => {
  test('takes back what it published only on order, once', () => {
    const driver = drive().to('merge');
    driver.send({ type: 'run.cancel', by: me });
    expect(due(driver.run())).toEqual([]);
    driver.send({ type: 'run.cancel', by: me, discard: true });
    expect(due(driver.run())).toEqual(['discard run']);
    expect(effectsDue(driver.run()).find((effect) => effect.kind === 'discard')?.input).toEqual({
      branch: 'feature/T-1_add_thing',
      number: 7,
    });
    driver.perform('discard', 'run');
    expect(driver.run().discard).toBe('done');
    expect(due(driver.run())).toEqual([]);
    expect(driver.refused({ type: 'run.cancel', by: me, discard: true })).toMatchObject({
      refused: 'run-ended',
    });
  });

  test('before there was a branch has nothing to take back; before a pull request, only the branch', () => {
    const early = drive();
    early.send({ type: 'run.cancel', by: me, comment: 'no', discard: true });
    expect(due(early.run())).toEqual([]);
    const later = drive().to('planning');
    later.send({ type: 'run.cancel', by: me, discard: true });
    expect(effectsDue(later.run()).find((effect) => effect.kind === 'discard')?.input).toEqual({
      branch: 'feature/T-1_add_thing',
    });
  });

  test('is done with where the forge refuses, and says so as a warning', () => {
    const driver = drive().to('merge');
    driver.send({ type: 'run.cancel', by: me, discard: true });
    driver.perform('discard', 'run', failing('forge-refused'));
    expect(due(driver.run())).toEqual([]);
    expect(driver.events()).toContainEqual(
      expect.objectContaining({ type: 'failure.recorded', remedy: { type: 'warn' } }),
    );
  });

  test('is refused to be taken back once it is merged', () => {
    const driver = drive()
      .to('merge')
      .go((run) => theRepository(run).pullRequest?.merged !== undefined);
    expect(driver.run().ended).toBeUndefined();
    expect(driver.refused({ type: 'run.cancel', by: me, discard: true })).toMatchObject({
      refused: 'STATE_MISMATCH',
      actual: 'merged',
    });
    driver.go();
    expect(driver.refused({ type: 'run.cancel', by: me, discard: true })).toMatchObject({
      refused: 'run-ended',
    });
  });
});

describe('a change that is merged', () => {
  const revert = { type: 'run.revert', by: me } as const;

  test('is taken back on order by a pull request, once', () => {
    const driver = drive().go();
    driver.send(revert);
    const { base, head } = theRepository(driver.run());
    const input = { number: 7, target: 'trunk', from: base.commit, to: head.commit };
    expect(effectsDue(driver.run()).find(({ kind }) => kind === 'revert')?.input).toEqual(input);
    driver.perform('revert', 'pull-request');
    expect(theRepository(driver.run()).reverted).toEqual({ number: 8, branch: 'revert-7' });
    expect(due(driver.run())).toEqual([]);
    expect(driver.refused(revert)).toMatchObject({ actual: 'taken back by pull request #8' });
  });

  test('is taken back later, where the forge refused at first', () => {
    const driver = drive().go();
    driver.send(revert);
    driver.perform('revert', 'pull-request', failing('forge-refused'));
    expect(due(driver.run())).toEqual([]);
    driver.send(revert);
    expect(due(driver.run())).toEqual(['revert pull-request']);
  });

  test('is taken back only once its run is over', () => {
    const driver = drive()
      .to('merge')
      .go((run) => theRepository(run).pullRequest?.merged !== undefined);
    expect(driver.run().ended).toBeUndefined();
    expect(driver.refused(revert)).toMatchObject({ refused: 'STATE_MISMATCH', actual: 'not merged' });
  });

  test('is the only one that can be taken back', () => {
    const driver = drive().to('merge');
    expect(driver.refused(revert)).toMatchObject({ refused: 'STATE_MISMATCH', actual: 'not merged' });
    driver.send({ type: 'run.cancel', by: me });
    expect(driver.refused(revert)).toMatchObject({ actual: 'cancelled' });
  });
});
