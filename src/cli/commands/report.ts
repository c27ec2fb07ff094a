// `slipway report`: the page about a run, written to a file that a browser shows.

import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { placesOf } from '../../app/home/home-places.ts';
import { UserError } from '../../app/ending/user-error.ts';
import { verbs } from '../../app/verbs/table.ts';
import { messageOf } from '../../plain/errors.ts';
import type { CommandSpec } from '../command.ts';
import { showInBrowser } from '../show-in-browser.ts';
import { json, looking } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--to FILE] [--open]',
  about:
    'Makes the report of a run from its journal, as one HTML page that needs nothing else, and prints where it lies: among the files of ' +
    'the run, or where --to says. `--to -` prints the page itself. Without RUN it is the newest run of the repository you are in.',
  examples: ['slipway report --open', 'slipway report 4f2a --to report.html'],
  options: {
    to: { type: 'string', value: 'FILE', describe: 'write it there; - is stdout' },
    open: { type: 'boolean', describe: 'show it in your browser' },
  },
  wordsMax: 1,
  run: async (context) => {
    const { io, surroundings, json: asJson, dir } = context;
    const to = context.value('to');
    const shows = context.flag('open');
    if (to === '-' && (asJson || shows)) {
      throw new UserError(
        '--to - prints the page itself, so it goes with neither --json nor --open.',
        'usage',
      );
    }
    const { run, html } = await looking(context, verbs.report, { run: context.words[0], dir });
    if (to === '-') {
      io.out(html);
      return 'done';
    }
    const file =
      to === undefined
        ? path.join(placesOf(surroundings).runs, run, 'report.html')
        : path.resolve(io.cwd, to);
    await written(file, html);
    io.out(asJson ? json({ run, file }) : `${file}\n`);
    if (shows) await showInBrowser(context.io, file, path.dirname(file));
    return 'done';
  },
};

/** Under a name of our own first: the owner of the home writes the same file, and whoever reads it sees a whole one. */
async function written(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.new`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(unfinished, text, { mode: 0o600 });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined); // where it cannot be, there is none
    throw new UserError(
      `The report cannot be written to ${file} (${messageOf(error)}). Name another file with --to.`,
      'missing',
    );
  }
}
