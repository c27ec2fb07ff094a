// What the output of a check says about tests: how many there were, or that there were none. Total: output is text
// from outside and may say anything. One check may start several test programs, so that summaries add up; where it is
// known which program a check starts, only that one's summary is believed.

import type { Counts, CountsParser } from '../../core/evidence.ts';
import { cargoTestCounts } from './cargo-test.ts';
import { goTestCounts } from './go-test.ts';
import { jestCounts } from './jest.ts';
import { junitCounts } from './junit.ts';
import { mochaCounts } from './mocha.ts';
import { nodeTestCounts } from './node-test.ts';
import { proveCounts } from './prove.ts';
import { pytestCounts } from './pytest.ts';
import { surefireCounts } from './surefire.ts';
import { tapCounts } from './tap.ts';
import { unittestCounts } from './unittest.ts';
import { vitestCounts } from './vitest.ts';

type Parse = (output: string) => Counts | undefined;

const parsers: Readonly<Record<CountsParser, Parse>> = {
  pytest: pytestCounts,
  unittest: unittestCounts,
  'go-test': goTestCounts,
  'cargo-test': cargoTestCounts,
  prove: proveCounts,
  tap: tapCounts,
  surefire: surefireCounts,
  junit: junitCounts,
};

/** Where nobody said which program it is. Two of these dialects are written by the same programs as a third. */
const guesses: readonly Parse[] = [
  (text) => nodeTestCounts(text) ?? proveCounts(text) ?? tapCounts(text),
  vitestCounts,
  jestCounts,
  mochaCounts,
  pytestCounts,
  unittestCounts,
  goTestCounts,
  cargoTestCounts,
  surefireCounts,
];

/** Undefined where no known summary is found. */
export function countsIn(output: string, parser?: CountsParser): Counts | undefined {
  const text = withoutColour(output);
  if (parser !== undefined) return parsers[parser](text);
  const found = guesses.map((parse) => parse(text)).filter((counts) => counts !== undefined);
  if (found.length === 0) return undefined;
  return found.reduce((sum, counts) => ({
    passed: sum.passed + counts.passed,
    failed: sum.failed + counts.failed,
    skipped: sum.skipped + counts.skipped,
  }));
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
