// Other surroundings for tests: what differs there, by kind, so that a finding can say which of it a test depends on. Nobody who uses
// the code has the folder, the variables, the clock or the runner of its checks.
//   ELSEWHERE-1. Each kind works by itself and with all others, and only for tests: what is set up and built is as usual.
//   ELSEWHERE-2. What is hidden is hidden from files of the project alone. Runners and libraries see everything.
//   ELSEWHERE-3. The clock and the ages of files stay at peace with each other: only together they are later.

import type { Elsewhere, ElsewherePlace } from '../../core/evidence/elsewhere.ts';
import { cargoRunner, goRunner, makeShell, perlModule } from './small-preloads.ts';
import { nodePreload } from './node-preload.ts';
import { pythonPreload } from './python-preload.ts';

export const elsewhereKinds = ['user', 'server', 'runner', 'date', 'ages', 'folder', 'delivered'] as const;

export type ElsewhereKind = (typeof elsewhereKinds)[number];

/** Kinds that need nothing to be loaded before the tests. */
export const plainKinds: readonly ElsewhereKind[] = ['user', 'server', 'ages'];

/** What a person is told, after "fails". */
export const elsewhereWords: Readonly<Record<ElsewhereKind, string>> = {
  user: 'in another time zone, or where nothing says that this is a build server',
  server: 'with the variables of a server set (NODE_ENV, DATABASE_URL)',
  runner: 'where the variables by which a test runner tells of itself are not seen',
  date: 'on another date, eleven years from now',
  ages: 'where its files are years old',
  folder: 'in another folder',
  delivered: 'where the files of its tests are not seen',
};

/** Before 2038, from which on some programs count from the beginning. */
const laterMs = 11 * 365 * 86_400_000;

/** The time of every file in a checkout that is not a new one. */
const oldFilesMs = Date.UTC(2016, 1, 3, 4, 5, 6);

/** Names by which runners and package managers tell that they are at work. */
const runnerMarks: readonly string[] = [
  'NODE_TEST_CONTEXT',
  'VITEST',
  'VITEST_MODE',
  'VITEST_WORKER_ID',
  'VITEST_POOL_ID',
  'JEST_WORKER_ID',
  'MOCHA_WORKER_ID',
  'PYTEST_CURRENT_TEST',
  'PYTEST_VERSION',
  'PYTEST_XDIST_WORKER',
  'npm_lifecycle_event',
  'npm_lifecycle_script',
  'npm_command',
];

export interface Preload {
  readonly kinds: ReadonlySet<ElsewhereKind>;
  readonly place: ElsewherePlace;
  readonly laterMs: number;
  readonly hidden: readonly string[];
}

/** Where these files lie beneath HOME. */
const folder = '.elsewhere';

export function elsewhereOf(kinds: readonly ElsewhereKind[]): Elsewhere {
  const set = new Set(kinds);
  const isLoaded = kinds.some((kind) => !plainKinds.includes(kind));
  return {
    env: (place) => ({
      ...(set.has('user') ? userVariables : {}),
      ...(set.has('server') ? serverVariables : {}),
      ...(isLoaded ? loadingVariables(place) : {}),
      ...(set.has('runner') ? runnerVariables(place) : {}),
      ...(set.has('folder') || set.has('runner') ? programVariables(place) : {}),
    }),
    files: (place) => {
      if (!isLoaded) return {};
      const preload: Preload = { kinds: set, place, laterMs, hidden: runnerMarks };
      return {
        [`${folder}/node.cjs`]: nodePreload(preload),
        [`${folder}/python/sitecustomize.py`]: pythonPreload(preload),
        [`${folder}/perl/Elsewhere.pm`]: perlModule(preload),
        [`${folder}/sh`]: makeShell,
        [`${folder}/make.mk`]: `SHELL := ${place.home}/${folder}/sh\n`,
        [`${folder}/cargo-runner`]: cargoRunner(preload),
        [`${folder}/go-runner`]: goRunner(preload),
      };
    },
    ...(set.has('ages') ? { filesOfMs: oldFilesMs } : {}),
    ...(set.has('folder') ? { isDeeper: true as const } : {}),
  };
}

const userVariables = {
  TZ: 'Pacific/Chatham',
  CI: undefined,
  LANG: 'C.UTF-8',
  USER: 'somebody',
  LOGNAME: 'somebody',
} as const;

const serverVariables = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://127.0.0.1:9/nothing',
} as const;

type Variables = Readonly<Record<string, string | undefined>>;

function loadingVariables({ home, usual }: ElsewherePlace): Variables {
  const at = `${home}/${folder}`;
  const before = (name: string, own: string, between: string): string =>
    usual[name] === undefined || usual[name] === '' ? own : `${own}${between}${usual[name]}`;
  return {
    NODE_OPTIONS: before('NODE_OPTIONS', `--require "${at}/node.cjs"`, ' '),
    PYTHONPATH: before('PYTHONPATH', `${at}/python`, ':'),
    PERL5LIB: before('PERL5LIB', `${at}/perl`, ':'),
    PERL5OPT: '-MElsewhere',
  };
}

/** make reads words, and so do the tools below: a path with a space would be two. */
function runnerVariables({ home }: ElsewherePlace): Variables {
  return /\s/.test(home) ? {} : { MAKEFILES: `${home}/${folder}/make.mk` };
}

const cargoTargets = [
  'X86_64_UNKNOWN_LINUX_GNU',
  'AARCH64_UNKNOWN_LINUX_GNU',
  'X86_64_UNKNOWN_LINUX_MUSL',
  'AARCH64_APPLE_DARWIN',
  'X86_64_APPLE_DARWIN',
];

function programVariables({ home, usual }: ElsewherePlace): Variables {
  if (/\s/.test(home)) return {};
  const flags = usual['GOFLAGS'] ?? '';
  return {
    ...Object.fromEntries(
      cargoTargets.map((target) => [`CARGO_TARGET_${target}_RUNNER`, `${home}/${folder}/cargo-runner`]),
    ),
    GOFLAGS: `${flags} -exec=${home}/${folder}/go-runner`.trim(),
  };
}
