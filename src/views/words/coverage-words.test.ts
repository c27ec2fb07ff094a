import { describe, expect, test } from 'vitest';
import { coverageSpec, drive, measuredOf } from '../../../test/support/core.ts';
import type { Effect, Outcome } from '../../core/effects.ts';
import { coverageNotes, measuredWords } from './coverage-words.ts';

const half = (effect: Effect): Outcome | undefined =>
  effect.kind === 'measure'
    ? { type: 'done', kind: 'measure', result: { measured: measuredOf(effect.input.tree, 5) } }
    : undefined;

const wholly = (effect: Effect): Outcome | undefined =>
  effect.kind === 'measure' && effect.input.head === undefined
    ? {
        type: 'done',
        kind: 'measure',
        result: {
          measured: {
            ...measuredOf(effect.input.tree, 10),
            files: { whole: { lines: 120, hit: 96 }, touched: { lines: 30, hit: 27 } },
          },
        },
      }
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

  test('[D4] says what it was before the change, of all lines and of the files it touches', () => {
    const run = drive({ coverage: coverageSpec, script: wholly }).to('merge').run();
    const words = 'Before → with the change: of all lines that the report counts, tests execute 70 % → 80 %';
    expect(coverageNotes(run)).toContain(`${words}; of the files it touches, 45 % → 90 %.`);
    const { coverage } = run;
    if (coverage?.before === undefined) throw new Error('it was measured');
    const before = { ...coverage.before, touched: { lines: 0, hit: 0 } };
    expect(coverageNotes({ ...run, coverage: { ...coverage, before } })).toContain(`${words}.`);
    const unknown = { ...coverage, before: { tree: 't', problem: 'words' } };
    expect(coverageNotes({ ...run, coverage: unknown })).toContain(
      'What it was before the change could not be measured.',
    );
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
