import { describe, expect, test } from 'vitest';
import { drive } from '../../../test/support/core.ts';
import { defaultPolicy } from '../../core/policy.ts';
import { expectationOf, expectationWords } from './expectation.ts';
import { summarise } from '../run/summarise.ts';

const claude = { name: 'claude', tellsCost: true };
const codex = { name: 'codex', tellsCost: false };
const mine = { name: 'mine', tellsCost: false };

describe('what a run will probably take', () => {
  test('is three launches in the quick profile, and one more where a bug has to be reproduced', () => {
    const policy = { ...defaultPolicy, profile: 'quick' } as const;
    expect(expectationOf(policy, [claude]).launches).toEqual({ least: 3, most: 3 });
    const reproduced = { ...policy, reproduction: 'require' } as const;
    expect(expectationOf(reproduced, [claude]).launches).toEqual({ least: 3, most: 4 });
  });

  test('is four launches for one task, and for three with an audit, a look at all and two repeats twelve', () => {
    expect(expectationOf(defaultPolicy, [claude]).launches).toEqual({ least: 4, most: 12 });
  });

  test('is up to two launches more where documents are kept right', () => {
    const docs = { refresh: 'stale', deliver: 'off' } as const;
    expect(expectationOf({ ...defaultPolicy, docs }, [claude]).launches).toEqual({ least: 4, most: 14 });
    const off = { ...docs, refresh: 'off' } as const;
    expect(expectationOf({ ...defaultPolicy, docs: off }, [claude]).launches.most).toBe(12);
  });

  test('follows what policy allows: fewer tasks, no audit, fewer launches', () => {
    const single = { ...defaultPolicy, plan: { ...defaultPolicy.plan, tasksMax: 1 } };
    expect(expectationOf(single, [claude]).launches).toEqual({ least: 4, most: 6 });
    const unaudited = { ...defaultPolicy, plan: { ...defaultPolicy.plan, auditTasks: 11 } };
    expect(expectationOf(unaudited, [claude]).launches.most).toBe(11);
    const capped = { ...defaultPolicy, budget: { ...defaultPolicy.budget, launches: 2 } };
    expect(expectationOf(capped, [claude])).toMatchObject({
      launches: { least: 2, most: 2 },
      launchesMax: 2,
    });
  });

  test('says which money is known and never calls unknown money nothing', () => {
    const said = (...agents: readonly (typeof claude)[]): string =>
      expectationWords(expectationOf(defaultPolicy, agents));
    expect(said(claude)).toBe(
      '4 to 12 launches (a guess: no run has ended here yet), at most $10.00 of known cost',
    );
    expect(said(claude, codex)).toBe(
      '4 to 12 launches (a guess: no run has ended here yet), at most $10.00 of known cost; codex counts launches only',
    );
    expect(said(codex, mine)).toBe(
      '4 to 12 launches (a guess: no run has ended here yet), cost unknown: codex, mine count launches only',
    );
    const quick = expectationOf({ ...defaultPolicy, profile: 'quick' }, [claude]);
    expect(expectationWords(quick)).toContain('3 launches (a guess');
  });

  test('is told from the runs of this repository once there are any', () => {
    const run = summarise(drive().go().run(), 1);
    const seen = [run, { ...run, launches: 6 }];
    const expected = expectationOf(defaultPolicy, [claude], seen);
    expect(expected.estimate?.launches).toEqual({ least: 4, most: 6 });
    expect(expectationWords(expected)).toMatch(
      /^4 to 6 launches, .* \(from 2 runs here\); at most \$10\.00 of known cost$/,
    );
  });
});
