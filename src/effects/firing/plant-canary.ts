// The canary: a test that fails is put among the tests, on the base and on the head, and has to be seen failing on both. Seen there and
// not here means that the change silences what checks it. The few tests that the change touched run beside it, in other
// surroundings: what is green only where it knows that it is tested is seen here.

import type { TamperFinding } from '../../core/evidence/tamper.ts';
import { covers } from '../../core/fence/paths.ts';
import { liveFireOf } from '../../core/policy.ts';
import type { Token } from '../../live-fire/canary-forms.ts';
import { formOf, isScript, ownFile, planted } from '../../live-fire/canary.ts';
import type { ElsewhereKind } from '../../live-fire/elsewhere/kinds.ts';
import { elsewhereKinds, plainKinds } from '../../live-fire/elsewhere/kinds.ts';
import { hasCases, isSource, testSide } from '../../live-fire/test-side.ts';
import { otherTests } from './fewer-tests.ts';
import type { RangePlace, Range, SeenCheck } from './range.ts';
import { onlyThere } from './only-there.ts';
import { shoot } from './range.ts';
import type { ShotShown } from './shown.ts';
import { listed, nothing } from './shown.ts';
import { textsAt } from './texts.ts';
import { silencedScript } from './twist-scripts.ts';
import { isCanaryName, newToken, waysOf } from './ways.ts';

/** A canary in one file, and what it stands for. */
interface Perch {
  readonly token: Token;
  /** The file it stands in on the head, where that is one of the change; nothing for one of its own. */
  readonly file?: string;
  /** Whether the base has the file too. */
  readonly atBase: boolean;
}

interface Texts {
  readonly path: string;
  readonly text: string;
}

interface Planting {
  readonly perches: readonly Perch[];
  readonly base: readonly Texts[];
  readonly head: readonly Texts[];
  readonly kept: readonly string[];
  /** A canary stands in a script of the project's own, which ends with it. */
  readonly endsScripts: boolean;
}

const filesMax = 200;
const touchesMax = 10;
/** Folders of tests that have a canary of their own: a check may look at only one of them. */
const foldersMax = 5;
const examplesMax = 20;

export async function plantCanary(range: Range): Promise<ShotShown> {
  const { changes } = range;
  if (!changes.some(({ path }) => isSource(path) || testSide(path) !== undefined)) return nothing;
  const touched = changes
    .filter(({ path, kind }) => kind !== 'deleted' && testSide(path) === 'tests')
    .map(({ path }) => path);
  const shown = await plantedIn(range, touched.slice(0, filesMax));
  const left = listed(
    'Test files in which no canary was planted, because there are so many',
    touched.slice(filesMax),
  );
  return { ...shown, told: [...shown.told, ...left] };
}

async function plantedIn(range: Range, touched: readonly string[]): Promise<ShotShown> {
  const planned = plannedTests(range);
  // What has a canary of its own would show it to whoever loads the file.
  const sources = touchedSources(range).filter((path) => !planned.includes(path));
  const loading = await planting(range, [...touched, ...planned], sources);
  if (loading.perches.length === 0) return withoutCanary(range, touched);
  const found = await calibrated(range, loading, touched);
  if (found === undefined) return withoutCanary(range, touched);
  return judged(range, found, touched);
}

/** What the plan calls a test is one that is run, or it shows nothing, whatever its name is. */
function plannedTests({ run, changes }: Range): readonly string[] {
  const planned = run.tasks.flatMap(({ task }) => task.tests);
  return changes
    .filter(({ path, kind }) => kind !== 'deleted' && testSide(path) !== 'tests' && covers(planned, path))
    .map(({ path }) => path)
    .slice(0, filesMax);
}

function touchedSources({ changes }: Range): readonly string[] {
  return changes
    .filter(({ path, kind }) => kind !== 'deleted' && isSource(path))
    .toSorted((a, b) => Number(a.kind === 'added') - Number(b.kind === 'added'))
    .map(({ path }) => path)
    .slice(0, touchesMax);
}

