// What installers run, or let themselves be told by, of a repository: whoever changes it decides what every later install does. Pure;
// the tamper check tells of it, and no layer is made of a commit that differs from its base in it.
//   INSTALLING-1. More packages, or other versions of them, are none of this: lockfiles and their readers answer for those.
//   INSTALLING-2. What cannot be read counts as changed.

export interface InstallInput {
  readonly path: string;
  /** Empty where there was no such file. */
  readonly before: string;
  readonly after: string;
}

type Reader = (before: string, after: string) => string | undefined;

/** What about this file an installer would do otherwise than before, as the beginning of a sentence; undefined where that is nothing. */
export function installChange({ path, before, after }: InstallInput): string | undefined {
  if (before === after) return undefined;
  return readers.find(([pattern]) => pattern.test(path))?.[1](before, after);
}

/** Whether a change to a file of this name may be one to an install. */
export function isInstallInput(path: string): boolean {
  return readers.some(([pattern]) => pattern.test(path));
}

const readers: readonly (readonly [RegExp, Reader])[] = [
  [/(?:^|\/)package\.json$/, packageJson],
  [/(?:^|\/)composer\.json$/, jsonKeys(['scripts', 'repositories', 'config'])],
  [
    /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|\.?pnpmfile\.[cm]?js|\.pnp\.[cm]?js|bunfig\.toml|binding\.gyp|pip\.conf|uv\.toml|poetry\.toml|\.condarc)$|(?:^|\/)\.(?:cargo\/config(?:\.toml)?|bundle\/config)$/,
    whole('the settings of an installer were changed'),
  ],
  [
    /(?:^|\/)(?:setup\.py|hatch_build\.py|build\.rs|Makefile\.PL|Build\.PL|extconf\.rb)$|(?:^|\/)\.yarn\/(?:plugins|releases)\//,
    whole('what an installer runs was changed'),
  ],
  [/(?:^|\/)pnpm-workspace\.yaml$/, blocks(/^(?:packages|catalogs?)\s*:/)],
  [
    /(?:^|\/)pyproject\.toml$/,
    sections(
      /^(?:build-system|tool\.(?:hatch\.build|hatch\.metadata\.hooks|setuptools\.(?:cmdclass|ext-modules)|poetry\.build|pdm\.build|scikit-build|maturin|meson-python|uv\.index|uv\.sources|poetry\.source|pdm\.source)(?:\..*)?)$/,
    ),
  ],
  [/(?:^|\/)setup\.cfg$/, lines(/^\s*(?:cmdclass|setup_requires|index.url|find.links)\b/)],
  [
    /(?:^|\/)Cargo\.toml$/,
    lines(/^\s*(?:build|links)\s*=/, /^\[(?:build-dependencies|.*\.build-dependencies)/),
  ],
  [/(?:^|\/)(?:requirements|constraints)[^/]*\.(?:txt|in)$/, lines(/^\s*-/)],
  [/(?:^|\/)Gemfile$/, lines(/^\s*(?:source|plugin|eval|instance_eval|require|system|`)|\bgit_source\b/)],
];

function whole(what: string): Reader {
  return () => what;
}

/** Scripts of the repository that installing runs, by the names npm, pnpm, yarn and bun have for them. */
export const installScripts: ReadonlySet<string> = new Set([
  'preinstall',
  'install',
  'postinstall',
  'dependencies',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
  'pnpm:devPreinstall',
]);

/** Which packages may run scripts of their own, and which installer it is. */
const packageKeys = ['trustedDependencies', 'dependenciesMeta', 'packageManager', 'gypfile', 'pnpm'];

function packageJson(before: string, after: string): string | undefined {
  const [was, is] = [objectOf(before), objectOf(after)];
  if (is === undefined || was === undefined)
    return 'package.json cannot be read, so that installing may do anything';
  const [old, now] = [entriesOf(was.get('scripts')), entriesOf(is.get('scripts'))];
  const script = [...installScripts].find((name) => !same(old.get(name), now.get(name)));
  if (script !== undefined)
    return `the script '${script}' of package.json, which installing runs, was changed`;
  return keyOf(was, is, packageKeys);
}

function jsonKeys(keys: readonly string[]): Reader {
  return (before, after) => keyOf(objectOf(before) ?? new Map(), objectOf(after) ?? new Map(), keys);
}

type Entries = ReadonlyMap<string, unknown>;

function keyOf(was: Entries, is: Entries, keys: readonly string[]): string | undefined {
  const key = keys.find((name) => !same(was.get(name), is.get(name)));
  return key === undefined ? undefined : `'${key}', which tells an installer what to do, was changed`;
}

/** Of no file it is nothing, of a text that is no object undefined (INSTALLING-2). */
function objectOf(text: string): Entries | undefined {
  if (text.trim() === '') return new Map();
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? entriesOf(value) : undefined;
  } catch {
    return undefined;
  }
}

function entriesOf(value: unknown): Entries {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Lines that fit, and all lines of sections whose heading fits. */
function lines(which: RegExp, section?: RegExp): Reader {
  const chosen = (text: string): string => {
    let inside = false;
    return text
      .split('\n')
      .filter((line) => {
        if (line.startsWith('[')) inside = section?.test(line) === true;
        return inside || which.test(line);
      })
      .join('\n');
  };
  return (before, after) =>
    chosen(before) === chosen(after) ? undefined : 'a line that an installer acts on was changed';
}

function sections(name: RegExp): Reader {
  const chosen = (text: string): string => {
    let inside = false;
    return text
      .split('\n')
      .filter((line) => {
        const head = /^\s*\[+\s*([^\]]+?)\s*\]+/.exec(line)?.[1];
        if (head !== undefined) inside = name.test(head.replaceAll('"', ''));
        return inside && line.trim() !== '';
      })
      .join('\n');
  };
  return (before, after) =>
    chosen(before) === chosen(after)
      ? undefined
      : 'how the project is built when it is installed was changed';
}

/** Everything but the blocks at the margin that only name what is installed. */
function blocks(harmless: RegExp): Reader {
  const chosen = (text: string): string => {
    let counts = true;
    return text
      .split('\n')
      .filter((line) => {
        if (/^[^\s#-]/.test(line)) counts = !harmless.test(line);
        return counts && !/^\s*(?:#.*)?$/.test(line);
      })
      .join('\n');
  };
  return (before, after) =>
    chosen(before) === chosen(after) ? undefined : 'what installing may run was changed';
}
