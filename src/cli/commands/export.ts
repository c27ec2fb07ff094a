// `slipway export`: one run in one file, for another home or another pair of eyes.

import path from 'node:path';
import { UserError } from '../../app/ending/user-error.ts';
import { placesOf } from '../../app/home/home-places.ts';
import { importedRuns } from '../../app/home/imported.ts';
import { findRun, openReader } from '../../app/home/reader.ts';
import { bytesInWords } from '../../app/words/bytes.ts';
import { plural, short } from '../../views/words/words.ts';
import type { CommandSpec } from '../command.ts';
import { hereOf, json } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--to FILE]',
  about:
    'Writes a run into one file: the events of its journal and every text they name. `slipway import` and `slipway verify --file` read it ' +
    'elsewhere. Everything in it went through screening before it was kept; the repository and its commits are not in it. The run goes on ' +
    'as before. Without RUN it is the newest run of the repository you are in.',
  examples: ['slipway export', 'slipway export 4f2a --to for-the-auditor.slipway'],
  options: { to: { type: 'string', value: 'FILE', describe: 'where to; RUN.slipway here without it' } },
  wordsMax: 1,
  run: async (context) => {
    const { io, surroundings, words, json: asJson } = context;
    const places = placesOf(surroundings);
    const { journal, close } = await openReader(places);
    try {
      const [word] = words;
      if (word !== undefined && importedRuns(places.home).includes(word)) {
        throw new UserError(
          `Run ${word} was imported: the file it came from is the export. Nothing was written.`,
          'refused',
        );
      }
      const { run } = await findRun(journal, word, hereOf(context));
      if (journal === undefined) throw new Error('invariant: a run that was found has a journal');
      const { packRun } = await import('../../app/carrying/pack.ts');
      const file = path.resolve(io.cwd, context.value('to') ?? `${run}.slipway`);
      const packed = await packRun({ journal, places }, run, file);
      io.out(asJson ? json(packed) : `${file}\n`);
      io.err(
        `Run ${run}: ${plural(packed.events, 'event')}, ${plural(packed.texts, 'text')}, ${bytesInWords(packed.bytes)}, head ${short(packed.head)}.\n`,
      );
      return 'done';
    } finally {
      await close();
    }
  },
};
