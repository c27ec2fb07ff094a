// Whether a runner picked up one more test file: by what it counted with the file and without it. Pure.
//   PICKED-UP-1. Only a runner that counts every test can tell. One that counts nothing, or prints only what fails, is asked about nothing.
//   PICKED-UP-2. As many tests of each kind as without the file, and nothing new that fails, in every check that counts: then nobody ran it.

import type { Counts, Evidence } from './evidence.ts';

/** The test checks that ran as many tests with a file as without it; none where one of them may have run it. */
export function passedOver(now: readonly Evidence[], base: readonly Evidence[]): readonly Evidence[] {
  const judged = now
    .filter(({ kind }) => kind === 'test')
    .map((item) => ({
      item,
      told: toldOf(
        item,
        base.find(({ check }) => check === item.check),
      ),
    }));
  return judged.some(({ told }) => told === 'another')
    ? []
    : judged.flatMap(({ item, told }) => (told === 'same' ? [item] : []));
}

function toldOf(now: Evidence, base: Evidence | undefined): 'same' | 'another' | 'nothing' {
  if (now.because === 'no-tests') return base?.because === 'no-tests' ? 'same' : 'another';
  if (now.because !== 'ok' && now.because !== 'known-failures') return 'another';
  const [is, was] = [now.counts, base?.counts];
  if (is === undefined || was === undefined || is.unlisted === true || was.unlisted === true)
    return 'nothing'; // PICKED-UP-1
  return areSame(is, was) ? 'same' : 'another'; // PICKED-UP-2
}

function areSame(is: Counts, was: Counts): boolean {
  return is.passed === was.passed && is.failed === was.failed && is.skipped === was.skipped;
}
