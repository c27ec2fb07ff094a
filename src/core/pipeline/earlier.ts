// From where a blocked run can be begun again: a person may see that what went wrong lies further back than where it shows.
//   EARLIER-1. It is a stage of the run's pipeline before the one it is in, from which the table finds its way by itself.
//   EARLIER-2. Once there is a pull request, only what is said on it leads back: others have seen it.

import type { NamedBlob } from '../effects.ts';
import type { Run } from '../run.ts';
import { failedChecks, reviewReport, taskReports } from './carried.ts';
import { orderOf } from './pipeline.ts';
import type { StageName } from './stage.ts';

/** What is found out or planned anew; tasks that are accepted stay, as after any plan that is revised. */
const beginnings: readonly StageName[] = ['analysis', 'planning'];

export function earlierStages(run: Run): readonly StageName[] {
  if (run.repositories.some(({ pullRequest }) => pullRequest !== undefined)) return []; // EARLIER-2
  const here = orderOf(run, run.visit.stage);
  return beginnings.filter((stage) => orderOf(run, stage) >= 0 && orderOf(run, stage) < here);
}

/** What was found where it got to, for whoever begins again. */
export function foundSoFar(run: Run): readonly NamedBlob[] {
  return [...failedChecks(run), ...reviewReport(run), ...taskReports(run)];
}
