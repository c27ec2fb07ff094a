import { describe, expect, test } from 'vitest';
import { coverageSpec, drive, measuredOf } from '../../../test/support/core.ts';
import type { Effect, Outcome } from '../../core/effects.ts';
import { coverageNotes, measuredWords } from './coverage-words.ts';

const half = (effect: Effect): Outcome | undefined =>
  effect.kind === 'measure'
    ? { type: 'done', kind: 'measure', result: { measured: measuredOf(effect.input.tree, 5) } }
    : undefined;

describe('coverage in words', () => {
  test('is nothing where nothing was measured', () => {
    expect(coverageNotes(drive().to('merge').run())).toEqual([]);
  });

  test('says how much, after how many rounds, what the target is, and why nobody asks for more', () => {
    const run = drive({ coverage: coverageSpec, script: half }).to('merge').run();
    expect(coverageNotes(run)).toEqual([
      'Tests execute 5 of 10 changed lines (50 %) after 1 coverage round; the target is 80 %.',
      'No more tests are asked for: the last round gained too little.',
    ]);
  });

  test('never takes a file for covered that the report does not list', () => {
    expect(measuredWords({ lines: 0, hit: 0, unmeasured: 2 })).toBe(
      'the report counts none of the changed lines; 2 changed files are not in the report, and so not known to be covered',
    );
    expect(measuredWords({ lines: 1, hit: 1, unmeasured: 1 })).toBe(
      'tests execute 1 of 1 changed line (100 %); 1 changed file is not in the report, and so not known to be covered',
    );
  });
});
