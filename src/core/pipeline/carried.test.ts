import { expect, test } from 'vitest';
import { aRun, evidenceOf, testCheck } from '../../../test/support/core.ts';
import { failedChecks } from './carried.ts';

test('only checks that failed go with a run, each with what it printed', () => {
  const run = aRun();
  const failed = { ...evidenceOf(testCheck, 'tree', 'FAIL'), log: 'printed' };
  const passed = evidenceOf({ ...testCheck, name: 'lint' }, 'tree');
  expect(failedChecks({ ...run, visit: { ...run.visit, evidence: [passed, failed] } })).toEqual([
    { name: 'failed check test', blob: 'printed' },
  ]);
});
