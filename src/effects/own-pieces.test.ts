import { expect, test } from 'vitest';
import { aRun, aTask, evidenceOf, testCheck } from '../../test/support/core.ts';
import type { Run } from '../core/run.ts';
import { ownPieces } from './own-pieces.ts';

const passed = { ...evidenceOf(testCheck, 'tree'), counts: { passed: 3, failed: 0, skipped: 1 } };
const run: Run = {
  ...aRun(),
  evidence: [passed],
  tasks: [
    { task: aTask('one'), at: 'reviewing', grants: [], evidence: [evidenceOf(testCheck, 't', 'WARN')] },
  ],
};

test('a reviewer is told what the checks said of what it judges, and nobody else is', () => {
  expect(ownPieces(run, { role: 'reviewer' })).toEqual([
    {
      name: 'results of the checks',
      origin: 'this run',
      text: `- ${testCheck.name}: PASS, it passed, 3 passed, 1 skipped`,
    },
  ]);
  const [ofTask] = ownPieces(run, { role: 'reviewer', task: 'one' });
  expect(ofTask?.text).toContain(`- ${testCheck.name}: WARN`);
  expect(ownPieces(run, { role: 'planner' })).toEqual([]);
  expect(ownPieces(aRun(), { role: 'reviewer' })).toEqual([]);
});
