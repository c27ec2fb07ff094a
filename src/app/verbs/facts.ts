// What is remembered of a repository: looking at it, searching in it, and a person's word on it.

import type { FactKind, MemoryCommand, MemoryRefusal, RepositoryFact } from '../../core/memory/facts.ts';
import { alike, factText } from '../../core/memory/facts.ts';
import { layered } from '../../core/memory/recall.ts';
import type { Journal } from '../../journal/journal.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { Surroundings } from '../home/home-places.ts';
import { findRun } from '../home/reader.ts';
import { UserError } from '../ending/user-error.ts';
import { reusedWords } from '../words/refusal-words.ts';
import { renderFact, renderFacts } from '../words/memory-text.ts';
import { keepWords, textOf } from './ordered.ts';
import type { FactInput, FactsInput, JudgeInput, RecallInput, RememberInput } from './schemas/facts.ts';
import type { Look, LookContext, Order, OrderContext } from './verb.ts';
import { hereOf } from './which-run.ts';

/** More than anybody reads. */
const shownMax = 500;
/** Where one fact is looked for among all. */
const searchedMax = 100_000;
const keyCharsMax = 80;

export interface Facts {
  readonly facts: readonly RepositoryFact[];
  /** Of all repositories of this home. */
  readonly wide: boolean;
  readonly words: string;
}

export const facts: Look<FactsInput, Facts> = {
  look: async (context, input) => {
    const { words = '' } = input;
    const repository = await repositoryAt(context.surroundings, input.dir);
    const found =
      context.journal === undefined ? [] : await factsFor(context, context.journal, { input, repository });
    return { facts: found, wide: repository === undefined, words };
  },
  words: ({ facts: found, wide: isWide, words }, { style, width, now }) =>
    found.length === 0
      ? { talk: nothingWords(words) }
      : { data: renderFacts(found, { style, width, now, isWide }) },
};

function nothingWords(words: string): string {
  return words.trim() === ''
    ? 'Nothing is remembered here yet. Runs notice things as they go; `slipway memory add "..."` adds your own.\n'
    : 'Nothing that is remembered has all of these words. `slipway memory list` shows what there is.\n';
}

async function factsFor(
  { places }: LookContext,
  journal: Journal,
  { input, repository }: { readonly input: FactsInput; readonly repository: string | undefined },
): Promise<readonly RepositoryFact[]> {
  const { run: word, task, words = '', all = false, dir } = input;
  if (task !== undefined && word === undefined) {
    throw new UserError('--task needs --run: a task is of a run.', 'usage');
  }
  const where = repository === undefined ? {} : { repository };
  const filter = { ...where, words, factsMax: shownMax };
  if (word !== undefined) {
    const summary = await findRun(journal, word, hereOf(places, dir));
    const held = await journal.facts({ ...filter, repository: summary.repository, heldIn: summary.run });
    return layered(held, { run: summary.run, ...(task === undefined ? {} : { task }) });
  }
  const order = { promoted: 0, candidate: 1, withdrawn: 2 };
  return (await journal.facts(filter))
    .filter((item) => item.state !== 'withdrawn' || all)
    .toSorted((a, b) => order[a.state] - order[b.state]);
}

/** Undefined outside of any repository. It needs git and more, so it is loaded only for it. */
async function repositoryAt(
  surroundings: Surroundings,
  dir: string | undefined,
): Promise<string | undefined> {
  if (dir === undefined) return undefined;
  const { lookHere } = await import('../starting/look-here.ts');
  const checkout = await lookHere(surroundings, dir);
  return 'problem' in checkout ? undefined : checkout.repository;
}

export interface ShownFact {
  readonly fact: RepositoryFact;
  /** All of its words, where the fact has only the beginning of them. */
  readonly whole?: string | undefined;
}

export const fact: Look<FactInput, ShownFact> = {
  look: async ({ journal, places }, { id }) => {
    const found = await findFact(journal, id);
    if (found.blob === undefined || !found.text.endsWith('…')) return { fact: found };
    const { openTexts } = await import('../home/texts.ts');
    // A fact may say more than its blob, such as what was asked; only what was cut is shown instead.
    return { fact: found, whole: await (await openTexts(places)).get(found.blob) };
  },
  words: ({ fact: found, whole }, { style, now }) => ({ data: renderFact(found, whole, { style, now }) }),
};

async function findFact(journal: Journal | undefined, word: string): Promise<RepositoryFact> {
  const all = (await journal?.facts({ factsMax: searchedMax })) ?? [];
  const found = all.filter((item) => item.id === word || item.id.startsWith(word));
  const [only, ...others] = found;
  if (only !== undefined && (others.length === 0 || only.id === word)) return only;
  if (only !== undefined) {
    const ids = found.map((item) => item.id).join(' or ');
    throw new UserError(`'${word}' could be ${ids}. Give more of the id.`, 'usage');
  }
  throw new UserError(
    `There is no fact '${word}' in this home. \`slipway memory list\` shows them.`,
    'refused',
  );
}

export interface Recalled {
  readonly key: string;
  readonly value: unknown;
}

