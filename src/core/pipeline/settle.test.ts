import { describe, expect, test } from 'vitest';
import { aPlan, aTask, drive, nameOf } from '../../../test/support/core.ts';
import { settle } from './settle.ts';
import { whoOf } from '../effects.ts';
import { nextMove } from './transitions.ts';

describe('settling', () => {
  test('adds nothing to a run that is settled', () => {
    const driver = drive();
    expect(settle(driver.run(), 1).events).toEqual([]);
    expect(settle(driver.to('plan-review').run(), 1).events).toEqual([]);
  });

  test('goes through stages that nothing holds the run in', () => {
    const driver = drive().to('completion');
    driver.go((run) => run.visit.stage !== 'completion');
    expect(driver.events().slice(-3)).toMatchObject([
      { type: 'stage.entered', stage: 'coverage' },
      { type: 'stage.skipped', stage: 'coverage', because: 'no coverage command is configured or found' },
      { type: 'stage.entered', stage: 'triage' },
    ]);
  });

  test('asks everything that is due, one gate after the other', () => {
    const tasks = ['a', 'b', 'c'].map((id) => aTask(id, { destructive: true }));
    const driver = drive({ plans: [aPlan(tasks)] }).to('implementation');
    expect(driver.run().gates.map((gate) => [gate.id, gate.kind, gate.subject])).toEqual([
      ['g1', 'plan', 'plan'],
      ['g2', 'destructive', 'a'],
      ['g3', 'destructive', 'b'],
      ['g4', 'destructive', 'c'],
    ]);
  });

  test('does not move a run that is paused, blocked or at its end', () => {
    const driver = drive();
    driver.perform('survey');
    driver.perform('fetch-ticket');
    const ready = driver.begin('reserve');
    const run = { ...driver.run(), inFlight: [] };
    const ended = { ...run.visit.ended, [whoOf(ready)]: { done: 1, failed: 0, stopped: 0 } };
    const moved = { ...run, visit: { ...run.visit, ended } };
    expect(nameOf(nextMove(moved) ?? { from: 'any', to: 'blocked', because: '', when: [] })).toBe(
      'intake → analysis: the ticket is recorded and the run can begin',
    );
    expect(settle(moved, 1).events).toHaveLength(1);
    expect(settle({ ...moved, paused: true }, 1).events).toEqual([]);
    expect(settle({ ...moved, blocked: 'so' }, 1).events).toEqual([]);
    expect(settle({ ...moved, ended: 'cancelled' }, 1).events).toEqual([]);
  });

  test('is bounded: what never comes to rest is blocked (SETTLE-1)', () => {
    const driver = drive().to('implementation');
    const run = driver.run();
    const many = Array.from({ length: 100 }, (_, n) => ({
      task: aTask(`t${n}`, { destructive: true }),
      at: 'todo' as const,
      grants: [],
      evidence: [],
    }));
    const { events } = settle({ ...run, tasks: many }, 1);
    expect(events).toHaveLength(65);
    expect(events.at(-1)).toEqual({ type: 'run.blocked', because: 'the run turned in place' });
  });
});