async function planting(
  range: Range,
  touched: readonly string[],
  sources: readonly string[],
): Promise<Planting> {
  const [example, ...others] = await examplesFor(range, touched);
  // A script of the project's own stands for itself: nobody would find another one beside it.
  const isAlone = example !== undefined && isScript(formOf(example.path, example.text));
  const files = isAlone ? [...new Set([...touched, example.path])] : touched;
  const [before, after] = await Promise.all([
    textsAt(range, range.input.from, files),
    textsAt(range, range.input.to, files),
  ]);
  const perches: Perch[] = [];
  const [base, head]: [Texts[], Texts[]] = [[], []];
  for (const path of files) {
    const [token, was, is] = [newToken(), before.get(path), after.get(path) ?? ''];
    const now = isTest(path, is) ? planted(path, is, token) : undefined;
    if (now === undefined) continue;
    const then = was === undefined ? undefined : planted(path, was, token);
    // Of a script that is new nobody knows how it would be seen, and its canary would end those that are run after it.
    if (then === undefined && isScript(formOf(path, is))) continue;
    perches.push({ token, file: path, atBase: then !== undefined });
    head.push({ path, text: now });
    if (then !== undefined) base.push({ path, text: then });
  }
  const own: string[] = [];
  for (const one of example === undefined ? [] : [example, ...others]) {
    const token = newToken();
    const file = ownFile(one, token, loadable(one.path, sources));
    if (file === undefined) continue;
    perches.push({ token, atBase: true });
    base.push(file);
    head.push(file);
    own.push(file.path);
  }
  const endsScripts = head.some(({ path, text }) => isScript(formOf(path, text)));
  return { perches, base, head, endsScripts, kept: [...touched, ...own] };
}

/** Helpers lie among tests; of a script nobody knows which it is, and the base says. */
function isTest(path: string, text: string): boolean {
  const form = formOf(path, text);
  return hasCases(path, text) || (testSide(path) === 'tests' && (isScript(form) || form === 'perl'));
}

/** A test loads what is written in its own language. */
function loadable(example: string, sources: readonly string[]): readonly string[] {
  const language = loadableAs(example);
  return language === undefined ? [] : sources.filter((path) => loadableAs(path) === language);
}

function loadableAs(path: string): 'python' | 'script' | undefined {
  if (path.endsWith('.py')) return 'python';
  return /\.[cm]?[jt]sx?$/.test(path) ? 'script' : undefined;
}

