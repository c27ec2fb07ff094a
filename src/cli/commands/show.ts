// `slipway show`: what a run holds, for reading.

import { UserError } from '../../app/ending/user-error.ts';
import { partDocument, shownDocument } from '../../app/verbs/show.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { Part } from '../../app/words/show-text.ts';
import { parts } from '../../app/words/show-text.ts';
import type { CommandSpec } from '../command.ts';
import { show } from '../reading.ts';
import { list } from '../../views/words/words.ts';

export const command: CommandSpec = {
  usage: `[RUN] [${parts.join('|')}]`,
  about:
    'Shows what a run holds: an overview, or one part of it in full. The text is made safe for a terminal. ' +
    'Without RUN it is the newest run of the repository you are in.',
  examples: ['slipway show', 'slipway show plan', 'slipway show r-4f8zk2 pr'],
  options: {},
  wordsMax: 2,
  run: async (context) => {
    const { word: run, part } = wordsOf(context.words);
    const { dir } = context;
    try {
      return await (part === undefined
        ? show(context, verbs.show, { run, dir }, shownDocument)
        : show(context, verbs.part, { run, dir, part }, partDocument));
    } catch (error) {
      throw orAPart(error, part === undefined ? run : undefined);
    }
  },
};

/** One word may have been meant for a part as well as for a run. */
function orAPart(error: unknown, word: string | undefined): unknown {
  if (!(error instanceof UserError) || !error.message.startsWith(`There is no run '${word}'`)) return error;
  return new UserError(`${error.message} It is no part either; the parts are ${list(parts)}.`, error.exit);
}

/** `show plan` means the plan of the newest run. */
function wordsOf(words: readonly string[]): {
  readonly word: string | undefined;
  readonly part: Part | undefined;
} {
  const [first, second] = words;
  if (second === undefined && isPart(first)) return { word: undefined, part: first };
  if (second === undefined || isPart(second)) return { word: first, part: second };
  throw new UserError(`There is no part '${second}'. The parts are ${parts.join(', ')}.`, 'usage');
}

function isPart(word: string | undefined): word is Part {
  return parts.some((part) => part === word);
}
