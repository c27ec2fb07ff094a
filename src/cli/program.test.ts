import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Exit } from '../app/ending/exit-codes.ts';
import type { CommandContext, CommandEntry, CommandSpec } from './command.ts';
import { processIo } from './io.ts';
import { dispatch } from './program.ts';
import { ticketInput } from './start/ticket-input.ts';

const terminal = processIo();
let dir: string;
let printed: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'slipway-'));
  printed = '';
});
afterEach(() => rm(dir, { recursive: true, force: true }));

function calling(run: CommandSpec['run'], ...argv: readonly string[]): Promise<Exit> {
  const command = { usage: '', about: 'Says things.', examples: [], options: {}, wordsMax: 1, run };
  const entry: CommandEntry = { summary: 'says things', load: () => Promise.resolve({ command }) };
  const io = { ...terminal, cwd: dir, out: (text: string) => void (printed += text) };
  const surroundings = { env: {}, homedir: dir, tmp: dir, uid: 0, cores: 1 };
  return dispatch({ say: entry }, argv, { io, surroundings });
}

const nothing = (): Promise<Exit> => Promise.resolve('done');

const asked = async (...argv: readonly string[]): Promise<string> => {
  let text = '';
  await calling(
    async (context: CommandContext) => {
      ({ text } = await ticketInput(context));
      return 'done';
    },
    'say',
    ...argv,
  );
  return text;
};

describe('help', () => {
  test('is about all commands, or about one', async () => {
    expect(await calling(nothing, 'help')).toBe('done');
    expect(printed).toContain('says things');
    expect(await calling(nothing, 'help', 'say')).toBe('done');
    expect(printed).toContain('Says things.');
  });

  test.each(['sya', 'constructor'])('about %s, which is no command, says so', async (name) => {
    await expect(calling(nothing, 'help', name)).rejects.toMatchObject({
      message: expect.stringContaining(`There is no command '${name}'`),
      exit: 'usage',
    });
  });

  test('is folded, as wide as most terminals are, where it goes into none', async () => {
    const { command } = await import('./commands/run.ts');
    const io = {
      ...terminal,
      cwd: dir,
      out: (text: string) => void (printed += text),
      outWidth: () => Infinity,
    };
    const surroundings = { env: {}, homedir: dir, tmp: dir, uid: 0, cores: 1 };
    const run: CommandEntry = { summary: '', load: () => Promise.resolve({ command }) };
    await dispatch({ run }, ['run', '--help'], { io, surroundings });
    const lines = printed.split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    // Folded once, and not where the source happens to end a line.
    expect(lines.slice(0, lines.indexOf('Options:')).filter((line) => line.length > 0).length).toBeLessThan(
      9,
    );
  });

  test('stands without a gap where too many words are given to a command without options', async () => {
    await expect(calling(nothing, 'say', 'a', 'b')).rejects.toThrow(/Usage: slipway say$/);
  });
});

describe('what is not understood', () => {
  test.each(['--frob', '-V'])('is named, where it is the option %s without a command', async (option) => {
    await expect(calling(nothing, option)).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`'${option}'.*slipway --help`)),
      exit: 'usage',
    });
    expect(printed).toBe('');
  });

  test('is a folder that is not there, for every command', async () => {
    await expect(calling(nothing, 'say', '-C', 'gone')).rejects.toThrow(
      `There is no folder ${path.join(dir, 'gone')}.`,
    );
  });

  test('is text without quotes, with an example that has them', async () => {
    const { command } = await import('./commands/run.ts');
    const io = { ...terminal, cwd: dir };
    const surroundings = { env: {}, homedir: dir, tmp: dir, uid: 0, cores: 1 };
    const run: CommandEntry = { summary: '', load: () => Promise.resolve({ command }) };
    await expect(dispatch({ run }, ['run', 'Add', 'a', 'flag'], { io, surroundings })).rejects.toThrow(
      'Several words go into quotes, as in `slipway run "Add a --json flag to the report command"`.',
    );
  });
});

describe('a ticket on the command line', () => {
  test('is a sentence, or one word that is no file', async () => {
    expect(await asked('Mend ticket.md')).toBe('Mend ticket.md');
    expect(await asked('Cleanup')).toBe('Cleanup');
  });

  test('is not the name of a file: nobody is paid for guessing what it says', async () => {
    await writeFile(path.join(dir, 'TICKET'), 'Add a flag.\n');
    await expect(asked('TICKET')).rejects.toThrow('`slipway run --file TICKET` takes what it says');
    await expect(asked('gone.md')).rejects.toThrow('There is no file gone.md here');
  });
});
