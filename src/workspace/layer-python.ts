// What a setup of Python installs, read from its command and from what that names: only packages, or the project of the
// repository itself, which is then installed to be edited, so that its files are not copied. Pure.
//
// Invariants
//   LAYER-PYTHON-1. A command, a list or a way of building that is not understood here may do anything: nothing is said of it.
//   LAYER-PYTHON-2. What building a project to be edited reads beside its manifests is among what decides about a layer: where its
//       packages lie, and where its version may stand.

/** What a command, or a list of packages that it names, installs. */
export interface PythonInstall {
  /** Whether a project of the repository is among it. */
  readonly own: boolean;
  /** Further lists, by their paths. */
  readonly lists: readonly string[];
}

const nothing: PythonInstall = { own: false, lists: [] };

/** Undefined where a command does more than install, or copies files of the repository (LAYER-PYTHON-1). */
export function pythonInstall(command: string): PythonInstall | undefined {
  const parts = simpleCommands(command);
  return parts === undefined || parts.length === 0 ? undefined : together(parts.map(partInstall));
}

/** The same of a list of requirements, which lies in this folder. */
export function listInstall(text: string, folder: string): PythonInstall | undefined {
  const lines = text
    .replaceAll(/\\\r?\n/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');
  return together(
    lines.map((line) => {
      const [, option, value] =
        /^(-e|-r|-c|--editable|--requirement|--constraint)[ =]\s*(\S+)$/.exec(line) ?? [];
      if (option === undefined || value === undefined) return isPlainLine(line) ? nothing : undefined;
      if (/^-(?:e|-editable)$/.test(option)) return isOwnFolder(value) ? { own: true, lists: [] } : undefined;
      return isPath(value) ? { own: false, lists: [inFolder(folder, value)] } : undefined;
    }),
  );
}

function together(all: readonly (PythonInstall | undefined)[]): PythonInstall | undefined {
  const known = all.filter((each) => each !== undefined);
  if (known.length < all.length) return undefined;
  return { own: known.some(({ own }) => own), lists: known.flatMap(({ lists }) => lists) };
}

/** A package with its hashes, or a setting of pip. */
function isPlainLine(line: string): boolean {
  if (/^--(?:index-url|extra-index-url|no-binary|only-binary|prefer-binary|pre|require-hashes)\b/.test(line))
    return true;
  return isPackage(line.replaceAll(/\s--hash[=:\w-]*/g, '').trim());
}

/** A name with extras, versions and a marker; no path and no address. */
function isPackage(word: string): boolean {
  return /^[A-Za-z0-9][\w.-]*(?:\[[\w.,\s-]*\])?\s*(?:\(?\s*(?:[<>=!~]=?=?\s*[\w.*+!-]+\s*,?\s*)*\)?)(?:\s*;.*)?$/.test(
    word,
  );
}

function isPath(word: string): boolean {
  return /^[\w.-]+(?:\/[\w.-]+)*$/.test(word);
}

/** The folder of a project in the repository, with extras. */
function isOwnFolder(word: string): boolean {
  return /^\.?\/?(?:[\w.-]+\/?)*(?:\[[\w.,-]*\])?$/.test(word) && /^\.(?!\.)/.test(word);
}

function inFolder(folder: string, file: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${file}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** The words of each command that a line joins; undefined where it does what cannot be read here. */
function simpleCommands(command: string): readonly (readonly string[])[] | undefined {
  const parts: string[][] = [[]];
  const piece =
    /\s*(?:(&&|\|\||;|\n)|((?:'[^']*'|"(?:\$each|[^"$`\\])*"|[^\s'"$`\\|&;<>()#*?~])+))[^\S\n]*/gy;
  let at = 0;
  for (let found = piece.exec(command); found !== null; found = piece.exec(command)) {
    at = piece.lastIndex;
    const [, joint, word] = found;
    if (joint !== undefined) parts.push([]);
    if (word !== undefined) parts.at(-1)?.push(word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));
  }
  return at < command.length ? undefined : parts.map(withoutGrammar).filter((words) => words.length > 0);
}

function withoutGrammar(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !['{', '}', 'do', 'done'].includes(word));
  return first < 0 ? [] : words.slice(first);
}

/** Settings of a tool that do not change what it installs. */
const harmless =
  /^(?:-q+|-U|--(?:quiet|upgrade|disable-pip-version-check|no-input|no-cache-dir|pre|frozen|locked|no-interaction|no-ansi|no-progress|no-python-downloads|all-extras|all-groups|no-dev|dev|no-root))$/;

/** How tools are called that install, and whether they install the project without being asked to. */
const tools: readonly (readonly [own: boolean, ...words: string[]])[] = [
  [false, '.venv/bin/python', '-m', 'pip', 'install'],
  [false, '.venv/bin/pip', 'install'],
  [false, 'uv', 'pip', 'install'],
  [true, 'uv', 'sync'],
  [true, 'POETRY_VIRTUALENVS_IN_PROJECT=true', 'poetry', 'install'],
];

function partInstall(words: readonly string[]): PythonInstall | undefined {
  if (words[0] === 'echo' || /^(?:python3? -m|uv) venv \.venv$/.test(words.join(' '))) return nothing;
  if (words[0] === 'for') return words[2] === 'in' && words.slice(3).every(isPackage) ? nothing : undefined;
  const tool = tools.find(([, ...called]) => called.every((word, at) => words[at] === word));
  if (tool === undefined) return undefined;
  const [own, ...called] = tool;
  const given = words.slice(called.length);
  return together([{ own: own && !given.includes('--no-root'), lists: [] }, ...argumentsInstall(given)]);
}

function argumentsInstall(words: readonly string[]): readonly (PythonInstall | undefined)[] {
  const all: (PythonInstall | undefined)[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (harmless.test(word) || word === '$each') continue;
    if (!/^(?:-[ecr]|--(?:editable|requirement|constraint|group|extra|with|only))$/.test(word)) {
      all.push(isPackage(word) ? nothing : undefined);
      continue;
    }
    at += 1;
    const value = words[at] ?? '';
    if (/^--(?:group|extra|with|only)$/.test(word))
      all.push(isPackage(value.replaceAll(',', '-')) ? nothing : undefined);
    else all.push(listInstall(`${word} ${value}`, ''));
  }
  return all;
}

/** Ways of building that leave nothing of a project but its files where they are and a few lines about it. */
const plainBackends =
  /^(?:setuptools\.build_meta(?::__legacy__)?|hatchling\.build|flit_core\.buildapi|poetry\.core\.masonry\.api|pdm\.backend|uv_build)$/;

/** What compiles, generates or runs more than the names of packages. */
const buildsMore =
  /backend-path|ext[_-]modules|\bExtension\(|cythonize|cffi_modules|rust_extensions|cmdclass|mypyc|\[tool\.hatch\.build\.(?:[\w.]*\.)?hooks|\[tool\.poetry\.build|\[tool\.pdm\.build|^build\s*=\s*["']|write_to|version_file/m;

/** A package that lies in a folder, which a tool would copy unless it is to be edited; not a file that is packed or read. */
const pathSource = /^[\w."-]+\s*=\s*\{[^}\n]*\bpath\s*=[^}\n]*\}|^path\s*=.*$/gm;

/** Whether a manifest of a project, by its text, leaves its files where they are when it is installed to be edited. */
export function isPlainProject(text: string): boolean {
  const backend = /^build-backend\s*=\s*["']([^"']*)["']/m.exec(text)?.[1];
  if (backend !== undefined && !plainBackends.test(backend)) return false;
  const copies = (text.match(pathSource) ?? []).some(
    (source) => !/(?:editable|develop)\s*=\s*true|\bpath\s*=\s*["'][^"']*\.py["']/.test(source),
  );
  return !copies && !buildsMore.test(text);
}

/** A manifest of a project: the folder it lies in, empty for the topmost, and its text. */
export interface Manifest {
  readonly folder: string;
  readonly text: string;
}

/** LAYER-PYTHON-2. Of the paths of a tree: those whose names count, and those whose texts do. */
export function readByBuild(
  paths: readonly string[],
  manifests: readonly Manifest[],
): { readonly names: readonly string[]; readonly texts: readonly string[] } {
  const isDynamic = manifests.some(({ text }) =>
    /__version__|\bdynamic\b|\battr\s*[:=]|\bopen\(|\bimport_module|\bread\w*\(/.test(text),
  );
  const names = paths.filter((path) => manifests.some(({ folder }) => isTop(path, folder)));
  const openings = isDynamic ? names.filter((path) => path.endsWith('/__init__.py')) : [];
  return { names, texts: [...openings, ...paths.filter(isVersion)] };
}

/** A module or the opening of a package in the folder of a project, or in its `src` or `lib`. */
function isTop(path: string, folder: string): boolean {
  const start = folder === '' ? '' : `${folder}/`;
  return (
    path.startsWith(start) &&
    /^(?:src\/|lib\/)?(?:[\w-]+\/__init__|[\w-]+)\.py$/.test(path.slice(start.length))
  );
}

function isVersion(path: string): boolean {
  return /(?:^|\/)(?:_*version_*|__about__|_?about|__pkginfo__|__meta__|VERSION)(?:\.(?:py|txt))?$/i.test(
    path,
  );
}
