// Names of tests as a text that is kept as a blob: a line each, how it ended and its name. People can read it, and it
// survives redaction, which may change a name but never the shape.

export interface TestNames {
  readonly failed: readonly string[];
  /** Where the runner lists them at all. */
  readonly passed: readonly string[];
  readonly skipped: readonly string[];
}

export const noNames: TestNames = { failed: [], passed: [], skipped: [] };

/** Failures by what the base says of them; `failed` where nobody compared. */
export interface SortedNames extends TestNames {
  readonly known: readonly string[];
  readonly fresh: readonly string[];
  readonly flaky: readonly string[];
}

const words = {
  failed: 'failed',
  fresh: 'failed, new',
  known: 'failed, as at the base',
  flaky: 'flaky',
  passed: 'passed',
  skipped: 'skipped',
} as const satisfies Readonly<Record<keyof SortedNames, string>>;

const kinds = ['failed', 'fresh', 'known', 'flaky', 'passed', 'skipped'] as const;

export function testsText(names: SortedNames): string {
  return kinds.flatMap((kind) => names[kind].map((name) => `${words[kind]}\t${name}\n`)).join('');
}

/** Total: a text that is no list of names has none in it. */
export function testsFrom(text: string): SortedNames {
  const lines = text.split('\n').map((line) => line.split('\t', 2));
  const named = (kind: (typeof kinds)[number]): readonly string[] =>
    lines.flatMap(([how, name]) => (how === words[kind] && name !== undefined ? [name] : []));
  return {
    failed: named('failed'),
    fresh: named('fresh'),
    known: named('known'),
    flaky: named('flaky'),
    passed: named('passed'),
    skipped: named('skipped'),
  };
}

/** Every test that was executed, however it ended. */
export function executed(names: SortedNames): readonly string[] {
  return [...names.passed, ...names.flaky, ...allFailed(names)];
}

/** Every test that failed, whatever is thought of it. */
export function allFailed({ failed, fresh, known }: SortedNames): readonly string[] {
  return [...failed, ...fresh, ...known];
}

/** What stands after the last sign that separates suites, or after the file that a runner puts before it. */
export function titleIn(name: string): string {
  return name.replace(/^(?:.*(?: > | › |::)|\S+\.t: )/, '').trim();
}

/**
 * Some runners say behind the name of a test that failed what they found there. Such a name is taken for the longest known one that it
 * begins with, unless that one ended by itself in the same run.
 */
export function asKnown(names: TestNames, known: ReadonlySet<string>): TestNames {
  const listed = new Set([...names.failed, ...names.passed, ...names.skipped]);
  const nameOf = (name: string): string =>
    known.has(name) ? name : (beginningsOf(name).find((one) => known.has(one) && !listed.has(one)) ?? name);
  return { ...names, failed: names.failed.map(nameOf) };
}

/** The longest first. */
function beginningsOf(name: string): readonly string[] {
  const ends = [...name.matchAll(/[^\p{L}\p{N}]/gu)].map(({ index }) => index);
  return ends.toReversed().map((end) => name.slice(0, end));
}
