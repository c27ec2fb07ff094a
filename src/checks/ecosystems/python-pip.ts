// The command that installs with pip what the checks of a Python repository need.
//
// Invariants
//   PYTHON-PIP-1. One package that cannot be had does not take the others with it. Where the whole list fails, what the checks need
//       (the project, the runner, its plugins, linters) is installed first, then each other one alone, and the log names what is
//       left out.

import type { Texts } from './python-needs.ts';
import {
  isForTests,
  isNamed,
  listedIn,
  noxNeeds,
  poetryPackages,
  tableOf,
  testExtras,
  testGroups,
  toxNeeds,
} from './python-needs.ts';
import type { Package } from './python-packages.ts';
import { isCheckTool, isOtherTool, wordOf } from './python-packages.ts';

const pip = '.venv/bin/python -m pip install --disable-pip-version-check --quiet';

export interface PipNeeds {
  readonly texts: Texts;
  readonly requirements: readonly string[];
  /** The runner of the tests and the linters, by name. */
  readonly tools: readonly string[];
  readonly isTox: boolean;
}

/** Undefined where nothing is to be installed. */
export function pipCommand(needs: PipNeeds): string | undefined {
  const lists = listsOf(needs);
  const { files, own, groups, packages } = lists;
  if (files.length + groups.length + packages.length === 0 && !own && !needs.isTox) return undefined;
  const whole = wholeWords(lists);
  return [
    'python3 -m venv .venv',
    // Older ones know no groups.
    ...(whole.some((word) => word.startsWith('--group ')) ? [`${pip} --upgrade pip`] : []),
    installCommand(whole, wordsApart(lists, needs.tools)),
    ...(needs.isTox ? ['.venv/bin/python -m tox run -e py --notest'] : []),
  ].join(' && ');
}

interface NamedList {
  readonly name: string;
  /** Undefined: it is written in a way that only pip reads. */
  readonly has: readonly Package[] | undefined;
  /** What is installed in its place: where it has tools that no check runs, the rest of it. */
  readonly instead: readonly Package[] | undefined;
}

interface Lists {
  readonly files: readonly string[];
  /** Whether the project itself is installed. */
  readonly own: boolean;
  readonly extras: readonly NamedList[];
  readonly groups: readonly NamedList[];
  readonly packages: readonly Package[];
  /** Named even where a list names them, because the lists that are installed need not be the ones that do. */
  readonly tools: readonly string[];
}

function listsOf({ texts, requirements, tools, isTox }: PipNeeds): Lists {
  const project = texts['pyproject.toml'] ?? '';
  const tox = toxNeeds(texts['tox.ini'] ?? '');
  const nox = noxNeeds(texts['noxfile.py'] ?? '');
  const there = [...tox.files, ...nox.files].filter((file) => Object.hasOwn(texts, file));
  const itself = /^name\s*=\s*["']([\w.-]+)["']/m.exec(tableOf(project, 'project'))?.[1];
  const read = (table: string, name: string): NamedList =>
    listOf(name, listedIn(project, table, name), itself);
  const groups = testGroups(project).map((name) => read('dependency-groups', name));
  const extras = testExtras(project).map((name) => read('project.optional-dependencies', name));
  const listed = [...poetryPackages(project), ...tox.packages, ...nox.packages];
  const spelt = [...groups, ...extras].flatMap(({ instead }) => instead ?? []);
  const packages = eachOnce([...listed, ...spelt].filter(({ name }) => name !== itself));
  const tables = ['project', 'project.optional-dependencies'].map((table) => tableOf(project, table));
  const installed = { ...texts, 'pyproject.toml': tables.join('\n'), 'uv.lock': '', 'poetry.lock': '' };
  const missing = tools.filter((tool) => !isAmong(tool, packages) && !isNamed(installed, tool));
  return {
    files: [...new Set([...requirements, ...there])].filter((name) => (texts[name] ?? '').trim() !== ''),
    own: needsProject(texts),
    extras,
    groups,
    packages,
    tools: [...missing, ...(isTox ? ['tox'] : [])],
  };
}

/** A list that names the project itself means other lists of it, which pip knows. */
function listOf(name: string, listed: readonly Package[] | undefined, itself: string | undefined): NamedList {
  const has = listed?.some((each) => each.name === itself) === true ? undefined : listed;
  const rest = isForTests(name) ? undefined : has?.filter((each) => !isOtherTool(each));
  return { name, has, instead: rest?.length === has?.length ? undefined : rest };
}

function isKept({ instead }: NamedList): boolean {
  return instead === undefined;
}

function isClosed({ has }: NamedList): boolean {
  return has === undefined;
}

function wholeWords({ files, own, extras, groups, packages, tools }: Lists): readonly string[] {
  return [
    ...files.map((name) => `-r ${name}`),
    ...(own ? [projectWith(extras.filter(isKept))] : []),
    ...groups.filter(isKept).map(({ name }) => `--group ${name}`),
    ...packages.map(wordOf),
    ...tools,
  ];
}

interface Apart {
  readonly first: readonly string[];
  readonly alone: readonly string[];
}

/** The same, every list that can be read as the packages it has. */
function wordsApart({ files, own, extras, groups, packages, tools }: Lists, runs: readonly string[]): Apart {
  const open = [...extras, ...groups].flatMap((list) => list.instead ?? list.has ?? []);
  const all = eachOnce([...packages, ...open]);
  return {
    first: [
      ...files.map((name) => `-r ${name}`),
      ...(own ? [projectWith(extras.filter(isClosed))] : []),
      ...groups.filter(isClosed).map(({ name }) => `--group ${name}`),
      ...all.filter((each) => isCheckTool(each, runs)).map(wordOf),
      ...tools.filter((tool) => !isAmong(tool, all)),
    ],
    alone: all.filter((each) => !isCheckTool(each, runs)).map(wordOf),
  };
}

/** PYTHON-PIP-1. */
function installCommand(whole: readonly string[], { first, alone }: Apart): string {
  const all = `${pip} ${whole.join(' ')}`;
  if (alone.length === 0) return all;
  const needed = first.length === 0 ? '' : `${pip} ${first.join(' ')} && `;
  const each = `for each in ${alone.join(' ')}; do ${pip} "$each" || echo "left out: $each, which pip could not get"; done`;
  return `{ ${all} || { ${needed}${each}; }; }`;
}

function isAmong(tool: string, packages: readonly Package[]): boolean {
  return packages.some(({ name }) => name === tool);
}

/** The first of a name counts, unless they are for different machines. */
function eachOnce(packages: readonly Package[]): readonly Package[] {
  return packages.filter((one, at) => packages.findIndex((other) => keyOf(other) === keyOf(one)) === at);
}

function keyOf({ name, spec }: Package): string {
  return spec.includes(';') ? spec : name;
}

/** The project itself, with the extras for tests. */
function projectWith(extras: readonly NamedList[]): string {
  return extras.length === 0 ? '-e .' : `-e '.[${extras.map(({ name }) => name).join(',')}]'`;
}

/** Not where nothing of it is to be installed. */
function needsProject(texts: Texts): boolean {
  const project = texts['pyproject.toml'] ?? '';
  return (
    testExtras(project).length > 0 ||
    /^dependencies\s*=\s*\[\s*["'#]/m.test(project) ||
    /^\[tool\.poetry\.dependencies\]/m.test(project) ||
    /^install_requires\s*=\s*\S?/m.test(texts['setup.cfg'] ?? '') ||
    /\binstall_requires\s*=/.test(texts['setup.py'] ?? '')
  );
}
