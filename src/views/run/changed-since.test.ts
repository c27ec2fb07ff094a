import { describe, expect, test } from 'vitest';
import { aPlan, aTask } from '../../../test/support/core.ts';
import type { RunEvent } from '../../core/events.ts';
import type { Plan } from '../../core/plan/plan.ts';
import { seenWord } from '../words/seen-word.ts';
import { changedSince } from './changed-since.ts';

const first: Plan = { ...aPlan([aTask('a')]), hash: 'sha256:1111111111111111' };
const second: Plan = { ...aPlan([aTask('a', { files: ['other'] })]), hash: 'sha256:2222222222222222' };

const proposed = (plan: Plan): RunEvent => ({ type: 'plan.proposed', plan });
const asks = (kind: 'plan' | 'merge', digest: string, gate = 'g1'): RunEvent => ({
  type: 'gate.opened',
  gate,
  request: { kind, subject: kind, digest },
});
const integrated = (task: string, commit: string): RunEvent => ({
  type: 'task.integrated',
  task,
  head: { commit, tree: `tree-${commit}` },
});

describe('what a late decision is told', () => {
  const digest = `${first.hash}.base.policy`;
  const revised = [proposed(first), asks('plan', digest), proposed(second)];

  test('is what the plan has that the one they read had not', () => {
    expect(changedSince(revised, digest)).toContain('task a: files +other -src/a.ts');
  });

  test('is found by the word for what they read, as it is shown, and not by the beginning of a digest', () => {
    const word = seenWord({ kind: 'plan', subject: 'plan', digest });
    expect(changedSince(revised, word)).toContain('task a: files +other -src/a.ts');
    expect(changedSince(revised, '1111111111')).toEqual([]);
  });

  test('says so where only words are other', () => {
    const reworded: Plan = { ...first, hash: 'sha256:3333333333333333' };
    expect(changedSince([...revised, proposed(reworded)], digest)).toEqual([
      'the plan: other words, the same tasks, files and risks',
      'the base: base → ',
      'the policy of the run',
    ]);
  });

  test('is which tasks were integrated after the head they looked at', () => {
    const head = 'c0ffee0123456789';
    const events = [integrated('a', head), asks('merge', head), integrated('b', 'deadbeef01234567')];
    expect(changedSince(events, head)).toEqual(['task b was integrated again: the head is deadbeef0123 now']);
  });

  test('is nothing where nobody was ever asked about what they name', () => {
    expect(changedSince(revised, 'feedfacefeedface')).toEqual([]);
    expect(changedSince(revised, '1111')).toEqual([]);
    expect(changedSince([asks('merge', 'c0ffee0123456789')], 'c0ffee0123456789')).toEqual([]);
  });
});
