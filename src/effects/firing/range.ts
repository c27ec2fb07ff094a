// Where shots are fired: test checks on a tree that nobody delivers, with everything that has to come before them.

import type { CheckSpec, Evidence } from '../../core/evidence/evidence.ts';
import type { FireInput } from '../../core/evidence/live-fire.ts';
import { allFailed, asKnown, noNames, testsFrom } from '../../core/evidence/tests-text.ts';
import type { Repository, Run } from '../../core/run.ts';
import type { ElsewhereKind } from '../../live-fire/elsewhere/kinds.ts';
import { elsewhereOf } from '../../live-fire/elsewhere/kinds.ts';
import { testSide } from '../../live-fire/test-side.ts';
import type { Change, Varied } from '../../workspace/workspace.ts';
import type { Result } from '../checking/check-checkout.ts';
import { clearAway, onCheckout } from '../checking/check-checkout.ts';
import type { EffectParts } from '../parts.ts';
import type { SideOf } from './sides.ts';

export interface Range {
  readonly parts: EffectParts;
  readonly run: Run;
  readonly repository: Repository;
  readonly input: FireInput;
  readonly changes: readonly Change[];
  readonly sideOf: SideOf;
  /** Of its checkouts: each has a word of its own behind it. */
  readonly name: string;
  readonly tag: string;
  readonly signal: AbortSignal;
}

/** Every checkout a shot may have, so that a crash leaves none. */
const places = ['one', 'two', 'three', 'four'] as const;

export type RangePlace = (typeof places)[number];

export async function clearRange(parts: EffectParts, name: string): Promise<void> {
  await Promise.all(places.map((place) => clearAway(parts, `${name}-${place}`)));
}

/** A test check, as far as a shot looks at it. */
export interface SeenCheck {
  readonly check: string;
  readonly verdict: Evidence['verdict'];
  readonly because: Evidence['because'];
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
  /** How many failed, where that is counted. */
  readonly counted?: number;
  /** Whether anything was started, as far as anybody can tell. */
  readonly executed: number;
  readonly log: string;
}

/** What a test check says takes about as long as it did on the head; what hangs is no answer. */
const patienceMin = 60_000;
const patienceTimes = 5;

function inTime(check: CheckSpec, now: readonly Evidence[]): CheckSpec {
  const took = now.find((item) => item.check === check.name)?.ms ?? 0;
  const timeoutMs = Math.min(check.timeoutMs, Math.max(patienceMin, took * patienceTimes));
  return check.kind === 'test' ? { ...check, timeoutMs } : check;
}

export async function shoot(
  range: Range,
  { commit, tree }: Varied,
  at: RangePlace,
  kinds: readonly ElsewhereKind[] = [],
): Promise<readonly SeenCheck[]> {
  const { parts, run, repository, input, name, tag, signal } = range;
  const checks = input.checks
    .filter(({ kind }) => kind === 'setup' || kind === 'build' || kind === 'test')
    .map((check) => inTime(check, input.now));
  const ran = await onCheckout(parts, {
    run,
    repository,
    commit,
    tree,
    checks,
    goesOnPast: checks.filter(({ kind }) => kind === 'build').map((check) => check.name),
    ...(kinds.length === 0 ? {} : { surroundings: elsewhereOf(kinds) }),
    name: `${name}-${at}`,
    tag,
    signal,
  });
  if (ran.ended === 'stopped') throw new Error('the shot was stopped');
  const before = await known(parts, [...input.against, ...input.now]);
  return ran.results.filter(({ kind }) => kind === 'test').map((result) => seenBy(result, before));
}

/** By the names that its tests have in the runs that are evidence. */
function seenBy(
  { check, verdict, because, counts, tests, log }: Result,
  before: readonly SeenCheck[],
): SeenCheck {
  const names = before
    .filter((one) => one.check === check)
    .flatMap((one) => [...one.passed, ...one.skipped, ...one.failed]);
  const { passed, failed, skipped } = asKnown(tests ?? noNames, new Set(names));
  return {
    check,
    verdict,
    because,
    passed,
    failed,
    skipped,
    ...(counts === undefined ? {} : { counted: counts.failed }),
    executed: Math.max((counts?.passed ?? 0) + (counts?.failed ?? 0), passed.length + failed.length),
    log: log.text,
  };
}

/** The same of a check that is evidence already. */
export async function known(
  { blobs }: EffectParts,
  evidence: readonly Evidence[],
): Promise<readonly SeenCheck[]> {
  const tests = evidence.filter(({ kind }) => kind === 'test');
  return Promise.all(
    tests.map(async ({ check, verdict, because, counts, tests: blob }): Promise<SeenCheck> => {
      const names = testsFrom((blob === undefined ? undefined : await blobs.get(blob)) ?? '');
      const failed = allFailed(names);
      return {
        check,
        verdict,
        because,
        passed: [...names.passed, ...names.flaky],
        failed,
        skipped: names.skipped,
        ...(counts === undefined ? {} : { counted: counts.failed }),
        executed: (counts?.passed ?? 0) + (counts?.failed ?? 0),
        log: '',
      };
    }),
  );
}

/** How programs say that they could not even begin. Others may say so too, so that it is never enough. */
const unloadable =
  /Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|does not provide an export|SyntaxError|ImportError|ModuleNotFoundError|\bundefined: |\[build failed\]|error\[E\d{4}\]|could not compile|cannot find (?:function|type|value)|No rule to make target|No such file or directory|[Cc]an(?:'|no)t (?:locate|open) |not found/;

export function couldNotLoad({ log }: Pick<SeenCheck, 'log'>): boolean {
  return unloadable.test(log);
}

/** Whether it says that it could not begin for want of one of these. */
export function lacks({ log }: Pick<SeenCheck, 'log'>, gone: readonly string[]): boolean {
  return log.split('\n').some((line) => unloadable.test(line) && gone.some((name) => line.includes(name)));
}

/** A file in which a runner finds tests. */
export function isTestFile(path: string): boolean {
  return testSide(path) === 'tests';
}

/** Runners name what could not be loaded as if it were a test: its file, a suite of no name, a package that was not built. */
export function isFileName(name: string, files: readonly string[]): boolean {
  return (
    / › Test suite failed to run$| \[(?:build|setup) failed\]$|\(unittest\.loader\._FailedTest\b/.test(
      name,
    ) || files.some((file) => name === file || name.endsWith(`/${file}`) || file.endsWith(`/${name}`))
  );
}

/** Whether it names every failure that it counts. */
export function isListed({ counted = 0, failed }: Pick<SeenCheck, 'counted' | 'failed'>): boolean {
  return counted > 0 && failed.length >= counted;
}
