// `slipway list`: the runs of this home.

import { ownerAlive } from '../../app/owner-alive.ts';
import { UserError } from '../../app/user-error.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { nextFor, nextLine } from '../../app/words/next.ts';
import { json, reading } from '../reading.ts';
import { inOrder, renderList } from '../../app/words/list-text.ts';
import { styleOf } from '../../app/words/style.ts';

const endedMax = 10;

export const command: CommandSpec = {
  usage: '[--all] [--repository here|ID]',
  about:
    'Lists the runs of this home: open ones first, then the newest that have ended. ' +
    'In the column SPEND, "$0.42+3?" is 42 cents and 3 launches whose cost is unknown.',
  examples: ['slipway list', 'slipway list --all --repository here', 'slipway list --json'],
  options: {
    all: { type: 'boolean', describe: `every run, not only the ${endedMax} newest that have ended` },
    repository: {
      type: 'string',
      value: 'ID',
      describe: 'runs of one repository; `here` is the one you are in',
    },
  },
  wordsMax: 0,
  run: (context) =>
    reading(context, async ({ journal, places }) => {
      const { io } = context;
      const repository = await repositoryOf(context);
      const found = (await journal?.summaries(repository === undefined ? {} : { repository })) ?? [];
      const shown = inOrder(found, context.flag('all') ? found.length : endedMax);
      const owned = await ownerAlive(places);
      if (context.json) {
        io.out(json({ runs: shown, total: found.length, owned }));
        return 'done';
      }
      if (shown.length === 0) {
        io.err('There is no run yet. Start one with `slipway run "what you want"`, or see `slipway demo`.\n');
        return 'done';
      }
      const style = styleOf(io.outColors);
      io.out(renderList(shown, { now: systemClock().now(), owned, style, width: io.outWidth() }));
      if (shown.length < found.length) {
        io.err(`${found.length - shown.length} more have ended: \`slipway list --all\`\n`);
      }
      const [first] = shown;
      const inbox = (await journal?.inbox()) ?? [];
      if (first !== undefined) io.err(nextLine(nextFor(first, gatesOf(inbox, first.run))));
      return 'done';
    }),
};

function gatesOf<T extends { readonly run: string }>(inbox: readonly T[], run: string): readonly T[] {
  return inbox.filter((item) => item.run === run);
}

/** `here` needs git and much more, so it is loaded only for it. */
async function repositoryOf(context: CommandContext): Promise<string | undefined> {
  const word = context.value('repository');
  if (word !== 'here') return word;
  const { lookHere } = await import('../../app/look-here.ts');
  const checkout = await lookHere(context.surroundings, context.dir);
  if ('problem' in checkout) throw new UserError(checkout.problem, checkout.kind);
  return checkout.repository;
}
