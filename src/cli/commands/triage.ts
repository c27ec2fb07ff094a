// `slipway triage`: what was said about a pull request elsewhere, for the run to see to.

import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { UserError } from '../../app/ending/user-error.ts';
import { verbs } from '../../app/verbs/table.ts';
import { codeOf } from '../../plain/errors.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { orderRun } from '../moving.ts';

export const command: CommandSpec = {
  usage: '[RUN] [TEXT] [--file FILE]',
  about:
    'Gives a run what was said about its pull request elsewhere: in a chat, a mail, a meeting. It is sorted like what people say on\n' +
    'the pull request itself: mended, put to you where no rule decides, or left. Nothing is answered anywhere, for it stands nowhere.',
  examples: [
    'slipway triage "Ann wants an empty list to be an error"',
    'slipway triage r-4f8zk2mq --file review.txt',
  ],
  options: { file: { type: 'string', value: 'FILE', describe: 'take the words from a file' } },
  wordsMax: 2,
  takesText: true,
  run: async (context) => {
    const { run, text } = await meant(context);
    return orderRun(context, verbs.triage, { run, dir: context.dir, text });
  },
};

async function meant(
  context: CommandContext,
): Promise<{ readonly run: string | undefined; readonly text: string }> {
  const [first, second] = context.words;
  const file = context.value('file');
  if (file !== undefined) {
    if (second !== undefined)
      throw new UserError('Words and --file are both there; give one of them.', 'usage');
    return { run: first, text: await wordsIn(path.resolve(context.dir, file), file) };
  }
  const [run, text] = second === undefined ? [undefined, first] : [first, second];
  if (text === undefined) {
    throw new UserError('Paste what was said: slipway triage "...", or name a file with --file.', 'usage');
  }
  return { run, text };
}

async function wordsIn(file: string, name: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UserError(
      `The file ${name} could not be read (${codeOf(error) ?? 'unknown'}). Look at its name and its rights.`,
      'usage',
    );
  }
}
