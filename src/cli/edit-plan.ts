// The plan in the person's own editor. What they wrote is never lost: where it cannot be used, the file stays and
// is named.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../app/ending/user-error.ts';
import type { Ordered } from '../app/verbs/ordered.ts';
import type { DraftInput } from '../app/verbs/schemas/decide.ts';
import { verbs } from '../app/verbs/table.ts';
import { looking } from './reading.ts';
import type { Sitting } from './sitting.ts';

/** Where the run is with another plan; undefined where it is the same still. */
export async function editPlan(sitting: Sitting, which: DraftInput): Promise<Ordered | undefined> {
  const { io, context } = sitting;
  const { run, gate, digest, text: before } = await looking(context, verbs.draft, which);
  const dir = await mkdtemp(path.join(context.surroundings.tmp, 'slipway-plan-'));
  const file = path.join(dir, 'plan.yaml');
  await writeFile(file, before, { mode: 0o600 });
  const problem = await io.edit(file);
  const text = await readFile(file, 'utf8');
  if (problem !== undefined || text === before || text.trim() === '') {
    io.err(`${problem ?? 'Nothing was changed'}, so the plan stays as it is.\n`);
    await rm(dir, { recursive: true, force: true });
    return undefined;
  }
  try {
    const edited = await sitting.call(verbs.edit, { run, gate, text }, digest);
    io.err('The plan is changed; it is asked about as it is now.\n');
    await rm(dir, { recursive: true, force: true });
    return edited;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    io.err(`${error.message}\nWhat you wrote is in ${file}.\n`);
    return undefined;
  }
}
