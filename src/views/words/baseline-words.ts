// How the base stands before anybody changed anything, in sentences: only what a person has to know. Pure.

import type { Evidence } from '../../core/evidence/evidence.ts';
import { lacksProgram } from '../../core/evidence/evidence.ts';
import type { Run } from '../../core/run.ts';
import { plural } from './words.ts';

/** Nothing where every check passes at the base, or nobody has looked yet. */
export function baselineWords({ repositories }: Pick<Run, 'repositories'>): readonly string[] {
  return repositories.flatMap(({ baseline }) => {
    const evidence = baseline?.evidence ?? [];
    const isCutOff = evidence.some(({ because }) => because === 'not-run');
    return evidence.flatMap((item) => wordsOn(item, isCutOff));
  });
}

function wordsOn(item: Evidence, isCutOff: boolean): readonly string[] {
  const name = item.check;
  if (item.verdict === 'PASS' || item.because === 'not-run') return [];
  if (item.because === 'no-tests') return [`The check ${name} finds no test at the base commit.`];
  if (lacksProgram(item)) {
    return [
      `The check ${name} needs a program that is not there at the base commit either (it ended with ${item.exit}).`,
    ];
  }
  if (isCutOff && (item.kind === 'setup' || item.kind === 'build')) {
    return [`The check ${name} fails at the base commit already, and nothing after it could be run there.`];
  }
  const how = item.because === 'timeout' ? 'runs out of time' : 'fails';
  const failed = item.counts?.failed ?? 0;
  const count = failed === 0 ? '' : `: ${plural(failed, 'test')} red without any change`;
  return [`The check ${name} ${how} at the base commit already${count}.`];
}
