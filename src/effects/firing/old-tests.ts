// The tests of the base on the new code: every file of the test side is put back as it was, what was granted aside, and the test
// checks run once more, in other surroundings. What the change may not do is make an old test fail without saying so.

import { isAnnounced, isSpoken, oldTestsOn } from '../../core/evidence/live-fire.ts';
import type { TamperFinding } from '../../core/evidence/tamper.ts';
import { titleIn } from '../../core/evidence/tests-text.ts';
import { covers } from '../../core/fence/paths.ts';
import { elsewhereKinds } from '../../live-fire/elsewhere/kinds.ts';
import { hasTestsInside } from '../../live-fire/test-side.ts';
import type { Varied } from '../../workspace/workspace.ts';
import type { Range, Seen } from './range.ts';
import { couldNotLoad, known, shoot } from './range.ts';
import type { OnlyThere } from './only-there.ts';
import { onlyFinding, whichKinds } from './only-there.ts';
import { textsAt } from './texts.ts';
import type { Shown } from './shown.ts';
import { listed, nothing } from './shown.ts';

export async function oldTests(range: Range): Promise<Shown> {
  const { changes, input } = range;
  const back = changes
    .map(({ path }) => path)
    .filter((path) => range.sideOf(path) !== undefined && !covers(input.grants, path));
  const inside = await testsInside(range);
  if (back.length === 0) return { ...nothing, told: inside };
  const { parts, repository } = range;
  const crossed = await parts.workspaces.vary(repository.repository, {
    commit: input.to,
    as: { commit: input.from, paths: back },
  });
  const [before, first] = await Promise.all([known(parts, input.against), crossedTests(range, crossed)]);
  const judged: Shown[] = [];
  // One after the other: what is run once more for a check has the same checkouts as that of the next.
  for (const now of first) {
    judged.push(await judgedCheck(range, { crossed, back, now, before: before.find(named(now)) }));
  }
  return {
    findings: judged.flatMap(({ findings }) => findings),
    told: [...judged.flatMap(({ told }) => told), ...inside],
  };
}

/** Elsewhere, and where nothing runs there, as usual: what does not run is compared with nothing. */
async function crossedTests(range: Range, crossed: Varied): Promise<readonly Seen[]> {
  const seen = await shoot(range, crossed, 'one', elsewhereKinds);
  if (seen.every(({ verdict, executed }) => verdict !== 'FAIL' || executed > 0)) return seen;
  return shoot(range, crossed, 'two');
}

const named =
  ({ check }: Pick<Seen, 'check'>) =>
  (one: Seen): boolean =>
    one.check === check;

interface Crossed {
  readonly crossed: Varied;
  readonly back: readonly string[];
  readonly now: Seen;
  readonly before: Seen | undefined;
}

async function judgedCheck(range: Range, about: Crossed): Promise<Shown> {
  const { now, before, back } = about;
  if (before === undefined || before.because === 'no-tests') return nothing;
  if (before.passed.length === 0) return namelessly(range, about);
  const names = before.passed.filter((name) => !isFileName(name, back));
  const { red, unstarted } = oldTestsOn(names, now);
  if (now.because === 'timeout') {
    return told(
      `\`${now.check}\`: the base's tests do not end on the new code, so that nothing can be compared.`,
    );
  }
  const settled = red.length === 0 ? { red: [], only: [], own: [] } : await settledRed(range, about, red);
  const places = await placesOf(range, [...settled.red, ...settled.only.map(({ name }) => name)], back);
  const stop = settled.red.filter((name) => !isAnnounced(name, range.input.announced));
  const said = settled.red.filter((name) => isAnnounced(name, range.input.announced));
  return {
    findings: [
      ...stop.map((name) => redFinding(now.check, name, places.get(name))),
      ...settled.only.map(({ name, kinds }) =>
        onlyFinding({ check: now.check, name, kinds, file: places.get(name) }),
      ),
    ],
    told: [
      `\`${now.check}\`: ${names.length - red.length - unstarted.length} tests of the base pass on the new code.`,
      ...listed(`\`${now.check}\`: tests of the base that fail on the new code, as the plan announced`, said),
      ...listed(
        `\`${now.check}\`: tests of the base that cannot be run on the new code, and were not compared`,
        unstarted,
      ),
      ...listed(`\`${now.check}\`: tests that fail in other surroundings at the base as well`, settled.own),
    ],
  };
}

function told(line: string): Shown {
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
async function settledRed(range: Range, { crossed, now }: Crossed, red: readonly string[]): Promise<Settled> {
  const again = (await shoot(range, crossed, 'two')).find(named(now));
  const still = new Set(again?.failed);
  const green = red.filter((name) => !still.has(name));
  if (green.length === 0) return { red, only: [], own: [] };
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
    red: red.filter((name) => still.has(name)),
    only: await whichKinds(only, (kinds) => shoot(range, crossed, 'three', kinds)),
    own,
  };
}

/** A runner that names nothing says only that something fails: whether that is a test, or a file that is not there any more. */
async function namelessly(range: Range, { crossed, back, now, before }: Crossed): Promise<Shown> {
  if (before?.verdict === 'FAIL' || now.verdict !== 'FAIL') {
    return now.verdict === 'FAIL'
      ? nothing
      : told(`\`${now.check}\`: the base's tests pass on the new code.`);
  }
  const again = (await shoot(range, crossed, 'two')).find(named(now));
  if (again?.verdict !== 'FAIL') return told(`\`${now.check}\`: the base's tests pass on the new code.`);
  if (couldNotLoad(again) || again.because === 'timeout') {
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

/** Runners name a file that could not be loaded as if it were a test. */
function isFileName(name: string, files: readonly string[]): boolean {
  return files.some((file) => name === file || name.endsWith(`/${file}`) || file.endsWith(`/${name}`));
}

/** The file of the base that a test stands in, where its text has its title. */
async function placesOf(
  range: Range,
  names: readonly string[],
  back: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const texts = await textsAt(range, range.input.from, back);
  return new Map(
    names.flatMap((name) => {
      const title = titleIn(name);
      const file =
        back.find((one) => name.includes(one)) ?? [...texts].find(([, text]) => text.includes(title))?.[0];
      return file === undefined ? [] : [[name, file] as const];
    }),
  );
}

/** Tests that stand in the sources themselves cannot be put back alone. */
async function testsInside(range: Range): Promise<readonly string[]> {
  const changed = range.changes.flatMap(({ path, kind }) => (kind === 'modified' ? [path] : []));
  const candidates = changed.filter((path) => /\.(?:rs|py|[cm]?[jt]sx?)$/.test(path));
  const texts = await textsAt(range, range.input.from, candidates);
  const inside = candidates.filter((path) => hasTestsInside(path, texts.get(path) ?? ''));
  return listed('Tests inside of sources, which were not compared', inside);
}
