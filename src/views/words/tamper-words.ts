// What the tamper check found, in words for people. Pure. File names come from outside: whoever prints them makes them
// safe first.

import type { FewerTests } from '../../core/stages/tampering.ts';
import type { Compared, RecordedFinding, TamperKind } from '../../core/evidence/tamper.ts';
import { stopping } from '../../core/evidence/tamper.ts';
import { destroyedWords } from './destruction-words.ts';
import { list, plural } from './words.ts';

export const tamperWords: Readonly<Record<TamperKind, string>> = {
  'test-removed': 'a test is gone',
  'test-skipped': 'a test is not run any more',
  'assertion-dropped': 'a test has fewer assertions',
  'assertion-loosened': 'an assertion asks less',
  'expectation-changed': 'a test expects something else',
  'threshold-lowered': 'a limit is lower',
  'config-touched': 'the configuration of checks was touched',
  'check-shadowed': 'a file stands in the way of what checks use',
  'snapshot-rewritten': 'a snapshot was rewritten',
  'lockfile-touched': 'a lockfile was touched',
  'suppression-added': 'a check is told to look away',
  'report-forged': 'a result was brought along',
  'test-detected': 'the program asks whether it is tested',
  'install-touched': 'what installers run was changed',
  'old-test-red': 'a test of the base fails on the new code',
  unproven: 'the new tests are green without the change',
  'check-silenced': 'a test that fails is not seen failing',
  'no-canary': 'nobody can see a test fail here',
  'only-when-tested': 'a test fails as soon as its surroundings are others',
  'files-rewritten': 'a check rewrites files of the change',
};

/** One line, for logs and status. */
export function comparedWords({ weakened, destroyed }: Compared): string {
  const destroys = destroyedWords(destroyed);
  return destroys === undefined ? weakenedWords(weakened) : `${weakenedWords(weakened)}; ${destroys}`;
}

function weakenedWords(weakened: Compared['weakened']): string {
  const found = weakened?.findings ?? [];
  if (found.length === 0) return 'nothing that checks the change was weakened';
  const stop = stopping(weakened).length;
  const others = found.length - stop;
  if (stop === 0)
    return `${plural(others, 'change')} to tests or their configuration, none that stops the run`;
  return `the change weakens what it is checked with: ${plural(stop, 'finding')} (${kindsIn(stopping(weakened))})`;
}

export function kindsIn(findings: readonly RecordedFinding[]): string {
  return list([...new Set(findings.map(({ kind }) => tamperWords[kind]))]);
}

/** Something keeps tests from running that ran before, and nobody gave leave for that. */
export function fewerWords({ check, base, now }: Pick<FewerTests, 'check' | 'base' | 'now'>): string {
  return `the check ${check} ran ${plural(now, 'test')}, and ${base} at the base commit: fewer tests were run`;
}
