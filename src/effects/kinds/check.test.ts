// Checks against a real base, with real git and processes. The commands print what a test program would.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import { testsFrom } from '../../core/evidence/tests-text.ts';
import type { CheckSpec, Evidence } from '../../core/evidence/evidence.ts';
import type { Proof } from '../../core/evidence/bug-proof.ts';
import { check } from './check.ts';

let world: TestParts;
let notes: string;

beforeAll(async () => {
  world = await startParts({ 'tap.txt': tap(['good', 'old']), 'lint.txt': 'a.js 3: no var\n' });
  notes = await mkdtemp(path.join(os.tmpdir(), 'slipway-notes-'));
});

afterAll(async () => {
  await world.close();
  await rm(notes, { recursive: true, force: true });
});

/** What a test program prints; `old` fails wherever it runs. */
function tap(names: readonly string[], failing: readonly string[] = ['old']): string {
  const points = names.map((name, at) => `${failing.includes(name) ? 'not ok' : 'ok'} ${at + 1} - ${name}\n`);
  return `${points.join('')}1..${names.length}\n`;
}

const unit: CheckSpec = {
  name: 'unit',
  kind: 'test',
  command: 'cat tap.txt; ! grep -q "^not ok" tap.txt',
  timeoutMs: 20_000,
  when: 'task',
};
const lint: CheckSpec = {
  ...unit,
  name: 'lint',
  kind: 'lint',
  command: 'echo "$PWD/x"; cat lint.txt; exit 1',
};

async function evidence(
  commit: string,
  checks: readonly CheckSpec[],
  against?: readonly Evidence[],
  proofs?: readonly Proof[],
): Promise<readonly Evidence[]> {
  const tree = await world.parts.workspaces.treeOf(world.id, commit);
  const input = {
    commit,
    tree,
    checks,
    ...(against === undefined ? {} : { against }),
    ...(proofs === undefined ? {} : { proofs }),
  };
  const outcome = await check(world.parts).act(effectOf('check', input), world.context(await world.run()));
  if (outcome.type !== 'done') throw new Error(`not checked: ${outcome.type}`);
  return outcome.result.evidence;
}

async function against(content: Readonly<Record<string, string>>, checks = [unit]): Promise<Evidence> {
  const base = await evidence(world.base, checks);
  const [made] = await evidence(await world.commit(content), checks, base);
  if (made === undefined) throw new Error('nothing was checked');
  return made;
}

const textOf = async (blob: string | undefined): Promise<string> =>
  (blob === undefined ? undefined : await world.parts.blobs.get(blob)) ?? '';

describe('[E2] a check', () => {
  test('of the base keeps the names of what fails there, and judges them by nothing', async () => {
    const [made] = await evidence(world.base, [unit]);
    expect(made).toMatchObject({ verdict: 'FAIL', because: 'exit', counts: { passed: 1, failed: 1 } });
    expect(made).not.toHaveProperty('fresh');
    expect(testsFrom(await textOf(made?.tests))).toMatchObject({ failed: ['old'], passed: ['good'] });
  });

  test('with failures known at the base is a warning', async () => {
    const made = await against({ 'tap.txt': tap(['good', 'old', 'more']) });
    expect(made).toMatchObject({ verdict: 'WARN', because: 'known-failures', known: 1 });
    expect(await textOf(made.log)).toContain(
      'Not yours, because they fail at the base commit as well:\n  - old',
    );
  });

  test('with a new failure is red, and says which is whose', async () => {
    const made = await against({ 'tap.txt': tap(['good', 'old', 'more'], ['old', 'more']) });
    expect(made).toMatchObject({ verdict: 'FAIL', because: 'exit', known: 1, fresh: 1 });
    const log = await textOf(made.log);
    expect(log).toContain('New failures, which come from this change:\n  - more');
    expect(log).toContain('fail at the base commit as well:\n  - old');
    expect(testsFrom(await textOf(made.tests))).toMatchObject({ fresh: ['more'], known: ['old'] });
  });

  test('that ends early is not excused by what failed before', async () => {
    const made = await against({ 'tap.txt': tap(['old']) });
    expect(made).toMatchObject({ verdict: 'FAIL', known: 1, fewer: { base: 2, now: 1 } });
  });

  test('that passes with fewer tests says so', async () => {
    const made = await against({ 'tap.txt': tap(['good']) });
    expect(made).toMatchObject({ verdict: 'PASS', because: 'ok', fewer: { base: 2, now: 1 } });
  });

  test('of another kind is known where it finds nothing new, in whatever folder it ran', async () => {
    expect(await against({ 'lint.txt': 'a.js 7: no var\n' }, [lint])).toMatchObject({ verdict: 'WARN' });
    expect(await against({ 'lint.txt': 'a.js 7: no let\n' }, [lint])).toMatchObject({ verdict: 'FAIL' });
  });
});

