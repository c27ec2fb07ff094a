// What was said about a pull request elsewhere (a chat, a mail, a meeting), brought by a person: sorted and mended like what is said there.

import { UserError } from '../ending/user-error.ts';
import type { Ordered } from './ordered.ts';
import { keepWords, orderedExit, orderedWords, orderOn } from './ordered.ts';
import type { TriageInput } from './schemas/steer.ts';
import type { Order } from './verb.ts';

export const triage: Order<TriageInput, Ordered> = {
  order: async (context, { text, ...which }) => {
    if (text.trim() === '') {
      throw new UserError(
        'There are no words to give the run. Paste what was said: slipway triage "...", or --file FILE.',
        'usage',
      );
    }
    const notes: string[] = [];
    const words = await keepWords(context, text, notes);
    const ordered = await orderOn(context, which, () => ({ type: 'run.triage', by: context.by, words }));
    return { ...ordered, notes: [...notes, ...ordered.notes] };
  },
  words: orderedWords,
  exit: orderedExit,
};
