// What comparing a change with its base costs where the test file is long: five thousand cases, one of them gone. It stands
// on the way of every attempt. The limit is a ratio: five times as many cases may take eight times as long, not twenty-five.
// Time of the processor, because other programs are none of its cost.

import type { Side } from '../src/tamper/change.ts';
import { judge } from '../src/tamper/judge.ts';
import type { Measurement } from './support/bench.ts';
import { median, rounded } from './support/compare.ts';

const cases = 5_000;
const fewer = 1_000;
const growthMax = 8;

export const tamper: Measurement = async ({ size }) => {
  const long: number[] = [];
  const short: number[] = [];
  for (let round = 0; round <= size.attemptRounds; round += 1) {
    long.push(msFor(cases, round));
    short.push(msFor(fewer, round));
  }
  // The first round is for the compiler.
  const ms = median(long.slice(1));
  const growth = ms / median(short.slice(1));
  return Promise.resolve({
    cases,
    ms: rounded(ms),
    growth: rounded(growth),
    limitGrowth: growthMax,
    ok: growth <= growthMax,
  });
};

/** Another text each round: what was worked out for the last one is still known. */
function msFor(count: number, round: number): number {
  const texts = Array.from({ length: count }, (_, n) => caseOf(n, round));
  const before = side(texts.join(''), 'before');
  const after = side(texts.toSpliced(round, 1).join(''), 'after');
  const begun = process.cpuUsage();
  const found = judge([{ path: 'src/sum.test.ts', before, after }]);
  const { user, system } = process.cpuUsage(begun);
  if (found.length !== 1) throw new Error(`one case is gone, and ${found.length} things were found`);
  return (user + system) / 1_000;
}

function caseOf(n: number, round: number): string {
  return `test('case ${n} adds what it is given', async () => {
  const value = await sum(${n}, ${n + 1}, ${round});
  expect(value).toBe(${2 * n + 1});
  expect(sum(${n}, 0), 'nothing was added to it').toEqual({ sum: ${n}, parts: [${n}, 0] });
});

`;
}

function side(text: string, id: string): Side {
  return { id, mode: '100644', text };
}
