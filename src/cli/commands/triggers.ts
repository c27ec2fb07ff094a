// `slipway triggers`: what may start and steer runs besides people at a terminal, and what came of it.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { UserError } from '../../app/ending/user-error.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { OrderEntry } from '../../app/verbs/verb.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { paperOf, tellWords } from '../print.ts';
import { json, show } from '../reading.ts';

const usage = '[on | off]';

export const command: CommandSpec = {
  usage,
  about:
    'Shows which triggers are on and what came of them. `on` turns on what is under `triggers` and `notify` in slipway.yaml of this folder, as it is written now: webhooks of ' +
    'GitHub, Jira and your own, a bot of Telegram, schedules, and by what people are told. The engine of the home listens, stays for it, and takes it up again after a restart. `off` ends that.',
  examples: ['slipway triggers on', 'slipway triggers', 'slipway triggers off'],
  options: {},
  wordsMax: 1,
  run: async (context) => {
    const [word] = context.words;
    if (word === undefined) return show(context, verbs.triggers, {});
    if (word === 'on') return ordered(context, verbs.arm);
    if (word === 'off') return ordered(context, verbs.disarm);
    throw new UserError(`This is not understood. Usage: slipway triggers ${usage}`, 'usage');
  },
};

/** By the engine of the home, also where nobody sits at a terminal: somebody has to be there afterwards. */
async function ordered<Out>(
  context: CommandContext,
  entry: OrderEntry<{ readonly dir: string }, Out>,
): Promise<Exit> {
  const [{ Reach }, { engineStarter }, { toolsFor }, { personHere }] = await Promise.all([
    import('../../app/home/reach.ts'),
    import('../../app/home/start-engine.ts'),
    import('../sitting.ts'),
    import('../person-here.ts'),
  ]);
  const { surroundings, io } = context;
  const tools = toolsFor(context);
  const reach = new Reach(tools, { onTrouble: () => undefined }, engineStarter(tools.places, surroundings));
  const output = await reach.call(entry, { dir: context.dir }, { by: personHere(surroundings.uid) });
  if (context.json) io.out(json(output));
  else tellWords(io, (await entry.load()).words(output, paperOf(io)));
  return 'done';
}
