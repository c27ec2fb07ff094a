// `slipway code`: a person's leave for one answer that comes through MCP.

import { verbs } from '../../app/verbs/table.ts';
import type { CommandSpec } from '../command.ts';
import { gateNamed } from '../gate-options.ts';
import { paperOf, tellWords } from '../print.ts';
import { json } from '../reading.ts';
import { seenFirst, seenOption } from '../seen-first.ts';
import { toolsFor, withSitting } from '../sitting.ts';

export const command: CommandSpec = {
  usage: '[RUN] [GATE] [--seen WORD]',
  about:
    'Prints a code with which a program that drives Slipway through MCP may answer one gate, once, within fifteen minutes, and only while that asks ' +
    'what you were shown. Whoever has the code decides in your place, so look at it first.',
  examples: ['slipway code r-4f8zk2mq', 'slipway code r-4f8zk2mq g2 --seen 3f9c2a1b04'],
  options: { seen: seenOption },
  wordsMax: 2,
  run: async (context) => {
    const which = { ...gateNamed(context.words), dir: context.dir };
    const about = await seenFirst(context, { ...which, how: 'code' });
    if (about === undefined) return 'awaits-person';
    return withSitting(context, toolsFor(context), async (sitting) => {
      const coded = await sitting.call(verbs.code, which, about.seen);
      if (context.json) context.io.out(json(coded));
      else tellWords(context.io, (await verbs.code.load()).words(coded, paperOf(context.io)));
      return 'done';
    });
  },
};
