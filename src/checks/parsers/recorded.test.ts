// Outputs as the programs printed them: pytest 9.0, Python 3.11, Go 1.19, cargo 1.95, prove 3.42, surefire 3.2.5. The
// two of Gradle are written by hand after its documentation, because it was not there to be recorded.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CountsParser } from '../../core/evidence/evidence.ts';
import { countsIn } from './counts.ts';

const recorded = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, 'recorded', `${name}.txt`), 'utf8');

const cases: readonly (readonly [string, CountsParser, readonly [number, number, number]])[] = [
  ['pytest', 'pytest', [3, 2, 2]],
  ['pytest-quiet', 'pytest', [3, 2, 2]],
  ['pytest-none', 'pytest', [0, 0, 0]],
  ['unittest', 'unittest', [2, 3, 2]],
  ['unittest-green', 'unittest', [2, 0, 0]],
  ['unittest-none', 'unittest', [0, 0, 0]],
  ['go-test', 'go-test', [1, 3, 0]],
  ['go-test-verbose', 'go-test', [3, 3, 1]],
  ['go-test-json', 'go-test', [3, 3, 1]],
  ['go-test-none', 'go-test', [0, 0, 0]],
  ['go-test-unbuilt', 'go-test', [1, 1, 0]],
  ['cargo-test', 'cargo-test', [3, 1, 1]],
  ['prove', 'prove', [4, 1, 0]],
  ['prove-verbose', 'prove', [2, 1, 2]],
  ['prove-green', 'prove', [3, 0, 0]],
  ['prove-none', 'prove', [0, 0, 0]],
  ['prove-died', 'prove', [0, 1, 0]],
  ['surefire', 'surefire', [2, 2, 1]],
];

/** Only what fails is printed in it. */
const brief = (name: string): object => (name === 'go-test' ? { unlisted: true } : {});

describe('counts in a recorded output', () => {
  test.each(cases)('of %s are read by %s', (name, parser, [passed, failed, skipped]) => {
    expect(countsIn(recorded(name), parser)).toEqual({ passed, failed, skipped, ...brief(name) });
  });

  test.each(cases)('of %s are found without knowing that it is %s', (name, _parser, wanted) => {
    const [passed, failed, skipped] = wanted;
    expect(countsIn(recorded(name))).toEqual({ passed, failed, skipped, ...brief(name) });
  });

  test('are nobody else’s where it is known whose they are', () => {
    const forged = `${recorded('unittest-green')}\n5 passed in 0.01s\n`;
    expect(countsIn(forged, 'unittest')).toEqual({ passed: 2, failed: 0, skipped: 0 });
    expect(countsIn(recorded('cargo-test'), 'pytest')).toBeUndefined();
  });

  test('say of go test without -v that those who passed beside red ones are not printed', () => {
    const red = '--- FAIL: TestBad (0.00s)\nFAIL\nFAIL\texample.test/gt\t0.002s\nFAIL\n';
    const counts = { passed: 0, failed: 1, skipped: 0 };
    expect(countsIn(red, 'go-test')).toEqual({ ...counts, unlisted: true });
    expect(countsIn(red)).toEqual({ ...counts, unlisted: true });
    expect(countsIn(`=== RUN   TestBad\n${red}`, 'go-test')).toEqual(counts);
    const together = countsIn(`${red}\nTests: 1 failed, 2 passed, 3 total\n`);
    expect(together).toMatchObject({ passed: 2, unlisted: true });
    expect(countsIn(recorded('go-test-unbuilt'), 'go-test')).not.toHaveProperty('unlisted');
  });
});

const gradle = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="CartTest" tests="3" skipped="1" failures="1" errors="0" timestamp="2026-01-01T00:00:00" hostname="h">
  <properties/>
  <testcase name="adds &lt;two&gt;" classname="CartTest" time="0.01"/>
  <testcase name="later" classname="CartTest" time="0.0"><skipped/></testcase>
  <testcase name="breaks" classname="CartTest" time="0.0">
    <failure message="a > b" type="AssertionError">at CartTest.java:3</failure>
  </testcase>
  <system-out><![CDATA[<testcase name="printed" classname="x"/>]]></system-out>
</testsuite>`;

describe('counts in JUnit’s XML', () => {
  test.each([
    ['surefire', recorded('surefire-reports'), [2, 2, 1]],
    ['Gradle, by hand', gradle, [1, 1, 1]],
    [
      'suites in suites',
      `<testsuites tests="1"><testsuite tests="1"><testcase name="a"></testcase></testsuite></testsuites>`,
      [1, 0, 0],
    ],
    ['an empty suite', '<testsuite name="x" tests="0"/>', [0, 0, 0]],
  ])('are those of the test cases: %s', (_name, text, [passed, failed, skipped]) => {
    expect(countsIn(text, 'junit')).toEqual({ passed, failed, skipped });
  });

  test('are none in a text that is no report', () => {
    expect(countsIn('<html><testcase/></html>', 'junit')).toBeUndefined();
    expect(countsIn('', 'junit')).toBeUndefined();
  });
});
