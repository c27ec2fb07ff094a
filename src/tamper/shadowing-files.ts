// Files that stand in the way of what a check uses: a module, a program or a setting that is found before the real one.

import type { TamperFinding } from '../core/evidence/tamper.ts';
import type { FileChange } from './change.ts';

const testModules =
  'pytest|_pytest|unittest|nose2?|doctest|coverage|hypothesis|mock|tox|nox|sitecustomize|usercustomize|pluggy|ruff|mypy|flake8|pylint';
const standardModules =
  'os|sys|re|json|math|random|time|datetime|types|typing|collections|functools|subprocess|importlib|site|ast|inspect|traceback|contextlib|decimal|fractions|operator|itertools|string|io|pathlib';
const programs =
  'pytest|py\\.test|python3?|node|npm|npx|yarn|pnpm|bun|deno|vitest|jest|mocha|ava|c8|nyc|eslint|tsc|go|gofmt|cargo|rustc|prove|perl|make|mvn|gradle|java|ruby|rspec|bats|git|sh|bash|diff';

interface Shadow {
  readonly path: RegExp;
  readonly why: string;
  /** Where a file of that name was there before, it is the project's own. */
  readonly newOnly: boolean;
}

const shadow = (path: RegExp, why: string, newOnly = true): Shadow => ({ path, why, newOnly });

const shadows: readonly Shadow[] = [
  shadow(/(?:^|\/)node_modules\//, 'it would be used instead of an installed package', false),
  shadow(
    new RegExp(
      `^(?:src/|lib/|tests?/)?(?:${testModules})(?:\\.py|/.*\\.py)$|^(?:tests?/)?(?:${standardModules})(?:\\.py|/__init__\\.py)$`,
    ),
    'Python would import it instead of the real module',
  ),
  shadow(/\.pth$|(?:^|\/)(?:site|user)customize\.py$/, 'Python runs it before anything else', false),
  shadow(/^(?:.*\/)?(?:Test\d?|TAP)(?:\/[\w/]+)?\.pm$/, 'Perl would load it instead of the real module'),
  shadow(
    /(?:^|\/)\.(?:npmrc|yarnrc(?:\.yml)?|pnpmfile\.cjs|pnp\.c?js|node-version|nvmrc|tool-versions|python-version|ruby-version|envrc|env|env\.test)$/,
    'it changes which programs and settings checks run with',
    false,
  ),
  shadow(/(?:^|\/)(?:GNUmakefile|makefile|BSDmakefile)$/, 'make reads it instead of Makefile'),
  shadow(
    new RegExp(`^(?:bin/|scripts/|\\.bin/)?(?:${programs})(?:\\.(?:[cm]?js|sh|cmd|exe|bat))?$`),
    'it bears the name of a program that checks are run with',
  ),
  shadow(
    /(?:^|\/)vendor\/modules\.txt$|(?:^|\/)go\.work$/,
    'Go would build other modules than those of go.mod',
    false,
  ),
  shadow(
    /(?:^|\/)\.cargo\/config(?:\.toml)?$|(?:^|\/)rust-toolchain(?:\.toml)?$|^build\.rs$/,
    'cargo reads or runs it before every build',
    false,
  ),
  shadow(
    /(?:^|\/)\.mvn\/|(?:^|\/)gradle\/wrapper\/|(?:^|\/)(?:mvnw|gradlew)(?:\.cmd|\.bat)?$|(?:^|\/)init\.gradle/,
    'it decides what builds and tests are run with',
    false,
  ),
  shadow(/^__mocks__\//, 'the test runner would use it instead of the package of its name', false),
  shadow(
    /^(?:chai|assert|node-test|expect|test-utils)\.[cm]?js$/,
    'it bears the name of what tests are run with',
  ),
];

export function judgeShadows({ path, before, after }: FileChange): readonly TamperFinding[] {
  if (after === undefined || before?.id === after.id) return [];
  const found = shadows.find((one) => one.path.test(path) && (before === undefined || !one.newOnly));
  if (found === undefined) return [];
  const how = before === undefined ? 'is new' : 'was changed';
  return [{ kind: 'check-shadowed', file: path, words: `The file ${how}, and ${found.why}.` }];
}

const lockfile =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|deno\.lock|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|gradle\.lockfile|cpanfile\.snapshot|requirements[^/]*\.lock|flake\.lock|mix\.lock)$/;

export function judgeLockfile({ path, before, after }: FileChange): readonly TamperFinding[] {
  if (!lockfile.test(path) || before?.id === after?.id) return [];
  const words = 'The lockfile was touched: checks may run with other packages than before.';
  return [{ kind: 'lockfile-touched', file: path, words }];
}
