import { describe, expect, test } from 'vitest';
import type { CheckRan } from './against-base.ts';
import { comesWith, heldAgainst, mayBeFlaky, settledBy } from './against-base.ts';
import { allFailed, testsFrom, testsText } from './tests-text.ts';

function told(failed: readonly string[], change: Partial<CheckRan> = {}): CheckRan {
  const red = failed.length > 0;
  return {
    kind: 'test',
    verdict: red ? 'FAIL' : 'PASS',
    because: red ? 'exit' : 'ok',
    exit: red ? 1 : 0,
    counts: { passed: 10 - failed.length, failed: failed.length, skipped: 0 },
    tests: { failed, passed: [], skipped: [] },
    log: '',
    ...change,
  };
}

function lint(log: string, change: Partial<CheckRan> = {}): CheckRan {
  return { kind: 'lint', verdict: 'FAIL', because: 'exit', exit: 1, log, ...change };
}

const naming = (passed: readonly string[]): CheckRan => ({
  kind: 'test',
  verdict: 'PASS',
  because: 'ok',
  counts: { passed: passed.length, failed: 0, skipped: 0 },
  tests: { failed: [], skipped: [], passed },
  log: '',
});

describe('[E1][E2] tests held against the base', () => {
  test('that fail there as well are known, and a warning', () => {
    expect(heldAgainst(told(['a', 'b']), told(['b', 'a', 'c']))).toEqual({
      verdict: 'WARN',
      because: 'known-failures',
      known: ['a', 'b'],
      fresh: [],
    });
  });

  test('that fail only now are charged, and told apart from the known ones', () => {
    expect(heldAgainst(told(['a', 'new']), told(['a']))).toMatchObject({
      verdict: 'FAIL',
      known: ['a'],
      fresh: ['new'],
    });
  });

  test('of one name are known as often as it failed at the base (AGAINST-BASE-2)', () => {
    expect(heldAgainst(told(['a', 'a']), told(['a']))).toMatchObject({ verdict: 'FAIL', fresh: ['a'] });
  });

  test.each([
    ['fewer names than failures', told(['a'], { counts: { passed: 8, failed: 2, skipped: 0 } })],
    ['no count', { ...told(['a']), counts: undefined }],
    ['no name at all', { ...told(['a']), tests: undefined }],
    ['fewer tests than at the base (B3)', told(['a'], { counts: { passed: 5, failed: 1, skipped: 4 } })],
    ['another way to end (B4)', told(['a'], { exit: 2 })],
    ['the end of its time', told(['a'], { because: 'timeout' })],
    ['no exit', { ...told(['a']), exit: undefined }],
  ])('excuse nothing with %s', (_what, now) => {
    expect(heldAgainst(withoutUndefined(now), told(['a', 'b'])).verdict).toBe('FAIL');
  });

  test('excuse nothing where not one passes, be it so at the base too: nobody knows whether they began (AGAINST-BASE-6)', () => {
    const counts = { passed: 0, failed: 1, skipped: 0 };
    const broken = told(['a'], { counts });
    expect(heldAgainst(broken, broken).verdict).toBe('FAIL');
    const brief = told(['a'], { counts: { ...counts, unlisted: true } });
    expect(heldAgainst(brief, brief).verdict).toBe('WARN');
    const beside = told(['a'], { counts: { ...counts, passed: 1 } });
    expect(heldAgainst(beside, beside).verdict).toBe('WARN');
  });

  test('excuse nothing where the base is unknown, green, or red for another reason', () => {
    expect(heldAgainst(told(['a']), undefined).verdict).toBe('FAIL');
    expect(heldAgainst(told(['a']), told([])).verdict).toBe('FAIL');
    expect(heldAgainst(told(['a']), told(['a'], { because: 'timeout' })).verdict).toBe('FAIL');
  });

  test('may end with the number of failures, as some runners do', () => {
    expect(heldAgainst(told(['a', 'b'], { exit: 2 }), told(['a', 'b', 'c'], { exit: 3 })).verdict).toBe(
      'WARN',
    );
  });

  test('that are not executed any more are named where both runs name what they executed', () => {
    expect(heldAgainst(naming(['a', 'x']), naming(['a', 'b']))).toMatchObject({
      vanished: { gone: ['b'], skipped: [] },
    });
    expect(heldAgainst(naming(['a']), naming(['a', 'b']))).toMatchObject({
      fewer: { base: 2, now: 1, named: true },
    });
    expect(heldAgainst(naming(['a']), naming(['a']))).not.toHaveProperty('vanished');
  });

  test('that are fewer than at the base are a fact, also where all of them pass', () => {
    const now = told([], { counts: { passed: 7, failed: 0, skipped: 3 } });
    expect(heldAgainst(now, told([]))).toMatchObject({ verdict: 'PASS', fewer: { base: 10, now: 7 } });
    expect(heldAgainst(told([]), now)).not.toHaveProperty('fewer');
  });
});

