// What a person is asked before a run starts: whether these commands may run here at all, and whether to go on
// although the checkout has changes the run will not see.

import type { Prepared } from '../../app/start.ts';
import { trustKey } from '../../core/home.ts';
import type { Sitting } from '../sitting.ts';
import { commandsText } from './opening.ts';

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

/** Only at a terminal and only where more than documents is uncommitted; elsewhere the note has to do. */
export async function goesOnFromHead(sitting: Sitting, prepared: Prepared): Promise<boolean> {
  if (!sitting.io.interactive || prepared.checkout.dirty !== 'dirty') return true;
  return saysYes(sitting, 'Go on from the last commit, without them? [y/N] ');
}

async function saysYes(sitting: Sitting, question: string): Promise<boolean> {
  const line = await sitting.io.readLine(question);
  return sitting.signalled === undefined && /^y(es)?$/i.test((line ?? '').trim());
}
