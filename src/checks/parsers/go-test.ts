// Counts of `go test`. With -v or -json every test has its line; without, a package that passed has one and its tests
// have none, so that the package is what is counted. Tests inside a test are counted beside it, as each has a line of its own. A
// package that was not built counts as one that failed.

import { z } from 'zod';
import type { Counts } from '../../core/evidence/evidence.ts';
import type { TestNames } from '../../core/evidence/tests-text.ts';
import { Listed } from './test-names.ts';

const packageLine = /^(ok {2}|FAIL|\? {3})\t(\S{1,400})(?:\t|$| )(.{0,400})$/gm;
const testLine = /^ *--- (PASS|FAIL|SKIP): /gm;

export function goTestCounts(output: string): Counts | undefined {
  return jsonCounts(output) ?? plainCounts(output);
}

function plainCounts(output: string): Counts | undefined {
  const packages = [...output.matchAll(packageLine)];
  if (packages.length === 0) return undefined;
  const tests = [...output.matchAll(testLine)].map((line) => line[1]);
  const count = (how: string): number => tests.filter((test) => test === how).length;
  const green = packages.filter(([, how, , rest = '']) => how === 'ok  ' && !rest.includes('[no tests'));
  const red = packages.filter(([, how]) => how === 'FAIL');
  const isBrief = count('FAIL') > 0 && !tests.includes('PASS') && !/^=== RUN /m.test(output);
  const unbuilt = red.filter(([line]) => / \[(?:build|setup) failed\]$/.test(line)).length;
  return {
    passed: tests.includes('PASS') ? count('PASS') : green.length,
    failed: Math.max(count('FAIL') + unbuilt, red.length),
    skipped: count('SKIP'),
    ...(isBrief ? { unlisted: true } : {}),
  };
}

const linesMax = 100_000;
const event = z.object({
  Action: z.string(),
  Package: z.string(),
  Test: z.string().optional(),
});

function eventsIn(output: string): readonly z.infer<typeof event>[] {
  return output
    .split('\n', linesMax)
    .filter((line) => line.startsWith('{"') && line.includes('"Action":'))
    .flatMap((line) => event.safeParse(jsonIn(line)).data ?? []);
}

function jsonCounts(output: string): Counts | undefined {
  const events = eventsIn(output);
  if (events.length === 0) return undefined;
  const tests = events.filter(({ Test }) => Test !== undefined);
  const count = (how: string): number => tests.filter(({ Action }) => Action === how).length;
  const red = new Set(events.filter(({ Action }) => Action === 'fail').map((one) => one.Package));
  const withTest = new Set(tests.filter(({ Action }) => Action === 'fail').map((one) => one.Package));
  const failed = count('fail') + [...red].filter((name) => !withTest.has(name)).length;
  return { passed: count('pass'), failed, skipped: count('skip') };
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const nameOrPackage =
  /^(?: *--- (PASS|FAIL|SKIP): (\S{1,1000}) \(|(ok {2}|FAIL|\? {3})\t(\S{1,400})(?:\t|$| )(.{0,400})$)/gm;
const hows: Readonly<Record<string, keyof TestNames | undefined>> = {
  PASS: 'passed',
  pass: 'passed',
  FAIL: 'failed',
  fail: 'failed',
  SKIP: 'skipped',
  skip: 'skipped',
};

/** With their package, also those inside another: who fails for a known reason may fail for a new one too. */
export function goTestNames(output: string): TestNames {
  return jsonNames(output) ?? plainNames(output);
}

/** The package comes after its tests. */
function plainNames(output: string): TestNames {
  const listed = new Listed();
  let waiting: { readonly how: keyof TestNames; readonly name: string }[] = [];
  for (const [, how = '', name = '', red, pack = '', rest = ''] of output.matchAll(nameOrPackage)) {
    const kind = hows[how];
    if (kind !== undefined) {
      waiting.push({ how: kind, name });
      continue;
    }
    for (const one of waiting) listed.add(one.how, `${pack} ${one.name}`);
    if (red === 'FAIL' && !waiting.some((one) => one.how === 'failed')) {
      listed.add('failed', rest.endsWith('failed]') ? `${pack} ${rest}` : pack);
    }
    waiting = [];
  }
  return listed.names();
}

function jsonNames(output: string): TestNames | undefined {
  const events = eventsIn(output);
  if (events.length === 0) return undefined;
  const listed = new Listed();
  const red = new Set<string>();
  for (const { Action, Package, Test } of events) {
    const how = hows[Action];
    if (how === undefined) continue;
    if (Test !== undefined) {
      listed.add(how, `${Package} ${Test}`);
      if (how === 'failed') red.add(Package);
    } else if (how === 'failed' && !red.has(Package)) listed.add('failed', Package);
  }
  return listed.names();
}
