// What the tests of a Python repository need installed, as its own files name it, for pip: files of requirements, extras and
// groups, and the lists of tools that make environments of their own (tox, nox, Poetry without Poetry).
//
// Invariants
//   PYTHON-NEEDS-1. Only what is a plain package or a plain path gets into a command.
//   PYTHON-NEEDS-2. What only documents, changelogs or a watcher need is not installed: not their environments, and not their
//       tools out of a list for development. A list for tests is taken whole, because tests may be of such a tool.

import type { FileTree } from './ecosystem.ts';
import type { Package } from './python-packages.ts';
import { isOtherTool, packageOf, poetryPackage } from './python-packages.ts';

export type Texts = Readonly<Record<string, string>>;

/** Names that people give to what tests need, those that say so first. */
const testNames = ['test', 'tests', 'testing', 'dev', 'develop', 'development'];
const testsBefore = 3;
const plainName = /^[A-Za-z0-9][\w.-]*$/;
/** Of environments, sessions and groups. */
const otherNames = /doc|changelog|news|watch|release|publish/i;

const rootFiles =
  /^(?:requirements|requirements[-_.](?:dev|tests?|testing|ci)|(?:dev|tests?|ci)[-_.]requirements)\.txt$/;
const foldedFiles =
  /^(?:requirements|tests?)\/(?:requirements\/)?(?:requirements|tests?|testing|dev|ci|base|py3)(?:[-_]requirements)?\.txt$/;

/** Files of requirements that are there; those in a folder of the root that is named after them, or after tests, too. */
export function requirementFiles(tree: FileTree): readonly string[] {
  return tree.files.filter((file) => rootFiles.test(file) || foldedFiles.test(file)).toSorted();
}

/** Folders right below that are projects of their own, and not where a project keeps its tests. */
export function projectsBelow({ files }: FileTree): ReadonlySet<string> {
  const named = files.flatMap((file) => {
    const [, folder = '', name = ''] = /^([^/]+)\/([^/]+)$/.exec(file) ?? [];
    const isProject = /^(?:pyproject\.toml|setup\.(?:py|cfg))$/.test(name) || rootFiles.test(name);
    return isProject && !foldedFiles.test(file) ? [folder] : [];
  });
  return new Set(named);
}

