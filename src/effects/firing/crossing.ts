// The crossed tree: the new code with the test side of the base. A canary stands at the end of each test file that was put back. It
// fails where the tests before it came to their end, so that code which ends or leaves out what tests it is seen.

import { formOf, isScript, loading, planted } from '../../live-fire/canary.ts';
import { thrownToken, type Token } from '../../live-fire/canary-forms.ts';
import { elsewhereKinds } from '../../live-fire/elsewhere/kinds.ts';
import { namedIn, takenAway } from '../../live-fire/taken-away.ts';
import { isManifest } from '../../live-fire/test-side.ts';
import type { Varied } from '../../workspace/workspace.ts';
import { otherTests } from './fewer-tests.ts';
import type { Range, SeenCheck } from './range.ts';
import { isTestFile, shoot } from './range.ts';
import { textsAt } from './texts.ts';
import { newToken, waysIn } from './ways.ts';

export interface Crossing {
  readonly crossed: Varied;
  /** Files of the test side that are as the base has them. */
  readonly back: readonly string[];
  /** What each of those names that the change took away. */
  readonly lost: ReadonlyMap<string, readonly string[]>;
  readonly elsewhere: readonly SeenCheck[];
  readonly usual: Usual;
}

/** As usual: only what was put back, where nothing else leans on it. */
export interface Usual {
  readonly seen: readonly SeenCheck[];
  /** Test files in which a canary stood, where one can. */
  readonly perches: readonly Perch[];
}

export interface Perch {
  readonly file: string;
  readonly token: Token;
}

export async function crossing(range: Range, back: readonly string[]): Promise<Crossing> {
  const { parts, repository, input } = range;
  const crossed = await parts.workspaces.vary(repository.repository, {
    commit: input.to,
    as: { commit: input.from, paths: back },
  });
  const texts = await textsAt(range, input.from, back);
  return {
    crossed,
    back,
    lost: await lostTo(range, texts),
    elsewhere: await firedElsewhere(range, crossed),
    usual: await firedAsUsual(range, back, texts),
  };
}

/** Elsewhere, and where nothing runs there, as usual: what does not run is compared with nothing. */
async function firedElsewhere(range: Range, crossed: Varied): Promise<readonly SeenCheck[]> {
  const seen = await shoot(range, crossed, 'one', elsewhereKinds);
  if (seen.every(({ verdict, executed }) => verdict !== 'FAIL' || executed > 0)) return seen;
  return shoot(range, crossed, 'two');
}

/** Of each file what it names and the change took away. */
async function lostTo(
  range: Range,
  texts: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { input, changes, sideOf } = range;
  const others = changes.map(({ path }) => path).filter((path) => sideOf(path) === undefined);
  const [before, after] = await Promise.all([
    textsAt(range, input.from, others),
    textsAt(range, input.to, others),
  ]);
  const gone = takenAway(
    others.map((path) => ({ path, before: before.get(path), after: after.get(path) })),
    isManifest,
  );
  return new Map([...texts].map(([path, text]) => [path, namedIn(text, gone)]));
}

async function firedAsUsual(
  range: Range,
  back: readonly string[],
  texts: ReadonlyMap<string, string>,
): Promise<Usual> {
  const laid = [...texts].flatMap(([path, text]) => {
    const perch = { file: path, token: newToken() };
    const canary =
      isTestFile(path) && !isScript(formOf(path, text)) ? planted(path, text, perch.token) : undefined;
    return canary === undefined ? [] : [{ perch, path, text: canary }];
  });
  return {
    seen: await fireAlone(range, { side: 'crossed', back, texts: laid }),
    perches: laid.map(({ perch }) => perch),
  };
}

interface Alone {
  readonly side: 'crossed' | 'base';
  readonly back: readonly string[];
  readonly texts: readonly { readonly path: string; readonly text: string }[];
}

/** Without the test files that are the same on both sides, unless what was put back is something they lean on. */
async function fireAlone(range: Range, { side, back, texts }: Alone): Promise<readonly SeenCheck[]> {
  const { parts, repository, input } = range;
  const as =
    side === 'base' ? { commit: input.from } : { commit: input.to, as: { commit: input.from, paths: back } };
  const leansOn = back.some((path) => !isTestFile(path));
  const without = leansOn ? [] : await otherTests(range, input.from, back);
  const fire = async (less: readonly string[]): Promise<readonly SeenCheck[]> =>
    shoot(range, await parts.workspaces.vary(repository.repository, { ...as, texts, without: less }), 'two');
  const seen = await fire(without);
  return without.length === 0 || seen.some(({ executed }) => executed > 0) ? seen : fire([]);
}

/** Files whose tests came to their end at the base, and do not on the new code though nothing they name is gone. */
export async function cutShort(
  range: Range,
  { back, lost, usual }: Crossing,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const missing = usual.perches.filter(
    ({ file, token }) => usual.seen.some((one) => waysIn(one, token).length === 0) && !isExcused(lost, file),
  );
  if (missing.length === 0) return new Map();
  const texts = await textsAt(range, range.input.from, back);
  const again = missing.flatMap(({ file, token }) => {
    const text = planted(file, texts.get(file) ?? '', token);
    return text === undefined ? [] : [{ path: file, text }];
  });
  const atBase = await fireAlone(range, { side: 'base', back, texts: again });
  const short = missing.flatMap((perch): readonly (readonly [string, readonly string[]])[] => {
    const checks = atBase.filter((one) => waysIn(one, perch.token).length > 0).map(({ check }) => check);
    const silent = usual.seen.filter(
      (one) => checks.includes(one.check) && waysIn(one, perch.token).length === 0,
    );
    return silent.length === 0 ? [] : [[perch.file, silent.map(({ check }) => check)]];
  });
  const unbuilt = await notBuilt(
    range,
    back,
    short.map(([file]) => file),
  );
  return new Map(short.filter(([file]) => !unbuilt.has(file)));
}

/** What it names is gone, or what a helper names that was put back with it. */
export function isExcused(lost: Crossing['lost'], file: string): boolean {
  return [...lost].some(([path, gone]) => gone.length > 0 && (path === file || !isTestFile(path)));
}

/** Where a language is compiled, a test that does not fit the new code says so by not being there: nothing of it begins. */
async function notBuilt(
  range: Range,
  back: readonly string[],
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  const texts = await textsAt(range, range.input.from, files);
  const laid = [...texts].flatMap(([path, text]) => {
    const token = newToken();
    const said = loading(path, text, token);
    return said === undefined ? [] : [{ path, text: said, token }];
  });
  if (laid.length === 0) return new Set();
  const seen = await fireAlone(range, { side: 'crossed', back, texts: laid });
  const isThere = (token: Token): boolean => seen.some(({ log }) => log.includes(thrownToken(token)));
  return new Set(laid.filter(({ token }) => !isThere(token)).map(({ path }) => path));
}
