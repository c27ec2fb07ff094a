// Asks the person at the terminal whether the commands of this repository may run, where nobody has said so yet.

import type { TrustInput } from '../../app/verbs/schemas/checks.ts';
import { verbs } from '../../app/verbs/table.ts';
import { commandsText } from '../../app/words/opening.ts';
import { paperOf, tellWords } from '../print.ts';
import type { Sitting } from '../sitting.ts';
import { saysYes } from './start-asking.ts';

/** Whether they may; where not, it was said what to do. */
export async function trustAsking(sitting: Sitting, input: TrustInput): Promise<boolean> {
  const first = await sitting.call(verbs.trust, input);
  if (first.status === 'trusted') return true;
  if (sitting.io.interactive) {
    sitting.io.err(commandsText(first.commands));
    if (!(await saysYes(sitting, 'Run them? [y/N] '))) return false;
    const next = await sitting.call(verbs.trust, { ...input, trust: first.commandsHash });
    return next.status === 'trusted';
  }
  const { words } = await verbs.trust.load();
  tellWords(sitting.io, words(first, paperOf(sitting.io)));
  return false;
}
