import { expect, test } from 'vitest';
import { eventful, tell } from '../../../test/support/told.ts';
import { checkedAs, drive } from '../../../test/support/core.ts';
import { roundsTold, roundWords } from './rounds.ts';

const told = (driver: ReturnType<typeof drive>): readonly string[] =>
  roundsTold(driver.run(), tell(driver.events())).map(roundWords);

test('each loop that has begun says which round of how many it is, and why, the last one first', () => {
  const driver = drive({
    policy: { onBlocked: 'simplify' },
    script: (effect, run) =>
      effect.kind === 'check' && run.visit.stage === 'evaluation' ? checkedAs('FAIL', effect) : undefined,
  });
  driver.go(() => driver.run().rounds.bug === 2);
  expect(told(driver)).toEqual(['bug round 2 of 3: failed check test']);
  driver.go(() => driver.run().blocked !== undefined);
  expect(told(driver)).toEqual([
    'simplification pass 1 of 1: failed check test',
    'bug round 3 of 3: failed check test',
  ]);
});

test('a run that went through everything names all of it, and a loop a person asked for once more', () => {
  const lines = told(eventful().go());
  expect(lines).toContain('fix round 1 of 1: the reviewer asks for a revision');
  expect(lines.every((line) => /^[a-z ]+ \d of \d: ./.test(line))).toBe(true);
  expect(roundWords({ round: 'plan', n: 3, of: 2, because: 'what a person asked for' })).toBe(
    "plan revision 3, more than policy's 2, as a person asked: what a person asked for",
  );
});

test('a run that goes straight on has no round to tell of', () => {
  expect(told(drive().go())).toEqual([]);
});
