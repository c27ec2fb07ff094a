// `slipway open`: the files of a run, where they can be looked at.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { UserError } from '../../app/ending/user-error.ts';
import { askEngine } from '../../app/home/ask-engine.ts';
import { placesOf } from '../../app/home/home-places.ts';
import { answered } from '../../app/verbs/foreign.ts';
import { verbs } from '../../app/verbs/table.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { isAtTerminal } from '../at-terminal.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { inHome } from '../moving.ts';
import { personHere } from '../person-here.ts';
import { paperOf, tellWords } from '../print.ts';
import { json } from '../reading.ts';
import { showInBrowser } from '../show-in-browser.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--task ID] | --page',
  about:
    'Prints the folder with the files of a run as they are now: a copy to look at and to try out, in which changes count\n' +
    'for nothing. With --task it is the folder of a task you took. With --page it is the page that `slipway serve` serves,\n' +
    'in your browser, signed in.',
  examples: ['cd "$(slipway open)"', 'slipway open r-4f8zk2mq --task parser'],
  options: {
    task: { type: 'string', value: 'ID', describe: 'the folder of a task you took' },
    page: { type: 'boolean', describe: 'the page that is served, signed in' },
  },
  wordsMax: 1,
  run: (context) => (context.flag('page') ? page(context) : files(context)),
};

function files(context: CommandContext): Promise<Exit> {
  return inHome(
    context,
    async (sitting) => {
      const input = { run: context.words[0], dir: context.dir, task: context.value('task') };
      const opened = await sitting.call(verbs.open, input);
      if (context.json) context.io.out(json(opened));
      else tellWords(context.io, (await verbs.open.load()).words(opened, paperOf(context.io)));
      return 'done';
    },
    true,
  );
}

/** A page is served while somebody serves it: nothing is started for a look. */
async function page(context: CommandContext): Promise<Exit> {
  const { io, surroundings } = context;
  const places = placesOf(surroundings);
  const by = personHere(surroundings.uid);
  const asked = await askEngine(places, { by, verb: verbs.link.name, input: {} });
  if ('trouble' in asked) throw new UserError(forTerminal(asked.trouble.message), 'refused');
  if (!('output' in asked))
    throw new UserError('No page is served. Serve it first: slipway serve', 'refused');
  const listens = answered((await verbs.link.schemas()).output, asked.output);
  if (context.json) io.out(json(listens));
  else if (isAtTerminal(io)) await showInBrowser(io, listens.link, context.dir);
  else tellWords(io, (await verbs.link.load()).words(listens, paperOf(io)));
  return 'done';
}
