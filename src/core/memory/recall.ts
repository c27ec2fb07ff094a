// Which facts are found, which hold for whom, and which role is told of which. Pure; what a role is told is data.
//
//   RECALL-1. The narrowest scope is read first: task, run, repository. A narrower fact hides a wider one of the same key.
//   RECALL-2. A role is told of promoted facts, and of what a person said in its own run; of nothing withdrawn, of no other
//       candidate, and not of notes, which reach it as notes.
//   RECALL-3. A role is told of at most `factsMax` facts in at most `charsMax` characters; whole facts only.
//   RECALL-4. What no run has seen for `agedMs` is old: it counts half as much, half of that after as long again, and its age is told with
//       it. It is never left out for its age alone. A person's word does not grow old: no run could confirm it.

import type { Fact, FactKind, FactScope } from './facts.ts';
import { alike, confirmedAt } from './facts.ts';
import type { Role } from '../roles/modes.ts';
import { isGlob, overlap } from '../fence/paths.ts';

export const factsMax = 20;
export const charsMax = 4_000;

/** Three months: a repository that is worked on has changed its habits by then, or shown them again. */
const agedMs = 90 * 86_400_000;

/** RECALL-4: how many times as long as that nobody has seen a fact; 0 is fresh. */
export function agesOf(fact: Fact, at: number): number {
  if (fact.by !== undefined || fact.origin === 'person') return 0;
  return Math.max(0, Math.floor((at - confirmedAt(fact)) / agedMs));
}

/** What is searched of a fact. */
export function searchTextOf(fact: Pick<Fact, 'key' | 'text'>): string {
  return alike(`${fact.key} ${fact.text}`);
}

const searchWordsMax = 12;

/** The words of a search; space, underscore and hyphen all part them. */
export function searchWordsOf(words: string): readonly string[] {
  return alike(words)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, searchWordsMax);
}

/** Where a reader stands: in a task of a run, in a run, or outside of any. */
export interface ReaderStanding {
  readonly run?: string;
  readonly task?: string;
}

const width: Readonly<Record<FactScope, number>> = { task: 0, run: 1, repository: 2 };

