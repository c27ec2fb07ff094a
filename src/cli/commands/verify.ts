// `slipway verify`: whether the journal is what was written, event by event.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Exit } from '../../app/ending/exit-codes.ts';
import { UserError } from '../../app/ending/user-error.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { show } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[RUN | --all | --file FILE] [--against WHAT]',
  about:
    'Walks the hash chain of a run, compares it with the head written down outside the database, and reads every text ' +
    'its events name. Names the first event that is wrong and ends with 6. Without RUN it is the newest run of the repository you are in. ' +
    'With --file it is a run that was exported, which is unpacked, checked and thrown away. ' +
    'The pull request of a run says the head that its journal had: --against compares the journal with that.',
  examples: ['slipway verify', 'slipway verify --all', 'slipway verify --against 12'],
  options: {
    all: { type: 'boolean', describe: 'every run, and what runs share' },
    file: { type: 'string', value: 'FILE', describe: 'a run that `slipway export` wrote' },
    against: {
      type: 'string',
      value: 'WHAT',
      describe: 'a number of a local pull request, a file with its text, or the hash that stands there',
    },
  },
  wordsMax: 1,
  run: (context) => {
    const against = context.value('against');
    const file = context.value('file');
    if (file !== undefined) return inFile(context, path.resolve(context.io.cwd, file), against);
    return show(context, verbs.verify, {
      run: context.words[0],
      dir: context.dir,
      all: context.flag('all'),
      ...(against === undefined ? {} : { against: meant(context, against) }),
    });
  },
};

/** It is checked as every run is, in a home of its own; that it can be unpacked at all says already that it is whole. */
async function inFile(context: CommandContext, file: string, against: string | undefined): Promise<Exit> {
  if (context.words.length > 0 || context.flag('all')) {
    throw new UserError('--file is about the run in that file: name no other, and leave out --all.', 'usage');
  }
  const { surroundings } = context;
  const { unpackedFor } = await import('../../app/carrying/import-run.ts');
  return unpackedFor(file, surroundings.tmp, surroundings, ({ run }, folder) => {
    const env = { ...surroundings.env, SLIPWAY_HOME: folder };
    return show({ ...context, surroundings: { ...surroundings, env } }, verbs.verify, {
      run,
      ...(against === undefined ? {} : { against: meant(context, against) }),
    });
  });
}

function meant({ io }: CommandContext, word: string): string | number {
  if (/^#?\d{1,9}$/.test(word)) return Number(word.replace('#', ''));
  try {
    return readFileSync(path.resolve(io.cwd, word), 'utf8');
  } catch {
    return word;
  }
}
