// What stands between a green forge and the merge: Slipway's own evidence and the reviewer's own word, for this very head.

import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import {
  aPlan,
  aReview,
  aTask,
  drive,
  dueNow,
  evidenceOf,
  me,
  saying,
  seenAs,
  testCheck,
} from '../../../test/support/core.ts';
import { evolve } from '../evolve/evolve.ts';
import { isVouched } from './vouched.ts';
import { mergeConditions } from '../pipeline/conditions.ts';
import { settle } from '../pipeline/settle.ts';
import type { Run } from '../run.ts';
import { must, openGates } from '../run.ts';

const lint = { ...testCheck, name: 'lint', kind: 'lint' as const };
const driver = drive({ checks: [testCheck, lint] }).to('merge');
const unseen = driver.run();
const { commit: head, tree: headTree } = theRepository(unseen).head;
const tree = must(headTree, 'a head that was evaluated has a tree');
const both = [evidenceOf(testCheck, tree), evidenceOf(lint, tree)];

/** The forge has looked: open, mergeable, every check green, and for this head. */
const green = (run: Run): Run => {
  const outcome = seenAs({})(run);
  if (outcome.type !== 'done' || outcome.kind !== 'inspect') throw new Error('a look has an answer');
  return evolve(run, { type: 'pull-request.seen', seen: outcome.result }, 1);
};

const { evaluated: _evaluated, ...unevaluated } = unseen;
const { review: _review, ...unreviewed } = unseen;

const complete = 'every check has evidence';
const ofHead = 'the evidence is for the tree of this head';
const good = 'no check failed in it';
const passed = 'the reviewer passed this head';

const lacking: readonly (readonly [what: string, run: Run, missing: readonly string[]])[] = [
  ['nothing was ever evaluated', { ...unevaluated, evidence: [] }, [complete, ofHead]],
  ['no check has evidence', { ...unseen, evidence: [] }, [complete]],
  ['one check has none', { ...unseen, evidence: [evidenceOf(testCheck, tree)] }, [complete]],
  [
    'the evidence is of another tree',
    { ...unseen, evidence: both.map((item) => ({ ...item, tree: 'another' })) },
    [ofHead],
  ],
  ['another tree was evaluated', { ...unseen, evaluated: 'another' }, [ofHead]],
  ['a check failed', { ...unseen, evidence: [...both, evidenceOf(lint, tree, 'FAIL')] }, [good]],
  ['nobody reviewed it', unreviewed, [passed]],
  [
    'the reviewer asked for a revision',
    { ...unseen, review: aReview(head, { conclusion: 'revise' }) },
    [passed],
  ],
  [
    'the reviewer passed it with a criterion that is not met',
    { ...unseen, review: aReview(head, { criteria: [{ id: 'c1', met: false }] }) },
    [passed],
  ],
  ['the reviewer passed another head', { ...unseen, review: aReview('another') }, [passed]],
];

describe('a head that the forge calls green', () => {
  test('is asked about, and merged on an order, where our own evidence and review are for it', () => {
    const run = green(unseen);
    expect(settle(run, 1).events).toMatchObject([
      { type: 'gate.opened', request: { kind: 'merge', digest: head } },
    ]);
    const ordered = evolve(run, { type: 'merge.ordered', head, by: me }, 1);
    expect(dueNow(ordered)).toContain('merge pull-request');
  });

  describe.each(lacking)('where %s', (_what, run, missing) => {
    test('is asked about by nobody, and the run is blocked', () => {
      expect(settle(green(run), 1).events.map(({ type }) => type)).toEqual(['run.blocked']);
    });

    test('is not merged, whatever was ordered or policy leaves out', () => {
      const ordered = evolve(green(run), { type: 'merge.ordered', head, by: me }, 1);
      const gates = { ...run.policy.gates, merge: false };
      const unguarded = green({ ...run, policy: { ...run.policy, gates } });
      for (const state of [ordered, unguarded]) expect(dueNow(state)).not.toContain('merge pull-request');
    });

    test('is said to lack exactly that', () => {
      const ordered = evolve(green(run), { type: 'merge.ordered', head, by: me }, 1);
      const names = mergeConditions.filter((item) => !item.holds(ordered)).map((item) => item.name);
      expect(names).toEqual(missing);
    });
  });
});

describe('what is vouched for', () => {
  test('is a change without any check, once that was evaluated', () => {
    const bare = drive({
      checks: [],
      plans: [aPlan([aTask('a', { verification: [] })])],
      person: (gate) => (gate.kind === 'waiver' ? saying('approve') : undefined),
    });
    bare.to('merge').go((run) => openGates(run).some((gate) => gate.kind === 'merge'));
    expect(openGates(bare.run())).toMatchObject([{ kind: 'merge' }]);
  });

  test('is no head whose tree nobody knows, whatever was recorded for it', () => {
    const repositories = unevaluated.repositories.map((item) => ({ ...item, head: { commit: head } }));
    const recorded = { type: 'evidence.recorded', subject: 'run', evidence: [] } as const;
    const run = evolve({ ...unevaluated, checks: [], repositories }, recorded, 1);
    expect(run.evaluated).toBeUndefined();
    expect(isVouched(run)).toBe(false);
  });

  test('is known of a journal that does not say which head was reviewed: the one that was there', () => {
    const reviewed = driver.events().find((event) => event.type === 'verdict.recorded');
    expect(reviewed).toMatchObject({ subject: 'run', head });
    const { head: _head, ...old } = must(reviewed, 'the change was reviewed');
    expect(evolve(unreviewed, old, 1).review?.head).toBe(head);
  });
});
