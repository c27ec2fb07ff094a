// A plan as a document a person edits, and back: what comes back is read like any answer of a planner.

import { stringify } from 'yaml';
import type { Run } from '../../core/run.ts';
import { startedIn } from '../../core/run.ts';
import { planAtGate } from '../../core/stages/plan-review.ts';
import { basisOf } from '../../effects/plans/plan-from.ts';
import type { Tools } from '../parts.ts';
import type { PlanRead } from './plan-document.ts';
import { planInText } from './plan-document.ts';
import { UserError } from '../ending/user-error.ts';

const head = `# The plan of this run. Change what you like and save; an unchanged or empty file changes nothing.
# Tasks, files, tests, dependsOn and covers count; the plan is checked like a planner's and asked about again.
`;

/** The plan under review, as YAML. */
export async function editablePlan(
  textOf: (blob: string) => Promise<string | undefined>,
  run: Run,
): Promise<string> {
  const { source } = planAtGate(run);
  const text = source === undefined ? undefined : await textOf(source);
  if (text === undefined) {
    throw new UserError('This plan cannot be edited: it was made by an older version, or erased.', 'refused');
  }
  const document: unknown = JSON.parse(text);
  return head + stringify(document, { lineWidth: 110 });
}

export async function editedPlan(tools: Tools, run: Run, text: string): Promise<PlanRead> {
  return planInText(tools, text, await basisOf(tools, run, startedIn(run)));
}
