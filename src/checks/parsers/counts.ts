// What the output of a check says about tests: how many and which there were, or that there were none. Total: output is text
// from outside and may say anything. One check may start several test programs, so that summaries add up; where it is
// known which program a check starts, only that one's summary is believed.

import type { Counts, CountsParser } from '../../core/evidence/evidence.ts';
import { cargoTestCounts, cargoTestNames } from './cargo-test.ts';
import { goTestCounts, goTestNames } from './go-test.ts';
import { jestCounts, jestNames } from './jest.ts';
import { junitCounts, junitNames } from './junit.ts';
import { mochaCounts, mochaNames } from './mocha.ts';
import { nodeTestCounts, specNames } from './node-test.ts';
import { proveCounts, proveNames } from './prove.ts';
import { pytestCounts, pytestNames } from './pytest.ts';
import { surefireCounts, surefireNames } from './surefire.ts';
import { tapCounts, tapNames } from './tap.ts';
import { unittestCounts, unittestNames } from './unittest.ts';
import { vitestCounts, vitestNames } from './vitest.ts';
import type { TestNames } from '../../core/evidence/tests-text.ts';
import { joined } from './test-names.ts';

interface Dialect {
  readonly counts: (text: string) => Counts | undefined;
  readonly names: (text: string) => TestNames;
}

const dialects: Readonly<Record<CountsParser, Dialect>> = {
  pytest: { counts: pytestCounts, names: pytestNames },
  unittest: { counts: unittestCounts, names: unittestNames },
  'go-test': { counts: goTestCounts, names: goTestNames },
  'cargo-test': { counts: cargoTestCounts, names: cargoTestNames },
  prove: { counts: proveCounts, names: proveNames },
  tap: { counts: tapCounts, names: tapNames },
  surefire: { counts: surefireCounts, names: surefireNames },
  junit: { counts: junitCounts, names: junitNames },
};

/** Node's own runner, prove and TAP: each says what the next one would find as well. */
const pointed: Dialect = {
  counts: (text) => nodeTestCounts(text) ?? proveCounts(text) ?? tapCounts(text),
  names: (text) => {
    if (nodeTestCounts(text) !== undefined) return /^ℹ tests /m.test(text) ? specNames(text) : tapNames(text);
    return proveCounts(text) === undefined ? tapNames(text) : proveNames(text);
  },
};

/** Where nobody said which program it is. */
const guesses: readonly Dialect[] = [
  pointed,
  { counts: vitestCounts, names: vitestNames },
  { counts: jestCounts, names: jestNames },
  { counts: mochaCounts, names: mochaNames },
  dialects.pytest,
  dialects.unittest,
  dialects['go-test'],
  dialects['cargo-test'],
  dialects.surefire,
];

/** Undefined where no known summary is found. */
export function countsIn(output: string, parser?: CountsParser): Counts | undefined {
  const text = withoutColour(output);
  if (parser !== undefined) return dialects[parser].counts(text);
  const found = guesses.map(({ counts }) => counts(text)).filter((counts) => counts !== undefined);
  if (found.length === 0) return undefined;
  return found.reduce((sum, counts) => ({
    passed: sum.passed + counts.passed,
    failed: sum.failed + counts.failed,
    skipped: sum.skipped + counts.skipped,
    ...(sum.unlisted === true || counts.unlisted === true ? { unlisted: true } : {}),
  }));
}

/** The tests that are named, by those whose summary is there: what somebody else printed is no name. */
export function namesIn(output: string, parser?: CountsParser): TestNames {
  const text = withoutColour(output);
  const spoken = (parser === undefined ? guesses : [dialects[parser]]).filter(
    ({ counts }) => counts(text) !== undefined,
  );
  return joined(spoken.map(({ names }) => names(text)));
}

/** A test program says in so many words that it found no test. */
export function saysNoTests(output: string): boolean {
  return /\bno tests? (?:files? )?(?:were |was )?found\b|\bno tests ran\b|\bno test specified\b/i.test(
    withoutColour(output),
  );
}

/** Nothing but blank lines and the lines in which npm repeats the command. */
export function saysNothing(output: string): boolean {
  return withoutColour(output)
    .split('\n')
    .every((line) => line.trim() === '' || line.startsWith('> '));
}

/** `0 tests` as a count, not as in `0 tests failed`. */
export function saysZeroTests(output: string): boolean {
  return /(?<![\d.])0 tests\b(?! (?:failed|failing|skipped|pending|cancelled))/i.test(withoutColour(output));
}

const colour = new RegExp(`${String.fromCodePoint(0x1b)}\\[[0-9;]{0,32}m`, 'g');

function withoutColour(output: string): string {
  return output.replaceAll('\r\n', '\n').replace(colour, '');
}
