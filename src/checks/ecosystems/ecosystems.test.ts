// What detection finds is run, in small real projects, wherever their tools are on this machine.

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { processRunner } from '../../containment/process-runner.ts';
import { createScreener } from '../../screening/screen.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import { createChecks } from '../run-checks.ts';

const folders = (process.env['PATH'] ?? '').split(path.delimiter);
const isHere = (program: string): boolean => folders.some((dir) => existsSync(path.join(dir, program)));
const rustup = process.env['RUSTUP_HOME'] ?? path.join(os.homedir(), '.rustup');

const checks = createChecks({
  processes: processRunner(systemClock()),
  screener: createScreener(),
  environment: {
    PATH: process.env['PATH'] ?? '',
    ...(existsSync(rustup) ? { RUSTUP_HOME: rustup } : {}),
  },
});

let root = '';
let dir = '';
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'slipway-ecosystem-'));
  dir = path.join(root, 'checkout');
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

type Files = Readonly<Record<string, string>>;

async function detectAndRun(files: Files): Promise<Readonly<Record<string, string>>> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
    await writeFile(path.join(dir, name), text);
  }
  const read = (file: string) => readFile(path.join(dir, file), 'utf8').catch(() => undefined);
  const { checks: found } = await checks.survey(read, Object.keys(files));
  const signal = new AbortController().signal;
  const ran = await checks.run({ dir, checks: found, tag: 'tag-ecosystems', signal });
  if (ran.ended === 'stopped') throw new Error('the checks were stopped');
  return Object.fromEntries(
    ran.results.map(({ check, verdict, because, counts }) => [
      check,
      `${verdict} ${because}${counts === undefined ? '' : ` ${counts.passed}/${counts.failed}/${counts.skipped}`}`,
    ]),
  );
}

const unittest = (body: string): string =>
  `import unittest\nfrom app import one\nclass T(unittest.TestCase):\n    def test_one(self):\n        ${body}\n`;
const perl = (body: string): string => `use Test::More; ${body} done_testing;\n`;
const rust = (value: number): string =>
  `pub fn one() -> i32 { 1 }\n#[cfg(test)]\nmod tests { #[test] fn one() { assert_eq!(super::one(), ${value}); } }\n`;
const go = (how: string): string => `package x\nimport "testing"\nfunc TestOne(t *testing.T) { ${how} }\n`;

/** A tool, a project whose tests pass, one whose tests do not, and one that has none. */
const projects: readonly (readonly [string, string, Files, Files, Files])[] = [
  [
    'Python',
    'python3',
    { 'app.py': 'one = 1\n', 'tests/test_app.py': unittest('self.assertEqual(one, 1)') },
    { 'app.py': 'one = 1\n', 'tests/test_app.py': unittest('self.assertEqual(one, 2)') },
    { 'app.py': 'one = 1\n', 'tests/test_app.py': '' },
  ],
  [
    'Perl',
    'prove',
    { 't/one.t': perl('ok(1);') },
    { 't/one.t': perl('ok(0);') },
    { 't/one.t': "use Test::More skip_all => 'later';\n" },
  ],
  [
    'Rust',
    'cargo',
    { 'Cargo.toml': '[package]\nname = "x"\nedition = "2021"\n', 'src/lib.rs': rust(1) },
    { 'Cargo.toml': '[package]\nname = "x"\nedition = "2021"\n', 'src/lib.rs': rust(2) },
    { 'Cargo.toml': '[package]\nname = "x"\nedition = "2021"\n', 'src/lib.rs': '' },
  ],
  [
    'Go',
    'go',
    { 'go.mod': 'module x\n', 'a_test.go': go('') },
    { 'go.mod': 'module x\n', 'a_test.go': go('t.Fail()') },
    { 'go.mod': 'module x\n', 'a.go': 'package x\n' },
  ],
];

describe.each(projects)('a project in %s, with %s', (_name, program, green, red, empty) => {
  test.skipIf(!isHere(program))('passes with the count of its tests', async () => {
    expect(await detectAndRun(green)).toMatchObject({ test: 'PASS ok 1/0/0' });
  });

  test.skipIf(!isHere(program))('fails with the count of its tests', async () => {
    expect(await detectAndRun(red)).toMatchObject({ test: expect.stringMatching(/^FAIL exit 0\/1\/0/) });
  });

  test.skipIf(!isHere(program))('does not pass without a test', async () => {
    expect(await detectAndRun(empty)).toMatchObject({ test: expect.stringMatching(/^FAIL no-tests/) });
  });
});

const gradlew = (script: string): Files => ({ 'build.gradle': '', gradlew: `#!/bin/sh\n${script}\n` });

describe('reports in files', () => {
  const report = '<testsuite><testcase name="a"/></testsuite>';

  test('are counted where the check wrote them', async () => {
    const script = `case "$*" in *--continue*) mkdir -p build/test-results/test; echo '${report}' > build/test-results/test/TEST-a.xml;; esac`;
    expect(await detectAndRun(gradlew(script))).toEqual({
      setup: 'PASS ok',
      build: 'PASS ok',
      test: 'PASS ok 1/0/0',
    });
  });

  test('say nothing where they lay there before', async () => {
    const files = { ...gradlew('echo BUILD SUCCESSFUL'), 'build/test-results/test/TEST-a.xml': report };
    expect(await detectAndRun(files)).toMatchObject({ test: 'FAIL no-tests' });
  });
});
