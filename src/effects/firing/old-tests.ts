// The tests of the base on the new code: every file of the test side is put back as it was, what was granted aside, and the test
// checks run once more, in other surroundings, and those files as usual. What the change may not do is make an old test fail
// without saying so, and no more may it keep one from being run.

import { isSpoken, oldTestsOn } from '../../core/evidence/live-fire.ts';
import type { TamperFinding } from '../../core/evidence/tamper.ts';
import { covers } from '../../core/fence/paths.ts';
import { elsewhereKinds } from '../../live-fire/elsewhere/kinds.ts';
import { hasTestsInside } from '../../live-fire/test-side.ts';
import { sortedByPlan } from './announced.ts';
import type { Crossing } from './crossing.ts';
import { crossing, cutShort, isExcused } from './crossing.ts';
import type { OnlyThere } from './only-there.ts';
import { onlyFinding, whichKinds } from './only-there.ts';
import type { PlacesNamed } from './places.ts';
import { placesOf } from './places.ts';
import type { Range, SeenCheck } from './range.ts';
import { isFileName, isListed, known, lacks, shoot } from './range.ts';
import type { ShotShown } from './shown.ts';
import { listed, nothing } from './shown.ts';
import { textsAt } from './texts.ts';

export async function oldTests(range: Range): Promise<ShotShown> {
  const { changes, input } = range;
  const back = changes
    .map(({ path }) => path)
    .filter((path) => range.sideOf(path) !== undefined && !covers(input.grants, path));
  const inside = await testsInside(range);
  if (back.length === 0) return { ...nothing, told: inside };
  const [across, before] = [await crossing(range, back), await known(range.parts, input.against)];
  const short = await cutShort(range, across);
  const places = await placesOf(range, back);
  const judged: ShotShown[] = [];
  // One after the other: what is run once more for a check has the same checkouts as that of the next.
  for (const now of across.elsewhere) {
    const about = { across, now, before: before.find(named(now)), places };
    judged.push(
      await judgedCheck(
        range,
        about,
        [...short].flatMap(([file, on]) => (on.includes(now.check) ? [file] : [])),
      ),
    );
  }
  return {
    findings: judged.flatMap(({ findings }) => findings),
    told: [...judged.flatMap(({ told }) => told), ...inside],
  };
}

const named =
  ({ check }: Pick<SeenCheck, 'check'>) =>
  (one: SeenCheck): boolean =>
    one.check === check;

interface Crossed {
  readonly across: Crossing;
  readonly now: SeenCheck;
  readonly before: SeenCheck | undefined;
  readonly places: PlacesNamed;
}

async function judgedCheck(range: Range, about: Crossed, short: readonly string[]): Promise<ShotShown> {
  const { now, before, across } = about;
  if (before === undefined || before.because === 'no-tests') return nothing;
  const usual = across.usual.seen.find(named(now)) ?? now;
  if (usual.because === 'timeout' && before.verdict !== 'FAIL') return endless(range, about);
  const shown =
    before.passed.length === 0 ? await namelessly(range, about, usual) : await byName(range, about, usual);
  // Whoever is told by name already is not told by the file.
  const told = new Set(shown.findings.map(({ file }) => file));
  const cut = short.filter((file) => !told.has(file)).map((file) => cutFinding(now.check, file));
  return { ...shown, findings: [...shown.findings, ...cut] };
}

function endless(range: Range, { now, across: { back } }: Crossed): ShotShown {
  if (back.every((file) => isSpoken(file, range.input))) {
    return told(
      `\`${now.check}\`: the base's tests do not end on the new code, and the plan announced them.`,
    );
  }
  const words = `The check '${now.check}' does not end with the tests of the base, and ends with those of the change: ${back.slice(0, 3).join(', ')}.`;
  return { findings: [{ kind: 'old-test-red', file: back[0] ?? '', words }], told: [] };
}

async function byName(range: Range, about: Crossed, usual: SeenCheck): Promise<ShotShown> {
  const { now, before, across, places } = about;
  // A name stands for every test that has it.
  const names = [...new Set(before?.passed)].filter((name) => !isFileName(name, across.back));
  const { red, unstarted } = oldTestsOn(names, now);
  const alsoRed = oldTestsOn(names, usual).red.filter((name) => !red.includes(name));
  const settled = await settledRed(range, about, { red, alsoRed });
  const heard = new Set([...usual.passed, ...usual.failed]);
  const unrun = unstarted.filter((name) => !heard.has(name) && !alsoRed.includes(name));
  const { said, stop } = await sortedByPlan(range, across.crossed, {
    check: now.check,
    red: settled.red,
    places,
  });
  const onNew = names.length - settled.red.length - settled.only.length - unrun.length;
  return {
    findings: [
      ...stop.map((name) => redFinding(now.check, name, places(name)[0])),
      ...settled.only.map(({ name, kinds }) =>
        onlyFinding({ check: now.check, name, kinds, file: places(name)[0] }),
      ),
    ],
    told: [
      `\`${now.check}\`: ${onNew} tests of the base pass on the new code.`,
      ...listed(`\`${now.check}\`: tests of the base that fail on the new code, as the plan announced`, said),
      ...listed(
        `\`${now.check}\`: tests of the base that cannot be run on the new code, and were not compared`,
        unrun,
      ),
      ...listed(`\`${now.check}\`: tests that fail in other surroundings at the base as well`, settled.own),
    ],
  };
}

function told(line: string): ShotShown {
  return { findings: [], told: [line] };
}

