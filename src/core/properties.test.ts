// What holds for every run, whatever the world answers and whatever people do. The walks are the same for all
// properties here, so each of them only looks.

import * as fc from 'fast-check';
import { theRepository } from '../../test/support/the-repository.ts';
import { describe, expect, test } from 'vitest';
import { aPlan, aTask } from '../../test/support/core.ts';
import type { Shape, Walk, WalkStep } from '../../test/support/core-walk.ts';
import { comeToRest, diceOf, shapes, taking, walkOf } from '../../test/support/core-walk.ts';
import { capReached } from './budget/budget.ts';
import { isRefusal } from './commands.ts';
import type { Effect } from './effects.ts';
import { isLaunch } from './effects.ts';
import { isBeside } from './pipeline/beside.ts';
import { effectsDue, isTakenOver } from './effects-due.ts';
import type { RunEvent } from './events.ts';
import { evolve, fold } from './evolve/evolve.ts';
import { violations } from './invariants.ts';
import { planProblems } from './plan/plan-contract.ts';
import { filesOf } from './plan/plan.ts';
import { overlap } from './fence/paths.ts';
import type { Run, TaskState } from './run.ts';
import { isActive, taskLine } from './run.ts';
import { awaitsLeave, waveOf } from './tasks/schedule.ts';
import { isStuck, statusOf } from './status.ts';

const settings = { seed: 43, numRuns: 120 };

function everyWalk(look: (walk: Walk, shape: Shape) => void): void {
  fc.assert(
    fc.property(shapes, (shape) => {
      look(walkOf(shape), shape);
    }),
    settings,
  );
}

function everyStep(look: (step: WalkStep) => void): void {
  everyWalk((walk) => walk.steps.forEach(look));
}

const known = new WeakMap<Run, readonly Effect[]>();

/** What is due, found out once for each state. */
function dueIn(run: Run): readonly Effect[] {
  const due = known.get(run) ?? effectsDue(run);
  known.set(run, due);
  return due;
}

function eventsOf(step: WalkStep): readonly RunEvent[] {
  return isRefusal(step.answer) ? [] : step.answer;
}

function statesOf(step: WalkStep): readonly Run[] {
  const states: Run[] = [];
  let run = step.before;
  for (const event of eventsOf(step)) {
    run = evolve(run, event, 1);
    states.push(run);
  }
  return states;
}

