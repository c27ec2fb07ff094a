import { expect, test } from 'vitest';
import { drive, evidenceOf, testCheck } from '../../../test/support/core.ts';
import { must, openGates } from '../../core/run.ts';
import { explanationOf } from './explanation.ts';

test('at the merge, what a head lacks is said by name, whatever the forge says of it', () => {
  const asked = drive()
    .to('merge')
    .go((run) => openGates(run).length > 0)
    .run();
  const missing = (run: typeof asked): readonly string[] =>
    must(explanationOf(run, []).moves[0], 'the merge comes first').missing;
  expect(missing(asked)).toEqual(['the merge of this head is ordered']);
  const { review: _review, ...unreviewed } = asked;
  expect(missing({ ...unreviewed, evidence: [evidenceOf(testCheck, 'another', 'FAIL')] })).toEqual([
    'the evidence is for the tree of this head',
    'no check failed in it',
    'the reviewer passed this head',
    'the merge of this head is ordered',
  ]);
});