/** Fails with this name the first time, and with another or none after that. */
const moody = (name: string, then: string): CheckSpec => ({
  ...unit,
  command: `n=$(cat '${notes}/${name}' 2>/dev/null); echo x >> '${notes}/${name}'; ${then}`,
});

describe('[E2] a check with a new failure is run once more on the same tree', () => {
  test('and is flaky where it passes then', async () => {
    const flaps =
      '[ -n "$n" ] && { printf "ok 1 - flaps\\n1..1\\n"; exit 0; }; printf "not ok 1 - flaps\\n1..1\\n"; exit 1';
    const [made] = await evidence(world.base, [moody('once', flaps)], []);
    expect(made).toMatchObject({
      verdict: 'WARN',
      because: 'flaky',
      flaky: 1,
      counts: { passed: 1, failed: 0 },
    });
    const log = await textOf(made?.log);
    expect(log).toContain('[Run once more on the same tree');
    expect(log).toContain(
      'Flaky, because they passed when the check was run once more on the same tree:\n  - flaps',
    );
  });

  test('and stays red, after that one time, where other tests fail each time', async () => {
    const changing = 'printf "not ok 1 - red${n}x\\n1..1\\n"; exit 1';
    const [made] = await evidence(world.base, [moody('twice', changing)], []);
    expect(made).toMatchObject({ verdict: 'FAIL', because: 'exit', fresh: 1, flaky: 1 });
    expect((await textOf(made?.log)).match(/not ok/g)).toHaveLength(2);
  });

  test('but not where it is of the test that is to show a bug', async () => {
    const base = await evidence(world.base, [unit]);
    const commit = await world.commit({ 'tap.txt': tap(['good', 'old', 'bug.js'], ['old', 'bug.js']) });
    const tree = await world.parts.workspaces.treeOf(world.id, commit);
    const input = { commit, tree, checks: [unit], against: base, adds: 'bug.js' };
    const outcome = await check(world.parts).act(effectOf('check', input), world.context(await world.run()));
    if (outcome.type !== 'done') throw new Error(`not checked: ${outcome.type}`);
    const [made] = outcome.result.evidence;
    expect(made).toMatchObject({ verdict: 'FAIL', because: 'exit', fresh: 1, known: 1 });
    expect(await textOf(made?.log)).not.toContain('Run once more');
  });

  test('but not where the failures have no name, nor after the end of its time', async () => {
    const nameless = { ...unit, command: `echo x >> '${notes}/nameless'; exit 1` };
    const slow = { ...unit, name: 'slow', command: `echo x >> '${notes}/slow'; sleep 60`, timeoutMs: 300 };
    const made = await evidence(world.base, [nameless, slow], []);
    expect(made.map((item) => item.because)).toEqual(['exit', 'timeout']);
    const count = { ...lint, command: `cat '${notes}/nameless' '${notes}/slow'` };
    const [counted] = await evidence(world.base, [count]);
    expect(await textOf(counted?.log)).toBe('x\nx\n');
  });
});

describe('[E4] the proof of a bug fix', () => {
  const shown = { 'bug.test': 'shows it\n', 'tap.txt': tap(['good', 'old', 'bug'], ['old', 'bug']) };

  async function proofOf(content: Readonly<Record<string, string>>): Promise<Evidence | undefined> {
    const base = await evidence(world.base, [unit]);
    const red = await world.commit(shown);
    const proof = { path: 'bug.test', commit: red, tried: await evidence(red, [unit], base) };
    const made = await evidence(await world.commit(content), [unit], base, [proof]);
    return made.find((item) => item.check === 'bug-fix-proof');
  }

  test('is green where the test is there as it was and passes', async () => {
    const made = await proofOf({ ...shown, 'tap.txt': tap(['good', 'old', 'bug']) });
    expect(made).toMatchObject({
      verdict: 'PASS',
      because: 'ok',
      proof: { path: 'bug.test', state: 'green' },
    });
  });

  test.each([
    ['still fails', shown, 'red'],
    ['was changed', { 'bug.test': 'shows less\n', 'tap.txt': tap(['good', 'old', 'bug']) }, 'changed'],
    ['is gone', { 'tap.txt': tap(['good', 'old']) }, 'gone'],
    ['was not run', { ...shown, 'tap.txt': tap(['good', 'old']) }, 'not-run'],
  ])('fails, and says so, where the test %s', async (words, content, state) => {
    const made = await proofOf(content);
    expect(made).toMatchObject({ verdict: 'FAIL', because: 'unproved', proof: { state } });
    expect(await textOf(made?.log)).toContain(words);
  });
});
