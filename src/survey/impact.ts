// The impact scan: which files a ticket is likely about, by its words in their paths and contents. A word that few files
// have says more than one that many have; a hint, no more.
//
// Invariants
//   IMPACT-1. Large files, binaries, lock files and what others or programs wrote are not read; what is read has a limit.
//   IMPACT-2. No more than the counts of a file are kept of it, and of a word that is everywhere nothing.
//   IMPACT-3. The same commit and the same words give the same answer.
//   IMPACT-4. No more than a quarter of the files that are shown are tests, unless there is nothing else.

import type { FileEntry, Workspaces } from '../workspace/workspace.ts';
import { isLeftOut, isTestPath } from './left-out.ts';
import { matcherOf } from './matcher.ts';
import type { Impact, LikelyFile } from './survey.ts';
import type { Term } from './terms.ts';
import { termsOf } from './terms.ts';

const fileBytesMax = 512 * 1024;
const allBytesMax = 384 * 1024 * 1024;
const binaryBytesLooked = 8_000;
export const filesShown = 20;
const testsShown = 5;
const areasShown = 5;
const whyTermsShown = 4;
/** A term in more files than this share is not looked for any further, once enough files were seen to tell. */
const commonShare = 0.2;
const commonFilesMin = 2_000;
const saturation = 1.2;
const lengthShare = 0.4;
const pathFactor = 3;

export interface ImpactRequest {
  readonly repository: string;
  readonly entries: readonly FileEntry[];
  readonly ticket?: { readonly title: string; readonly text: string };
}

export async function impactOf(
  workspaces: Pick<Workspaces, 'eachContent'>,
  request: ImpactRequest,
): Promise<Impact> {
  const { best, terms, read, unread } = await rankingOf(workspaces, request);
  const files = shownOf(best).map((one) => shownFile(one, best[0]?.score ?? 1));
  return { files, areas: areasOf(best), terms, read, unread };
}

/** Every file that says a word of the ticket, the likeliest first. */
interface Ranking extends Pick<Impact, 'terms' | 'read' | 'unread'> {
  readonly best: readonly Scored[];
}

export async function rankingOf(
  workspaces: Pick<Workspaces, 'eachContent'>,
  { repository, entries, ticket }: ImpactRequest,
): Promise<Ranking> {
  const terms = ticket === undefined ? [] : termsOf(ticket);
  const fitting = entries.filter((entry) => entry.bytes <= fileBytesMax && !isLeftOut(entry.path)); // IMPACT-1
  if (terms.length === 0) return { best: [], terms: [], read: 0, unread: fitting.length };
  const read = withinBytes(fitting, allBytesMax);
  const inContents = await contentHits(workspaces, repository, { entries: read, terms });
  const scores = scored({ entries: fitting, terms, inContents, inPaths: pathHits(fitting, terms) });
  return {
    best: scores.toSorted((one, two) => two.score - one.score || (one.path < two.path ? -1 : 1)),
    terms: terms.map((term) => term.text),
    read: read.length,
    unread: fitting.length - read.length,
  };
}

/** Tests say the words of a ticket more often than what they test, and would leave no room for it (IMPACT-4). */
export function shownOf(best: readonly Scored[]): readonly Scored[] {
  const tests = best.filter(({ path }) => isTestPath(path)).slice(0, testsShown);
  const others = best.filter(({ path }) => !isTestPath(path)).slice(0, filesShown - tests.length);
  const room = filesShown - tests.length - others.length;
  const more = best.filter(({ path }) => isTestPath(path)).slice(tests.length, tests.length + room);
  const chosen = new Set([...tests, ...others, ...more]);
  return best.filter((one) => chosen.has(one));
}

/** The first of them, so that places in the list stay what they are. */
function withinBytes(entries: readonly FileEntry[], bytesMax: number): readonly FileEntry[] {
  let bytes = 0;
  return entries.filter((entry) => (bytes += entry.bytes) <= bytesMax);
}

/** How often a term is in a file, by the file's place in the list. */
interface Hits {
  readonly of: readonly (readonly { readonly file: number; readonly count: number }[])[];
  /** Files that could be searched. */
  readonly searched: number;
  readonly bytes: number;
}

