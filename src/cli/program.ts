// From words on a command line to a command: help, version, options, and a hint where a word is almost right.

import type { Exit } from '../app/ending/exit-codes.ts';
import { buildHere } from '../app/home/build.ts';
import { exits } from '../app/ending/exit-codes.ts';
import { statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Surroundings } from '../app/home/home-places.ts';
import { UserError } from '../app/ending/user-error.ts';
import { folded } from '../app/words/fold.ts';
import type { CommandContext, CommandEntry, CommandSpec, Io } from './command.ts';
import { everywhere } from './everywhere.ts';

interface Setting {
  readonly io: Io;
  readonly surroundings: Surroundings;
}

export async function dispatch(
  commands: Readonly<Record<string, CommandEntry>>,
  argv: readonly string[],
  setting: Setting,
): Promise<Exit> {
  const { io } = setting;
  const { name, rest } = splitName(argv);
  if (argv.includes('--version') || name === 'version') {
    io.out(`${buildHere()}\n`);
    return 'done';
  }
  if (name === undefined) await refuseUnknown(rest);
  if (name === undefined || name === 'help') {
    const asked = name === undefined ? undefined : rest.find((word) => !word.startsWith('-'));
    if (asked === undefined) io.out(page(overview(commands), io));
    else {
      const { command } = await (await known(commands, asked)).load();
      io.out(page(helpFor(asked, command), io));
    }
    return name === undefined && rest.length > 0 && !rest.includes('--help') && !rest.includes('-h')
      ? 'usage'
      : 'done';
  }
  const entry = await known(commands, name);
  if (entry.attaches === true) await (await import('./start-early.ts')).startEarly(setting, rest);
  return runCommand(name, (await entry.load()).command, rest, { ...setting, commands });
}

async function known(commands: Readonly<Record<string, CommandEntry>>, name: string): Promise<CommandEntry> {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry === undefined) throw new UserError(await unknownCommand(name, Object.keys(commands)), 'usage');
  return entry;
}

/** `-C DIR` may stand before the command, as git has it. */
function splitName(argv: readonly string[]): { readonly name?: string; readonly rest: readonly string[] } {
  const before: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (!word.startsWith('-')) return { name: word, rest: [...before, ...argv.slice(index + 1)] };
    before.push(word);
    if (word === '-C' || word === '--dir') {
      index += 1;
      before.push(argv[index] ?? '');
    }
  }
  return { rest: before };
}

async function runCommand(
  name: string,
  spec: CommandSpec,
  argv: readonly string[],
  { io, surroundings, commands }: Setting & Pick<CommandContext, 'commands'>,
): Promise<Exit> {
  const { values, words } = await parsed(name, spec, argv);
  if (values['help'] === true) {
    io.out(page(helpFor(name, spec), io));
    return 'done';
  }
  if (words.length > spec.wordsMax) {
    const extra = words[spec.wordsMax] ?? '';
    const [example = ''] = spec.examples;
    const quotes = spec.takesText === true ? `Several words go into quotes, as in \`${example}\`. ` : '';
    throw new UserError(
      `\`slipway ${name}\` does not know what to do with '${extra}'. ${quotes}Usage: ${`slipway ${name} ${spec.usage}`.trimEnd()}`,
      'usage',
    );
  }
  const dir = values['dir'];
  if (typeof dir === 'string' && spec.makesFolder !== true) refuseNoFolder(path.resolve(io.cwd, dir));
  return spec.run({
    io,
    surroundings,
    words,
    flag: (key) => values[key] === true,
    value: (key) => {
      const value = values[key];
      return typeof value === 'string' ? value : undefined;
    },
    json: values['json'] === true,
    dir: typeof dir === 'string' ? path.resolve(io.cwd, dir) : io.cwd,
    commands,
  });
}

function refuseNoFolder(dir: string): void {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new UserError(`There is no folder ${dir}. Name one that exists.`, 'usage');
}

