// `slipway people`: who besides the user of this machine may look at runs, decide about them, or change what all runs share.

import { UserError } from '../../app/ending/user-error.ts';
import { services } from '../../app/people/people.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { Access, OrderEntry } from '../../app/verbs/verb.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { paperOf, tellWords } from '../print.ts';
import { json, show } from '../reading.ts';

const usage = '[list | add NAME | remove NAME]';

export const command: CommandSpec = {
  usage: `${usage} [--access view|decide|administer] [--program]`,
  about:
    'Lets somebody else use the page and the API of this home. `add` prints a token, once; they sign in with it, or a program brings it as a bearer token. ' +
    '`view` looks, `decide` answers gates and steers runs, `administer` changes what all runs share. `remove` takes effect at once, also on open pages. ' +
    'Who they are on GitHub, Jira and Telegram is kept with them, so that what they do there is theirs.',
  examples: [
    'slipway people add maria --access decide --github maria-l',
    'slipway people',
    'slipway people remove maria',
  ],
  options: {
    access: { type: 'string', value: 'WHAT', describe: 'view, decide or administer (view)' },
    github: { type: 'string', value: 'LOGIN', describe: 'their login on GitHub' },
    jira: { type: 'string', value: 'ID', describe: 'their account in Jira' },
    program: { type: 'boolean', describe: 'a program gets the token, and may use MCP alone' },
    telegram: { type: 'string', value: 'ID', describe: 'their number in Telegram' },
  },
  wordsMax: 2,
  run: async (context) => {
    const [word = 'list', name] = context.words;
    if (word === 'list' && name === undefined) return show(context, verbs.people, {});
    if (name !== undefined && word === 'add') return ordered(context, verbs.admit, admitted(context, name));
    if (name !== undefined && word === 'remove') return ordered(context, verbs.dismiss, { name });
    throw new UserError(`This is not understood. Usage: slipway people ${usage}`, 'usage');
  },
};

function admitted(context: CommandContext, name: string) {
  const elsewhere = services.flatMap((service) => {
    const as = context.value(service);
    return as === undefined ? [] : [[service, as] as const];
  });
  return {
    name,
    access: accessIn(context.value('access') ?? 'view'),
    elsewhere: Object.fromEntries(elsewhere),
    ...(context.flag('program') ? { program: true as const } : {}),
  };
}

function accessIn(text: string): Access {
  if (text === 'view' || text === 'decide' || text === 'administer') return text;
  throw new UserError(`--access takes view, decide or administer, and not '${forTerminal(text)}'.`, 'usage');
}

async function ordered<In, Out>(
  context: CommandContext,
  entry: OrderEntry<In, Out>,
  input: In,
): Promise<'done'> {
  const { toolsFor, withSitting } = await import('../sitting.ts');
  await withSitting(context, toolsFor(context), async (sitting) => {
    const output = await sitting.call(entry, input);
    if (context.json) context.io.out(json(output));
    else tellWords(context.io, (await entry.load()).words(output, paperOf(context.io)));
    return 'done';
  });
  return 'done';
}