async function contentHits(
  workspaces: Pick<Workspaces, 'eachContent'>,
  repository: string,
  { entries, terms }: { readonly entries: readonly FileEntry[]; readonly terms: readonly Term[] },
): Promise<Hits> {
  const matcher = matcherOf(terms.map((term) => term.text));
  const counts = new Uint8Array(terms.length);
  const of = terms.map(() => new Array<{ file: number; count: number }>());
  let searched = 0;
  let bytes = 0;
  await workspaces.eachContent(
    repository,
    entries.map((entry) => entry.id),
    (file, content) => {
      if (content.subarray(0, binaryBytesLooked).includes(0)) return;
      searched += 1;
      bytes += content.length;
      matcher.count(content, counts);
      for (let term = 0; term < counts.length; term += 1) {
        const count = counts[term] ?? 0;
        const hits = of[term];
        if (count === 0 || hits === undefined) continue;
        hits.push({ file, count });
        if (searched < commonFilesMin || hits.length < searched * commonShare) continue;
        matcher.forget(term); // IMPACT-2
        of[term] = [];
      }
    },
  );
  return { of, searched, bytes };
}

/** The names of files and folders have few words, and each was chosen. */
function pathHits(entries: readonly FileEntry[], terms: readonly Term[]): readonly (readonly number[])[] {
  const matcher = matcherOf(terms.map((term) => term.text));
  const counts = new Uint8Array(terms.length);
  const of = terms.map(() => new Array<number>());
  for (const [file, { path }] of entries.entries()) {
    matcher.count(Buffer.from(path), counts);
    for (const [term, { text, kind }] of terms.entries()) {
      if (counts[term] !== 0 && (kind !== 'path' || isSamePath(path.toLowerCase(), text)))
        of[term]?.push(file);
    }
  }
  return of;
}

function isSamePath(path: string, text: string): boolean {
  return path === text || path.endsWith(`/${text}`) || path.startsWith(`${text}/`);
}

interface Scored {
  readonly path: string;
  readonly score: number;
  readonly reasons: readonly Reason[];
}

interface Reason {
  readonly words: string;
  readonly worth: number;
}

/** After BM25: rare terms count more, the tenth time a term turns up counts less, and so does a long file. */
function scored(found: {
  readonly entries: readonly FileEntry[];
  readonly terms: readonly Term[];
  readonly inContents: Hits;
  readonly inPaths: readonly (readonly number[])[];
}): readonly Scored[] {
  const { entries, terms, inContents, inPaths } = found;
  const { searched, bytes } = inContents;
  const average = Math.max(1, bytes / Math.max(1, searched));
  const reasons = new Map<number, Reason[]>();
  const note = (file: number, words: string, worth: number): void => {
    const known = reasons.get(file) ?? [];
    if (known.length === 0) reasons.set(file, known);
    known.push({ words, worth });
  };
  for (const [at, { text, kind, weight }] of terms.entries()) {
    const hits = inContents.of[at] ?? [];
    const rare = rarity(hits.length, searched);
    for (const { file, count } of hits) {
      const length = 1 - lengthShare + (lengthShare * (entries[file]?.bytes ?? 0)) / average;
      const often = (count * (saturation + 1)) / (count + saturation * length);
      note(file, `${quoted(text)} ${count}×`, weight * rare * often);
    }
    const named = inPaths[at] ?? [];
    const rarePath = rarity(named.length, entries.length);
    const what = kind === 'path' ? 'is named' : `${quoted(text)} in its path`;
    for (const file of named) note(file, what, weight * rarePath * pathFactor);
  }
  return [...reasons].map(([file, list]) => {
    const path = entries[file]?.path ?? '';
    return { path, score: list.reduce((sum, one) => sum + one.worth, 0) * factorOf(path), reasons: list };
  });
}

function rarity(files: number, all: number): number {
  return Math.log(1 + (all - files + 0.5) / (files + 0.5));
}

/** Prose has every word, and a list of changes has all of them. */
function factorOf(path: string): number {
  if (/(?:^|\/)(?:changelog|history|news|releases?)[^/]*$/i.test(path)) return 0.2;
  return /\.(?:mdx?|txt|rst|adoc)$/i.test(path) ? 0.5 : 1;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function shownFile({ path, score, reasons }: Scored, best: number): LikelyFile {
  const top = reasons.toSorted((one, two) => two.worth - one.worth).slice(0, whyTermsShown);
  return {
    path,
    score: Math.round((score / best) * 100) / 100,
    why: top.map((one) => one.words).join(', '),
  };
}

/** Folders that hold most of what was found, two deep. */
function areasOf(best: readonly Scored[]): Impact['areas'] {
  const areas = new Map<string, { score: number; files: number }>();
  for (const { path, score } of best.slice(0, filesShown * areasShown)) {
    const folder = path.split('/').slice(0, -1).slice(0, 2).join('/');
    const area = areas.get(folder) ?? { score: 0, files: 0 };
    areas.set(folder, { score: area.score + score, files: area.files + 1 });
  }
  return [...areas]
    .toSorted(([, one], [, two]) => two.score - one.score)
    .slice(0, areasShown)
    .map(([folder, { files }]) => ({ folder: folder === '' ? '.' : folder, files }));
}
