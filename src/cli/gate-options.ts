// What `approve`, `revise`, `reject` and `answer` have in common on a command line: how a gate is named, and what is said.

import type { Exit } from '../app/ending/exit-codes.ts';
import { UserError } from '../app/ending/user-error.ts';
import { verbs } from '../app/verbs/table.ts';
import type { Answer } from '../core/gates/gate.ts';
import { forTerminal } from '../screening/terminal.ts';
import type { CommandContext, Option } from './command.ts';
import { orderRun } from './moving.ts';
import { seenFirst } from './seen-first.ts';

export const commentOption: Option = { type: 'string', value: 'TEXT', describe: 'your words' };

export async function decideGate(context: CommandContext, answer: Answer): Promise<Exit> {
  const which = { ...gateNamed(context.words), dir: context.dir };
  const raise = raiseIn(context.value('raise'));
  let comment = context.value('comment');
  const wants = answer === 'revise' && comment === undefined;
  // Whoever says what should change has read what is shown, and is not asked once more.
  const sayWhat = async (): Promise<boolean> => {
    comment = await askWords(context);
    return comment !== undefined && comment !== '';
  };
  const about = await seenFirst(context, { ...which, how: answer }, wants ? sayWhat : undefined);
  if (about === undefined) return 'awaits-person';
  if (wants && comment === undefined) comment = await askWords(context);
  return orderRun(context, verbs.decide, { ...which, answer, comment, raise }, about.seen);
}

/** A gate is named `g` and a number, so one word alone can be either. */
export function gateNamed(words: readonly string[]): { readonly run?: string; readonly gate?: string } {
  const [first, second] = words;
  if (first === undefined) return {};
  if (second !== undefined) return { run: first, gate: second };
  return /^g\d+$/.test(first) ? { gate: first } : { run: first };
}

/** Where nobody sits there, the verb says that they are missing. */
async function askWords({ io }: CommandContext): Promise<string | undefined> {
  return io.interactive ? (await io.readLine('What should change? '))?.trim() : undefined;
}

function raiseIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const given = Number(text);
  if (text.trim() !== '' && Number.isFinite(given)) return given;
  throw new UserError(`--raise wants a number; '${forTerminal(text)}' is none.`, 'usage');
}
