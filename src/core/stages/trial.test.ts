// A target that moved on, about other files than the change: what the merge gives is checked beside the branch.

import { describe, expect, test } from 'vitest';

import type { Driver, Script } from '../../../test/support/core.ts';
import { checkedAs, drive } from '../../../test/support/core.ts';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { MergeInput } from '../effects.ts';
import type { Trial } from '../remarks/seen.ts';
import { openGates } from '../run.ts';
import { mergeConditions } from '../pipeline/conditions.ts';
import { hasFailedTrial, trialsMax } from './trial.ts';

const trialAt = (target: string): Trial => ({
  commit: `merged ${target}`,
  tree: `tree merged ${target}`,
  base: { commit: target, tree: `tree ${target}` },
});

/** A target that is somewhere else at each of the first merges, about other files. */
function busy(moves: number, script?: Script): Driver & { readonly merges: readonly MergeInput[] } {
  const merges: MergeInput[] = [];
  const driver = drive({
    script: (effect, run) => {
      if (effect.kind !== 'merge') return script?.(effect, run);
      merges.push(effect.input);
      if (merges.length > moves) return undefined;
      return { type: 'done', kind: 'merge', result: { trial: trialAt(`t${merges.length}`) } };
    },
  });
  return { ...driver, merges };
}

/** Each side is good by itself, and both together are not. */
const red: Script = (effect) =>
  effect.kind === 'check' && effect.subject === 'trial' ? checkedAs('FAIL', effect) : undefined;

describe('a target that moved on, about other files than the change', () => {
  test('is merged onto once the checks passed on what that gives, without another order or another head (TRIAL-1)', () => {
    const driver = busy(1);
    driver.go((run) => openGates(run).some(({ kind }) => kind === 'merge'));
    const head = theRepository(driver.run()).head.commit;
    driver.go();
    const run = driver.run();
    expect(run.ended).toBe('completed');
    expect(run.rounds).toMatchObject({ rebase: 0, triage: 0 });
    expect(theRepository(run).head.commit).toBe(head);
    expect(driver.merges).toMatchObject([{ head }, { head, onto: 't1' }]);
    const checked = driver.events().flatMap((event) => (event.type === 'base.checked' ? event.evidence : []));
    expect(new Set(checked.map(({ tree }) => tree))).toEqual(new Set(['tree merged t1']));
    const gates = driver.events().filter((event) => event.type === 'gate.opened');
    expect(gates.filter(({ request }) => request.kind === 'merge')).toHaveLength(1);
  });

  test('holds the merge up until its checks have said something, and explain says so', () => {
    const driver = busy(1);
    driver.go((run) => theRepository(run).pullRequest?.trial !== undefined);
    const missing = mergeConditions.filter(({ holds }) => !holds(driver.run())).map(({ name }) => name);
    expect(missing).toEqual(['what the merge gives is checked, where the target has moved on']);
  });

  test('comes into the change where the checks fail on what both give (TRIAL-2)', () => {
    const driver = busy(1, red);
    driver.go((run) => run.visit.stage === 'triage' && run.visit.n > 0 && hasFailedTrial(theRepository(run)));
    expect(theRepository(driver.run()).pullRequest?.seen?.base?.commit).toBe('t1');
    expect(driver.merges).toHaveLength(1);
  });

  test(`moves on for ever, and is merged onto after ${trialsMax} trials (TRIAL-3)`, () => {
    const driver = busy(trialsMax).go();
    expect(driver.run().ended).toBe('completed');
  });

  test('is tried as often as it moves, and the last time the merge is told so (TRIAL-3)', () => {
    const driver = busy(trialsMax);
    driver.go();
    expect(driver.merges.map(({ onto, isLast }) => [onto, isLast])).toEqual([
      [undefined, undefined],
      ['t1', undefined],
      ['t2', undefined],
      ['t3', true],
    ]);
  });
});

test('nothing is tried before there is a pull request', () => {
  const [before] = drive().run().repositories;
  expect(before?.pullRequest).toBeUndefined();
  const tried = mergeConditions.filter(({ name }) => name.startsWith('what the merge gives'));
  expect(tried.map(({ holds }) => holds(drive().run()))).toEqual([true]);
});
