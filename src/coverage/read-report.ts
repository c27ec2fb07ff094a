// A report, read and brought onto the files of the tree it was made on.
//   READ-REPORT-1. Only a path that names a file of the tree counts; whatever else a report speaks of, it cannot name anything.
//   READ-REPORT-2. A path is the tree's own where it is written so; else it starts from the folder the command ran in, from a
//       source the report names, or from a module. Nothing is guessed from the end of a path.

import { readCobertura } from './cobertura.ts';
import { readGoCover } from './go-cover.ts';
import type { Lines, RawReport, ReportReader } from './hits.ts';
import { readIstanbul } from './istanbul.ts';
import { readLcov } from './lcov.ts';

/** Where a report was made. */
export interface ReportPlace {
  /** Folders that are the root of the tree, absolute: the checkout, however it may be spelled. */
  readonly roots: readonly string[];
  /** The folder the command ran in, from the root; empty for the root itself. */
  readonly folder: string;
  /** Paths of the tree. */
  readonly files: ReadonlySet<string>;
  /** Modules by the prefix of their paths, and the folder each lies in. */
  readonly modules: readonly { readonly prefix: string; readonly folder: string }[];
}

export type Reading =
  | { readonly lines: ReadonlyMap<string, Lines> }
  | { readonly problem: 'no-report' | 'too-large' };

const readers: readonly ReportReader[] = [readGoCover, readIstanbul, readCobertura, readLcov];

/** More text than a report of a large repository has. */
const reportBytesMax = 64 * 1024 * 1024;

export function readReport(text: string, place: ReportPlace): Reading {
  if (text.length > reportBytesMax) return { problem: 'too-large' };
  for (const read of readers) {
    const report = read(text.startsWith('\uFEFF') ? text.slice(1) : text);
    if (report === 'too-large') return { problem: 'too-large' };
    if (report !== undefined) return { lines: onTree(report, place) };
  }
  return { problem: 'no-report' };
}

function onTree({ files, sources }: RawReport, place: ReportPlace): ReadonlyMap<string, Lines> {
  const found = new Map<string, Map<number, boolean>>();
  for (const { path, lines } of files) {
    const name = treePath(path, sources, place);
    if (name === undefined) continue; // READ-REPORT-1
    const known = found.get(name) ?? new Map<number, boolean>();
    for (const [line, isHit] of lines) known.set(line, isHit || known.get(line) === true);
    found.set(name, known);
  }
  return found;
}

/** READ-REPORT-2. */
function treePath(written: string, sources: readonly string[], place: ReportPlace): string | undefined {
  const spellings = written.includes('\\') ? [written, written.replaceAll('\\', '/')] : [written];
  for (const path of spellings) {
    const found = candidates(path, sources, place).find(
      (one) => one !== undefined && place.files.has(one),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function candidates(path: string, sources: readonly string[], place: ReportPlace): readonly (string | undefined)[] {
  if (path.startsWith('/')) return [belowRoot(path, place)];
  const fromSources = sources.map((source) => {
    const folder = source.replaceAll('\\', '/');
    return folder.startsWith('/')
      ? belowRoot(`${folder}/${path}`, place)
      : normal(`${place.folder}/${folder}/${path}`);
  });
  const fromModules = place.modules.flatMap(({ prefix, folder }) =>
    path.startsWith(`${prefix}/`) ? [normal(`${folder}/${path.slice(prefix.length + 1)}`)] : [],
  );
  return [normal(`${place.folder}/${path}`), ...fromSources, ...fromModules, normal(path)];
}

function belowRoot(path: string, { roots }: ReportPlace): string | undefined {
  const root = roots.find((one) => path.startsWith(one.endsWith('/') ? one : `${one}/`));
  return root === undefined ? undefined : normal(path.slice(root.length));
}

/** Without dots and doubled slashes; undefined where it leads out of the tree. */
function normal(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}
