// `slipway import`: a run that another home exported, to be looked at here.

import path from 'node:path';
import { placesOf } from '../../app/home/home-places.ts';
import { importedRuns } from '../../app/home/imported.ts';
import { plural, short } from '../../views/words/words.ts';
import type { CommandSpec } from '../command.ts';
import { json } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[FILE]',
  about:
    'Takes in a run that `slipway export` wrote. Every event and every text is checked on the way in, and a file that was cut, changed or made ' +
    'up of something else is refused whole. The run can then be shown, verified, replayed and reported by its id; it is never moved here. ' +
    'Whether the file is the one that was exported, its head says: compare it with the pull request (`slipway verify RUN --against`). ' +
    'Without FILE it lists what was imported.',
  examples: ['slipway import r-4f8zk2mq.slipway', 'slipway import'],
  options: {},
  wordsMax: 1,
  run: async ({ io, surroundings, words, json: asJson }) => {
    const [word] = words;
    if (word === undefined) {
      const runs = importedRuns(placesOf(surroundings).home);
      io.out(asJson ? json({ runs }) : runs.map((run) => `${run}\n`).join(''));
      if (runs.length === 0 && !asJson) io.err('Nothing was imported yet.\n');
      return 'done';
    }
    const { importRun } = await import('../../app/carrying/import-run.ts');
    const { again, ...imported } = await importRun(path.resolve(io.cwd, word), surroundings);
    const { run, events, texts, head } = imported;
    io.out(asJson ? json({ ...imported, again }) : `${run}\n`);
    io.err(
      `${again ? 'It was here already' : 'Imported'}: ${plural(events, 'event')}, ${plural(texts, 'text')}, head ${short(head)}. ` +
        `Look at it with \`slipway show ${run}\` or \`slipway report ${run}\`; it is not moved here.\n`,
    );
    return 'done';
  },
};
