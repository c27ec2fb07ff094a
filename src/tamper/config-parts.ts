// Files that hold the configuration of checks among other things: the parts of them that changed, as sentences without
// their full stop.

import { installScripts } from '../core/evidence/installing.ts';
import { linesOnlyIn } from './change.ts';

type Reader = (before: string, after: string) => readonly string[];

const readers: readonly (readonly [RegExp, Reader])[] = [
  [/(?:^|\/)package\.json$/, packageJson],
  [
    /(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/,
    sections(
      /^(?:tool\.(?:pytest|coverage|ruff|mypy|pylint|flake8|isort|black|bandit|tox|nox|pyright|mutmut|poe|hatch\.envs|pdm\.scripts|poetry\.scripts)\b.*|tool:pytest|flake8|mypy.*|coverage:.*|pylint.*|isort|options\.entry_points)$/,
    ),
  ],
  [
    /(?:^|\/)Cargo\.toml$/,
    sections(
      /^(?:profile\b.*|lib|\[?test\]?|\[?bench\]?|lints\b.*|workspace\.lints.*|patch\b.*|replace|unstable)$|^(?:package)$/,
      /^\s*(?:autotests|autobenches|harness|test|doctest|build|path|opt-level|debug-assertions|overflow-checks|\w[\w-]*\s*=\s*"?(?:allow|warn|deny|forbid))/,
    ),
  ],
  [
    /(?:^|\/)go\.(?:mod|work)$/,
    lines(/\breplace\b|=>|^\s*(?:exclude|retract|toolchain)\b/, 'what other modules are replaced by'),
  ],
  [/(?:^|\/)(?:GNU)?[Mm]akefile$|\.mk$/, makefile],
  [
    /(?:^|\/)(?:[Jj]ustfile|Taskfile\.ya?ml|Rakefile)$/,
    lines(/\b(?:test|check|lint|coverage|spec|ci)\b/i, 'how checks are run'),
  ],
  [
    /(?:^|\/)(?:build|settings)\.gradle(?:\.kts)?$|(?:^|\/)pom\.xml$|(?:^|\/)gradle\.properties$/,
    lines(
      /\btest\b|surefire|failsafe|jacoco|skipTests|maven\.test|testFailureIgnore|ignoreFailures|exclude|checkstyle|spotbugs|pmd|minimum|enabled\s*=|onlyIf/i,
      'how tests and their limits are run',
    ),
  ],
  [
    /(?:^|\/)(?:Makefile\.PL|Build\.PL|dist\.ini|cpanfile)$/,
    lines(/\btests?\b|\bt\/|\bTESTS\b/, 'how tests are run'),
  ],
  [/(?:^|\/)setup\.py$/, lines(/\btest_suite\b|\btests_require\b|\bentry_points\b/, 'how tests are run')],
  [
    /(?:^|\/)\.cargo\/config(?:\.toml)?$|(?:^|\/)(?:deno|bunfig|turbo|nx|lerna|angular|\.swcrc|babel\.config)\.?(?:jsonc?|toml|[cm]?js)?$/,
    lines(/\S/, 'how programs and checks are built and run'),
  ],
];

export function partsOf(path: string, before: string, after: string): readonly string[] {
  const reader = readers.find(([pattern]) => pattern.test(path))?.[1];
  return reader === undefined || before === after ? [] : reader(before, after);
}

const packageKeys = [
  'jest',
  'vitest',
  'mocha',
  'ava',
  'nyc',
  'c8',
  'tap',
  'eslintConfig',
  'eslintIgnore',
  'stylelint',
  'prettier',
  'imports',
  'husky',
  'lint-staged',
  'wireit',
  'overrides',
  'resolutions',
  'pnpm',
  'jasmine',
  'xo',
  'standard',
  'type-coverage',
  'size-limit',
];
const checkScript =
  /^(?:pre|post)|^(?:test|lint|check|coverage|typecheck|type-check|tsc|ci|verify|validate|build|format)$/;

function packageJson(before: string, after: string): readonly string[] {
  const was = objectOf(before);
  const is = objectOf(after);
  if (was === undefined || is === undefined) {
    return before.trim() === '' ? [] : ['package.json can no longer be read as JSON'];
  }
  const scripts = scriptParts(field(was, 'scripts'), field(is, 'scripts'));
  const keys = packageKeys.filter((key) => !same(field(was, key), field(is, key)));
  return [...scripts, ...keys.map((key) => `package.json says something else under '${key}'`)];
}

/** Every script that is other than before; a new one only where something runs it by its name. */
function scriptParts(was: unknown, is: unknown): readonly string[] {
  const old = entriesOf(was);
  const now = entriesOf(is);
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    // Those are told as what they are (`installs.ts`).
    if (installScripts.has(name) || same(old.get(name), now.get(name))) return [];
    if (!old.has(name))
      return checkScript.test(name) && old.size > 0 ? [`the script '${name}' was added to package.json`] : [];
    return [`the script '${name}' of package.json was ${now.has(name) ? 'changed' : 'removed'}`];
  });
}

function objectOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

function field(value: unknown, key: string): unknown {
  return entriesOf(value).get(key);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Sections of an INI or TOML text whose name fits, compared without order of blanks. */
function sections(name: RegExp, within?: RegExp): Reader {
  return (before, after) => {
    const was = sectionsOf(before);
    const is = sectionsOf(after);
    return [...new Set([...was.keys(), ...is.keys()])].flatMap((section) => {
      if (!name.test(section)) return [];
      const old = was.get(section) ?? [];
      const now = is.get(section) ?? [];
      const differing = [
        ...linesOnlyIn(old.join('\n'), now.join('\n')),
        ...linesOnlyIn(now.join('\n'), old.join('\n')),
      ];
      const counts =
        section === 'package' && within !== undefined
          ? differing.filter((line) => within.test(line))
          : differing;
      return counts.length === 0 ? [] : [`the section [${section}] says something else than before`];
    });
  };
}

function sectionsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of text.split('\n')) {
    const head = /^\s*\[+\s*([^\]]+?)\s*\]+\s*(?:#.*)?$/.exec(line)?.[1];
    if (head !== undefined) {
      const name = head.replaceAll('"', '');
      current = found.get(name) ?? [];
      found.set(name, current);
    } else if (!/^\s*(?:[#;].*)?$/.test(line)) current.push(line.trim());
  }
  return found;
}

function lines(which: RegExp, what: string): Reader {
  return (before, after) => {
    const differing = [...linesOnlyIn(before, after), ...linesOnlyIn(after, before)];
    const line = differing.filter((one) => !/^\s*(?:#|\/\/)/.test(one)).find((one) => which.test(one));
    return line === undefined ? [] : [`${what} was changed: '${line.trim().slice(0, 80)}'`];
  };
}

const checkTarget =
  /^(?:.*[-_.])?(?:tests?|check|checks|lint|coverage|cover|ci|verify|all|typecheck|spec)(?:[-_.].*)?$/;

/** Rules whose target sounds like a check, with what they need; and everything that holds for all rules. */
function makefile(before: string, after: string): readonly string[] {
  const was = rulesOf(before);
  const is = rulesOf(after);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((target) => {
    if ((was.get(target) ?? '') === (is.get(target) ?? '')) return [];
    if (target === '') {
      const line = [
        ...linesOnlyIn(is.get('') ?? '', was.get('') ?? ''),
        ...linesOnlyIn(was.get('') ?? '', is.get('') ?? ''),
      ].find((one) =>
        /\b(?:SHELL|MAKEFLAGS|\.SHELLFLAGS|\.IGNORE|\.ONESHELL|PATH|TESTS?\w*|\w*TEST\w*|PROVE|PYTEST|NODE|GO|CARGO|LINT\w*|PERL5LIB|PERL5OPT|PYTHONPATH|NODE_OPTIONS|include)\b/.test(
          one,
        ),
      );
      return line === undefined
        ? []
        : [`a setting that holds for every rule of the Makefile was changed: '${line.trim().slice(0, 80)}'`];
    }
    if (target.startsWith('.') && target !== '.PHONY')
      return [`the Makefile says '${target}', which holds for every rule`];
    return was.has(target) && checkTarget.test(target)
      ? [`the rule '${target}' of the Makefile was changed`]
      : [];
  });
}

function rulesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let targets: readonly string[] = [''];
  for (const line of text.split('\n')) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const rule = /^([^\s:=#][^:=#]*?)\s*::?(?!=)(.*)$/.exec(line);
    if (rule !== null) targets = (rule[1] ?? '').split(/\s+/);
    else if (!line.startsWith('\t') && !line.startsWith(' ')) targets = [''];
    for (const target of targets) found.set(target, `${found.get(target) ?? ''}${line.trim()}\n`);
  }
  return found;
}
