// `slipway memory`: what is remembered of a repository: looking, searching, and a person's word on it.

import type { Exit } from '../../app/exit-codes.ts';
import { UserError } from '../../app/user-error.ts';
import type { FactKind, MemoryCommand, MemoryRefusal, RepositoryFact } from '../../core/memory/facts.ts';
import { alike, factKinds, factText } from '../../core/memory/facts.ts';
import { layered } from '../../core/memory/recall.ts';
import type { Journal } from '../../journal/journal.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { hereOf, json, reading } from '../reading.ts';
import { renderFact, renderFacts } from '../../app/words/memory-text.ts';
import type { Sitting } from '../sitting.ts';
import { styleOf } from '../../app/words/style.ts';

/** More than anybody reads. */
const shownMax = 500;
/** Where one fact is looked for among all. */
const searchedMax = 100_000;
const keyCharsMax = 80;

const actions: Readonly<Record<string, (context: CommandContext, rest: readonly string[]) => Promise<Exit>>> =
  {
    list: (context, rest) => listed(context, rest),
    search: (context, rest) => listed(context, rest),
    show: shown,
    get: got,
    add: added,
    promote: (context, rest) => judged(context, rest, 'fact.promote'),
    withdraw: (context, rest) => judged(context, rest, 'fact.withdraw'),
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
  const repository = await repositoryHere(context);
  const facts = await reading(context, async ({ journal }) =>
    journal === undefined ? [] : factsFor(context, journal, { words, repository }),
  );
  const { io } = context;
  if (context.json) io.out(json({ facts }));
  else if (facts.length === 0) io.err(nothingWords(words));
  else {
    const isWide = repository === undefined;
    const style = styleOf(io.outColors);
    io.out(renderFacts(facts, { style, width: io.outWidth(), now: systemClock().now(), isWide }));
  }
  return 'done';
}

function nothingWords(words: string): string {
  return words.trim() === ''
    ? 'Nothing is remembered here yet. Runs notice things as they go; `slipway memory add "..."` adds your own.\n'
    : 'Nothing that is remembered has all of these words. `slipway memory list` shows what there is.\n';
}

async function factsFor(
  context: CommandContext,
  journal: Journal,
  { words, repository }: { readonly words: string; readonly repository: string | undefined },
): Promise<readonly RepositoryFact[]> {
  const [word, task] = [context.value('run'), context.value('task')];
  if (task !== undefined && word === undefined)
    throw new UserError('--task needs --run: a task is of a run.', 'usage');
  const where = repository === undefined ? {} : { repository };
  const filter = { ...where, words, factsMax: shownMax };
  if (word !== undefined) {
    const { findRun } = await import('../../app/reader.ts');
    const summary = await findRun(journal, word, hereOf(context));
    const held = await journal.facts({ ...filter, repository: summary.repository, heldIn: summary.run });
    return layered(held, { run: summary.run, ...(task === undefined ? {} : { task }) });
  }
  const order = { promoted: 0, candidate: 1, withdrawn: 2 };
  const facts = await journal.facts(filter);
  return facts
    .filter((fact) => fact.state !== 'withdrawn' || context.flag('all'))
    .toSorted((a, b) => order[a.state] - order[b.state]);
}

/** Undefined outside of any repository. */
async function repositoryHere(context: CommandContext): Promise<string | undefined> {
  const { lookHere } = await import('../../app/look-here.ts');
  const checkout = await lookHere(context.surroundings, context.dir);
  return 'problem' in checkout ? undefined : checkout.repository;
}

async function shown(context: CommandContext, [word]: readonly string[]): Promise<Exit> {
  return reading(context, async ({ places, journal }) => {
    const fact = await findFact(journal, word, 'show');
    if (context.json) {
      context.io.out(json(fact));
      return 'done';
    }
    const { openTexts } = await import('../../app/texts.ts');
    const words = fact.blob === undefined ? undefined : await (await openTexts(places)).get(fact.blob);
    context.io.out(renderFact(fact, wholeOf(fact, words), styleOf(context.io.outColors)));
    return 'done';
  });
}

/** A fact may say more than its blob, such as what was asked; only what was cut is shown instead. */
function wholeOf(fact: RepositoryFact, words: string | undefined): string | undefined {
  return fact.text.endsWith('…') ? words : undefined;
}

async function findFact(
  journal: Journal | undefined,
  word: string | undefined,
  action: string,
): Promise<RepositoryFact> {
  if (word === undefined) throw new UserError(`Say which fact: slipway memory ${action} ID`, 'usage');
  const all = (await journal?.facts({ factsMax: searchedMax })) ?? [];
  const found = all.filter((fact) => fact.id === word || fact.id.startsWith(word));
  const [only, ...others] = found;
  if (only !== undefined && (others.length === 0 || only.id === word)) return only;
  if (only !== undefined) {
    const ids = found.map((fact) => fact.id).join(' or ');
    throw new UserError(`'${word}' could be ${ids}. Give more of the id.`, 'usage');
  }
  throw new UserError(
    `There is no fact '${word}' in this home. \`slipway memory list\` shows them.`,
    'refused',
  );
}