describe('for any world and any person', () => {
  test('every command is answered: decide is total', () => {
    everyWalk((walk) => expect(walk.thrown).toBeUndefined());
  });

  test('the walks reach every stage and every way to end', () => {
    const reached = new Set<string>();
    everyStep((step) => {
      reached.add(step.after.visit.stage);
      reached.add(statusOf(step.after));
    });
    expect([...reached].toSorted()).toEqual([
      'analysis',
      'blocked',
      'cancelled',
      'completed',
      'completion',
      'coverage',
      'design',
      'evaluation',
      'failed',
      'implementation',
      'intake',
      'merge',
      'plan-review',
      'planning',
      'review',
      'running',
      'triage',
      'waiting',
    ]);
  });

  test('the invariants hold after every event', () => {
    everyStep((step) => {
      for (const run of statesOf(step)) expect(violations(run)).toEqual([]);
    });
  });

  test('the fold of the journal is the state that was built step by step', () => {
    everyWalk((walk) => {
      const journal = walk.steps.flatMap((step, at) => eventsOf(step).map((event) => ({ event, at })));
      const folded = journal.reduce((run, { event, at }) => evolve(run, event, at), walk.start);
      expect(folded).toEqual(walk.steps.at(-1)?.after);
    });
  });

  test('no effect is begun twice under the same key', () => {
    everyWalk((walk) => {
      const begun = walk.steps
        .flatMap(eventsOf)
        .flatMap((event) => (event.type === 'effect.begun' ? [event.effect.key] : []));
      expect(new Set(begun).size).toBe(begun.length);
    });
  });

  test('nothing is due twice', () => {
    everyStep((step) => {
      const keys = dueIn(step.after).map((effect) => effect.key);
      expect(new Set(keys).size).toBe(keys.length);
    });
  });

  test('launches never pass their cap (BUDGET-2)', () => {
    everyStep((step) => expect(step.after.spend.launches).toBeLessThanOrEqual(step.after.budget.launches));
  });

  test('a begun effect stays due until it ends, or nobody waits for it', () => {
    everyStep((step) => {
      const run = step.after;
      if (run.paused || run.ended === 'cancelled' || run.ended === 'failed') return;
      const begun = run.inFlight
        .filter((effect) => (effect.visit === run.visit.n || isBeside(effect)) && !isTakenOver(run, effect))
        .map((effect) => effect.key);
      const due = new Set(dueIn(run).map((effect) => effect.key));
      expect(begun.filter((key) => !due.has(key))).toEqual([]);
    });
  });

  test('an outcome that comes a second time is refused', () => {
    everyStep((step) => {
      if (step.command.type !== 'effect.end' || isRefusal(step.answer)) return;
      expect(taking(step.after, step.command, 1).answer).toEqual({
        refused: 'not-begun',
        key: step.command.key,
      });
    });
  });

  test('a late outcome changes nothing but what was spent', () => {
    let late = 0;
    everyStep((step) => {
      const { command } = step;
      if (command.type !== 'effect.end' || isRefusal(step.answer)) return;
      const effect = step.before.inFlight.find((item) => item.key === command.key);
      if (effect === undefined || effect.visit === step.before.visit.n || isBeside(effect)) return;
      late += 1;
      const [ended, ...more] = statesOf(step);
      expect(ended && essence(ended)).toEqual(essence(step.before));
      // What settling adds was due before: a begin is not settled, and a stuck run is only seen at an end.
      expect(more.map((run) => essence({ ...run, gates: [] }))).toEqual(
        more.map(() => essence({ ...step.before, gates: [] })),
      );
    });
    expect(late).toBeGreaterThan(20);
  });

  test('no startable task idles while a slot is free and the budget allows (SCHEDULE-4)', () => {
    let startable = 0;
    everyStep((step) => {
      startable += step.after.tasks.filter((state) => state.at === 'todo').length;
      if (step.after.day !== undefined) return; // the budget of the day does not allow it
      expect(idle(step.after)).toEqual([]);
    });
    expect(startable).toBeGreaterThan(100);
  });

  test('the longest chain goes first, and no two tasks at work may change the same path (SCHEDULE-2, SCHEDULE-4)', () => {
    let together = 0;
    everyStep(({ after: run }) => {
      expect(outOfTurn(run)).toEqual([]);
      const active = run.tasks.filter(isActive);
      const clashes = active.filter((one, at) =>
        active.slice(at + 1).some((other) => sharesPath(one, other)),
      );
      expect(clashes).toEqual([]);
      together += active.length > 1 ? 1 : 0;
    });
    expect(together).toBeGreaterThan(100);
  });

  test('the branch has one writer (INTEGRATION-QUEUE-1)', () => {
    everyStep((step) => {
      const writers = step.after.inFlight.filter((effect) => effect.kind === 'integrate');
      expect(writers.length).toBeLessThanOrEqual(1);
    });
  });

  test('a merge is only ever due for the head that was ordered (STAGES-MERGE-1)', () => {
    let merges = 0;
    everyStep(({ after: run }) => {
      for (const effect of dueIn(run)) {
        if (effect.kind !== 'merge' || effect.visit !== run.visit.n) continue;
        merges += 1;
        expect(effect.input.head).toBe(theRepository(run).head.commit);
        const approved = run.gates.some(
          (gate) =>
            gate.kind === 'merge' && gate.digest === effect.input.head && gate.decision?.answer === 'approve',
        );
        const ordered = run.mergeOrder?.head === effect.input.head;
        expect(approved || ordered || !run.policy.gates.merge).toBe(true);
      }
    });
    expect(merges).toBeGreaterThan(20);
  });

  test('a run that stands still says so: it is never stuck without being blocked', () => {
    everyStep((step) => expect(isStuck(step.after)).toBe(false));
  });

  test('nothing turns in place', () => {
    everyStep((step) => expect(step.after.blocked).not.toBe('the run turned in place'));
  });

  test('every event fits into the journal', () => {
    everyStep((step) => {
      for (const event of eventsOf(step)) expect(bytesOf(event)).toBeLessThanOrEqual(eventBytesMax);
    });
  });
});

describe('in a fair world', () => {
  test('every run that did not end comes to rest: completed, or blocked for a person to see', () => {
    everyWalk((walk, shape) => {
      const { run } = comeToRest(lastOf(walk), diceOf(shape.seed + 1), 900);
      expect(['completed', 'blocked', 'cancelled', 'failed']).toContain(statusOf(run));
    });
  });

  test('a person who asks to go on gets every run home, whatever happened to it before', () => {
    everyWalk((walk, shape) => {
      const dice = diceOf(shape.seed + 2);
      let { run } = comeToRest(lastOf(walk), dice, 900);
      for (let retries = 0; retries < 3 && run.blocked !== undefined; retries += 1) {
        if (run.ended !== undefined) break;
        const retried = taking(run, { type: 'run.retry', by: run.by }, 1).after;
        run = comeToRest(retried, dice, 900).run;
      }
      expect(['completed', 'cancelled', 'failed']).toContain(statusOf(run));
    });
  });
});

const path = (task: number, file: number) => `packages/part-${task}/src/deep/folder/file-number-${file}.ts`;

describe('the largest plan', () => {
  test('that the contract lets through fits into an event, and so does every effect made from it', () => {
    const tasks = Array.from({ length: 10 }, (_, n) =>
      aTask(`task-number-${n}`, {
        files: Array.from({ length: 10 }, (__, file) => path(n, file)),
        dependsOn: n === 0 ? [] : [`task-number-${n - 1}`],
      }),
    );
    const plan = aPlan(tasks);
    const context = {
      checks: ['test'],
      testChecks: ['test'],
      criteria: ['c1'],
      integrated: [],
      policy: walkOf({ seed: 1, stepsMax: 1 }).start.policy,
    };
    expect(planProblems(plan, context)).toEqual([]);
    expect(bytesOf({ type: 'plan.proposed', plan })).toBeLessThanOrEqual(eventBytesMax);
  });
});

