// Counts of the Test Anything Protocol: its top-level test points. Needs the plan (`1..n`), so that a line of prose
// that happens to start with `ok 1` is not taken for a test.

import type { Counts } from '../../core/evidence.ts';

export function tapCounts(output: string): Counts | undefined {
  if (!/^1\.\.\d{1,9}\b/m.test(output)) return undefined;
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for (const [, not, rest = ''] of output.matchAll(/^(not )?ok\b(.*)$/gm)) {
    if (/ # (?:skip|todo)\b/i.test(rest)) skipped += 1;
    else if (not === undefined) passed += 1;
    else failed += 1;
  }
  return { passed, failed, skipped };
}