interface Settled {
  readonly red: readonly string[];
  /** Red only where the surroundings are others, and not so at the base. */
  readonly only: readonly OnlyThere[];
  /** The same at the base. */
  readonly own: readonly string[];
}

/** Once more as usual, and where that is green, once more elsewhere, on this tree and on the base. */
async function settledRed(
  range: Range,
  { across: { crossed }, now }: Crossed,
  { red, alsoRed }: { readonly red: readonly string[]; readonly alsoRed: readonly string[] },
): Promise<Settled> {
  if (red.length + alsoRed.length === 0) return { red, only: [], own: [] };
  const again = (await shoot(range, crossed, 'two')).find(named(now));
  const still = new Set(again?.failed);
  const settled = [...red, ...alsoRed].filter((name) => still.has(name));
  const green = red.filter((name) => !still.has(name));
  if (green.length === 0) return { red: settled, only: [], own: [] };
  const { from } = range.input;
  const base = { commit: from, tree: await range.parts.workspaces.treeOf(range.repository.repository, from) };
  const [third, atBase] = await Promise.all([
    shoot(range, crossed, 'three', elsewhereKinds),
    shoot(range, base, 'four', elsewhereKinds),
  ]);
  const [twice, there] = [third, atBase].map((results) => new Set(results.find(named(now))?.failed));
  const own = green.filter((name) => there?.has(name) === true);
  const only = green.filter((name) => twice?.has(name) === true && !own.includes(name));
  return {
    red: settled,
    only: await whichKinds(only, (kinds) => shoot(range, crossed, 'three', kinds)),
    own,
  };
}

/** A runner that does not name what passes: what fails may have a name, and else the check alone says something. */
async function namelessly(range: Range, about: Crossed, usual: SeenCheck): Promise<ShotShown> {
  const { across, now, before } = about;
  const isPlain = across.usual.perches.length === 0;
  if (isPlain && usual.verdict !== 'FAIL' && now.verdict !== 'FAIL') return passing(now);
  const again =
    isPlain && usual.verdict === 'FAIL'
      ? usual
      : (await shoot(range, across.crossed, 'two')).find(named(now));
  if (again?.verdict !== 'FAIL') return passing(now);
  const wasRed = new Set(before?.failed);
  const fresh = again.failed.filter((name) => !wasRed.has(name));
  if (isListed(again)) return namedFailures(range, about, fresh);
  if (before?.verdict === 'FAIL') {
    return told(`\`${now.check}\`: failed at the base already, so that its tests were not compared.`);
  }
  return wholeCheck(range, about, again);
}

function passing({ check }: SeenCheck): ShotShown {
  return told(`\`${check}\`: the base's tests pass on the new code.`);
}

/** A file that could not be loaded is named as if it were a test. */
async function namedFailures(
  range: Range,
  { across, now, places }: Crossed,
  fresh: readonly string[],
): Promise<ShotShown> {
  const [files, red] = [
    across.back.filter((file) =>
      fresh.some((name) => isFileName(name, [file]) && name.includes(file.slice(file.lastIndexOf('/') + 1))),
    ),
    fresh.filter((name) => !isFileName(name, across.back)),
  ];
  const { said, stop } = await sortedByPlan(range, across.crossed, { check: now.check, red, places });
  const unloaded = files.filter((file) => isExcused(across.lost, file));
  return {
    findings: [
      ...stop.map((name) => redFinding(now.check, name, places(name)[0])),
      ...files
        .filter((file) => !unloaded.includes(file) && !isSpoken(file, range.input))
        .map((file) => cutFinding(now.check, file)),
    ],
    told: [
      ...listed(`\`${now.check}\`: tests of the base that fail on the new code, as the plan announced`, said),
      ...listed(
        `\`${now.check}\`: test files of the base that cannot be run on the new code, and were not compared`,
        unloaded,
      ),
    ],
  };
}

function wholeCheck(range: Range, { across: { back, lost }, now }: Crossed, again: SeenCheck): ShotShown {
  if (lacks(again, [...lost.values()].flat())) {
    return told(`\`${now.check}\`: the base's tests cannot be run on the new code, and were not compared.`);
  }
  if (back.every((file) => isSpoken(file, range.input))) {
    return told(`\`${now.check}\`: the base's tests fail on the new code, as the plan announced.`);
  }
  const words = `The check '${now.check}' fails with the tests of the base, and passes with those of the change: ${back.slice(0, 3).join(', ')}.`;
  return { findings: [{ kind: 'old-test-red', file: back[0] ?? '', words }], told: [] };
}

function redFinding(check: string, name: string, file: string | undefined): TamperFinding {
  const words = `The test '${name}' of the base fails on the new code (check '${check}'), and the plan does not say that it should.`;
  return { kind: 'old-test-red', file: file ?? '', words };
}

function cutFinding(check: string, file: string): TamperFinding {
  const words = `The tests of the base in \`${file}\` do not come to their end on the new code (check '${check}'), though nothing that they name is gone.`;
  return { kind: 'old-test-red', file, words };
}

/** Tests that stand in the sources themselves cannot be put back alone. */
async function testsInside(range: Range): Promise<readonly string[]> {
  const changed = range.changes.flatMap(({ path, kind }) => (kind === 'modified' ? [path] : []));
  const candidates = changed.filter((path) => /\.(?:rs|py|[cm]?[jt]sx?)$/.test(path));
  const texts = await textsAt(range, range.input.from, candidates);
  const inside = candidates.filter((path) => hasTestsInside(path, texts.get(path) ?? ''));
  return listed('Tests inside of sources, which were not compared', inside);
}
