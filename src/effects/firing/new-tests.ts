// New and changed tests on the old code. One of them has to be red there, by its name: else they would be green whatever the change
// does. Where they cannot even load without the change, mutants of the changed lines are put before them, and one has to be killed.

import type { TamperFinding } from '../../core/evidence/tamper.ts';
import { liveFireOf } from '../../core/policy.ts';
import type { Mutant } from '../../live-fire/slight-mutants.ts';
import { newLines, slightMutants } from '../../live-fire/slight-mutants.ts';
import { isManifest, isSource, testSide } from '../../live-fire/test-side.ts';
import { otherTests } from './fewer-tests.ts';
import type { RangePlace, Range, SeenCheck } from './range.ts';
import { couldNotLoad, isFileName, isListed, known, shoot } from './range.ts';
import type { ShotShown } from './shown.ts';
import { listed, nothing } from './shown.ts';
import { textsAt } from './texts.ts';

const mutantsMax = 3;

export async function newTests(range: Range): Promise<ShotShown> {
  const { changes, input } = range;
  const tests = changes
    .filter(({ path, kind }) => kind !== 'deleted' && testSide(path) === 'tests')
    .map(({ path }) => path);
  const isAboutCode = changes.some(({ path }) => isSource(path) && range.sideOf(path) === undefined);
  if (!isAboutCode || input.proven === true) return nothing;
  if (tests.length === 0) return { findings: [], told: ['No test was added or changed with the code.'] };
  const atHead = await known(range.parts, input.now);
  const onOld = await onOldCode(range, tests);
  const red = redIn(onOld, atHead, tests);
  if (red.length > 0) {
    return { findings: [], told: listed('Red without the change, and green with it', red) };
  }
  if (onOld.every((seen) => isStarted(seen, atHead))) return unproven(range, tests, []);
  return byMutants(range, tests, atHead);
}

/** Only them first; where nothing runs then, with all the others. */
async function onOldCode(range: Range, tests: readonly string[]): Promise<readonly SeenCheck[]> {
  const { parts, repository, changes, input } = range;
  const paths = changes
    .map(({ path }) => path)
    .filter((path) => range.sideOf(path) !== undefined || isManifest(path));
  const as = { commit: input.to, paths };
  const without = await otherTests(range, input.from, tests);
  const few = await parts.workspaces.vary(repository.repository, { commit: input.from, as, without });
  const seen = await shoot(range, few, 'one');
  if (without.length === 0 || seen.some(({ executed }) => executed > 0)) return seen;
  return shoot(range, await parts.workspaces.vary(repository.repository, { commit: input.from, as }), 'two');
}

/**
 * Names that fail here and pass at the head. A runner that does not name what passes names what fails, and one that names nothing says
 * only that it fails: then what could not be loaded is no test that failed.
 */
function redIn(
  seen: readonly SeenCheck[],
  atHead: readonly SeenCheck[],
  files: readonly string[],
): readonly string[] {
  return seen.flatMap((one) => {
    const head = atHead.find(({ check }) => check === one.check);
    const passed = new Set(head?.passed);
    const red = one.failed.filter((name) => passed.has(name));
    if (red.length > 0 || passed.size > 0) return red;
    if (one.verdict !== 'FAIL' || one.because !== 'exit' || head?.verdict === 'FAIL') return [];
    if (isListed(one)) return one.failed.filter((name) => !isFileName(name, files));
    return couldNotLoad(one) ? [] : [`the check ${one.check}`];
  });
}

/** Everything ran that could have been red: nothing kept it from loading. */
function isStarted(seen: SeenCheck, atHead: readonly SeenCheck[]): boolean {
  if (seen.verdict !== 'FAIL') return true;
  const passed = new Set(atHead.find(({ check }) => check === seen.check)?.passed);
  return !couldNotLoad(seen) && seen.executed > 0 && seen.failed.every((name) => passed.has(name));
}

async function byMutants(
  range: Range,
  tests: readonly string[],
  atHead: readonly SeenCheck[],
): Promise<ShotShown> {
  const mutants = await mutantsOf(range);
  const without = await otherTests(range, range.input.to, tests);
  const places: readonly RangePlace[] = ['two', 'three', 'four'];
  for (const [n, mutant] of mutants.entries()) {
    const text = { path: mutant.path, text: mutant.text };
    const varied = await range.parts.workspaces.vary(range.repository.repository, {
      commit: range.input.to,
      texts: [text],
      without,
    });
    const killed = redIn(await shoot(range, varied, places[n] ?? 'four'), atHead, tests);
    if (killed.length > 0) {
      const where = `${mutant.path}:${mutant.line}`;
      return {
        findings: [],
        told: [
          `The new tests cannot be run without the change; with ${mutant.words} in ${where} they fail: ${killed.slice(0, 3).join(', ')}.`,
        ],
      };
    }
  }
  return unproven(range, tests, mutants);
}

async function mutantsOf(range: Range): Promise<readonly Mutant[]> {
  const paths = range.changes
    .filter(({ path, kind }) => kind !== 'deleted' && isSource(path) && range.sideOf(path) === undefined)
    .map(({ path }) => path);
  const [before, after] = await Promise.all([
    textsAt(range, range.input.from, paths),
    textsAt(range, range.input.to, paths),
  ]);
  const each = paths.flatMap((path) => {
    const text = after.get(path) ?? '';
    return slightMutants({ path, text }, newLines(before.get(path) ?? '', text), mutantsMax);
  });
  // One of each file before a second of any.
  const byFile = new Map<string, number>();
  const turn = (one: Mutant): number => {
    const n = byFile.get(one.path) ?? 0;
    byFile.set(one.path, n + 1);
    return n;
  };
  return each
    .map((one) => ({ one, n: turn(one) }))
    .toSorted((a, b) => a.n - b.n)
    .slice(0, mutantsMax)
    .map(({ one }) => one);
}

function unproven(range: Range, tests: readonly string[], mutants: readonly Mutant[]): ShotShown {
  const survived =
    mutants.length === 0
      ? ''
      : ` They stay green with ${mutants.map(({ words, path, line }) => `${words} in ${path}:${line}`).join(', ')}.`;
  const words = `The new and changed tests prove nothing: none of them is red without the change.${survived}`;
  if (liveFireOf(range.run.policy).unproven === 'tell') return { findings: [], told: [words] };
  const finding: TamperFinding = { kind: 'unproven', file: tests[0] ?? '', words };
  return { findings: [finding], told: [] };
}
