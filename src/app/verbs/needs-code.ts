// An answer that comes through MCP names what was shown and brings a person's code for exactly that (CODE-2). What policy refuses
// anyway is refused by the run, and costs no code.

import type { Gate } from '../../core/gates/gate.ts';
import { mcpChannel, ownRun } from '../../core/gates/own-run.ts';
import type { Run } from '../../core/run.ts';
import { UserError } from '../ending/user-error.ts';
import { isCode, spendCode } from '../people/codes-for-programs.ts';
import type { OrderContext } from './verb.ts';

export async function needsCode(
  context: OrderContext,
  run: Run,
  asked: { readonly gate: Gate | undefined; readonly seen: string; readonly code: string | undefined },
): Promise<void> {
  const { by, tools } = context;
  const { gate, seen, code: said } = asked;
  const isDue = gate !== undefined && gate.decision === undefined && seen === gate.digest;
  if (by.channel !== mcpChannel || !isDue || ownRun(run, by) !== undefined) return;
  const subject = { run: run.id, gate: gate.id, digest: gate.digest };
  const ask = `Ask a person for one: they get it with \`slipway code ${run.id} ${gate.id}\` or on the page, after they looked at what is decided.`;
  if (said === undefined)
    throw new UserError(`An answer through MCP needs a person's code for it. ${ask}`, 'refused');
  const now = tools.clock.now();
  if (await codesInTurn(context, () => isCode(tools.places, subject, { code: said, now }))) return;
  throw new UserError(
    `This is not the code for gate ${gate.id} of run ${run.id}, or it has grown old, or what is asked has changed. ${ask}`,
    'refused',
  );
}

/** Its gate is decided: the code is good for nothing any more. */
export async function codeSpent(
  context: OrderContext,
  { run, gate }: { readonly run: string; readonly gate: string | undefined },
): Promise<void> {
  if (context.by.channel !== mcpChannel || gate === undefined) return;
  await codesInTurn(context, () => spendCode(context.tools.places, { run, gate }));
}

/** No order has a name with such a character in it. */
const turn = '\0codes';

export function codesInTurn<T>({ owner }: OrderContext, work: () => Promise<T>): Promise<T> {
  return owner.turns.take(turn, work);
}
