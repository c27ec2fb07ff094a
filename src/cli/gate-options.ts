// What `approve`, `revise`, `reject` and `answer` have in common on a command line: how a gate is named, and what is said.

import type { Exit } from '../app/ending/exit-codes.ts';
import { UserError } from '../app/ending/user-error.ts';
import { verbs } from '../app/verbs/table.ts';
import type { Answer } from '../core/gates/gate.ts';
import { forTerminal } from '../screening/terminal.ts';
import type { CommandContext, Option } from './command.ts';
import { orderRun } from './moving.ts';

export const seenOption: Option = {
  type: 'string',
  value: 'DIGEST',
  describe: 'what you looked at; refused if it is something else by now',
};

export const commentOption: Option = { type: 'string', value: 'TEXT', describe: 'your words' };

export async function decideGate(context: CommandContext, answer: Answer): Promise<Exit> {
  const said = context.value('comment');
  const input = {
    ...gateNamed(context.words),
    dir: context.dir,
    answer,
    comment: said ?? (answer === 'revise' ? await askWords(context) : undefined),
    raise: raiseIn(context.value('raise')),
  };
  return orderRun(context, verbs.decide, input, context.value('seen'));
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
