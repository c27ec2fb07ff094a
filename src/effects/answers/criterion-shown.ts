// Whether what a reviewer gives as evidence for a criterion names something that exists [E7]. Pure: what exists is given.
//   SHOWN-1. One thing is enough: a file of the change; a line that a file of the tree has; a line of the change, quoted; a test that
//       was executed; a check of the run. Words that name none of these show nothing, however right; nor does a file that the change
//       does not touch, without a line: any file of the tree could be named like that.
//   SHOWN-2. Nobody guesses: a test is meant where its name is quoted or written out, a check where it is called one, quoted, or
//       its command is written out. Many runners name no test that passes; then its name stands in the change, or nowhere.
//   SHOWN-3. Who names a line that is not there has not looked: what else is named counts for nothing then.

import type { CheckSpec } from '../../core/evidence/evidence.ts';

export interface Exists {
  /** Files of the new side. */
  readonly files: readonly string[];
  /** Those among them that the change touches. */
  readonly touched: readonly string[];
  /** Files that the change takes away. */
  readonly removed: readonly string[];
  /** How many lines a file of the new side has. */
  readonly linesOf: (file: string) => Promise<number>;
  /** Names of tests that were executed, as their runner writes them. */
  readonly tests: readonly string[];
  /** The lines that the change brings. */
  readonly lines: string;
  readonly checks: readonly Pick<CheckSpec, 'name' | 'command'>[];
}

/** Of a text that is longer, its beginning. */
const evidenceCharsMax = 2_000;

export async function isShown(text: string, exists: Exists): Promise<boolean> {
  const evidence = text.slice(0, evidenceCharsMax);
  const places = await placesIn(evidence, exists);
  if (places.has('nowhere')) return false; // SHOWN-3
  if (places.has('there')) return true;
  return namesCheck(evidence, exists) || namesTest(evidence, exists) || quotesLine(evidence, exists);
}

const quotes = /["'`“”‘’«»]/;

/** A path, and the number of a line as people write it: `a.ts:12`, `a.ts#L12`, `a.ts, line 12`. */
const place = /([\w@+~$./[\]-]*\w[\w\])]?)(?:(?::|#)L?(\d+)|["'`”’]?[,\s(]+lines?\s+(\d+))?/gi;

type Place = 'there' | 'nowhere' | 'unsaid';

/** One walk over everything that is written like a place. */
async function placesIn(evidence: string, exists: Exists): Promise<ReadonlySet<Place>> {
  const found = new Set<Place>();
  for (const [, written = '', ...numbers] of evidence.matchAll(place)) {
    const line = numbers.find((number) => number !== undefined);
    found.add(await placeOf(written.replace(/^\.\//, ''), line, exists));
  }
  return found;
}

async function placeOf(path: string, line: string | undefined, exists: Exists): Promise<Place> {
  const { files, removed, touched, linesOf } = exists;
  if (line === undefined)
    return [...touched, ...removed].some((file) => isMeant(file, path)) ? 'there' : 'unsaid';
  const lengths = await Promise.all(files.filter((file) => isMeant(file, path)).map(linesOf));
  if (lengths.some((length) => Number(line) >= 1 && Number(line) <= length)) return 'there';
  const isGone =
    removed.some((file) => isMeant(file, path)) || lengths.some((length) => Number(line) <= length);
  return !isGone && looksLikeFile.test(path) ? 'nowhere' : 'unsaid';
}

/** A path from a folder on: with a line, nothing else is written like that by chance. */
const looksLikeFile = /^\w[^:]*\/[^/]+\.[A-Za-z]\w{0,9}$/;

/** The whole path, or its end from a folder on where that looks like the name of a file. */
function isMeant(file: string, path: string): boolean {
  return file === path || (/[^.]\.\w/.test(path) && file.endsWith(`/${path}`));
}

/** Shorter titles stand in too many sentences. */
const titleCharsMin = 8;
const quotedCharsMin = 3;

/** As no sentence has one: with a capital or an underscore inside. Runners write package or class before it. */
const functionName = /\b(?=\w*(?:_|[a-z0-9][A-Z]))[A-Za-z_]\w{7,}\b/g;

function namesTest(evidence: string, { tests }: Exists): boolean {
  const said = plain(evidence);
  const quoted = evidence.split(quotes).slice(1).map(plain);
  const functions = new Set(evidence.match(functionName) ?? []);
  return tests.some((test) => {
    if (functions.has(/(\w+)(?:\[[^\]]*\])?$/.exec(test)?.[1] ?? '')) return true;
    const name = plain(test);
    const title = plain(test.split(/ > | › |::/).at(-1) ?? '');
    return (
      [name, title].some((words) => words.length >= titleCharsMin && said.includes(words)) ||
      quoted.some((words) => words.length >= quotedCharsMin && (words === title || name.endsWith(words)))
    );
  });
}

/** As long as a title, or the name of a test as a function has one. */
function quotesLine(evidence: string, { lines }: Exists): boolean {
  const quoted = evidence.split(quotes).filter((_, at) => at % 2 === 1);
  const functions = evidence.match(/\b(?:Test|test_)\w+/g) ?? [];
  const brought = plain(lines);
  return [...quoted, ...functions]
    .map(plain)
    .some((words) => words.length >= titleCharsMin && brought.includes(words));
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

const commandCharsMin = 4;

function namesCheck(evidence: string, { checks }: Exists): boolean {
  return checks.some(({ name, command }) => {
    const word = escaped(name);
    const called = new RegExp(
      `\\bchecks?\\b[^.;]{0,40}?(?<![\\w-])${word}(?![\\w-])|(?<![\\w-])${word}["'\`”’]?\\s+checks?\\b|["'\`“‘]${word}["'\`”’]|^\\s*${word}\\s*$`,
      'i',
    );
    return called.test(evidence) || (command.length >= commandCharsMin && evidence.includes(command));
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
