// `slipway memory`: what is remembered of a repository: looking, searching, and a person's word on it.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { UserError } from '../../app/ending/user-error.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { FactKind } from '../../core/memory/facts.ts';
import { factKinds } from '../../core/memory/facts.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { paperOf, tellWords } from '../print.ts';
import { json, looking, show } from '../reading.ts';

const actions: Readonly<Record<string, (context: CommandContext, rest: readonly string[]) => Promise<Exit>>> =
  {
    list: (context, rest) => listed(context, rest),
    search: (context, rest) => listed(context, rest),
    show: shown,
    get: got,
    add: added,
    promote: (context, rest) => judged(context, rest, 'promote'),
    withdraw: (context, rest) => judged(context, rest, 'withdraw'),
  };

export const command: CommandSpec = {
  usage: '[list | search WORDS | show ID | get KEY | add TEXT [--key KEY] | promote ID | withdraw ID]',
  about:
    'What is remembered of the repository you are in, or of all of this home where you are in none. Runs notice\n' +
    'candidates; what two runs noticed is promoted, and so is what you promote or add. Promoted facts reach the agents\n' +
    'they have to do with, as data. In a search, space, underscore and hyphen are alike, and case does not matter.',
  examples: [
    'slipway memory search date helper',
    'slipway memory add "Dates are kept in UTC" --key dates',
    'slipway memory promote f-0a1b2c3d4e',
    'slipway memory get coding_agent::pr::1f2e3d4c',
  ],
  options: {
    key: {
      type: 'string',
      value: 'KEY',
      describe: 'what an added fact is about; it replaces the one of this key',
    },
    kind: { type: 'string', value: 'KIND', describe: `of an added fact: ${factKinds.join(', ')}` },
    run: { type: 'string', value: 'RUN', describe: 'what holds in this run, the narrowest first' },
    task: { type: 'string', value: 'ID', describe: 'with --run: what holds for this task, too' },
    all: { type: 'boolean', describe: 'withdrawn facts, too' },
  },
  wordsMax: 64,
  run: (context) => {
    const [name = 'list', ...rest] = context.words;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action !== undefined) return action(context, rest);
    throw new UserError(
      `\`slipway memory\` does not know '${name}'. It knows ${Object.keys(actions).join(', ')}.`,
      'usage',
    );
  },
};

async function listed(context: CommandContext, rest: readonly string[]): Promise<Exit> {
  const words = rest.join(' ');
  if (context.words[0] === 'search' && words.trim() === '') {
    throw new UserError('Say what to look for: slipway memory search WORDS', 'usage');
  }
  const input = {
    words,
    dir: context.dir,
    run: context.value('run'),
    task: context.value('task'),
    all: context.flag('all'),
  };
  return show(context, verbs.facts, input, ({ facts }) => ({ facts }));
}

async function shown(context: CommandContext, rest: readonly string[]): Promise<Exit> {
  return show(context, verbs.fact, { id: idIn(rest, 'show') }, ({ fact }) => fact);
}

function idIn([id]: readonly string[], action: string): string {
  if (id === undefined) throw new UserError(`Say which fact: slipway memory ${action} ID`, 'usage');
  return id;
}

async function got(context: CommandContext, [key]: readonly string[]): Promise<Exit> {
  if (key === undefined) throw new UserError('Say which key: slipway memory get KEY', 'usage');
  return show(context, verbs.recall, { key, dir: context.dir });
}

async function added(context: CommandContext, rest: readonly string[]): Promise<Exit> {
  const text = rest.join(' ').trim();
  if (text === '') throw new UserError('Say what to remember: slipway memory add "..."', 'usage');
  const input = { text, kind: kindIn(context.value('kind')), key: context.value('key'), dir: context.dir };
  const { toolsFor, withSitting } = await import('../sitting.ts');
  return withSitting(context, toolsFor(context), async (sitting) => {
    const { notes, ...fact } = await sitting.call(verbs.remember, input);
    if (context.json) context.io.out(json(fact));
    const { words } = await verbs.remember.load();
    tellWords(context.io, words({ ...fact, notes }, paperOf(context.io)), context.json);
    return 'done';
  });
}

function kindIn(word = 'project'): FactKind {
  const kind = factKinds.find((item) => item === word);
  if (kind !== undefined) return kind;
  throw new UserError(`There is no kind '${word}'. A fact is of the ${factKinds.join(', ')}.`, 'usage');
}

async function judged(
  context: CommandContext,
  rest: readonly string[],
  judgement: 'promote' | 'withdraw',
): Promise<Exit> {
  // Before anything is opened for writing: a word about a fact never makes a home.
  const { fact } = await looking(context, verbs.fact, { id: idIn(rest, judgement) });
  const { toolsFor, withSitting } = await import('../sitting.ts');
  return withSitting(context, toolsFor(context), async (sitting) => {
    const output = await sitting.call(verbs.judge, { id: fact.id, judgement });
    if (context.json) context.io.out(json(output.fact));
    tellWords(context.io, (await verbs.judge.load()).words(output, paperOf(context.io)));
    return 'done';
  });
}