/** RECALL-1. Within a scope the order stays; what belongs to another run or task is not there. */
export function layered<F extends Fact>(facts: readonly F[], standing: ReaderStanding): readonly F[] {
  const seen = new Set<string>();
  return facts
    .filter((fact) => holdsAt(fact, standing))
    .toSorted((a, b) => width[a.scope] - width[b.scope])
    .filter((fact) => {
      const key = alike(fact.key);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

function holdsAt(fact: Fact, { run, task }: ReaderStanding): boolean {
  if (fact.state === 'withdrawn') return false;
  if (fact.scope === 'repository') return true;
  return fact.sources.some((source) => source.run === run && (fact.scope === 'run' || source.task === task));
}

/** What of the memory a role is told: all of it, what shares words with the ticket, or what is about its files. */
interface Recall {
  readonly repository: 'all' | 'ticket' | 'files';
  readonly kinds: readonly FactKind[];
  /** Whether what was said in this run is told, too. */
  readonly said: boolean;
}

const every: readonly FactKind[] = ['user', 'feedback', 'project', 'reference'];
const byTicket: Recall = { repository: 'ticket', kinds: every, said: true };
const byFiles: Recall = { repository: 'files', kinds: every, said: true };
const feedback: Recall = { repository: 'all', kinds: ['feedback'], said: true };
const project: Recall = { repository: 'all', kinds: ['project'], said: false };

/** Whoever is not here is told nothing. */
export const recalls: Readonly<Partial<Record<Role, Recall>>> = {
  investigator: byTicket,
  planner: byTicket,
  designer: byTicket,
  implementer: byFiles,
  tester: byFiles,
  documenter: byFiles,
  reviewer: feedback,
  auditor: project,
  'assumption-verifier': project,
  'executability-verifier': project,
};

export interface Listener extends ReaderStanding {
  readonly role: Role;
  readonly run: string;
  /** The words of the ticket. */
  readonly ticket: string;
  /** The files of the task, where there is one. */
  readonly files: readonly string[];
  /** When it is told: facts grow old. */
  readonly at: number;
}

/** RECALL-2, RECALL-3, RECALL-4. `facts` are the newest first. */
export function recalled(facts: readonly Fact[], listener: Listener): readonly Fact[] {
  const recall = recalls[listener.role];
  if (recall === undefined) return [];
  const heard = layered(
    facts.filter((fact) => isTold(fact, recall)),
    listener,
  );
  const words = wordsIn(listener.ticket);
  const rated = heard
    .map((fact) => ({
      fact,
      rate: rateOf(fact, recall, { words, files: listener.files }) / 2 ** agesOf(fact, listener.at),
    }))
    .filter(({ rate }) => rate > 0)
    .toSorted((a, b) => width[a.fact.scope] - width[b.fact.scope] || b.rate - a.rate);
  return fitting(
    rated.map(({ fact }) => fact),
    listener.at,
  );
}

function isTold(fact: Fact, { kinds, said }: Recall): boolean {
  if (!kinds.includes(fact.kind)) return false;
  if (fact.scope === 'repository') return fact.state === 'promoted';
  return said && fact.origin === 'person' && fact.sources.every((source) => source.rule !== 'note');
}

/** How much a fact has to do with what the role is about to do; 0 is nothing. */
function rateOf(
  fact: Fact,
  { repository }: Recall,
  about: { readonly words: ReadonlySet<string>; readonly files: readonly string[] },
): number {
  if (fact.scope !== 'repository' || repository === 'all') return 1;
  if (repository === 'files') return about.files.filter((file) => isAbout(fact, file)).length;
  return [...wordsIn(`${fact.key} ${fact.text}`)].filter((word) => about.words.has(word)).length;
}

function isAbout(fact: Fact, file: string): boolean {
  const paths = fact.paths ?? [];
  if (paths.some((path) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`))) return true;
  if (isGlob(file) && overlap([file], paths)) return true;
  return searchTextOf(fact).includes(alike(file));
}

const wordCharsMin = 3;
/** A word of two syllables says enough in scripts that have them. */
const syllablesMin = 2;
/** Grammar, which every text shares with every other. */
const common: ReadonlySet<string> = new Set(
  (
    'all also and any are because been but can each every for from had has have her his how into its may more most ' +
    'must not nor now off one only other our out she should some such than that the their them then there these they ' +
    'this those too use used very was way were what when where which while who whose why will with would you your'
  ).split(' '),
);

/** Words that say what a text is about. */
function wordsIn(text: string): ReadonlySet<string> {
  const words = alike(text).split(/[^\p{L}\p{N}\p{M}]+/u);
  return new Set(words.filter((word) => word.length >= leastOf(word) && !common.has(word)));
}

function leastOf(word: string): number {
  return /^[a-z0-9]*$/.test(word) ? wordCharsMin : syllablesMin;
}

/** RECALL-3. */
function fitting(facts: readonly Fact[], at: number): readonly Fact[] {
  const kept: Fact[] = [];
  let chars = 0;
  for (const fact of facts) {
    const more = lineOf(fact, at).length + 1;
    if (kept.length >= factsMax || chars + more > charsMax) continue;
    kept.push(fact);
    chars += more;
  }
  return kept;
}

/** The facts as a role reads them. */
export function knownText(facts: readonly Fact[], at: number): string {
  return facts.map((fact) => `${lineOf(fact, at)}\n`).join('');
}

function lineOf(fact: Fact, at: number): string {
  return `- [${fact.kind}] ${fact.key}: ${fact.text} (${whoSaid(fact)}${ageWords(fact, at)})`;
}

/** RECALL-4. */
function ageWords(fact: Fact, at: number): string {
  if (agesOf(fact, at) === 0) return '';
  const days = Math.floor((at - confirmedAt(fact)) / 86_400_000);
  return `, old: not seen for ${days} days, so look whether it is still so`;
}

function whoSaid(fact: Fact): string {
  const [first] = fact.sources;
  const person = fact.by?.who ?? first?.who;
  const run = first === undefined ? '' : `, run ${first.run}`;
  switch (fact.origin) {
    case 'person':
      return `said by ${person ?? 'a person'}${run}`;
    case 'slipway':
      return `seen by Slipway${run}`;
    case 'reviewer':
      return `found by a reviewer${run}`;
    case 'program':
      return `printed by a program${run}`;
  }
}
