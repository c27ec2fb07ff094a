// The tree a proof works on: the files whose mutants are tried, the tests that are to notice, and what they load. Read
// once from the disk, so that what others write meanwhile changes nothing.

import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import type { Site } from './schemata.ts';
import { parsed, sitesOf, textWith } from './schemata.ts';

export interface Tree {
  /** Names from the root, with `/`. */
  readonly subjects: readonly string[];
  readonly tests: readonly string[];
  readonly sources: ReadonlyMap<string, ts.SourceFile>;
  readonly leftOut: readonly string[];
}

export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly within: string;
  readonly operator: string;
  readonly was: string;
  readonly now: string;
  readonly site: Site;
}

/** What a bench is given: every module compiled, the tests among them, and what they take from packages. */
export interface Compiled {
  readonly modules: Readonly<Record<string, string>>;
  readonly tests: readonly string[];
  readonly packages: readonly string[];
  /** Tests with these words in their name are not run. */
  readonly leftOut: readonly string[];
}

export interface Wanted {
  readonly root: string;
  /** Folders whose files are mutated. */
  readonly subjects: readonly string[];
  /** Folders whose tests are run. */
  readonly tests: readonly string[];
  /** Files of tests that are not run, and words in the names of others. */
  readonly without: readonly string[];
  readonly leftOut: readonly string[];
}

export async function treeOf({ root, subjects, tests, without, leftOut }: Wanted): Promise<Tree> {
  const names = await typescriptIn(root, [...new Set([...subjects, ...tests])]);
  const chosen = names.filter((name) => isTest(name) && inside(tests, name) && !without.includes(name));
  const mutated = names.filter((name) => !isTest(name) && inside(subjects, name));
  return { subjects: mutated, tests: chosen, sources: sourcesFrom(root, [...chosen, ...mutated]), leftOut };
}

function isTest(name: string): boolean {
  return name.endsWith('.test.ts');
}

function inside(folders: readonly string[], name: string): boolean {
  return folders.some((folder) => name.startsWith(`${folder}/`));
}

async function typescriptIn(root: string, folders: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    const entries = await readdir(path.join(root, folder), { recursive: true });
    found.push(
      ...entries.filter((name) => name.endsWith('.ts')).map((name) => path.posix.join(folder, name)),
    );
  }
  return found.toSorted();
}

/** These files and all that they load, however far away. */
function sourcesFrom(root: string, files: readonly string[]): ReadonlyMap<string, ts.SourceFile> {
  const sources = new Map<string, ts.SourceFile>();
  const waiting = [...files];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (sources.has(name)) continue;
    const source = parsed(name, readFileSync(path.join(root, name), 'utf8'));
    sources.set(name, source);
    for (const wanted of loadedBy(source)) if (isOurs(wanted)) waiting.push(placeOf(name, wanted));
  }
  return sources;
}

function isOurs(wanted: string): boolean {
  return wanted.startsWith('.');
}

export function placeOf(from: string, wanted: string): string {
  return path.posix.join(path.posix.dirname(from), wanted);
}

function loadedBy(source: ts.SourceFile): readonly string[] {
  return source.statements.flatMap((statement) => {
    if (ts.isImportDeclaration(statement) && statement.importClause?.isTypeOnly === true) return [];
    if (ts.isExportDeclaration(statement) && statement.isTypeOnly) return [];
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    return moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier.text] : [];
  });
}

const wordsMax = 140;

/** Every mutant there is, in the order of the files. */
export function mutantsOf({ subjects, sources }: Tree): readonly Mutant[] {
  return subjects.flatMap((file) => {
    const source = sources.get(file);
    return source === undefined ? [] : sitesOf(source).map((site) => mutantAt(source, site));
  });
}

export function mutantAt(source: ts.SourceFile, site: Site): Mutant {
  const { node, change, within } = site;
  return {
    file: source.fileName,
    line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
    within,
    operator: change.operator,
    was: inShort(node.getText()),
    now: inShort(change.now),
    site,
  };
}

function inShort(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  return words.length <= wordsMax ? words : `${words.slice(0, wordsMax)}…`;
}

/** `mutants` are asked for by their place in this list. */
export function compiled({ tests, sources, leftOut }: Tree, mutants: readonly Mutant[]): Compiled {
  const byFile = new Map<string, Map<Site, number>>();
  for (const [number, { file, site }] of mutants.entries()) {
    byFile.set(file, (byFile.get(file) ?? new Map<Site, number>()).set(site, number));
  }
  const modules = [...sources].map(([name, source]) => {
    const numbers = byFile.get(name);
    return [name, asScript(numbers === undefined ? source.text : textWith(source, numbers), name)] as const;
  });
  const packages = [...sources.values()].flatMap(loadedBy).filter((wanted) => !isOurs(wanted));
  return { modules: Object.fromEntries(modules), tests, packages: [...new Set(packages)], leftOut };
}

function asScript(text: string, fileName: string): string {
  const { outputText, diagnostics } = ts.transpileModule(text, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.CommonJS,
      isolatedModules: true,
    },
  });
  const wrong = diagnostics?.find(({ category }) => category === ts.DiagnosticCategory.Error);
  if (wrong !== undefined) {
    const words = ts.flattenDiagnosticMessageText(wrong.messageText, ' ');
    throw new Error(
      `${fileName} with its mutants in it cannot be read: ${words}. An operator has to be mended.`,
    );
  }
  return outputText;
}