export const recall: Look<RecallInput, Recalled> = {
  look: async ({ journal, places, surroundings }, { key, dir }) => {
    const { agentKeyIn } = await import('../../views/memory/agent-keys.ts');
    if (agentKeyIn(key) !== undefined) {
      const { readAgentKey } = await import('../agents/agent-keys.ts');
      return { key, value: await readAgentKey({ places, journal }, key) };
    }
    return { key, value: await factUnder(journal, key, await repositoryAt(surroundings, dir)) };
  },
  words: ({ value }) => ({
    data: forTerminal(typeof value === 'string' ? `${value.trimEnd()}\n` : `${JSON.stringify(value)}\n`),
  }),
};

async function factUnder(
  journal: Journal | undefined,
  key: string,
  repository: string | undefined,
): Promise<string> {
  const where = repository === undefined ? {} : { repository };
  const all = (await journal?.facts({ ...where, words: key, factsMax: searchedMax })) ?? [];
  const found = all.find((item) => item.state === 'promoted' && alike(item.key) === alike(key));
  if (found !== undefined) return found.text;
  throw new UserError(
    `Nothing is promoted under the key '${key}'. \`slipway memory search\` finds candidates, too.`,
    'refused',
  );
}

export interface Remembered {
  readonly repository: string;
  readonly id: string;
  readonly key: string;
  readonly text: string;
  readonly kind: FactKind;
  readonly origin: 'person';
  readonly blob: string;
  readonly notes: readonly string[];
}

export const remember: Order<RememberInput, Remembered> = {
  order: async (context, { text, kind = 'project', key, dir }) => {
    const { tools } = context;
    const repository = await repositoryAt(tools.surroundings, dir);
    if (repository === undefined) {
      throw new UserError(
        'A fact is of a repository, and you are in none. Go into one, or name it with -C DIR.',
        'missing',
      );
    }
    if (key !== undefined) refuseKey(context, key);
    const notes: string[] = [];
    const blob = await keepWords(context, text, notes);
    const [{ factId, keyFor }, { hashText }] = await Promise.all([
      import('../../views/memory/candidates.ts'),
      import('../hash-text.ts'),
    ]);
    const words = factText(await textOf(context, blob));
    const named = { key: key ?? keyFor('said', words, hashText), text: words };
    const added = {
      ...named,
      id: factId(repository, named, hashText),
      kind,
      origin: 'person' as const,
      blob,
    };
    await submit(context, repository, { type: 'fact.add', fact: added, by: context.by });
    return { repository, ...added, notes };
  },
  words: ({ id, key, notes }) => ({
    data: `${id}\n`,
    talk: forTerminal(
      notes.map((line) => `${line}\n`).join('') +
        `Remembered under ${key}. It reaches agents from their next attempt on.\n`,
    ),
  }),
};

/** A key with something replaced in it would be found by nobody, so it is refused. */
function refuseKey({ tools }: OrderContext, key: string): void {
  if (key.startsWith('coding_agent::')) {
    throw new UserError(
      `Keys under coding_agent:: are read from the journal, so nothing can be kept there.`,
      'usage',
    );
  }
  if (key.length > keyCharsMax || !/^[\p{L}\p{N}][\p{L}\p{N}\p{M} _./:-]*$/u.test(key)) {
    throw new UserError(
      `A key has at most ${keyCharsMax} characters: letters, digits, space and _ . / : - after the first.`,
      'usage',
    );
  }
  const { verdict, rules } = tools.screener.screen(key);
  if (verdict === 'CLEAN') return;
  throw new UserError(
    `The key was not taken: screening found something in it that must not be stored (${rules.join(', ')}). ` +
      'Choose another one; nothing was kept.',
    'refused',
  );
}

export interface JudgedFact {
  readonly fact: RepositoryFact;
  readonly judgement: 'promote' | 'withdraw';
}

export const judge: Order<JudgeInput, JudgedFact> = {
  order: async (context, { id: word, judgement }) => {
    const { repository, id } = await findFact(context.owner.journal, word);
    await submit(context, repository, { type: `fact.${judgement}`, id, by: context.by });
    return { fact: await findFact(context.owner.journal, id), judgement };
  },
  words: ({ fact: { id }, judgement }) => ({
    talk:
      judgement === 'promote'
        ? `Promoted ${id}. It reaches agents from their next attempt on.\n`
        : `Withdrew ${id}. No agent is told of it any more.\n`,
  }),
};

async function submit(context: OrderContext, repository: string, command: MemoryCommand): Promise<void> {
  const refusal = await context.owner.memory.submit(repository, command, context.sent);
  if (refusal !== undefined) throw new UserError(refusalWords(refusal), 'refused');
}

function refusalWords(refusal: MemoryRefusal): string {
  switch (refusal.refused) {
    case 'no-such-fact':
      return `There is no fact '${refusal.id}' any more. \`slipway memory list\` shows them.`;
    case 'id-reused':
      return reusedWords(refusal.id);
    case 'already-so':
      return `Nothing changed: ${refusal.id} is ${refusal.state} already.`;
  }
}