/** Without a command there is little to say: what else stands there is named, and not answered with all there is to read. */
async function refuseUnknown(words: readonly string[]): Promise<void> {
  const bare: CommandSpec = { usage: '', about: '', examples: [], options: {}, wordsMax: 0, run: nothing };
  await parsed('', bare, words);
}

const nothing = (): Promise<Exit> => Promise.resolve('done');

interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: readonly string[];
}

async function parsed(name: string, spec: CommandSpec, argv: readonly string[]): Promise<Parsed> {
  const options = { ...everywhere, ...spec.options };
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      strict: true,
      options: Object.fromEntries(
        Object.entries(options).map(([key, { type, short }]) => [
          key,
          short === undefined ? { type } : { type, short },
        ]),
      ),
    });
    return { values: onlySimple(values), words: positionals };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
    const wrong = /'(--?[^ ']+)/.exec(why)?.[1];
    const known = Object.keys(options).map((key) => `--${key}`);
    const meant = wrong === undefined ? undefined : await closestTo(wrong, known);
    const hint =
      meant === undefined
        ? `See \`${['slipway', name, '--help'].filter(Boolean).join(' ')}\`.`
        : `Did you mean ${meant}?`;
    throw new UserError(`${why}. ${hint}`, 'usage');
  }
}

function onlySimple(values: Readonly<Record<string, unknown>>): Parsed['values'] {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]): [string, string | boolean][] =>
      typeof value === 'string' || typeof value === 'boolean' ? [[key, value]] : [],
    ),
  );
}

async function unknownCommand(name: string, known: readonly string[]): Promise<string> {
  const meant = await closestTo(name, known);
  const hint = meant === undefined ? '`slipway help` lists them.' : `Did you mean \`slipway ${meant}\`?`;
  return `There is no command '${name}'. ${hint}`;
}

/** Loaded for a word that is wrong; most are right. */
async function closestTo(word: string, known: readonly string[]): Promise<string | undefined> {
  const { closest } = await import('../config/closest.ts');
  return closest(word, known);
}

function overview(commands: Readonly<Record<string, CommandEntry>>): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, entry]) => `  ${name.padEnd(width)}  ${entry.summary}`);
  return [
    'Slipway takes a ticket and brings back a reviewed, tested, merged pull request.',
    '',
    'Usage: slipway <command> [options]',
    '',
    '  slipway demo                          see a whole run on a sample repository',
    '  slipway run "Add a --json flag"       start a run in the repository you are in',
    '  slipway land                          put the newest change into your repository',
    '',
    'Commands:',
    ...lines,
    '',
    '`slipway help <command>` says more about one.',
    '',
    'Exit codes:',
    ...Object.values(exits).map(({ code, means }) => `  ${String(code).padStart(3)}  ${means}`),
    '',
  ].join('\n');
}

const pageWidth = 80;

/** On a terminal as wide as it is; where it is piped, as wide as most are. */
function page(text: string, io: Io): string {
  const width = io.outWidth();
  return folded(text, Number.isFinite(width) ? width : pageWidth);
}

function helpFor(name: string, spec: CommandSpec): string {
  const options = Object.entries({ ...spec.options, ...everywhere }).map(([key, option]) => {
    const short = option.short === undefined ? '    ' : `-${option.short}, `;
    const value = option.type === 'string' ? ` ${option.value ?? 'VALUE'}` : '';
    return `  ${`${short}--${key}${value}`.padEnd(26)} ${option.describe}`;
  });
  return [
    `Usage: slipway ${name} ${spec.usage}`.trimEnd(),
    '',
    spec.about.replaceAll('\n', ' '),
    '',
    'Options:',
    ...options,
    ...(spec.examples.length === 0 ? [] : ['', 'Examples:', ...spec.examples.map((line) => `  ${line}`)]),
    '',
  ].join('\n');
}
