// Configuration of what checks a change: which files are that, and which parts of files that hold other things too.

import type { TamperFinding } from '../core/evidence/tamper.ts';
import type { FileChange } from './change.ts';
import { linesOnlyIn, textsOf } from './change.ts';
import { mask } from './mask.ts';
import { languageOf } from './language.ts';
import { partsOf } from './config-parts.ts';
import { loweredIn, onlyThresholds } from './thresholds.ts';

/** Files that are nothing but such configuration. */
const whole: readonly (readonly [RegExp, string])[] = [
  [
    /(?:^|\/)\.github\/(?:workflows|actions)\/|^\.gitlab-ci\.yml$|^\.circleci\/|^\.travis\.yml$|^azure-pipelines[^/]*\.yml$|(?:^|\/)Jenkinsfile$|^\.drone\.yml$|^bitbucket-pipelines\.yml$|^\.woodpecker|^\.buildkite\/|^\.ci\/|^appveyor\.yml$|^\.cirrus\.yml$/,
    'continuous integration',
  ],
  [
    /(?:^|\/)(?:vitest|vite|jest|karma|cypress|playwright|ava|web-test-runner|wdio|nyc|c8)(?:\.\w+)*\.(?:config|workspace|conf)\.[cm]?[jt]s(?:on)?$|(?:^|\/)(?:vitest|jest|playwright|cypress)\.(?:config|workspace|setup|preset)[^/]*$|(?:^|\/)\.(?:mocharc|nycrc|c8rc|taprc|jestrc|jasmine)[^/]*$|(?:^|\/)(?:setupTests|setup-tests|jest-setup|vitest-setup|test-setup)\.[cm]?[jt]sx?$|(?:^|\/)(?:tests?|__tests__|spec)\/(?:setup|global-?[sS]etup|mocha\.opts|support\/jasmine\.json)[^/]*$/,
    'the test runner',
  ],
  [
    /(?:^|\/)(?:pytest\.ini|\.pytest\.ini|tox\.ini|noxfile\.py|\.coveragerc|nose\.cfg)$|(?:^|\/)\.proverc$|(?:^|\/)\.rspec$|(?:^|\/)\.simplecov$|(?:^|\/)phpunit\.xml[^/]*$|(?:^|\/)(?:codecov|\.codecov)\.ya?ml$|(?:^|\/)tarpaulin\.toml$|(?:^|\/)\.?nextest\.toml$|(?:^|\/)stryker\.conf[^/]*$|(?:^|\/)sonar-project\.properties$/,
    'the test runner or its coverage',
  ],
  [
    /(?:^|\/)\.?(?:eslint|oxlint|stylelint|prettier|biome|jshint|jscs|tslint|htmlhint|markdownlint)(?:rc|ignore|\.config|\.json)[^/]*$|(?:^|\/)(?:biome|oxlint|\.oxlintrc|\.oxfmtrc)\.jsonc?$|(?:^|\/)\.?(?:ruff\.toml|flake8|pylintrc|bandit|isort\.cfg|pre-commit-config\.yaml|golangci\.[a-z]+|rubocop[^/]*\.yml|perlcriticrc|perltidyrc|shellcheckrc|editorconfig-checker\.json|clippy\.toml|rustfmt\.toml|checkstyle[^/]*\.xml|pmd[^/]*\.xml|spotbugs[^/]*\.xml|detekt\.yml|dependency-cruiser\.[cm]?js)$|(?:^|\/)knip\.json$/,
    'lint',
  ],
  [
    /(?:^|\/)(?:tsconfig|jsconfig)(?:\.[\w-]+)*\.json$|(?:^|\/)\.?mypy\.ini$|(?:^|\/)pyrightconfig\.json$|(?:^|\/)\.pyre_configuration$/,
    'the type checker',
  ],
  [/(?:^|\/)\.husky\/|(?:^|\/)\.githooks\/|(?:^|\/)lefthook\.yml$/, 'hooks'],
  [/(?:^|\/)slipway\.yaml$|^\.slipway\//, 'Slipway itself'],
];

/** Whether a file is nothing but configuration of what checks a change, or hooks into it. */
export function isCheckConfiguration(path: string): boolean {
  return whole.some(([pattern]) => pattern.test(path)) || /(?:^|\/)conftest\.py$/.test(path);
}

/** Whether a file is nothing but configuration of how tests are found and run. */
export function configuresTests(path: string): boolean {
  return (
    whole.some(([pattern, what]) => what.startsWith('the test runner') && pattern.test(path)) ||
    /(?:^|\/)conftest\.py$/.test(path)
  );
}

export function judgeConfig(change: FileChange): readonly TamperFinding[] {
  const what = whole.find(([pattern]) => pattern.test(change.path))?.[1];
  if (what !== undefined) return touched(change, what);
  if (/(?:^|\/)conftest\.py$/.test(change.path)) return hooked(change);
  const texts = textsOf(change);
  const parts = partsOf(change.path, texts.before, texts.after);
  if (parts.length === 0) return [];
  return [...lowered(change), ...parts.map((words) => finding(change, `${words}.`))];
}

function finding({ path }: FileChange, words: string): TamperFinding {
  return { kind: 'config-touched', file: path, words };
}

function touched(change: FileChange, what: string): readonly TamperFinding[] {
  const { before, after } = textsOf(change);
  if (before === after && change.before?.id === change.after?.id) return [];
  const low = lowered(change);
  // Asking for more is no weakening, as long as nothing else is said.
  if (low.length === 0 && change.before !== undefined && onlyThresholds(before, after)) return [];
  const how = howChanged(change);
  return [...low, finding(change, `The configuration of ${what} was ${how}.`)];
}

function howChanged({ before, after }: FileChange): string {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

function lowered(change: FileChange): readonly TamperFinding[] {
  const { before, after } = textsOf(change);
  return loweredIn(before, after).map((words) => ({
    kind: 'threshold-lowered' as const,
    file: change.path,
    words,
  }));
}

const hooks =
  /\bpytest_(?:collection|ignore_collect|runtest|sessionfinish|sessionstart|report|terminal|pycollect|generate_tests|configure|exception|assertrepr|unconfigure)\w*|\bcollect_ignore\w*|\bautouse\s*=\s*True|\bos\._exit\b|\bsys\.(?:exit|modules|settrace|meta_path)\b|\bpytest\.(?:skip|exit|xfail)\b|\bmark\.(?:skip|xfail)\b|\bbuiltins\b|\bhook(?:impl|wrapper)\b|\bsetattr\s*\(|\b__eq__\b|\brep\.outcome\b|\bpytest_plugins\b|\batexit\b/;

/** A fixture more is everyday work; a hook changes what every test means. */
function hooked(change: FileChange): readonly TamperFinding[] {
  const python = languageOf(change.path);
  if (python === undefined) return [];
  const { before, after } = textsOf(change);
  if (change.after === undefined) return [finding(change, 'The shared setup of the tests was removed.')];
  const added = linesOnlyIn(mask(after, python).code, mask(before, python).code);
  const line = added.find((one) => hooks.test(one));
  return line === undefined
    ? []
    : [
        finding(
          change,
          `The shared setup of the tests reaches into how every test is run: '${line.trim().slice(0, 80)}'.`,
        ),
      ];
}
