import { describe, expect, test } from 'vitest';
import { aPolicy, aRun, drive, failing } from '../../../test/support/core.ts';
import type { FailureClass, FailureCounts, FailureReason } from './failure.ts';
import { classOf, counted, failureReasons, isFailureReason, remedyFor } from './failure.ts';
import { defaultPolicy } from '../policy.ts';

/** A reason of each class, to speak of the class by. */
const reasonOf: Readonly<Record<FailureClass, FailureReason>> = {
  transient: 'network',
  fixable: 'checks-failed',
  replan: 'review-reject',
  model_unavailable: 'overloaded',
  malformed: 'malformed-answer',
  escalate: 'preflight',
  login: 'auth',
  quota: 'quota',
};

/** What is done about the first, second, third … failure of a class on one line. */
function remedies(kind: FailureClass, times: number): readonly string[] {
  let counts: FailureCounts = {};
  return Array.from({ length: times }, () => {
    const remedy = remedyFor({ reason: reasonOf[kind] }, counts, defaultPolicy);
    counts = counted(counts, reasonOf[kind]);
    return remedy.type === 'retry' ? `retry after ${remedy.waitMs}` : remedy.type;
  });
}

describe('a reason', () => {
  test.each(failureReasons)(
    '%s has exactly one class, and policy says how often that is retried (F1)',
    (reason) => {
      expect(Object.keys(defaultPolicy.retries)).toContain(classOf(reason));
    },
  );

  test('is one of a closed list', () => {
    expect(failureReasons).toContain('network');
    expect(isFailureReason('network')).toBe(true);
    expect(isFailureReason('toString')).toBe(false);
    expect(isFailureReason('the agent said it is fine')).toBe(false);
  });

  test.each([
    'protected-path',
    'outside-workspace',
    'agent-missing',
    'setup-failed',
    'screening-blocked',
  ] as const)('%s goes to a person at once [M6]', (reason) => {
    expect(remedyFor({ reason }, {}, defaultPolicy)).toEqual({ type: 'person' });
  });
});

const outageWaits = (isCourtesy: boolean, waitMs = defaultPolicy.waitMs): readonly (number | string)[] => {
  const remedies: (number | string)[] = [];
  let counts: FailureCounts = {};
  for (let tries = 0; tries < 200 && typeof remedies.at(-1) !== 'string'; tries += 1) {
    const failure = { reason: 'forge-unavailable', isCourtesy } as const;
    const remedy = remedyFor(failure, counts, { ...defaultPolicy, waitMs });
    counts = counted(counts, 'forge-unavailable');
    remedies.push(remedy.type === 'retry' ? remedy.waitMs : remedy.type);
  }
  return remedies;
};
const hoursOf = (waited: readonly (number | string)[]): number =>
  waited.reduce<number>((sum, wait) => sum + (typeof wait === 'number' ? wait : 0), 0) / 3_600_000;

describe('a service that is out of reach (FAILURE-5)', () => {
  test.each([defaultPolicy.waitMs, 0, 60_000])(
    'is waited for a day, then a person is asked (%i ms)',
    (waitMs) => {
      const waited = outageWaits(false, waitMs);
      expect(waited.at(-1)).toBe('person');
      expect(hoursOf(waited)).toBeGreaterThanOrEqual(24);
      expect(hoursOf(waited)).toBeLessThan(25);
      expect(Math.max(...waited.flatMap((wait) => (typeof wait === 'number' ? [wait] : [])))).toBe(900_000);
    },
  );

  test('is asked a few times where the run goes on without the answer', () => {
    expect(outageWaits(true)).toHaveLength(defaultPolicy.retries.transient + 1);
  });
});

describe('a failure [M6]', () => {
  test('of a box that was in the way is tried no more than once again, because it does not pass by itself', () => {
    const reason = 'box-refused';
    expect(remedyFor({ reason }, {}, defaultPolicy)).toEqual({ type: 'retry', waitMs: 0 });
    expect(remedyFor({ reason }, counted({}, reason), defaultPolicy)).toEqual({ type: 'person' });
  });

  test('that is transient is retried three times, waiting twice as long each time', () => {
    expect(remedies('transient', 4)).toEqual([
      'retry after 2000',
      'retry after 4000',
      'retry after 8000',
      'person',
    ]);
  });

  test('that can be fixed is retried once, at once', () => {
    expect(remedies('fixable', 2)).toEqual(['retry after 0', 'person']);
  });

  test('that calls for another plan gets one', () => {
    expect(remedies('replan', 2)).toEqual(['replan', 'person']);
  });

  test('of a model that is not there is retried twice', () => {
    expect(remedies('model_unavailable', 3)).toEqual(['retry after 2000', 'retry after 4000', 'person']);
  });

  test('of form is retried once', () => {
    expect(remedies('malformed', 2)).toEqual(['retry after 0', 'person']);
  });

  test('that escalates is never retried', () => {
    expect(remedies('escalate', 1)).toEqual(['person']);
  });

  test('of quota is a wait until the reset, however often (FAILURE-3)', () => {
    expect(remedies('quota', 20)).toEqual(Array.from({ length: 20 }, () => 'park'));
    expect(remedyFor({ reason: 'quota', resetsAt: 99 }, {}, defaultPolicy)).toEqual({
      type: 'park',
      untilMs: 99,
    });
  });

  test('goes to a person when a task has used five retries altogether (FAILURE-2)', () => {
    const counts = { transient: 2, fixable: 1, malformed: 1, model_unavailable: 1 };
    expect(remedyFor({ reason: 'network' }, counts, defaultPolicy)).toEqual({ type: 'person' });
    const { model_unavailable: _one, ...four } = counts;
    expect(remedyFor({ reason: 'network' }, four, defaultPolicy).type).toBe('retry');
  });

  test('of the same class goes to a person the third time, even where policy grants more retries (FAILURE-2)', () => {
    const policy = aPolicy({ retries: { ...defaultPolicy.retries, fixable: 9 }, sameClassMax: 2 });
    expect(remedyFor({ reason: 'conflict' }, { fixable: 1 }, policy).type).toBe('retry');
    expect(remedyFor({ reason: 'conflict' }, { fixable: 2 }, policy).type).toBe('person');
  });

  test('is counted by its class', () => {
    expect(counted(counted({ fixable: 1 }, 'network'), 'io')).toEqual({ fixable: 1, transient: 2 });
  });
});

describe('a quota', () => {
  test('uses nothing up and waits for the time the agent named', () => {
    const driver = drive().to('analysis');
    driver.perform('ask', 'investigator', failing('quota', { resetsAt: 5_000 }));
    expect(driver.run().failures).toEqual(aRun().failures);
    expect(driver.begin('wait-until').input).toEqual({ untilMs: 5_000 });
  });

  test('waits as long as policy says where nobody named a time', () => {
    const driver = drive({ policy: { quotaWaitMs: 77 } }).to('analysis');
    driver.perform('ask', 'investigator', failing('quota'));
    expect(driver.begin('wait-until').input).toEqual({ waitMs: 77 });
  });
});