/** Keys of a table of pyproject.toml whose names say that they are for tests; the first kind that is there. */
function namesFor(table: string): readonly string[] {
  const keys = [...table.matchAll(/^["']?([\w.-]+)["']?\s*=/gm)].map(([, key = '']) => key);
  const named = testNames.filter((name) => keys.includes(name));
  const tests = named.filter((name) => testNames.indexOf(name) < testsBefore);
  return tests.length > 0 ? tests : named;
}

/** The text of one table, up to the next. */
export function tableOf(project: string, name: string): string {
  const start = project.search(
    new RegExp(`^\\[${name.replaceAll('.', String.raw`\.`)}\\]\\s*(?:#.*)?$`, 'm'),
  );
  if (start === -1) return '';
  const rest = project.slice(start).replace(/^.*\n?/, '');
  const end = rest.search(/^\[[\w."':-]+\]|^\[\[/m);
  return end === -1 ? rest : rest.slice(0, end);
}

export function testExtras(project: string): readonly string[] {
  return namesFor(tableOf(project, 'project.optional-dependencies'));
}

export function testGroups(project: string): readonly string[] {
  return namesFor(tableOf(project, 'dependency-groups'));
}

/** What a group of pyproject.toml or an extra has, those it includes with it; undefined where that cannot be told. */
export function listedIn(project: string, table: string, key: string): readonly Package[] | undefined {
  return entriesIn(tableOf(project, table), key, []);
}

function entriesIn(table: string, key: string, above: readonly string[]): readonly Package[] | undefined {
  const start = table.search(
    new RegExp(`^["']?${key.replaceAll('.', String.raw`\.`)}["']?\\s*=\\s*\\[`, 'm'),
  );
  if (start === -1 || above.includes(key)) return undefined;
  const entry = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|\{[^}\n]*\}|\]/g;
  entry.lastIndex = table.indexOf('[', start) + 1;
  const packages: Package[] = [];
  for (;;) {
    const word = entry.exec(table)?.[0];
    if (word === undefined) return undefined;
    if (word === ']') return packages;
    if (word.startsWith('#')) continue;
    const included = /^\{\s*include-group\s*=\s*["']([\w.-]+)["']\s*\}$/.exec(word)?.[1];
    const found =
      included === undefined
        ? [packageOf(word.slice(1, -1).replaceAll(String.raw`\"`, '"'))]
        : entriesIn(table, included, [...above, key]);
    for (const each of found ?? [undefined]) {
      if (each === undefined) return undefined;
      packages.push(each);
    }
  }
}

/** Whether a list of that name is for tests alone. */
export function isForTests(name: string): boolean {
  return testNames.slice(0, testsBefore).includes(name);
}

/** Packages that Poetry would install for development. */
export function poetryPackages(project: string): readonly Package[] {
  const tables = [
    ...project.matchAll(/^\[tool\.poetry\.(?:group\.([\w-]+)\.dependencies|dev-dependencies)\]/gm),
  ];
  return tables
    .filter(([, group = '']) => !otherNames.test(group) && !/^(?:github-actions|ci)$/.test(group))
    .flatMap(([header, group = '']) => {
      const entries = [...tableOf(project, header.slice(1, -1)).matchAll(/^["']?([\w.-]+)["']?\s*=(.*)$/gm)];
      return entries
        .filter(([, key = '']) => key !== 'python' && plainName.test(key))
        .map(([, key = '', value = '']) => poetryPackage(key, value))
        .filter((each) => isForTests(group) || !isOtherTool(each)); // PYTHON-NEEDS-2
    });
}

export interface ToolNeeds {
  readonly packages: readonly Package[];
  readonly files: readonly string[];
}

/** What the environment for tests of tox gets: `deps` of `[testenv]`, and of the sections it takes them from. */
export function toxNeeds(ini: string): ToolNeeds {
  const lines = depsOf(ini, 'testenv').flatMap((line) => {
    const section = /^\{\[([\w:-]+)\]deps\}$/.exec(line)?.[1];
    return section === undefined ? [line] : depsOf(ini, section);
  });
  return needsOf(lines);
}

function depsOf(ini: string, section: string): readonly string[] {
  const lines = tableOf(ini, section).split('\n');
  const start = lines.findIndex((line) => /^deps\s*=/.test(line));
  if (start === -1) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^\S/.test(line) && !line.startsWith('#'));
  return [lines[start]?.replace(/^deps\s*=/, '') ?? '', ...rest.slice(0, end === -1 ? undefined : end)].map(
    (line) => {
      const [, factors = '', rest = ''] =
        /^([\w{},!.-]+:\s+)?(.*)$/.exec(line.replace(/\s*#.*$/, '').trim()) ?? [];
      return otherNames.test(factors) ? '' : rest; // PYTHON-NEEDS-2
    },
  );
}

/** What sessions of nox whose name says that they test install. */
export function noxNeeds(file: string): ToolNeeds {
  const sessions = file.split(/^(?=@nox\.session|def )/m).filter((part) => {
    const name = /^def ((?:unit_?)?tests?\w*)\(/m.exec(part)?.[1];
    return name !== undefined && !otherNames.test(name);
  });
  const calls = sessions.flatMap((part) =>
    [...part.matchAll(/\.install\(([^)]*)\)/g)].map(([, words = '']) => words),
  );
  return needsOf(calls.flatMap(wordsOf));
}

/** The words of a call, a file of requirements behind its option; other options take their word with them. */
function wordsOf(call: string): readonly string[] {
  const plain = call
    .replace(/[\w.*]+\(.*$/s, '')
    .replaceAll(/["']-r["'],\s*["']/g, '"-r ')
    .replaceAll(/["']--?[a-z-]+["'],\s*["'][^"']*["']/g, '');
  return [...plain.matchAll(/["']([^"']+)["']/g)].map(([, word = '']) => word);
}

/** PYTHON-NEEDS-1. */
function needsOf(lines: readonly string[]): ToolNeeds {
  const trimmed = lines.map((line) => line.trim());
  return {
    files: trimmed.flatMap((line) => /^-r\s*(?:\{toxinidir\}\/)?([\w][\w./-]*\.txt)$/.exec(line)?.[1] ?? []),
    packages: trimmed.flatMap((line) => packageOf(line) ?? []),
  };
}

/** Whether any list of requirements has this package. */
export function isNamed(texts: Texts, name: string): boolean {
  const entry = new RegExp(`(?:^|["'\\s])${name}(?:$|[\\s"'=<>~!;[,])`, 'm');
  const lists = Object.keys(texts).filter(
    (list) =>
      /^(?:pyproject\.toml|setup\.cfg|setup\.py|uv\.lock|poetry\.lock)$/.test(list) || list.endsWith('.txt'),
  );
  return lists.some((list) => entry.test(texts[list] ?? ''));
}