describe('a journal', () => {
  test('of nothing folds to nothing', () => {
    expect(fold([])).toBeUndefined();
  });
});

const eventBytesMax = 16_384;

function bytesOf(event: RunEvent): number {
  return new TextEncoder().encode(JSON.stringify(event)).length;
}

function lastOf(walk: Walk): Run {
  return walk.steps.at(-1)?.after ?? walk.start;
}

/** A run without what a late outcome may change: spend, what is in flight, and so whether it is stuck. */
function essence(run: Run): Partial<Run> {
  const {
    spend: _spend,
    spends: _spends,
    wall: _wall,
    inFlight: _inFlight,
    blocked: _blocked,
    ...rest
  } = run;
  return rest;
}

/** Tasks that could start and are not due, told anew and not with the scheduler's own words. */
function idle(run: Run): readonly string[] {
  const going = run.ended === undefined && run.blocked === undefined && !run.paused;
  if (!going || run.visit.stage !== 'implementation') return [];
  const starting = dueIn(run).filter((effect) => effect.kind === 'attempt' && !isBegun(run, effect.key));
  const working = run.tasks.filter((state) => isActive(state) && state.at !== 'accepted').length;
  const launching = dueIn(run).filter((effect) => isLaunch(effect.kind) && !isBegun(run, effect.key));
  const spend = { ...run.spend, launches: run.spend.launches + launching.length };
  if (capReached(spend, run.budget, run.budget.reserveUsd) !== undefined) return [];
  const due = new Set(starting.map((effect) => effect.subject));
  const taken = run.tasks.filter((state) => isActive(state) || due.has(state.task.id));
  return run.tasks
    .filter((state) => !due.has(state.task.id) && couldStart(run, state, taken))
    .filter((state) => working + starting.length < slotsFor(run, state))
    .map((state) => state.task.id);
}

/** Halved, rounded up, for the wave behind one with two transient failures; all of them again behind a quiet one. */
function slotsFor(run: Run, state: TaskState): number {
  const wave = waveOf(run, state) ?? 1;
  let slots = run.policy.slots;
  for (let n = 1; n < wave; n += 1) {
    const troubles = run.tasks
      .filter((item) => item.at !== 'dropped' && waveOf(run, item) === n)
      .reduce((sum, item) => sum + (run.failures[taskLine(item.task.id)]?.transient ?? 0), 0);
    slots = troubles >= 2 ? Math.ceil(slots / 2) : run.policy.slots;
  }
  return slots;
}

/** Starts that are due although a task with a longer chain behind it, that shares nothing with them, is not. */
function outOfTurn(run: Run): readonly string[] {
  const going = run.ended === undefined && run.blocked === undefined && !run.paused;
  if (!going || run.visit.stage !== 'implementation') return [];
  const ids = new Set(
    dueIn(run)
      .filter((effect) => effect.kind === 'attempt' && !isBegun(run, effect.key))
      .map((effect) => effect.subject),
  );
  const due = run.tasks.filter((state) => ids.has(state.task.id) && state.at === 'todo');
  const left = run.tasks.filter(
    (state) => !ids.has(state.task.id) && couldStart(run, state, [...run.tasks.filter(isActive), ...due]),
  );
  return due.flatMap((state) =>
    left
      .filter((other) => slotsFor(run, other) === slotsFor(run, state))
      .filter((other) => chainBehind(run, other.task.id) > chainBehind(run, state.task.id))
      .map((other) => `${state.task.id} before ${other.task.id}`),
  );
}

function chainBehind(run: Run, id: string): number {
  const behind = run.tasks.filter((state) => state.task.dependsOn.includes(id));
  return 1 + Math.max(0, ...behind.map((state) => chainBehind(run, state.task.id)));
}

function isBegun(run: Run, key: string): boolean {
  return run.inFlight.some((effect) => effect.key === key);
}

function couldStart(run: Run, state: TaskState, taken: readonly TaskState[]): boolean {
  const line = taskLine(state.task.id);
  const waits =
    run.holds.some((hold) => hold.line === line) ||
    run.questions.some((item) => item.line === line && item.answer === undefined);
  const leavers = run.inFlight.filter(
    (effect): effect is Effect<'attempt'> => effect.kind === 'attempt' && effect.visit !== run.visit.n,
  );
  const open = state.task.dependsOn.filter(
    (id) => !run.tasks.some((other) => other.task.id === id && other.at === 'integrated'),
  );
  return (
    state.at === 'todo' &&
    state.breach === undefined &&
    !waits &&
    open.length === 0 &&
    !awaitsLeave(run, state) &&
    leavers.every(
      (effect) => !overlap([...effect.input.fence, ...effect.input.grants], filesOf(state.task)),
    ) &&
    taken.every((other) => !sharesPath(other, state))
  );
}

function sharesPath(one: TaskState, other: TaskState): boolean {
  return overlap([...filesOf(one.task), ...one.grants], [...filesOf(other.task), ...other.grants]);
}
