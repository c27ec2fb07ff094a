import { describe, expect, test } from 'vitest';
import { evidenceOf, testCheck } from '../../../test/support/core.ts';
import { lackOf, lacksIn, waivedAsAt } from './checkable.ts';
import type { CheckKind, Evidence } from './evidence.ts';

const of = (kind: CheckKind, change: Partial<Evidence> = {}): Evidence => ({
  ...evidenceOf({ ...testCheck, name: kind, kind }, 'base', 'FAIL'),
  ...(kind === 'test' ? { counts: { passed: 3, failed: 1, skipped: 0 } } : {}),
  ...change,
});
const { exit: _exit, ...signalled } = of('test');
const { counts: _counts, ...unnamed } = of('test');
const counts = { passed: 3, failed: 127, skipped: 0 };

describe('a base is checkable', () => {
  test.each([
    ['every check passes', of('test', { verdict: 'PASS', because: 'ok' })],
    ['its tests are red (CHECKABLE-1)', of('test')],
    ['its linter has findings', of('lint')],
    ['a runner ends with the number of failures', of('test', { exit: 127, counts })],
    ['what is known of it says nothing of its end', of('test', { because: 'unproved' })],
    [
      'its runner does not print what passes beside a red test',
      of('test', { counts: { passed: 0, failed: 1, skipped: 0, unlisted: true } }),
    ],
    ['it is flaky', of('test', { because: 'flaky' })],
    ['it fails as is known', of('test', { because: 'known-failures' })],
    ['it was waived', of('test', { because: 'waived' })],
    ['nobody knows why it failed', of('test', { because: 'ok' })],
  ])('where %s', (_where, item) => {
    expect(lackOf(item)).toBeUndefined();
    expect(lacksIn([item])).toEqual([]);
  });
});

describe('a base is not checkable', () => {
  test.each([
    ['its setup fails', of('setup'), 'setup-failed'],
    ['its setup runs out of time', of('setup', { because: 'timeout' }), 'setup-failed'],
    ['its build fails', of('build'), 'build-failed'],
    ['a program of a linter is missing', of('lint', { exit: 127 }), 'program-missing'],
    ['a program of its setup cannot be run', of('setup', { exit: 126 }), 'program-missing'],
    [
      'a part of its tests is missing',
      of('test', { exit: 127, counts: { ...counts, failed: 0 } }),
      'program-missing',
    ],
    ['no test was found', of('test', { because: 'no-tests' }), 'no-tests'],
    ['its tests run out of time (CHECKABLE-2)', of('test', { because: 'timeout' }), 'no-end'],
    ['its linter prints without end', of('lint', { because: 'output-limit' }), 'no-end'],
    ['its tests are ended by a signal', signalled, 'no-end'],
    ['its tests are red and it does not say which (CHECKABLE-3)', unnamed, 'no-names'],
    [
      'its tests end before one of them can pass (CHECKABLE-6)',
      of('test', { counts: { passed: 0, failed: 1, skipped: 0 } }),
      'none-passed',
    ],
    ['a check was not started', of('custom', { because: 'not-run' }), 'not-started'],
  ])('where %s', (_where, item, lack) => {
    expect(lacksIn([item])).toEqual([{ check: item.check, lack }]);
  });

  test('where a build fails and no test passes without it (CHECKABLE-1)', () => {
    const passing = of('test', { verdict: 'PASS', because: 'ok' });
    expect(lacksIn([of('build'), passing])).toEqual([]);
    expect(lacksIn([of('build'), of('test')])).toEqual([]);
    expect(lacksIn([of('build'), of('lint', { verdict: 'PASS', because: 'ok' })])).toEqual([
      { check: 'build', lack: 'build-failed' },
    ]);
    expect(lacksIn([of('build'), of('test', { because: 'ok', verdict: 'FAIL' })])).toEqual([]);
    expect(lacksIn([of('build'), { ...unnamed, because: 'known-failures' }])).toHaveLength(1);
    expect(lacksIn([of('build'), unnamed])).toEqual([
      { check: 'build', lack: 'build-failed' },
      { check: 'test', lack: 'no-names' },
    ]);
  });

  test('and what follows a failed setup is no lack of its own (CHECKABLE-4)', () => {
    const notRun = { because: 'not-run' as const };
    const evidence = [of('setup'), of('build', notRun), of('test', notRun)];
    expect(lacksIn(evidence)).toEqual([{ check: 'setup', lack: 'setup-failed' }]);
  });
});

describe('what a person waived at the base', () => {
  const base = [of('setup'), of('test', { because: 'not-run' }), of('lint')];

  test('is a warning where it is the same again, and what could not run after it is too', () => {
    const now = waivedAsAt(base, [of('setup'), of('test', { because: 'not-run' })]);
    expect(now.map(({ verdict, because, lack }) => [verdict, because, lack])).toEqual([
      ['WARN', 'waived', 'setup-failed'],
      ['WARN', 'waived', 'not-started'],
    ]);
  });

  test('excuses nothing that fails in another way, nor what no waiver was needed for (CHECKABLE-5)', () => {
    const now = [of('setup', { exit: 127 }), of('test'), of('lint'), of('security', { exit: 127 })];
    expect(waivedAsAt(base, now)).toEqual(now);
    const good = [of('setup', { verdict: 'PASS', because: 'ok' })];
    expect(waivedAsAt(base, good)).toEqual(good);
    expect(waivedAsAt([], [of('setup')])).toEqual([of('setup')]);
  });
});
