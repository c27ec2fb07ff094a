// `slipway policy`: the numbers and switches a run started here would live by, and where each comes from.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { UserError } from '../../app/ending/user-error.ts';
import { checkedDocument, checkedWords } from '../../app/verbs/policy.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { tellWords } from '../print.ts';
import { json, looking, show } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[show | check | explain KEY] [--origin] [--run RUN]',
  about:
    'Shows the policy a run started here would get, checks what slipway.yaml says, or explains one key. A run keeps the ' +
    'policy it was started with: later edits do not reach it, and --run shows that one.',
  examples: ['slipway policy show --origin', 'slipway policy check', 'slipway policy explain plan.score'],
  options: {
    origin: { type: 'boolean', describe: 'say where each value comes from' },
    run: { type: 'string', value: 'RUN', describe: 'the policy this run was started with' },
  },
  wordsMax: 2,
  run: async (context) => {
    const [what = 'show', key] = context.words;
    if (what !== 'show' && what !== 'check' && what !== 'explain') {
      throw new UserError(
        `\`slipway policy\` can show, check and explain; it does not know '${what}'.`,
        'usage',
      );
    }
    if (key !== undefined && what !== 'explain') {
      throw new UserError(`\`slipway policy ${what}\` takes nothing more; '${key}' is too much.`, 'usage');
    }
    const run = context.value('run');
    if (run !== undefined && what === 'check') {
      throw new UserError(
        'A run keeps its policy, so there is nothing to check. `slipway policy show --run` shows it.',
        'usage',
      );
    }
    if (what === 'check') return checked(context);
    if (key === undefined && what === 'explain') {
      throw new UserError(
        'Name a key, such as `slipway policy explain plan.score`. `slipway policy show` lists them.',
        'usage',
      );
    }
    const input = { run, dir: context.dir, key, origins: context.flag('origin') };
    return show(context, verbs.policy, input, ({ values, hash }) =>
      key === undefined
        ? { hash, policy: values.map((item) => ({ key: item.key, value: item.value, origin: item.origin })) }
        : values[0],
    );
  },
};

async function checked(context: CommandContext): Promise<Exit> {
  const shown = await looking(context, verbs.policy, { dir: context.dir });
  if (context.json) context.io.out(json(checkedDocument(shown)));
  else tellWords(context.io, checkedWords(shown));
  return 'done';
}
