import { describe, expect, test } from 'vitest';
import { planTier } from './plan-tier.ts';

const task = (files: readonly string[], tests: readonly string[] = []) => ({ files, tests });

describe('the tier of a plan', () => {
  test.each([
    [
      'one file with tests and documents',
      task(['src/a.ts', 'README.md', 'docs/a.html'], ['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts']),
      'TRIVIAL',
    ],
    [
      'tests that are listed with its files',
      task(['a.go', 'a_test.go', 'b.go', 'b_test.go', 'test/helper.ts', 'CHANGELOG.md']),
      'TRIVIAL',
    ],
    ['three files of code', task(['a.ts', 'b.ts', 'c.ts'], ['a.test.ts', 'b.test.ts', 'c.test.ts']), 'SMALL'],
    ['six files of code', task(['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts', 'f.ts']), 'MEDIUM'],
    ['source files of Rust', task(['src/a.rs', 'src/b.rs', 'src/c.rs', 'tests/a.rs']), 'SMALL'],
    [
      'texts that programs read, and programs among documents',
      task([
        'CMakeLists.txt',
        'requirements.txt',
        'requirements/dev.txt',
        'docs/conf.py',
        'lib/dev-requirements.txt',
        'docs/build.mjs',
      ]),
      'MEDIUM',
    ],
    [
      'documents of many kinds',
      task([
        'a.c',
        'docs/a.css',
        'docs/a.html',
        'docs/requirements.md',
        'NOTES.txt',
        'doc/a.png',
        'doc/Makefile',
      ]),
      'TRIVIAL',
    ],
    ['fifteen documents', task(Array.from({ length: 15 }, (_, n) => `docs/${n}.md`)), 'LARGE'],
  ] as const)('of %s', (_name, given, tier) => {
    expect(planTier({ tasks: [given] })).toBe(tier);
  });

  test('counts what globs stand for', () => {
    expect(planTier({ tasks: [task(['src/*.ts'])], reach: { files: 9, code: 4 } })).toBe('SMALL');
    expect(planTier({ tasks: [task(['src/*.ts'])], reach: { files: 20, code: 4 } })).toBe('LARGE');
  });
});
