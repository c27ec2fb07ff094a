// One row for each rule of a bounded loop, by its id: how often it turns when nothing ever gets better, and how the run
// ends then.

import { describe, expect, test } from 'vitest';
import type { Driver, Options, Script } from '../../../test/support/core.ts';
import {
  aPlan,
  aRun,
  aTask,
  answered,
  checkedAs,
  drive,
  failing,
  me,
  planAnswer,
  seenAs,
  verdictAnswer,
} from '../../../test/support/core.ts';
import { openGates } from '../run.ts';
import type { RoundName } from '../run.ts';
import { limitOf, simplifyingAfter } from './rounds.ts';
import type { StageName } from './stage.ts';
import type { Conclusion } from '../roles/verdict.ts';

const redEvaluation: Script = (effect, run) =>
  effect.kind === 'check' && run.visit.stage === 'evaluation' ? checkedAs('FAIL', effect) : undefined;
const reviewSays =
  (conclusion: Conclusion): Script =>
  (effect) =>
    effect.kind === 'ask' && effect.subject === 'reviewer'
      ? answered(verdictAnswer({ conclusion }))
      : undefined;
const auditSays =
  (concerns: 'plan' | 'design'): Script =>
  (effect) =>
    effect.kind === 'ask' && effect.subject === 'auditor'
      ? answered(verdictAnswer({ role: 'auditor', conclusion: 'revise', concerns }))
      : undefined;
const audited = (tier: 'SMALL' | 'MEDIUM') => [aPlan([aTask('a')], { tier, confidence: 0.5 })];
const everReplanned: Script = (effect) => (effect.kind === 'attempt' ? failing('replan-asked') : undefined);
const everRed: Script = (effect, run) =>
  effect.kind === 'inspect' ? seenAs({ checks: 'failure' })(run) : undefined;

interface Rule extends Options {
  readonly round: RoundName;
  readonly times: number;
  readonly back: string;
  readonly end: string | undefined;
}

const rules: Readonly<Record<string, Rule>> = {
  '[E5] a failed evaluation goes back to analysis at most 3 times, then the run is blocked': {
    script: redEvaluation,
    round: 'bug',
    times: 3,
    back: 'analysis',
    end: 'bug rounds are used up',
  },
  '[E5] where autonomy says so, one simplification pass follows the bug rounds': {
    policy: { onBlocked: 'simplify' },
    script: redEvaluation,
    round: 'simplify',
    times: 1,
    back: 'analysis',
    end: 'bug rounds are used up',
  },
  '[E7] a revise is one fix round': {
    script: reviewSays('revise'),
    round: 'fix',
    times: 1,
    back: 'implementation',
    end: 'the fix round is used up',
  },
  '[E8] a reject goes back to planning at most 5 times': {
    script: reviewSays('reject'),
    round: 'review',
    times: 5,
    back: 'planning',
    end: 'review rounds are used up',
  },
  '[P3] a plan of a SMALL change is revised at most twice, then a person is asked': {
    plans: audited('SMALL'),
    script: auditSays('plan'),
    round: 'plan',
    times: 2,
    back: 'planning',
    end: undefined,
  },
  '[P3] a design is made at most 3 times': {
    plans: audited('MEDIUM'),
    script: auditSays('design'),
    round: 'design',
    times: 3,
    back: 'design',
    end: undefined,
  },
  '[M6] a task is planned again once': {
    script: everReplanned,
    round: 'replan',
    times: 1,
    back: 'planning',
    end: 'a task used up its attempts',
  },
  '[D5] what is open on the pull request is worked on at most 3 times': {
    script: everRed,
    round: 'triage',
    times: 3,
    back: 'implementation',
    end: 'triage rounds are used up',
  },
};

function entered(driver: Driver, round: RoundName): readonly string[] {
  return driver
    .events()
    .flatMap((event) => (event.type === 'stage.entered' && event.round === round ? [event.stage] : []));
}

const waits = (driver: Driver) => openGates(driver.run()).length > 0 || driver.run().blocked !== undefined;
const atPlanGate = (driver: Driver) => openGates(driver.run()).some((gate) => gate.subject !== 'plan');

