import { describe, expect, test } from 'vitest';
import { aPlan, aPolicy, aTask } from '../../../test/support/core.ts';
import { whyAsked } from './why-asked.ts';

const plan = { ...aPlan([aTask('a')], { grants: ['test/a.test.ts', '.ci/run'] }), visit: 1 };
const unasked = aPolicy({ gates: { plan: false } });
const gate = { kind: 'plan', subject: 'plan' } as const;

describe('a plan gate that nobody asked for', () => {
  test('says that the plan wants leave, and for what', () => {
    expect(whyAsked({ policy: unasked, plan }, gate)).toBe(
      'This run asks about no plan, but for this one: it wants leave to touch what is protected or what checks the change (test/a.test.ts and .ci/run), and only a person gives that.',
    );
  });

  test('says what its audits came to', () => {
    expect(whyAsked({ policy: unasked, plan }, { kind: 'plan', subject: 'rejected' })).toBe(
      'An audit rejected this plan.',
    );
  });
});

test('a gate that speaks for itself says no more', () => {
  expect(whyAsked({ policy: aPolicy({ gates: { plan: true } }), plan }, gate)).toBeUndefined();
  expect(whyAsked({ policy: unasked }, gate)).toBeUndefined();
  expect(whyAsked({ policy: unasked, plan }, { kind: 'merge', subject: 'plan' })).toBeUndefined();
});