describe('[E2] other checks held against the base', () => {
  const before = 'src/a.ts\n  3:5  error  no-var\n  9:1  error  no-var\n2 problems\n';

  test('are known where they say nothing new, wherever the lines are by now', () => {
    const now = 'src/a.ts\n  4:5  error  no-var\n\n1 problems\n';
    expect(heldAgainst(lint(now), lint(before))).toMatchObject({
      verdict: 'WARN',
      because: 'known-failures',
    });
  });

  test('are known where they build, and fail as they do at the base (AGAINST-BASE-5)', () => {
    const build = lint(before, { kind: 'build' });
    expect(heldAgainst(build, build)).toMatchObject({ verdict: 'WARN', because: 'known-failures' });
  });

  test.each([
    ['a line more', `${before}  12:1  error  no-var\n`],
    ['another line', before.replace('no-var', 'eqeqeq')],
    ['a part left out', `${before}[… 5 bytes left out …]\n`],
    ['nothing', ''],
  ])('are charged with %s', (_what, log) => {
    expect(heldAgainst(lint(log), lint(before)).verdict).toBe('FAIL');
  });

  test.each([
    ['ended in another way', lint(before, { exit: 2 }), lint(before)],
    ['passed at the base', lint(before), lint(before, { verdict: 'PASS', because: 'ok', exit: 0 })],
    [
      'build, and say something new',
      lint(`${before}new\n`, { kind: 'build' }),
      lint(before, { kind: 'build' }),
    ],
    ['prepare the rest (AGAINST-BASE-5)', lint(before, { kind: 'setup' }), lint(before, { kind: 'setup' })],
  ])('are charged where they %s', (_what, now, base) => {
    expect(heldAgainst(now, base).verdict).toBe('FAIL');
  });
});

describe('[E2] a check that is run once more', () => {
  const first = { ...heldAgainst(told(['a', 'b']), told([])), flaky: [] };

  test('was flaky where nothing new fails again', () => {
    expect(settledBy(first, heldAgainst(told([]), told([])))).toMatchObject({
      verdict: 'WARN',
      because: 'flaky',
      flaky: ['a', 'b'],
      fresh: [],
    });
  });

  test('stays red where one fails again, and names the one that did not', () => {
    expect(settledBy(first, heldAgainst(told(['b']), told([])))).toMatchObject({
      verdict: 'FAIL',
      because: 'exit',
      flaky: ['a'],
      fresh: ['b'],
    });
  });

  test('stays red where others fail each time', () => {
    expect(settledBy(first, heldAgainst(told(['c']), told([])))).toMatchObject({
      verdict: 'FAIL',
      flaky: ['a', 'b'],
      fresh: ['c'],
    });
  });

  test('stays red where it ran fewer tests to pass', () => {
    const again = heldAgainst(told([], { counts: { passed: 3, failed: 0, skipped: 0 } }), told([]));
    expect(settledBy(first, again)).toMatchObject({ verdict: 'FAIL', because: 'exit' });
  });

  test('is worth it only where new failures are named', () => {
    const now = told(['a']);
    expect(mayBeFlaky(now, heldAgainst(now, told([])))).toBe(true);
    expect(mayBeFlaky(now, heldAgainst(now, told(['a'])))).toBe(false);
    const nameless: CheckRan = { ...now, counts: { passed: 0, failed: 2, skipped: 0 } };
    expect(mayBeFlaky(nameless, heldAgainst(nameless, told([])))).toBe(false);
  });
});

const comes = (name: string, file: string, base?: CheckRan): boolean =>
  comesWith(file, heldAgainst(told([name]), base), base);

