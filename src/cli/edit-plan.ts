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

/** Where the run is with another plan; undefined where it is the same still. `from`: what they wrote before, to go on with. */
export async function editPlan(
  sitting: Sitting,
  which: DraftInput,
  from?: string,
): Promise<Ordered | undefined> {
  const { io, context } = sitting;
  const { run, gate, digest, text: before } = await looking(context, verbs.draft, which);
  // What was not taken before is gone on with, as long as it is about the same plan.
  const file = sitting.drafts.get(digest) ?? (await draftFile(sitting, from ?? before));
  // Who brings a plan and has no terminal has written it.
  const isWritten = from !== undefined && !io.interactive;
  const problem = isWritten ? undefined : await io.edit(file);
  const text = await readFile(file, 'utf8');
  if (text === before || text.trim() === '') {
    io.err(`${problem ?? 'Nothing was changed'}, so the plan stays as it is.\n`);
    await dropDraft(sitting, digest, file);
    return undefined;
  }
  sitting.drafts.set(digest, file);
  if (problem !== undefined) {
    io.err(`${problem}, so the plan stays as it is.\n${keptIn(file)}`);
    return undefined;
  }
  try {
    const edited = await sitting.call(verbs.edit, { run, gate, text }, digest);
    io.err('The plan is changed; it is asked about as it is now.\n');
    await dropDraft(sitting, digest, file);
    return edited;
  } catch (error) {
    if (!(error instanceof UserError)) {
      io.err(keptIn(file));
      throw error;
    }
    io.err(`${error.message}\n${keptIn(file)}`);
    return undefined;
  }
}

async function draftFile({ context }: Sitting, text: string): Promise<string> {
  const file = path.join(await mkdtemp(path.join(context.surroundings.tmp, 'slipway-plan-')), 'plan.yaml');
  await writeFile(file, text, { mode: 0o600 });
  return file;
}

async function dropDraft({ drafts }: Sitting, digest: string, file: string): Promise<void> {
  drafts.delete(digest);
  await rm(path.dirname(file), { recursive: true, force: true });
}

function keptIn(file: string): string {
  return `What you wrote is in ${file}; \`slipway revise --edit --from ${file}\` goes on with it.\n`;
}
