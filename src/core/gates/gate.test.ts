import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { approval, drive, me, saying, you } from '../../../test/support/core.ts';
import type { Answer, Gate } from './gate.ts';
import { mayDecide, sameGate } from './gate.ts';
import { openGates } from '../run.ts';

const open: Gate = {
  id: 'g1',
  kind: 'question',
  subject: 'task/a',
  digest: 'd1',
  options: 3,
  visit: 4,
  openedAt: 1,
};
const approve = { seen: 'd1', decision: approval };

describe('a gate', () => {
  test('is open to a person who saw what it is about', () => {
    expect(mayDecide(open, 4, approve, false)).toBeUndefined();
  });

  test('refuses a person who saw an older plan (GATE-2)', () => {
    expect(mayDecide(open, 4, { ...approve, seen: 'd0' }, false)).toEqual({
      refused: 'subject-changed',
      gate: 'g1',
      seen: 'd0',
      now: 'd1',
    });
  });

  test('tells the second of two deciders who was first, and what they said (GATE-1)', () => {
    const decided = { ...open, kind: 'plan' as const, decision: { answer: 'reject' as const, by: you } };
    expect(mayDecide(decided, 4, approve, false)).toEqual({
      refused: 'already-decided',
      gate: 'g1',
      answer: 'reject',
      who: 'you',
    });
  });

  test('says nothing of an approval where a question was answered (GATE-1)', () => {
    const decided = { ...open, decision: { answer: 'approve' as const, by: you } };
    expect(mayDecide(decided, 4, approve, false)).toEqual({
      refused: 'already-decided',
      gate: 'g1',
      who: 'you',
    });
  });

  test('belongs to the visit that opened it (GATE-3)', () => {
    expect(mayDecide(open, 5, approve, false)).toEqual({
      refused: 'STATE_MISMATCH',
      expected: 'visit 4',
      actual: 'visit 5',
    });
  });

  test.each([0, 4, -1, 1.5, Number.NaN])('has no option %d of three', (choice) => {
    expect(mayDecide(open, 4, { ...approve, decision: { ...approval, choice } }, false)).toEqual({
      refused: 'no-such-option',
      gate: 'g1',
      options: 3,
    });
  });

  test.each([1, 2, 3])('has an option %d of three', (choice) => {
    expect(mayDecide(open, 4, { ...approve, decision: { ...approval, choice } }, false)).toBeUndefined();
  });

  test('without options takes any number', () => {
    const { options: _options, ...plain } = open;
    expect(mayDecide(plain, 4, { ...approve, decision: { ...approval, choice: 99 } }, false)).toBeUndefined();
  });

  test.each([
    [{}, true],
    [{ kind: 'plan' as const }, false],
    [{ subject: 'task/b' }, false],
    [{ digest: 'd2' }, false],
  ])('is the same as %j: %s', (change, same) => {
    expect(sameGate(open, { kind: 'question', subject: 'task/a', digest: 'd1', ...change })).toBe(same);
  });

  test('that nobody opened cannot be decided', () => {
    expect(
      drive().refused({ type: 'gate.decide', gate: 'g9', seen: '', decision: saying('approve') }),
    ).toEqual({
      refused: 'no-such-gate',
      gate: 'g9',
    });
  });

  test('keeps its first decision, whatever comes after (GATE-1)', () => {
    const answer = fc.constantFrom<Answer>('approve', 'revise', 'reject');
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1, maxLength: 5 }), (answers) => {
        const driver = drive().to('plan-review');
        const [gate] = openGates(driver.run());
        const [first, ...later] = answers.map((item) => ({
          type: 'gate.decide' as const,
          gate: gate?.id ?? '',
          seen: gate?.digest ?? '',
          decision: { answer: item, by: me },
        }));
        if (first !== undefined) driver.send(first);
        for (const command of later) expect(driver.refused(command).refused).toBe('already-decided');
        expect(driver.run().gates[0]?.decision?.answer).toBe(answers[0]);
      }),
      { seed: 1, numRuns: 30 },
    );
  });
});
