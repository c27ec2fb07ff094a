// What tests execute at the base, before the change: measured once, beside the change, and told.

import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Driver, Options, Script } from '../../../test/support/core.ts';
import {
  coverageSpec,
  drive,
  dueNow,
  failing,
  me,
  measuredBefore,
  measuredOf,
} from '../../../test/support/core.ts';
import type { MeasureResult } from '../evidence/coverage.ts';
import { defaultPolicy } from '../policy.ts';
import { must } from '../run.ts';
import { coverage } from './coverage.ts';

const covering = (script?: Script, options: Options = {}): Driver =>
  drive({ coverage: coverageSpec, ...options, ...(script === undefined ? {} : { script }) });

const atBase =
  (result: MeasureResult): Script =>
  (effect) =>
    effect.kind === 'measure' && effect.subject === 'base'
      ? { type: 'done', kind: 'measure', result }
      : undefined;

const lacking: Script = (effect, run) =>
  effect.kind === 'measure' && effect.subject !== 'base'
    ? {
        type: 'done',
        kind: 'measure',
        result: { measured: measuredOf(effect.input.tree, run.rounds.coverage === 0 ? 1 : 10) },
      }
    : undefined;

const based = (driver: Driver) => driver.events().filter(({ type }) => type === 'coverage.based');

describe('[D4] coverage at the base', () => {
  test('is measured beside the change, on the tree of the base, for the files of the head', () => {
    const driver = covering().to('coverage');
    const { base, head } = theRepository(driver.run());
    expect(dueNow(driver.run())).toEqual(['measure change', 'measure base']);
    expect(driver.begin('measure', 'base').input).toEqual({
      commit: base.commit,
      tree: base.tree,
      base: base.commit,
      head: head.commit,
      spec: coverageSpec,
    });
    driver.go();
    expect(driver.run()).toMatchObject({
      ended: 'completed',
      coverage: { before: measuredBefore(base.tree ?? '') },
    });
    expect(based(driver)).toHaveLength(1);
  });

  test('is waited for before the pull request is told, whichever comes first (STAGES-COVERAGE-4)', () => {
    const driver = covering().to('coverage');
    driver.perform('measure', 'change');
    expect(dueNow(driver.run())).toEqual(['measure base']);
    driver.perform('measure', 'base');
    expect(dueNow(driver.run())).toEqual(['update-pull-request pull-request']);
  });

  test('is waited for before a round begins, and not measured again after it', () => {
    const driver = covering(lacking).to('coverage');
    driver.perform('measure', 'change');
    expect([driver.run().visit.stage, driver.run().rounds.coverage]).toEqual(['coverage', 0]);
    driver.perform('measure', 'base');
    expect(driver.run()).toMatchObject({ visit: { stage: 'implementation' }, rounds: { coverage: 1 } });
    driver.go();
    expect(based(driver)).toHaveLength(1);
  });

  test.each<readonly [string, MeasureResult, object]>([
    ['gives no report', { problem: 'words' }, { problem: 'words' }],
    ['answers something else', { measured: measuredOf('t', 1) }, {}],
  ])('holds nobody up where the command %s', (_what, result, known) => {
    const driver = covering(atBase(result)).go();
    const { tree } = theRepository(driver.run()).base;
    expect(driver.run()).toMatchObject({ ended: 'completed', coverage: { before: { tree, ...known } } });
    expect(driver.run().coverage?.before?.whole).toBeUndefined();
  });

  test('holds nobody up where it fails for good', () => {
    const driver = covering((effect) =>
      effect.kind === 'measure' && effect.subject === 'base' ? failing('disk-full') : undefined,
    ).go();
    expect(driver.run()).toMatchObject({
      ended: 'completed',
      coverage: { stopped: { because: 'target-reached' } },
    });
    expect(based(driver)).toEqual([]);
  });

  test.each([
    ['policy wants none', { before: false }],
    ['a run of before does not say', {}],
  ])('is not measured where %s', (_what, change) => {
    const { before: _before, ...policy } = must(defaultPolicy.coverage, 'policy speaks of coverage');
    const options = { policy: { coverage: { ...policy, ...change } } };
    expect(dueNow(covering(undefined, options).to('coverage').run())).toEqual(['measure change']);
  });

  test('is not measured where a person wants none', () => {
    const driver = covering().to('coverage');
    driver.send({ type: 'coverage.skip', by: me });
    expect(dueNow(driver.run())).not.toContain('measure base');
  });

  test('that came as the answer to another question says nothing of the change', () => {
    const driver = covering().to('coverage');
    const effect = driver.begin('measure', 'change');
    const outcome = { type: 'done', kind: 'measure', result: { before: measuredBefore('t') } } as const;
    expect(coverage.interpret(driver.run(), effect, outcome)).toEqual([
      { type: 'coverage.stopped', because: 'not-measured' },
    ]);
  });
});
