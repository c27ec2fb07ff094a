// What a person is asked before a run starts: whether these commands may run here at all, whether agents may work
// although they are not contained, and whether to go on although the checkout has changes the run will not see.

import type { Prepared } from '../../app/start.ts';
import { UserError } from '../../app/user-error.ts';
import { isConsented, trustKey } from '../../core/home.ts';
import type { Level } from '../../core/roles/modes.ts';
import type { CommandContext } from '../command.ts';
import type { Sitting } from '../sitting.ts';
import { commandsText, levelText } from './opening.ts';

/** H2: exactly these commands, once for each repository. False: the run does not start. */
export async function trusts(sitting: Sitting, prepared: Prepared): Promise<boolean> {
  const { repository } = prepared.checkout;
  const { io, context } = sitting;
  const home = await sitting.home((hand) => hand.home());
  if (home.trusted.has(trustKey(repository, prepared.commandsHash))) return true;
  io.err(commandsText(prepared));
  const isTrusted = context.flag('trust') || (io.interactive && (await saysYes(sitting, 'Run them? [y/N] ')));
  if (!isTrusted) return false;
  await sitting.home((hand) =>
    hand.recordHome({ type: 'commands.trusted', repository, hash: prepared.commandsHash, by: sitting.by }),
  );
  return true;
}

const levels: readonly Level[] = ['contained', 'fenced', 'open'];

/** `--level`: the weakest level the person accepts. */
export function levelAccepted(context: CommandContext): Level | undefined {
  const word = context.value('level');
  const level = levels.find((known) => known === word);
  if (word !== undefined && level === undefined) {
    throw new UserError(`--level is ${levels.join(', ')}; '${word}' is none of them.`, 'usage');
  }
  return level;
}

/**
 * H3: once for each repository. A run that is played from scripts alone needs no consent: what it does was trusted
 * with its commands. False: the run does not start.
 */
export async function consents(sitting: Sitting, prepared: Prepared): Promise<boolean> {
  const { repository } = prepared.checkout;
  const { level } = prepared.containment;
  const { io, context } = sitting;
  if (!prepared.needsConsent) return true;
  const home = await sitting.home((hand) => hand.home());
  if (isConsented(home, repository, level)) return true;
  io.err(levelText(prepared));
  const accepted = levelAccepted(context);
  const question = `Let agents work at this level in this repository? [y/N] `;
  const isGiven = accepted !== undefined || (io.interactive && (await saysYes(sitting, question)));
  if (!isGiven) return false;
  await sitting.home((hand) =>
    hand.recordHome({ type: 'level.consented', repository, level: accepted ?? level, by: sitting.by }),
  );
  return true;
}

/** Only at a terminal and only where more than documents is uncommitted; elsewhere the note has to do. */
export async function goesOnFromHead(sitting: Sitting, prepared: Prepared): Promise<boolean> {
  if (!sitting.io.interactive || prepared.checkout.dirty !== 'dirty') return true;
  return saysYes(sitting, 'Go on from the last commit, without them? [y/N] ');
}

async function saysYes(sitting: Sitting, question: string): Promise<boolean> {
  const line = await sitting.io.readLine(question);
  return sitting.signalled === undefined && /^y(es)?$/i.test((line ?? '').trim());
}
