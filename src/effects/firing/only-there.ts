// Right only when it is tested: which kind of other surroundings a test fails in, and which of them say anything about this project.

import type { TamperFinding } from '../../core/evidence/tamper.ts';
import type { ElsewhereKind } from '../../live-fire/elsewhere/kinds.ts';
import { elsewhereKinds, elsewhereWords } from '../../live-fire/elsewhere/kinds.ts';
import type { Range, SeenCheck } from './range.ts';
import { known, shoot } from './range.ts';
import type { ShotShown } from './shown.ts';
import { nothing } from './shown.ts';

export interface OnlyThere {
  readonly name: string;
  readonly kinds: readonly ElsewhereKind[];
}

type Firing = (kinds: readonly ElsewhereKind[]) => Promise<readonly SeenCheck[]>;

/** A run of the change elsewhere, and how to have more of them. */
interface There {
  readonly first: readonly SeenCheck[];
  readonly kinds: readonly ElsewhereKind[];
  readonly fire: Firing;
  /** Whether a test was put there by us, to fail. */
  readonly isOurs: (name: string) => boolean;
}

/**
 * Tests of the change that are green at the head and red here: once more as usual, and each kind of surroundings by itself, before that
 * is said. A kind in which a test of the base fails, which passes there as usual, shows nothing and is dropped.
 */
export async function onlyThere(range: Range, { first, kinds, fire, isOurs }: There): Promise<ShotShown> {
  const green = greenIn(await known(range.parts, range.input.now));
  const red = first.flatMap(({ check, failed }) =>
    failed.filter((name) => green(check, name) && !isOurs(name)).map((name) => ({ check, name })),
  );
  if (red.length === 0) return nothing;
  const usual = failedIn(await fire([]));
  const names = red.map(({ name }) => name).filter((name) => !usual.has(name));
  if (names.length === 0) return nothing;
  const { holding, dropped } = await holdingAtBase(range, kinds);
  const only = await whichKinds(names, fire, holding);
  const checkOf = (name: string): string => red.find((one) => one.name === name)?.check ?? '';
  return {
    findings: only.map((one) => onlyFinding({ ...one, check: checkOf(one.name), file: undefined })),
    told: dropped.map(
      (kind) => `Not looked at, because tests of the base fail there: ${elsewhereWords[kind]}.`,
    ),
  };
}

/** A runner that does not name what passes says by its verdict that no test of any name failed. */
function greenIn(head: readonly SeenCheck[]): (check: string, name: string) => boolean {
  return (check, name) => {
    const seen = head.find((one) => one.check === check);
    if (seen === undefined) return false;
    return seen.passed.length > 0 ? seen.passed.includes(name) : seen.verdict !== 'FAIL';
  };
}

/** Of each of these tests the kind in which it fails; where no single one is enough, the fewest together. */
export async function whichKinds(
  names: readonly string[],
  fire: Firing,
  among: readonly ElsewhereKind[] = elsewhereKinds,
): Promise<readonly OnlyThere[]> {
  return narrowed(fire, { names, among, isRed: false });
}

interface Asked {
  readonly names: readonly string[];
  readonly among: readonly ElsewhereKind[];
  /** Whether they were seen failing in just these. */
  readonly isRed: boolean;
}

/** By halves, because every run costs one. */
async function narrowed(fire: Firing, { names, among, isRed }: Asked): Promise<readonly OnlyThere[]> {
  if (names.length === 0 || among.length === 0) return [];
  if (!isRed) {
    const failed = failedIn(await fire(among));
    return narrowed(fire, { names: names.filter((name) => failed.has(name)), among, isRed: true });
  }
  if (among.length === 1) return names.map((name) => ({ name, kinds: among }));
  const half = Math.ceil(among.length / 2);
  const [some, others] = [among.slice(0, half), among.slice(half)];
  const failed = failedIn(await fire(some));
  const found = [
    ...(await narrowed(fire, { names: names.filter((name) => failed.has(name)), among: some, isRed: true })),
    ...(await narrowed(fire, {
      names: names.filter((name) => !failed.has(name)),
      among: others,
      isRed: false,
    })),
  ];
  const rest = names.filter((name) => !found.some((one) => one.name === name));
  return [...found, ...rest.map((name) => ({ name, kinds: among }))];
}

/** The base's own tests say which kinds mean anything here: one in which they fail is dropped, and all are asked at once first. */
async function holdingAtBase(
  range: Range,
  kinds: readonly ElsewhereKind[],
): Promise<{ readonly holding: readonly ElsewhereKind[]; readonly dropped: readonly ElsewhereKind[] }> {
  if (await holdsAtBase(range, kinds)) return { holding: kinds, dropped: [] };
  const [holding, dropped]: [ElsewhereKind[], ElsewhereKind[]] = [[], []];
  for (const kind of kinds) ((await holdsAtBase(range, [kind])) ? holding : dropped).push(kind);
  return { holding, dropped };
}

async function holdsAtBase(range: Range, kinds: readonly ElsewhereKind[]): Promise<boolean> {
  const { from, against } = range.input;
  const base = { commit: from, tree: await range.parts.workspaces.treeOf(range.repository.repository, from) };
  const [before, there] = await Promise.all([known(range.parts, against), shoot(range, base, 'four', kinds)]);
  return before.every(({ check, passed, verdict }) => {
    const now = there.find((one) => one.check === check);
    const isWhole = verdict === 'FAIL' || now?.verdict !== 'FAIL';
    const still = new Set(now?.passed);
    return isWhole && passed.every((name) => still.has(name));
  });
}

function failedIn(seen: readonly SeenCheck[]): ReadonlySet<string> {
  return new Set(seen.flatMap(({ failed }) => failed));
}

export function onlyFinding(about: {
  readonly check: string;
  readonly name: string;
  readonly kinds: readonly ElsewhereKind[];
  readonly file: string | undefined;
}): TamperFinding {
  const { check, name, kinds, file = '' } = about;
  const where = kinds.map((kind) => elsewhereWords[kind]).join('; ');
  const words = `The test '${name}' (check '${check}') passes as usual and fails ${where}. The tests of the base do not.`;
  return { kind: 'only-when-tested', file, words };
}