/** Test files of the base, beside those of the change where there are some: one of each folder. */
async function examplesFor(range: Range, touched: readonly string[]): Promise<readonly Texts[]> {
  const files = await range.parts.workspaces.listFiles(range.repository.repository, range.input.from);
  const tests = files.filter((path) => testSide(path) === 'tests');
  const near = (path: string): number => Math.max(0, ...touched.map((one) => alike(one, path)));
  const sources = range.changes.map(({ path }) => path);
  const language = (path: string): number => Math.max(0, ...sources.map((one) => sameEnding(one, path)));
  const [first, ...rest] = tests.toSorted(
    (a, b) => language(b) - language(a) || near(b) - near(a) || (a < b ? -1 : 1),
  );
  if (first === undefined) return [];
  const wanted = [first, ...rest].slice(0, examplesMax);
  const byFolder = new Map([...rest, first].toReversed().map((path) => [folderOf(path), path]));
  const texts = await textsAt(range, range.input.from, [...wanted, ...byFolder.values()]);
  const withCases = (path: string): boolean => hasCases(path, texts.get(path) ?? '');
  const best = wanted.find(withCases) ?? first;
  const others = [...byFolder].filter(([folder, path]) => folder !== folderOf(best) && withCases(path));
  return [best, ...others.slice(0, foldersMax - 1).map(([, path]) => path)].flatMap((path) => {
    const text = texts.get(path);
    return text === undefined ? [] : [{ path, text }];
  });
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function sameEnding(one: string, other: string): number {
  return /\.\w+$/.exec(one)?.[0] === /\.\w+$/.exec(other)?.[0] ? 1 : 0;
}

/** How long the beginning is that two paths share. */
function alike(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

interface Calibrated {
  readonly planting: Planting;
  readonly base: readonly SeenCheck[];
  readonly head: readonly SeenCheck[];
  readonly kinds: readonly ElsewhereKind[];
}

interface Try {
  readonly planting: Planting;
  readonly isFew: boolean;
  readonly kinds: readonly ElsewhereKind[];
}

/** The first way in which the canary of the base is seen: few tests before all, elsewhere before as usual. */
async function calibrated(
  range: Range,
  loading: Planting,
  touched: readonly string[],
): Promise<Calibrated | undefined> {
  const files = [...touched, ...plannedTests(range)];
  // Most are seen at the first try, so that nothing is planted for the others before they are due.
  const tries: readonly (Omit<Try, 'planting'> & { readonly plant: () => Promise<Planting> })[] = [
    { plant: () => Promise.resolve(loading), isFew: true, kinds: elsewhereKinds },
    { plant: () => Promise.resolve(loading), isFew: true, kinds: plainKinds },
    { plant: () => planting(range, files, []), isFew: true, kinds: [] },
    { plant: () => planting(range, files, []), isFew: false, kinds: [] },
  ];
  for (const { plant, ...how } of tries) {
    const one = { ...how, planting: await plant() };
    const first = await fire(range, one, 'base', 'one');
    if (one.planting.perches.every(({ atBase, token }) => !atBase || waysOf(first, token).length === 0))
      continue;
    const base = [...first, ...(await behindOthers(range, one, 'base', first))];
    const known = { ...one, planting: withKnown(one.planting, base) };
    const seen = await fire(range, known, 'head', 'two');
    const head = [...seen, ...(await behindOthers(range, known, 'head', seen))];
    return { planting: one.planting, base, head, kinds: one.kinds };
  }
  return undefined;
}

/** A canary in a script ends what would have run after it, so that only those of the base that were seen stand in the head. */
function withKnown(laid: Planting, base: readonly SeenCheck[]): Planting {
  const unseen = new Set(unseenIn(laid, 'base', base).map(({ path }) => path));
  return {
    ...laid,
    head: laid.head.filter(({ path, text }) => !isScript(formOf(path, text)) || !unseen.has(path)),
  };
}

function unseenIn(laid: Planting, side: 'base' | 'head', seen: readonly SeenCheck[]): readonly Texts[] {
  return laid[side].filter(({ path }) =>
    laid.perches.some(({ file, token }) => file === path && waysOf(seen, token).length === 0),
  );
}

/** On the base nobody waits for more of them; on the head, all that were seen there are asked. */
const roundsMax = { base: 3, head: filesMax };

/** Where a script ended with its canary, those that were not seen stand there without it, as long as that shows another one. */
async function behindOthers(
  range: Range,
  one: Try,
  side: 'base' | 'head',
  first: readonly SeenCheck[],
): Promise<readonly SeenCheck[]> {
  if (!one.planting.endsScripts) return [];
  const found: SeenCheck[] = [];
  let hidden = unseenIn(one.planting, side, first);
  for (let round = 0; hidden.length > 0 && round < roundsMax[side]; round += 1) {
    const alone = { ...one, planting: { ...one.planting, [side]: hidden } };
    found.push(...(await fire(range, alone, side, side === 'base' ? 'one' : 'two')));
    const still = unseenIn(one.planting, side, [...first, ...found]);
    if (still.length === hidden.length) break;
    hidden = still;
  }
  return found;
}

async function fire(
  range: Range,
  one: Try,
  side: 'base' | 'head',
  at: RangePlace,
): Promise<readonly SeenCheck[]> {
  const commit = side === 'base' ? range.input.from : range.input.to;
  const without = one.isFew ? await otherTests(range, commit, one.planting.kept) : [];
  const varied = await range.parts.workspaces.vary(range.repository.repository, {
    commit,
    texts: one.planting[side],
    without,
  });
  return shoot(range, varied, at, one.kinds);
}

async function judged(range: Range, found: Calibrated, touched: readonly string[]): Promise<ShotShown> {
  const { planting: laid } = found;
  const silenced = laid.perches.flatMap((perch): readonly TamperFinding[] => {
    const { file = '' } = perch;
    if (file !== '' && covers(range.input.grants, file)) return [];
    const checks = silentChecks(found, perch);
    return checks.length === 0 ? [] : [silencedFinding(range, file, checks)];
  });
  const scripts = laid.endsScripts
    ? laid.perches.flatMap(({ file, atBase }) => (file !== undefined && atBase ? [file] : []))
    : [];
  const hollow = await silencedScript(range, scripts, newToken());
  if (hollow !== undefined && silenced.length === 0) silenced.push(hollowFinding(range, hollow.file));
  const only = await besides(range, found);
  const blind = blindChecks(range, found);
  const without = blind.length === 0 ? nothing : withoutCanary(range, touched, blind);
  return {
    findings: [...silenced, ...only.findings, ...without.findings],
    told:
      silenced.length > 0
        ? [...only.told, ...without.told]
        : [
            ...only.told,
            ...without.told,
            `A planted test that fails was seen failing, on the base and with the change${touched.length === 0 ? '' : ', in every test file of the change'}.`,
          ],
  };
}

/** Checks that showed it at the base, and do not on the head. */
function silentChecks({ planting: laid, base, head }: Calibrated, perch: Perch): readonly string[] {
  const checks = [...new Set(base.map(({ check }) => check))];
  if (perch.atBase) {
    return checks.filter((check) => {
      const seen = waysOf(head, perch.token, check);
      return waysOf(base, perch.token, check).some((way) => !seen.includes(way));
    });
  }
  // One check and one way of failing are enough of a file that is new: how it fails, and where it is run, is its own matter.
  if (waysOf(head, perch.token).length > 0) return [];
  const own = laid.perches.filter(({ file }) => file === undefined);
  return checks.filter((check) => own.some(({ token }) => waysOf(base, token, check).length > 0));
}

/** Checks that tested something at the base, and showed no canary there. */
function blindChecks(range: Range, { planting: laid, base }: Calibrated): readonly string[] {
  return range.input.against
    .filter(({ kind, because }) => kind === 'test' && because !== 'no-tests')
    .map(({ check }) => check)
    .filter((check) => laid.perches.every(({ token }) => waysOf(base, token, check).length === 0));
}

const touchedMax = 5;

/** Where to look: what silences a file need not stand in it. */
function whereElse({ changes }: Range, file: string): string {
  const touched = changes.map(({ path }) => path).filter((path) => path !== file);
  return touched.length === 0 ? '' : ` The change touches ${touched.slice(0, touchedMax).join(', ')}.`;
}

function hollowFinding(range: Range, file: string): TamperFinding {
  const words = `A comparison in \`${file}\` that is asked for something else fails at the base, and passes with the change.${whereElse(range, file)}`;
  return { kind: 'check-silenced', file, words };
}

function silencedFinding(range: Range, file: string, checks: readonly string[]): TamperFinding {
  const where = whereElse(range, file);
  const by = ` Nothing counts that ${listOf(checks)} says.`;
  const words =
    file === ''
      ? `A planted test that fails is seen failing at the base, and not with the change: something in the change silences its checks.${by}${where}`
      : `A planted test that fails is not seen failing in \`${file}\`: what stands there can fail as it likes.${by}${where}`;
  return { kind: 'check-silenced', file, words };
}

function listOf(checks: readonly string[]): string {
  return checks.map((check) => `the check '${check}'`).join(' or ');
}

/** The few tests beside the canary ran in other surroundings. A script ends with its canary, so that it is run without. */
async function besides(range: Range, found: Calibrated): Promise<ShotShown> {
  const { planting: laid, kinds } = found;
  const one = laid.endsScripts ? { ...laid, head: [] } : laid;
  const fireHead = (at: RangePlace) => (those: readonly ElsewhereKind[]) =>
    fire(range, { planting: one, isFew: true, kinds: those }, 'head', at);
  if (kinds.length === 0) return nothing;
  const tokens = laid.perches.map(({ token }) => token);
  const first = laid.endsScripts ? await fireHead('three')(kinds) : found.head;
  return onlyThere(range, {
    first,
    kinds,
    fire: fireHead('three'),
    isOurs: (name) => isCanaryName(name, tokens),
  });
}

/** Nobody could be seen failing even at the base: that is told, and where tests were changed, asked about. */
function withoutCanary(range: Range, touched: readonly string[], checks?: readonly string[]): ShotShown {
  const which = checks === undefined ? 'these checks' : listOf(checks);
  const words = `No test could be planted that is seen failing here, so that nobody knows whether ${which} can fail.`;
  const isAsked = touched.length > 0 && liveFireOf(range.run.policy).noCanary === 'ask';
  return isAsked
    ? { findings: [{ kind: 'no-canary', file: touched[0] ?? '', words }], told: [] }
    : { findings: [], told: [words] };
}
