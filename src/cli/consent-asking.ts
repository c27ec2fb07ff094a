// An order that moves a run, with the question whether agents may work at a level nobody consented to yet.

import { consentText, NotConsented } from '../app/starting/level-consent.ts';
import { verbs } from '../app/verbs/table.ts';
import type { OrderEntry } from '../app/verbs/verb.ts';
import { UserError } from '../app/ending/user-error.ts';
import type { Level } from '../core/roles/modes.ts';
import type { CommandContext, Option } from './command.ts';
import type { Sitting } from './sitting.ts';
import { saysYes } from './start/start-asking.ts';

const levels: readonly Level[] = ['contained', 'fenced', 'open'];

export const levelOption: Option = {
  type: 'string',
  value: 'LEVEL',
  describe:
    'permit agents to work below contained where that cannot be had: fenced or open (asked once at a terminal); SLIPWAY_LEVEL=open in the environment has them work without a box',
};

/** `--level`: the weakest level the person accepts. */
export function levelAccepted(context: CommandContext): Level | undefined {
  const word = context.value('level');
  const level = levels.find((known) => known === word);
  if (word !== undefined && level === undefined) {
    throw new UserError(`--level is ${levels.join(', ')}; '${word}' is none of them.`, 'usage');
  }
  return level;
}

const consentQuestion = 'Let agents work at this level in this repository? [y/N] ';

/** Where another process owns the home, its level counts, and its refusal is told. */
export async function callAsking<In, Out>(
  sitting: Sitting,
  verb: OrderEntry<In, Out>,
  input: In,
  seen?: string,
): Promise<Out> {
  try {
    return await sitting.call(verb, input, seen);
  } catch (error) {
    if (!(error instanceof NotConsented) || !sitting.io.interactive) throw error;
    sitting.io.err(consentText(error));
    if (!(await saysYes(sitting, consentQuestion))) throw error;
    await sitting.call(verbs.consent, { run: error.run, level: error.here.level });
    return sitting.call(verb, input, seen);
  }
}

/** What `--level` says goes before the order. */
export async function consentGiven(sitting: Sitting, context: CommandContext): Promise<void> {
  const level = levelAccepted(context);
  if (level === undefined) return;
  await sitting.call(verbs.consent, { run: context.words[0], dir: context.dir, level });
}
