// What is remembered of a repository, as a role is told it: data with its origin, like everything from outside.

import type { Role } from '../../core/roles/modes.ts';
import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import type { PromptPiece } from '../../prompts/prompts.ts';
import type { EffectParts } from '../parts.ts';

export interface KnownHere {
  readonly pieces: readonly PromptPiece[];
  /** The facts it is made of, for the journal. */
  readonly facts: readonly string[];
}

export async function knownHere(
  parts: Pick<EffectParts, 'blobs' | 'memory'>,
  run: Run,
  about: { readonly role: Role; readonly task?: string },
): Promise<KnownHere> {
  const ticket = must(run.ticket, 'an agent is launched after the ticket is recorded');
  const task = run.tasks.find((state) => state.task.id === about.task)?.task;
  const { text, ids } = await parts.memory.known({
    run,
    role: about.role,
    ticket: `${ticket.title}\n${(await parts.blobs.get(ticket.blob)) ?? ''}`,
    ...(task === undefined ? {} : { task }),
  });
  const origin = 'the memory of this repository';
  return { pieces: text === '' ? [] : [{ name: 'what is known here', origin, text }], facts: ids };
}
