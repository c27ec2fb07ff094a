// What is found out in fewer steps than there are is what all steps together say. The walks are random; so is what is
// mixed of their states, because states that break no rule would agree about that in any case.

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dice, WalkStep } from '../../test/support/core-walk.ts';
import { diceOf, shapes, walkOf } from '../../test/support/core-walk.ts';
import { isRefusal } from './commands.ts';
import { endOf } from './course.ts';
import { courseAfter } from './decide.ts';
import { capsInTheWay, effectsDue } from './effects-due.ts';
import { evolve } from './evolve/evolve.ts';
import { violations } from './invariants.ts';
import type { Run, TaskState } from './run.ts';
import { gatesHere, openGates } from './run.ts';
import { isStuck, statusOf } from './status.ts';

const settings = { seed: 11, numRuns: 60 };

function everyStep(look: (step: WalkStep) => void): void {
  fc.assert(
    fc.property(shapes, (shape) => walkOf(shape).steps.forEach(look)),
    settings,
  );
}

describe('what is not found out anew', () => {
  test('the states of a course are those its events lead to, one for each', () => {
    everyStep(({ before, command, answer }) => {
      const course = courseAfter(before, command, 1);
      if (isRefusal(course)) {
        expect(course).toEqual(answer);
        return;
      }
      expect(course.states).toHaveLength(course.events.length);
      let run = before;
      for (const [at, event] of course.events.entries()) {
        run = evolve(run, event, 1);
        expect(course.states[at]).toEqual(run);
      }
      expect(endOf(before, course)).toBe(course.states.at(-1));
    });
  });

  test('what is due for a state is due for every state like it', () => {
    everyStep(({ after }) => expect(effectsDue(after)).toEqual(effectsDue({ ...after })));
  });

  test('what is due once something has begun is what is found out anew, also where time or launches run out with it', () => {
    let carried = 0;
    everyStep(({ before }) => {
      const limited = { ...before, budget: { ...before.budget, wallMs: before.wall.passedMs + 1 } };
      const lastLaunch = { ...before, budget: { ...before.budget, launches: before.spend.launches + 1 } };
      for (const run of [before, limited, lastLaunch]) {
        const due = effectsDue(run);
        for (const { key } of due) {
          const course = courseAfter(run, { type: 'effect.begin', key }, 10_000);
          if (isRefusal(course)) continue;
          const after = endOf(run, course);
          expect(effectsDue(after)).toEqual(effectsDue({ ...after }));
          const isFresh = ({ key: own }: { readonly key: string }): boolean =>
            !after.inFlight.some((effect) => effect.key === own);
          if (effectsDue(after).some((effect) => isFresh(effect) && due.includes(effect))) carried += 1;
        }
      }
    });
    expect(carried).toBeGreaterThan(0);
  });

  test('a run far from its caps has none in its way, and one that is not is looked at launch by launch', () => {
    let met = 0;
    everyStep(({ after }) => {
      for (const launches of [after.budget.launches, after.spend.launches]) {
        const run = { ...after, budget: { ...after.budget, launches } };
        const looked = capsInTheWay({ ...run, budget: { ...run.budget, raised: run.budget.raised ?? {} } });
        expect(capsInTheWay(run)).toEqual(looked);
        met += looked.length;
      }
    });
    expect(met).toBeGreaterThan(0);
  });

  test('the gates of a visit are the last ones', () => {
    everyStep(({ after }) => {
      const here = after.gates.filter((gate) => gate.visit === after.visit.n);
      expect(gatesHere(after)).toEqual(here);
      expect(openGates(after)).toEqual(
        here.filter((gate) => gate.decision === undefined && gate.superseded !== true),
      );
    });
  });

  test('a run works, or is stuck, by all that is due', () => {
    everyStep(({ after: run }) => {
      if (run.ended !== undefined || run.blocked !== undefined || run.paused) return;
      const due = effectsDue(run).map(({ kind, line }) => `${kind} ${line}`);
      const aside =
        openGates(run).length > 0
          ? / docs\/|^(wait-until|write-artifacts) /
          : /^(wait-until|write-artifacts) /;
      expect(statusOf(run)).toBe(due.some((item) => !aside.test(item)) ? 'running' : 'waiting');
      const inFlight = run.inFlight.map(({ kind, line }) => `${kind} ${line}`);
      const moves = [...inFlight, ...due].some((item) => !item.startsWith('write-artifacts '));
      const asked = openGates(run).length > 0 || run.tasks.some((state) => state.at === 'taken');
      expect(isStuck(run)).toBe(!moves && !asked);
    });
  });

  test('rules that are looked at for what changed say what all of them say', () => {
    const broken = new Set<string>();
    fc.assert(
      fc.property(shapes, fc.integer(), (shape, seed) => {
        const dice = diceOf(seed);
        const states = walkOf(shape).steps.map((step) => step.after);
        for (const before of states) {
          const other = dice.chance(50)
            ? dice.pick(states)
            : { ...before, ...dice.pick(damages)(before, dice) };
          const mixed = mixOf(before, other, () => dice.chance(50));
          const all = violations(mixed);
          expect(violations(mixed, before)).toEqual(all);
          for (const rule of all) broken.add(rule.slice(0, rule.indexOf(':')));
        }
      }),
      settings,
    );
    expect([...broken].toSorted()).toEqual(['I1', 'I10', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9']);
  });
});

const anywhere: readonly TaskState['at'][] = ['todo', 'working', 'checking', 'accepted', 'dropped'];

/** What no event does to a run. */
const damages: readonly ((run: Run, dice: Dice) => Partial<Run>)[] = [
  ({ inFlight }) => ({ inFlight: [...inFlight, ...inFlight] }),
  ({ gates }) => ({ gates: [...gates, ...gates].map(({ decision: _decision, ...gate }) => gate) }),
  ({ spend }) => ({ spend: { ...spend, ended: spend.launches + 1 } }),
  ({ tasks }) => ({ tasks: [...tasks, ...tasks] }),
  ({ tasks }) => ({ tasks: tasks.map(({ delivered: _delivered, ...state }) => state) }),
  ({ tasks }, dice) => ({ tasks: tasks.map((state) => ({ ...state, at: dice.pick(anywhere) })) }),
  () => ({ landed: { branch: 'main', commit: 'c1' } }),
];

/** A state with parts of another; no command leads there. */
function mixOf(run: Run, other: Run, takes: () => boolean): Run {
  const parts = Object.entries(other).filter(() => takes());
  return { ...run, ...Object.fromEntries(parts) };
}
