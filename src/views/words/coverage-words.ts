// Coverage in words for people: what was measured, and why nothing more is done about it. Pure.

import type { CoverageStop, Measured, MeasuredBefore } from '../../core/evidence/coverage.ts';
import { coverageOf, percentOf } from '../../core/evidence/coverage.ts';
import type { Run } from '../../core/run.ts';
import { capital, plural } from './words.ts';

/** "tests execute 12 of 40 changed lines (30 %); 1 file is not in the report". */
export function measuredWords(measured: Pick<Measured, 'lines' | 'hit' | 'unmeasured'>): string {
  const { lines, hit, unmeasured } = measured;
  const counted =
    lines === 0
      ? 'the report counts none of the changed lines'
      : `tests execute ${hit} of ${plural(lines, 'changed line')} (${percentOf(measured)} %)`;
  const verb = unmeasured === 1 ? 'is' : 'are';
  return unmeasured === 0
    ? counted
    : `${counted}; ${plural(unmeasured, 'changed file')} ${verb} not in the report, and so not known to be covered`;
}

const stops: Readonly<Record<CoverageStop, string>> = {
  'target-reached': 'the target is reached',
  'nothing-to-cover': 'there is nothing in the change that a test could execute',
  'rounds-used': 'the coverage rounds are used up',
  'no-gain': 'the last round gained too little',
  'nothing-added': 'the testers found nothing to add',
  'left-out': 'what the testers added did not pass the checks or the reviewer, and is left out',
  budget: 'the budget has no room for more tests',
  'not-measured': 'the coverage command gave no report that could be read',
  skipped: 'a person wants none',
  'no-command': 'policy requires coverage, and no coverage command is configured or found',
};

export function stopWords(because: CoverageStop): string {
  return stops[because];
}

/** What the stage came to so far, in sentences; none where nothing was measured. */
export function coverageNotes(run: Run): readonly string[] {
  const { measured, stopped, before } = coverageOf(run);
  const last = measured.at(-1);
  return [
    ...(last === undefined ? [] : [`${capital(measuredWords(last))}${aimOf(run)}.`]),
    ...sinceWords(before, last),
    ...(stopped === undefined ? [] : [`No more tests are asked for: ${stopWords(stopped.because)}.`]),
  ];
}

/** What it was before and is with the change; of the files it touches only where the base has them. */
function sinceWords(before: MeasuredBefore | undefined, now: Measured | undefined): readonly string[] {
  if (before === undefined || now?.files === undefined) return [];
  const { whole, touched } = before;
  if (whole === undefined || touched === undefined)
    return ['What it was before the change could not be measured.'];
  const ofTouched =
    touched.lines === 0
      ? ''
      : `; of the files it touches, ${percentOf(touched)} % → ${percentOf(now.files.touched)} %`;
  return [
    `Before → with the change: of all lines that the report counts, tests execute ${percentOf(whole)} % → ${percentOf(now.files.whole)} %${ofTouched}.`,
  ];
}

function aimOf({ rounds, policy }: Run): string {
  const after = rounds.coverage === 0 ? '' : ` after ${plural(rounds.coverage, 'coverage round')}`;
  return `${after}; the target is ${policy.coverage?.target ?? 0} %`;
}
