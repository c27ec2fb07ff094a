// Evidence in sentences, for the pull request, the report and the prompts alike: what does not show in its counts, such as
// where the test of a bug was red and where it is green. Pure.

import type { Evidence } from '../../core/evidence/evidence.ts';
import { lacksProgram } from '../../core/evidence/evidence.ts';
import { waivedWords } from './lack-words.ts';
import { plural, short } from './words.ts';

/** What of the evidence for the whole change does not show in its counts. */
export function evidenceNotes(evidence: readonly Evidence[]): readonly string[] {
  return evidence.flatMap((item) => [
    ...(item.proof === undefined
      ? []
      : [
          `The bug is shown by ${item.proof.path}: RED at ${short(item.proof.red)}, ${item.proof.state === 'green' ? `GREEN at ${short(item.proof.green)}` : 'not proved at the head'}.`,
        ]),
    ...(item.because === 'waived' && item.lack !== undefined
      ? [
          `The check ${item.check} shows nothing of the change: it ${waivedWords(item)}, as at the base commit, and a person waived that.`,
        ]
      : []),
    ...(item.because === 'known-failures'
      ? [
          lacksProgram(item)
            ? `The check ${item.check} checked nothing: its program is not there, as at the base commit.`
            : `The check ${item.check} fails only as it does at the base commit${counted(item.known)}.`,
        ]
      : []),
    ...(item.flaky === undefined
      ? []
      : [
          `The check ${item.check} is flaky: ${plural(item.flaky, 'test')} failed once and passed once on this tree${namesOf(item)}.`,
        ]),
    ...(item.fewer === undefined
      ? []
      : [
          `The check ${item.check} executed ${plural(item.fewer.now, 'test')}, where it executes ${item.fewer.base} at the base commit.`,
        ]),
  ]);
}

function counted(known: number | undefined): string {
  return known === undefined ? '' : ` (${plural(known, 'test')})`;
}

function namesOf({ flaky = 0, flakyTests = [] }: Evidence): string {
  if (flakyTests.length === 0) return '';
  const left = flaky - flakyTests.length;
  return `: ${flakyTests.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