describe('[P1] a new failure comes with a file', () => {
  const all = {
    counts: { passed: 2, failed: 1, skipped: 1 },
    tests: { failed: ['c'], passed: ['a', 'b'], skipped: ['d'] },
  };

  test.each([
    ['tests/test_bug.py::test_it', 'tests/test_bug.py'],
    ['tests/test_bug.py:3', 'tests/test_bug.py'],
    ['/checkout/tests/bug.js > it', 'tests/bug.js'],
    ['test_it (test_bug.Bug.test_it)', 'tests/test_bug.py'],
    ['tests.test_bug.Bug.test_it', 'tests/test_bug.py'],
  ])('that %s names', (name, file) => {
    expect(comes(name, file)).toBe(true);
  });

  test.each([
    ['tests/test_bug2.py::test_it', 'tests/test_bug.py'],
    ['test_it (test_bugs.Bug.test_it)', 'tests/test_bug.py'],
    ['bug > it', 'tests/bug.js'],
  ])('not where %s is of another', (name, file) => {
    expect(comes(name, file)).toBe(false);
  });

  test('where the base names all its tests, and this is none of them', () => {
    expect(comes('new', 'bug.js', told(['c'], all))).toBe(true);
    expect(comes('a', 'bug.js', told(['c'], all))).toBe(false);
    expect(comes('d', 'bug.js', told(['c'], all))).toBe(false);
  });

  test('not where the base names some of its tests only, or none', () => {
    expect(comes('new', 'bug.js', told(['c']))).toBe(false);
    expect(comes('new', 'bug.js', lint(''))).toBe(false);
    expect(comes('new', 'bug.js', { ...lint(''), counts: all.counts })).toBe(false);
  });
});

test('names survive being kept as a text, and a text that is none has none', () => {
  const names = { failed: [], fresh: ['a b'], known: ['c'], flaky: ['d'], passed: ['e > f'], skipped: ['g'] };
  expect(testsFrom(testsText(names))).toEqual(names);
  expect(allFailed(testsFrom(testsText(names)))).toEqual(['a b', 'c']);
  expect(testsFrom('anything\nat all\tx\n').failed).toEqual([]);
});

function withoutUndefined(given: { readonly [K in keyof CheckRan]?: CheckRan[K] | undefined }): CheckRan {
  const { kind = 'test', verdict = 'FAIL', because = 'exit', exit, counts, tests, log = '' } = given;
  return {
    kind,
    verdict,
    because,
    log,
    ...(exit === undefined ? {} : { exit }),
    ...(counts === undefined ? {} : { counts }),
    ...(tests === undefined ? {} : { tests }),
  };
}

const wrote = (rewrote: readonly string[], change: Partial<CheckRan> = {}) =>
  told([], { rewrote, ...change });

describe('[E9] a check that changes files of the change while it runs', () => {
  test('is void, and names those that it does not change at the base (AGAINST-BASE-7)', () => {
    expect(heldAgainst(wrote(['src/a.js', 'log.txt']), wrote(['log.txt']))).toMatchObject({
      verdict: 'FAIL',
      because: 'rewrote',
      rewritten: ['src/a.js'],
    });
    expect(heldAgainst(wrote(['log.txt']), wrote(['log.txt'])).verdict).toBe('PASS');
    expect(heldAgainst(wrote(['log.txt']), undefined).verdict).toBe('FAIL');
  });

  test('fails for what failed, where something did', () => {
    expect(heldAgainst(told(['a'], { rewrote: ['src/a.js'] }), told([]))).toMatchObject({ because: 'exit' });
  });

  test.each([
    ['build', 'dist/a.js', 'PASS'],
    ['setup', 'package-lock.json', 'PASS'],
    ['build', 'test/a.js', 'FAIL'],
    ['setup', 'src/a.test.js', 'FAIL'],
    ['build', 'test_a.py', 'FAIL'],
    ['lint', 'src/a.js', 'FAIL'],
  ] as const)('may be a %s that writes %s: %s', (kind, file, verdict) => {
    const made = { kind, verdict: 'PASS', because: 'ok', exit: 0, log: '', rewrote: [file] } as const;
    expect(heldAgainst(made, { ...made, rewrote: [] }).verdict).toBe(verdict);
  });
});

describe('a check that finds no test any more', () => {
  const none = { kind: 'test', verdict: 'FAIL', because: 'no-tests', exit: 0, log: '' } as const;

  test('fails where tests ran at the base, and names them all (AGAINST-BASE-8)', () => {
    expect(heldAgainst(none, naming(['a', 'b']))).toMatchObject({
      verdict: 'FAIL',
      because: 'exit',
      fewer: { base: 2, now: 0, named: true },
      vanished: { gone: ['a', 'b'], skipped: [] },
    });
    const counted = { kind: 'test', verdict: 'PASS', because: 'ok', exit: 0, log: '' } as const;
    expect(heldAgainst(none, { ...counted, counts: { passed: 3, failed: 0, skipped: 0 } })).toMatchObject({
      because: 'exit',
      fewer: { base: 3, now: 0 },
    });
  });

  test('may be waived where there was none before either', () => {
    expect(heldAgainst(none, none).because).toBe('no-tests');
    expect(heldAgainst(none, { ...none, counts: { passed: 0, failed: 0, skipped: 2 } }).because).toBe(
      'no-tests',
    );
    expect(heldAgainst(none, undefined).because).toBe('no-tests');
  });
});
