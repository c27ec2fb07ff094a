// Counts of Perl's `prove`. With -v the test points are there and are counted; without, only its last lines are:
// `Files=3, Tests=5, …` and, for each file that failed, `(Wstat: 256 … Tests: 2 Failed: 1)`.

import type { Counts } from '../../core/evidence/evidence.ts';
import type { TestNames } from '../../core/evidence/tests-text.ts';
import { Listed } from './test-names.ts';
import { tapCounts } from './tap.ts';

const total = /^Files=\d{1,9}, Tests=(\d{1,9}), /gm;
const failing = /\(Wstat: [^\n]{1,80} Tests: \d{1,9} Failed: (\d{1,9})\)$/gm;
const isRed = /^Result: FAIL$/m;

export function proveCounts(output: string): Counts | undefined {
  const totals = [...output.matchAll(total)];
  if (totals.length === 0) return undefined;
  // A bare `ok` is prove's own word about a file, not a test point.
  const points = tapCounts(output.replaceAll(/^ok$/gm, ''));
  const ran = sumOf(totals);
  const failed = points?.failed ?? sumOf([...output.matchAll(failing)]);
  // A file that died, or kept to no plan, is red although none of its test points is.
  const red = isRed.test(output) ? Math.max(1, failed) : failed;
  return points === undefined
    ? { passed: Math.max(0, ran - red), failed: red, skipped: 0 }
    : { ...points, failed: red };
}

function sumOf(lines: readonly RegExpMatchArray[]): number {
  return lines.reduce((sum, line) => sum + Number(line[1]), 0);
}

const diagnosed = /^# {3}Failed test (?:'(.{1,1000})'\n# {3})?at (.{1,400}) line \d{1,9}\.$/gm;
const reported = /^(.{1,400}) \(Wstat: [^\n]{1,80} Tests: \d{1,9} Failed: (\d{1,9})\)$/gm;
const verboseLine = /^(?:(\S.{0,400}?) \.{2,} ?|(not )?ok (\d{1,9})(?: -)?(.*))$/gm;

/** Failures as they were diagnosed, and every file that is red although no test point of it is. */
export function proveNames(output: string): TestNames {
  const dead = [...output.matchAll(reported)].filter(([, , failed]) => failed === '0');
  const listed = new Listed();
  for (const [, name = 'a test without a name', file = ''] of output.matchAll(diagnosed)) {
    listed.add('failed', `${file}: ${name}`);
  }
  for (const [, file = ''] of dead) listed.add('failed', file);
  let file = '';
  for (const [, opened, not, number = '', rest = ''] of output.matchAll(verboseLine)) {
    if (opened !== undefined) file = opened;
    else if (not === undefined) {
      const [words = '', directive] = rest.split(/ # (?=skip|todo)/i, 2);
      const name = words.trim() === '' ? `test ${number}` : words.trim();
      listed.add(directive === undefined ? 'passed' : 'skipped', `${file}: ${name}`);
    }
  }
  return listed.names();
}
