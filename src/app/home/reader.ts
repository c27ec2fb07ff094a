// Reading a home without owning it. Loads the journal and nothing else: commands that only look start fast.

import type { Run } from '../../core/run.ts';
import type { RunEvent } from '../../core/events.ts';
import { isAbsent } from '../../journal/absent.ts';
import { readAnchors } from '../../journal/anchors.ts';
import type { Journal } from '../../journal/journal.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import type { Here, StandingIn } from '../starting/which-repository.ts';
import { standingIn } from '../starting/which-repository.ts';
import type { Places } from './home-places.ts';
import { importedRuns, notMovedWords } from './imported.ts';
import { UserError } from '../ending/user-error.ts';

export interface HomeReader {
  /** Undefined in a home that has no journal yet. */
  readonly journal: Journal | undefined;
  readonly close: () => Promise<void>;
}

/** Nothing ran in it yet; one that cannot be looked at is not new. */
export function isNew({ database, anchors }: Pick<Places, 'database' | 'anchors'>): boolean {
  return isAbsent(database) && readAnchors(anchors).size === 0;
}

export async function openReader(places: Places): Promise<HomeReader> {
  const { openSqliteJournal } = await import('../../journal/sqlite/sqlite.ts');
  const opened = await openSqliteJournal({
    file: places.database,
    anchorsDir: places.anchors,
    readOnly: true,
  });
  if (opened.ok) return { journal: opened.journal, close: () => opened.journal.close() };
  if (opened.problem.code === 'missing') return { journal: undefined, close: () => Promise.resolve() };
  throw new UserError(opened.problem.message, 'missing');
}

/** The runs of a repository, newest first. For an estimate only: a journal that cannot be read says nothing, here. */
export async function runsSeen(places: Places, repository: string): Promise<readonly RunSummary[]> {
  try {
    const reader = await openReader(places);
    try {
      return (await reader.journal?.summaries({ repository })) ?? [];
    } finally {
      await reader.close();
    }
  } catch {
    return []; // whoever writes to it next says what is wrong
  }
}

/**
 * The run a person means: its id, the beginning of it, the id of its ticket, or, without a word, the newest of the
 * repository they stand in, of those that they prefer if there is one. Where that has none, none is meant: a run of another
 * repository is never taken for it.
 */
export async function findRun(
  journal: Journal | undefined,
  word: string | undefined,
  here: Here,
  prefers: (summary: RunSummary) => boolean = () => true,
): Promise<RunSummary> {
  const all = (await journal?.summaries()) ?? [];
  const newest = all.toSorted((a, b) => b.startedAt - a.startedAt);
  // Asked where nothing is found: it reads the whole file of anchors.
  const isFound = newest.some((item) => word === undefined || item.run === word || item.ticket === word);
  if (!isFound) refuseLost((await journal?.lost()) ?? [], word, newest);
  if (word === undefined) {
    const those = meantHere(newest, here);
    const latest = those.find(prefers) ?? those[0];
    if (latest === undefined) throw new Error('invariant: where nothing is meant, that is said');
    return latest;
  }
  const exact = newest.find((item) => item.run === word || item.ticket === word);
  if (exact !== undefined) return exact;
  const begins = newest.filter((item) => item.run.startsWith(word));
  const [only, ...others] = begins;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) {
    throw new UserError(
      `'${word}' could be ${begins.map((item) => item.run).join(' or ')}. Give more of the id.`,
      'usage',
    );
  }
  const imported = importedRuns(here.home).find((run) => run.startsWith(word));
  if (imported !== undefined) throw new UserError(notMovedWords(imported), 'refused');
  throw new UserError(
    `There is no run '${word}' in this home. \`slipway list\` shows the runs there are.`,
    'refused',
  );
}

/** A run that was written down outside the database, and is not shown by it, is not "no run": it may be the one that is meant. */
function refuseLost(lost: readonly string[], word: string | undefined, shown: readonly RunSummary[]): void {
  const meant = lost.filter((run) => word === undefined || run.startsWith(word));
  const isShown = word !== undefined && shown.some((item) => item.run === word || item.ticket === word);
  if (meant.length === 0 || isShown || (word === undefined && shown.length > 0)) return;
  throw new UserError(lostWords(meant), 'refused');
}

export function lostWords(runs: readonly string[]): string {
  const which = runs.length === 1 ? `Run ${runs.join('')} is` : `The runs ${runs.join(', ')} are`;
  return (
    `${which} damaged: written down in anchors/, and not in slipway.db any more. ` +
    'Put slipway.db and anchors/ back from a copy of the home; `slipway verify --all` looks at what is left.'
  );
}

/** Those of the repository a person stands in, or the one run whose workspace they stand in; refused where there are none. */
export function meantHere(runs: readonly RunSummary[], here: Here): readonly RunSummary[] {
  if (runs.length === 0) {
    throw new UserError('There is no run yet. Start one with `slipway run "what you want"`.', 'refused');
  }
  const standing = standingIn(here, runs);
  const meant = runs.filter((item) =>
    standing.in === 'workspace'
      ? item.run === standing.run
      : standing.in === 'repository' && item.repository === standing.repository,
  );
  if (meant.length > 0) return meant;
  throw new UserError(
    `${noneHere(standing, here)} Name the run you mean; \`slipway list\` shows those of every repository.`,
    'refused',
  );
}

function noneHere(standing: StandingIn, { dir }: Here): string {
  if (standing.in === 'repository') return `There is no run of the repository at ${standing.root}.`;
  return dir === undefined
    ? 'It is not clear which run is meant.'
    : `${dir} is in no git repository, so it is not clear which run is meant.`;
}

export interface ToldEvent {
  readonly event: RunEvent;
  readonly at: number;
  readonly seq: number;
}

/** A run's events and the state they fold to. */
export async function readRun(
  journal: Journal,
  run: string,
): Promise<{ readonly run: Run; readonly events: readonly ToldEvent[] }> {
  const [{ fold }, { decodeRunEvent }, recorded] = await Promise.all([
    import('../../core/evolve/evolve.ts'),
    import('../../views/events/decode.ts'),
    journal.read(`run/${run}`),
  ]);
  const events = recorded.map(({ event, at, seq }) => ({ event: decodeRunEvent(event), at, seq }));
  const state = fold(events);
  if (state === undefined) throw new UserError(`The journal of run ${run} is empty.`, 'refused');
  return { run: state, events };
}
