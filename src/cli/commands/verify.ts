// `slipway verify`: whether the journal is what was written, event by event.

import { findRun } from '../../app/reader.ts';
import { openTexts } from '../../app/texts.ts';
import { UserError } from '../../app/user-error.ts';
import type { StreamVerified } from '../../app/verify-home.ts';
import { verifyStream } from '../../app/verify-home.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import type { Home } from '../reading.ts';
import { hereOf, journalOf, json, reading } from '../reading.ts';
import { styleOf } from '../../app/words/style.ts';
import { plural, short } from '../../views/words/words.ts';

export const command: CommandSpec = {
  usage: '[RUN | --all]',
  about:
    'Walks the hash chain of a run, compares it with the head written down outside the database, and reads every text ' +
    'its events name. Names the first event that is wrong and ends with 6. Without RUN it is the newest run of the repository you are in.',
  examples: ['slipway verify', 'slipway verify --all'],
  options: { all: { type: 'boolean', describe: 'every run, and what runs share' } },
  wordsMax: 1,
  run: (context) =>
    reading(context, async (home) => {
      const texts = await openTexts(home.places);
      const found: StreamVerified[] = [];
      for (const stream of await streamsOf(context, home)) {
        found.push(await verifyStream(journalOf(home), stream, texts));
      }
      const damaged = found.filter((item) => !item.ok);
      show(context, found);
      if (damaged.length > 0 && !context.json) {
        context.io.err(
          `${plural(damaged.length, 'stream')} of ${found.length} damaged. The others can be used; the events of a damaged one stay as they are.\n`,
        );
      }
      return damaged.length > 0 ? 'refused' : 'done';
    }),
};

async function streamsOf(context: CommandContext, home: Home): Promise<readonly string[]> {
  const [word] = context.words;
  if (!context.flag('all')) {
    const { run } = await findRun(home.journal, word, hereOf(context));
    return [`run/${run}`];
  }
  if (word !== undefined) throw new UserError('Give a run or --all, not both.', 'usage');
  return (await home.journal?.streams('')) ?? [];
}

function show({ io, json: asJson }: CommandContext, found: readonly StreamVerified[]): void {
  if (asJson) {
    io.out(json({ ok: found.every((item) => item.ok), streams: found }));
    return;
  }
  if (found.length === 0) io.err('There is no journal yet, so there is nothing to check.\n');
  const style = styleOf(io.outColors);
  for (const item of found) {
    io.out(
      item.ok
        ? `${style.green('ok')}       ${item.stream}  ${plural(item.events, 'event')}, ${plural(item.blobs, 'text')}, head ${short(item.head)}\n`
        : `${style.red('damaged')}  ${item.stream}  event ${item.seq}: ${item.wrong}\n`,
    );
  }
}
