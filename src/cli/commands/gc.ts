// `slipway gc`: room on the disk, from what nobody needs any more.

import { UserError } from '../../app/ending/user-error.ts';
import { placesOf } from '../../app/home/home-places.ts';
import { isNew } from '../../app/home/reader.ts';
import { verbs } from '../../app/verbs/table.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { paperOf, tellWords } from '../print.ts';
import { json, show } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[--older-than AGE] [--yes]',
  about:
    'Says what lies in the home that nobody needs any more, and with --yes deletes it: folders of runs that have ended, layers of dependencies and ' +
    'package caches that were not used for so long, texts that no event names, and what was left half done. Journals stay whole, with every text ' +
    'they name, and so do commits; nothing of a run that is open, or in which you hold a task, is touched.',
  examples: ['slipway gc', 'slipway gc --older-than 7d --yes'],
  options: {
    'older-than': {
      type: 'string',
      value: 'AGE',
      describe: 'what ended or was last used so long ago: 30d, 12h (30d)',
    },
    yes: { type: 'boolean', describe: 'delete it' },
  },
  wordsMax: 0,
  run: async (context) => {
    const age = context.value('older-than');
    const input = age === undefined ? {} : { olderThanHours: hoursIn(age) };
    if (!context.flag('yes') || isNew(placesOf(context.surroundings))) {
      return show(context, verbs.leftovers, input);
    }
    return collect(context, input);
  },
};

async function collect(
  context: CommandContext,
  input: { readonly olderThanHours?: number },
): Promise<'done'> {
  const { toolsFor, withSitting } = await import('../sitting.ts');
  await withSitting(context, toolsFor(context), async (sitting) => {
    const collected = await sitting.call(verbs.gc, input);
    if (context.json) context.io.out(json(collected));
    else tellWords(context.io, (await verbs.gc.load()).words(collected, paperOf(context.io)));
    return 'done';
  });
  return 'done';
}

const hoursPerDay = 24;

function hoursIn(text: string): number {
  const [, digits, unit] = /^(\d{1,5})([dh])$/.exec(text) ?? [];
  if (digits !== undefined) return Number(digits) * (unit === 'd' ? hoursPerDay : 1);
  throw new UserError(
    `--older-than takes an age such as 30d or 12h, and not '${forTerminal(text)}'.`,
    'usage',
  );
}
