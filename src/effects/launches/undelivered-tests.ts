// Test files that a task was planned to bring or change, and did not. Whoever reviews it is told, and says where what they would have
// shown is shown instead, or it is a failure of the task.
//   UNDELIVERED-1. A test that shows the bug and was committed first is there already: nobody may touch it.
//   UNDELIVERED-2. A task that is worked on again owes what it still owes, not all of its tests once more.

import type { Delivery, HandInput } from '../../core/effects.ts';
import { coverageTask } from '../../core/evidence/coverage.ts';
import { covers } from '../../core/fence/paths.ts';
import type { Run } from '../../core/run.ts';
import type { Change } from '../../workspace/workspace.ts';
import { list } from '../answers/texts.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';

export async function undeliveredBy(
  parts: Pick<EffectParts, 'blobs' | 'screener'>,
  run: Run,
  { task: id, kept = [] }: HandInput,
  changes: readonly Change[],
): Promise<Pick<Delivery, 'undelivered'>> {
  const state = run.tasks.find(({ task }) => task.id === id);
  if (state === undefined || coverageTask(run, id) !== undefined) return {};
  const wasIntegrated = run.steps.some(({ task }) => task === id);
  const owed = wasIntegrated ? (state.delivered?.undelivered?.paths ?? []) : state.task.tests; // UNDELIVERED-2
  const paths = owed.filter(
    (entry) => !kept.includes(entry) && !changes.some(({ path }) => covers([entry], path)), // UNDELIVERED-1
  );
  if (paths.length === 0) return {};
  const text = [
    `Task ${id} was planned to bring or change these test files, and left them as they were: ${list(paths)}.`,
    '',
    'Answer each in undelivered, by its path: in coveredBy the file and line, or the quoted name of the test, that shows what this',
    'file would have shown. Slipway looks it up; without a place that exists the task has failed, and goes back.',
    '',
  ].join('\n');
  return { undelivered: { paths, blob: await keepText(parts, text) } };
}