async function got(context: CommandContext, [key]: readonly string[]): Promise<Exit> {
  if (key === undefined) throw new UserError('Say which key: slipway memory get KEY', 'usage');
  const { agentKeyIn } = await import('../../views/memory/agent-keys.ts');
  const known = agentKeyIn(key);
  const repository = known === undefined ? await repositoryHere(context) : undefined;
  return reading(context, async (home) => {
    const value =
      known === undefined
        ? await factUnder(home.journal, key, repository)
        : await (await import('../../app/agent-keys.ts')).readAgentKey(home, key);
    const words = typeof value === 'string' ? `${value.trimEnd()}\n` : `${JSON.stringify(value)}\n`;
    context.io.out(context.json ? json({ key, value }) : forTerminal(words));
    return 'done';
  });
}

async function factUnder(
  journal: Journal | undefined,
  key: string,
  repository: string | undefined,
): Promise<string> {
  const where = repository === undefined ? {} : { repository };
  const found = ((await journal?.facts({ ...where, words: key, factsMax: searchedMax })) ?? []).find(
    (fact) => fact.state === 'promoted' && alike(fact.key) === alike(key),
  );
  if (found !== undefined) return found.text;
  throw new UserError(
    `Nothing is promoted under the key '${key}'. \`slipway memory search\` finds candidates, too.`,
    'refused',
  );
}

async function added(context: CommandContext, rest: readonly string[]): Promise<Exit> {
  const text = rest.join(' ').trim();
  if (text === '') throw new UserError('Say what to remember: slipway memory add "..."', 'usage');
  const repository = await repositoryHere(context);
  if (repository === undefined) {
    throw new UserError(
      'A fact is of a repository, and you are in none. Go into one, or name it with -C DIR.',
      'missing',
    );
  }
  const [kind, key] = [kindIn(context.value('kind')), context.value('key')];
  if (key !== undefined) refuseKey(key);
  return sitDown(context, async (sitting) => {
    if (key !== undefined) refuseSecret(sitting, key);
    const blob = await sitting.keep(text);
    const [{ factId, keyFor }, { hashText }] = await Promise.all([
      import('../../views/memory/candidates.ts'),
      import('../../app/hash-text.ts'),
    ]);
    const words = factText(await sitting.textOf(blob));
    const named = { key: key ?? keyFor('said', words, hashText), text: words };
    const fact = { ...named, id: factId(repository, named, hashText), kind, origin: 'person' as const, blob };
    await remember(sitting, repository, { type: 'fact.add', fact, by: sitting.by });
    if (context.json) context.io.out(json({ repository, ...fact }));
    else context.io.out(`${fact.id}\n`);
    context.io.err(
      forTerminal(`Remembered under ${fact.key}. It reaches agents from their next attempt on.\n`),
    );
    return 'done';
  });
}

function kindIn(word = 'project'): FactKind {
  const kind = factKinds.find((item) => item === word);
  if (kind !== undefined) return kind;
  throw new UserError(`There is no kind '${word}'. A fact is of the ${factKinds.join(', ')}.`, 'usage');
}

function refuseKey(key: string): void {
  if (key.startsWith('coding_agent::')) {
    throw new UserError(
      `Keys under coding_agent:: are read from the journal, so nothing can be kept there.`,
      'usage',
    );
  }
  if (key.length <= keyCharsMax && /^[\p{L}\p{N}][\p{L}\p{N}\p{M} _./:-]*$/u.test(key)) return;
  throw new UserError(
    `A key has at most ${keyCharsMax} characters: letters, digits, space and _ . / : - after the first.`,
    'usage',
  );
}

/** A key with something replaced in it would be found by nobody, so it is refused. */
function refuseSecret(sitting: Sitting, key: string): void {
  const { verdict, rules } = sitting.tools.screener.screen(key);
  if (verdict === 'CLEAN') return;
  throw new UserError(
    `The key was not taken: screening found something in it that must not be stored (${rules.join(', ')}). ` +
      'Choose another one; nothing was kept.',
    'refused',
  );
}

async function judged(
  context: CommandContext,
  [word]: readonly string[],
  type: 'fact.promote' | 'fact.withdraw',
): Promise<Exit> {
  const action = type === 'fact.promote' ? 'promote' : 'withdraw';
  // Before anything is opened for writing: a word about a fact never makes a home.
  const { repository, id } = await reading(context, ({ journal }) => findFact(journal, word, action));
  return sitDown(context, async (sitting) => {
    await remember(sitting, repository, { type, id, by: sitting.by });
    if (context.json) context.io.out(json(await findFact(sitting.journal, id, action)));
    context.io.err(
      action === 'promote'
        ? `Promoted ${id}. It reaches agents from their next attempt on.\n`
        : `Withdrew ${id}. No agent is told of it any more.\n`,
    );
    return 'done';
  });
}

async function sitDown(context: CommandContext, work: (sitting: Sitting) => Promise<Exit>): Promise<Exit> {
  const { toolsFor, withSitting } = await import('../sitting.ts');
  return withSitting(context, toolsFor(context), work);
}

async function remember(sitting: Sitting, repository: string, order: MemoryCommand): Promise<void> {
  const sentAs = sitting.newId();
  const refusal = await sitting.home((hand) => hand.remember(repository, order, sentAs));
  if (refusal !== undefined) throw new UserError(refusalWords(refusal), 'refused');
}

function refusalWords(refusal: MemoryRefusal): string {
  switch (refusal.refused) {
    case 'no-such-fact':
      return `There is no fact '${refusal.id}' any more. \`slipway memory list\` shows them.`;
    case 'id-reused':
      return `Nothing was done: another order came under the id ${refusal.id} before. Send this one under a new id.`;
    case 'already-so':
      return `Nothing changed: ${refusal.id} is ${refusal.state} already.`;
  }
}
