// The tamper check: whether a change weakens what it is checked with. Pure; it reads two sides of every changed file and
// believes no name and no comment. What follows from a finding is decided elsewhere (`core/evidence/tamper.ts`).
//   TAMPER-JUDGE-1. What was moved, renamed or reformatted is not weaker: cases are compared across the whole change.
//   TAMPER-JUDGE-2. More than before is never a finding; less is one, with the file and what is missing.
//   TAMPER-JUDGE-3. A text it cannot take apart gives fewer findings, never an error.

import type { TamperFinding } from '../core/evidence/tamper.ts';
import { tamperKinds } from '../core/evidence/tamper.ts';
import type { FileChange } from './change.ts';
import { judgeConfig } from './configs.ts';
import { judgeDoubles } from './doubled-tests.ts';
import { judgeInstalls } from './installs.ts';
import { judgeTests } from './tests-before-and-after.ts';
import { judgeOwnChecks } from './own-checks.ts';
import { judgePatches } from './patched-runner.ts';
import { judgeReports } from './forged-reports.ts';
import { judgeLockfile, judgeShadows } from './shadowing-files.ts';
import { judgeShellCompares } from './shell-compares.ts';
import { judgeSnapshots } from './snapshots.ts';
import { judgeSuppressions } from './suppressions.ts';

export function judge(changes: readonly FileChange[]): readonly TamperFinding[] {
  const byFile = changes.flatMap((change) => [
    ...judgeConfig(change),
    ...judgeShadows(change),
    ...judgeSnapshots(change),
    ...judgeLockfile(change),
    ...judgeInstalls(change),
    ...judgeReports(change),
    ...judgePatches(change),
    ...judgeDoubles(change),
    ...judgeOwnChecks(change),
    ...judgeShellCompares(change),
  ]);
  const found = [...judgeTests(changes), ...byFile, ...judgeSuppressions(changes)];
  return found.toSorted(
    (a, b) =>
      order(a) - order(b) ||
      compare(a.file, b.file) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      compare(a.words, b.words),
  );
}

function order(one: TamperFinding): number {
  return tamperKinds.indexOf(one.kind);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