describe('a bounded loop', () => {
  test.each(Object.entries(rules))('%s', (_, { round, times, back, end, ...options }) => {
    const driver = drive(options);
    driver.go(() => driver.run().blocked !== undefined || (end === undefined && atPlanGate(driver)));
    expect(entered(driver, round)).toEqual(Array.from({ length: times }, () => back));
    expect(driver.run().blocked).toBe(end);
    expect(waits(driver)).toBe(true);
    expect(limitOf(driver.run(), round)).toBe(times);
  });

  test.each(Object.entries(rules).filter(([, { end, round }]) => end !== undefined && round !== 'simplify'))(
    '%s; a person who asks to go on gives it one more',
    (_, { round, times, back: _back, end: _end, ...options }) => {
      const driver = drive(options);
      driver.go(() => driver.run().blocked !== undefined);
      driver.send({ type: 'run.retry', by: me });
      expect(limitOf(driver.run(), round)).toBe(times + 1);
      driver.go(() => driver.run().blocked !== undefined);
      expect(entered(driver, round)).toHaveLength(times + 1);
    },
  );

  test('of plans is as long as the tier says', () => {
    const limits = (['TRIVIAL', 'SMALL', 'MEDIUM', 'LARGE'] as const).map((tier) =>
      limitOf({ ...aRun(), plan: { ...aPlan([aTask('a')], { tier }), visit: 1 } }, 'plan'),
    );
    expect(limits).toEqual([2, 2, 5, 5]);
    expect(limitOf(aRun(), 'plan')).toBe(2);
    expect(limitOf(aRun(), 'simplify')).toBe(0);
  });

  test('goes nowhere on top of what others push, in a run that began when nobody did', () => {
    const { pushes, ...before } = aRun().policy.rounds;
    expect([pushes, limitOf(aRun(), 'pushes')]).toEqual([5, 5]);
    expect(limitOf({ ...aRun(), policy: { ...aRun().policy, rounds: before } }, 'pushes')).toBe(0);
  });
});

const simplified = (script: Script) =>
  drive({
    policy: { onBlocked: 'simplify', rounds: { bug: 0 } },
    script,
    plans: [aPlan([aTask('a', { files: ['src/a.ts'] })])],
  });
const first: Script = (effect, run) => (run.rounds.simplify === 0 ? redEvaluation(effect, run) : undefined);
const wider: Script = (effect, run) =>
  effect.kind === 'ask' && effect.subject === 'planner' && run.simplifying
    ? answered(planAnswer(aPlan([aTask('b', { files: ['src/a.ts', 'src/new.ts'] })])))
    : first(effect, run);

describe('[E5] the simplification pass', () => {
  test('stays in the files the run has worked on', () => {
    const driver = simplified(wider);
    driver.go(() => driver.run().blocked !== undefined);
    const failures = driver.events().filter((event) => event.type === 'failure.recorded');
    expect(failures.map(({ reason }) => reason)).toEqual(['malformed-answer', 'malformed-answer']);
  });

  test('ends with the review, and what comes after is not limited by it', () => {
    const seen: boolean[] = [];
    const driver = simplified((effect, run) => {
      if (effect.kind === 'ask' && effect.subject === 'planner') seen.push(run.simplifying);
      const rejects = effect.kind === 'ask' && effect.subject === 'reviewer' && run.rounds.review === 0;
      return rejects ? answered(verdictAnswer({ conclusion: 'reject' })) : first(effect, run);
    });
    driver.go(() => driver.run().visit.stage === 'merge');
    expect(seen).toEqual([false, true, false]);
  });

  test('is over where a person asks to go on', () => {
    const driver = simplified(redEvaluation);
    driver.go(() => driver.run().blocked !== undefined);
    expect(driver.run().simplifying).toBe(true);
    driver.send({ type: 'run.retry', by: me });
    expect(driver.run().simplifying).toBe(false);
    driver.go(() => driver.run().rounds.bug === 1);
    expect(driver.run().simplifying).toBe(false);
  });
});

const after = (round: RoundName | undefined, stage: StageName = 'planning', simplifying = true): boolean =>
  simplifyingAfter({ ...aRun(), simplifying }, { stage, ...(round === undefined ? {} : { round }) });

test('[E5] a simplification pass goes on through planning, and a review or any other loop ends it', () => {
  expect(after('simplify', 'planning', false)).toBe(true);
  expect([after(undefined), after('plan'), after('replan')]).toEqual([true, true, true]);
  const ending: readonly RoundName[] = ['bug', 'review', 'fix', 'coverage', 'triage', 'rebase', 'pushes'];
  expect(ending.filter((round) => after(round))).toEqual([]);
  expect([after(undefined, 'review'), after(undefined, 'planning', false)]).toEqual([false, false]);
});
