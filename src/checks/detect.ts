// Finds the checks of a repository in its own files, where configuration names none. Reads the base commit only, so
// that a change cannot bring its own checks. Broken or unknown files give no checks, never an error.
//
// Invariants
//   DETECT-1. Nothing is executed, and no word of a repository gets into a command before it was found to be a plain name.
//   DETECT-2. Every check has a name of its own: the first of a kind has the kind's name, others say whose they are.
//   DETECT-3. Setups come before builds, builds before tests, tests before the rest, because a failed one stops what follows.

import { ciElsewhere } from './ci-files.ts';
import { checkMsOf } from '../core/evidence/check-times.ts';
import type { CoverageSpec } from '../core/evidence/coverage.ts';
import type { CheckKind, CheckSpec } from '../core/evidence/evidence.ts';
import type { Ecosystem, FileTree, FoundCheck } from './ecosystems/ecosystem.ts';
import { go } from './ecosystems/go.ts';
import { java } from './ecosystems/java.ts';
import { make } from './ecosystems/make.ts';
import { node } from './ecosystems/node.ts';
import { perl } from './ecosystems/perl.ts';
import { python } from './ecosystems/python.ts';
import { rust } from './ecosystems/rust.ts';
import { shell } from './ecosystems/shell.ts';

const fullTimeoutMs = 600_000;
const foldersMax = 5;
const nameCharsMax = 40;

/** In this order; the first that is there has the plain names. */
const ecosystems: readonly Ecosystem[] = [node, python, go, rust, java, perl, make, shell];
const order: readonly CheckKind[] = ['setup', 'build', 'test', 'lint', 'security', 'custom'];

/** A check and whose it is. */
interface Found extends FoundCheck {
  readonly of: string;
}

export interface Detected {
  readonly checks: readonly CheckSpec[];
  /** Those that have a check, by name; a folder's name where they lie below the root. */
  readonly ecosystems: readonly string[];
  /** How coverage is measured, where that is certain. */
  readonly coverage?: CoverageSpec;
  /** Commands in CI files that none of the checks runs; nobody runs them because they stand there. */
  readonly elsewhere: readonly string[];
}

/** `files` are the paths that are there; without them, what is told by names alone is not found. */
export async function detect(
  read: FileTree['read'],
  files: readonly string[] = [],
  has?: FileTree['has'],
): Promise<Detected> {
  const found = await checksOf(read, files, has);
  const sorted = found.toSorted((one, two) => placeOf(one) - placeOf(two)); // DETECT-3
  const coverage = await coverageOf(read, files, found);
  return {
    checks: named(sorted),
    ecosystems: [...new Set(found.map((one) => one.of))],
    ...(coverage === undefined ? {} : { coverage }),
    elsewhere: await ciElsewhere({ files, read }, found.flatMap(wordsOf)),
  };
}

/** What a check runs, and what it leaves to others that run it. */
function wordsOf({ command, script }: Found): readonly string[] {
  return [command, script?.text ?? '', script?.name ?? '', ...(script?.besides ?? [])];
}

function placeOf({ kind, place }: FoundCheck): number {
  return order.indexOf(place ?? kind);
}

/** Of the first ecosystem that can be measured; where there are several below the root, nobody can say which is meant. */
async function coverageOf(
  read: FileTree['read'],
  files: readonly string[],
  found: readonly Found[],
): Promise<CoverageSpec | undefined> {
  const owners = new Set(found.map((one) => one.of));
  const folder =
    owners.size === 1 && !ecosystems.some(({ name }) => owners.has(name)) ? [...owners][0] : undefined;
  const tree = folder === undefined ? { files, read } : below({ files, read }, folder);
  for (const { coverage } of ecosystems) {
    const one = await coverage?.(tree);
    if (one === undefined) continue;
    const spec = { ...one, timeoutMs: fullTimeoutMs };
    return folder === undefined
      ? spec
      : {
          ...spec,
          folder,
          command: `cd ${folder} && ${one.command}`,
          reports: one.reports.map((report) => `${folder}/${report}`),
        };
  }
  return undefined;
}

async function checksOf(
  read: FileTree['read'],
  files: readonly string[],
  has: FileTree['has'],
): Promise<readonly Found[]> {
  const there = new Set(files);
  // Reading a file of a commit starts a process, and most of the names that are asked for are nowhere.
  const tree: FileTree =
    files.length === 0
      ? { files, read, ...(has && { has }) }
      : {
          files,
          ...(has && { has }),
          read: (path) => (there.has(path) ? read(path) : Promise.resolve(undefined)),
        };
  const root = await checksIn(tree);
  return root.length > 0 ? root : checksBelow(tree);
}

async function checksIn(tree: FileTree): Promise<readonly Found[]> {
  const all = await Promise.all(
    ecosystems.map(async ({ name, fillsGaps, find }) => ({
      fillsGaps,
      checks: (await find(tree)).map((check): Found => ({ ...check, of: name })),
    })),
  );
  return all.reduce<readonly Found[]>((found, { fillsGaps, checks }) => {
    const fitting = checks.filter(
      (check) => fillsGaps !== true || !found.some((one) => one.kind === check.kind),
    );
    return [...found, ...fitting];
  }, []);
}

/** Where the root has nothing, the folders right below it that have something. */
async function checksBelow(tree: FileTree): Promise<readonly Found[]> {
  const folders = [...new Set(tree.files.flatMap((file) => /^([A-Za-z0-9][\w.-]*)\//.exec(file)?.[1] ?? []))]; // DETECT-1
  const found = await Promise.all(
    folders.toSorted().map(async (folder) => ({ folder, checks: await checksIn(below(tree, folder)) })),
  );
  return found
    .filter(({ checks }) => checks.length > 0)
    .slice(0, foldersMax)
    .flatMap(({ folder, checks }) =>
      checks.map((check) => ({
        ...check,
        of: folder,
        command: `cd ${folder} && ${check.command}`,
        ...(check.script === undefined ? {} : { script: { ...check.script, folder } }),
      })),
    );
}

function below(tree: FileTree, folder: string): FileTree {
  const start = `${folder}/`;
  return {
    files: tree.files.filter((file) => file.startsWith(start)).map((file) => file.slice(start.length)),
    read: (path) => tree.read(`${start}${path}`),
    ...(tree.has && { has: tree.has }),
  };
}

/** DETECT-2. */
function named(found: readonly Found[]): readonly CheckSpec[] {
  const taken = new Set<string>();
  return found.map(({ kind, command, tool, parser, of, place, alone, script }, at) => {
    // A part of another kind than its script has the name of what it is a part of.
    const said = place ?? kind;
    const first = said === kind ? [kind] : [];
    const wanted = [...first, `${said}-${tool ?? of}`, `${said}-${of}-${tool ?? ''}`, `${said}-${at + 1}`];
    const name = wanted.map(asName).find((one) => !taken.has(one)) ?? kind;
    taken.add(name);
    return {
      name,
      kind,
      command,
      timeoutMs: checkMsOf({ name, kind, command, ...(script && { script }) }, fullTimeoutMs),
      when: 'task',
      ...(parser === undefined ? {} : { parser }),
      ...(alone === undefined ? {} : { alone }),
      ...(script === undefined ? {} : { script }),
    };
  });
}

/** Letters, digits and hyphens, as a configured name would be. */
function asName(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, nameCharsMax);
}
