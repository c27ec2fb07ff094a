// The plan in the person's own editor. What they wrote is never lost: where it cannot be used, the file stays and
// is named.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Gate } from '../core/gates/gate.ts';
import type { Run } from '../core/run.ts';
import { refusalWords } from '../app/words/refusal-words.ts';
import type { Sitting } from './sitting.ts';

/** Whether the plan is another one now. */
export async function editPlan(sitting: Sitting, run: Run, gate: Gate): Promise<boolean> {
  const { editablePlan, editedPlan } = await import('../app/edit-plan.ts');
  const { io, tools } = sitting;
  const before = await editablePlan(tools, run);
  const dir = await mkdtemp(path.join(sitting.context.surroundings.tmp, 'slipway-plan-'));
  const file = path.join(dir, 'plan.yaml');
  await writeFile(file, before, { mode: 0o600 });
  const problem = await io.edit(file);
  const after = await readFile(file, 'utf8');
  if (problem !== undefined || after === before || after.trim() === '') {
    io.err(`${problem ?? 'Nothing was changed'}, so the plan stays as it is.\n`);
    await rm(dir, { recursive: true, force: true });
    return false;
  }
  const edited = await editedPlan(tools, run, after);
  const refusal = edited.ok
    ? await sitting.trySubmit(run.id, {
        type: 'plan.edit',
        by: sitting.by,
        seen: gate.digest,
        plan: edited.plan,
      })
    : { refused: 'plan-problems' as const, problems: edited.problems };
  if (refusal !== undefined) {
    io.err(`${refusalWords(refusal, run.id)}\nWhat you wrote is in ${file}.\n`);
    return false;
  }
  io.err('The plan is changed; it is asked about as it is now.\n');
  await rm(dir, { recursive: true, force: true });
  return true;
}
