// What a decision is about: what --seen names; else, at a terminal, what is shown now and confirmed. Elsewhere nothing is shown,
// and the run refuses an answer that names nothing (DECIDE-1).

import type { AskedInput } from '../app/verbs/schemas/decide.ts';
import { verbs } from '../app/verbs/table.ts';
import type { CommandContext, Option } from './command.ts';
import { looking } from './reading.ts';

export const seenOption: Option = {
  type: 'string',
  value: 'WORD',
  describe:
    'what you looked at, as the commands that are printed name it; refused if it is something else by now',
};

/** A command that decides says what is asked before it does so; undefined where nobody said yes. */
export async function seenFirst(
  context: CommandContext,
  which: AskedInput,
  confirmed: () => Promise<boolean> = () => confirm(context, which.how),
): Promise<{ readonly seen?: string } | undefined> {
  const { io, json } = context;
  const given = context.value('seen');
  if (given !== undefined) return { seen: given };
  if (!io.interactive || json) return {};
  const { digest, text } = await looking(context, verbs.asked, which);
  if (digest === undefined) return {};
  io.err(text ?? '');
  if (await confirmed()) return { seen: digest };
  io.err('Nothing was decided; it waits for you still.\n');
  return undefined;
}

const questions: Readonly<Record<AskedInput['how'], string>> = {
  approve: 'Approve this? [y/N] ',
  revise: 'Send this back with your words? [y/N] ',
  reject: 'Reject this? [y/N] ',
  answer: 'Is this what you answer? [y/N] ',
  merge: 'Merge this? [y/N] ',
  code: 'Give a code for an answer to this? [y/N] ',
};

async function confirm({ io }: CommandContext, how: AskedInput['how']): Promise<boolean> {
  return /^y(es)?$/i.test(((await io.readLine(questions[how])) ?? '').trim());
}
