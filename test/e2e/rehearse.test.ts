// [C9] A policy tried out with scripted agents and faults by name: what it does is told, and nothing of the user is touched.

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sample } from '../support/sample.ts';
import { analysisEntry, makeSample, reviewEntry, smallTask } from '../support/sample.ts';

const second = { ...smallTask, id: 'two', title: 'Change b', description: 'Set the number in b.js to two.' };
const plan = {
  type: 'plan',
  summary: 'Two small steps.',
  confidence: 0.95,
  risks: [],
  openQuestions: [],
  grants: [],
  tasks: [
    { ...smallTask, tests: [], dependsOn: [] },
    { ...second, files: ['b.js'], tests: [], dependsOn: ['one'] },
  ],
};

const script = [
  analysisEntry,
  `\n- role: planner\n  do:\n    - answer: ${JSON.stringify(plan)}`,
  ...['one', 'two'].map(
    (task) => `
- role: implementer
  task: ${task}
  do:
    - write: { path: ${task === 'one' ? 'a' : 'b'}.js, text: "export const n = 2;\\n" }
    - answer: { type: work, status: done, summary: Changed it. }`,
  ),
  reviewEntry,
].join('\n');

let sample: Sample;
let before: string;
/** Of this file alone: others rehearse at the same time. */
let tmp: string;

beforeAll(async () => {
  tmp = mkdtempSync(path.join(tmpdir(), 'slipway-tmp-'));
  sample = await makeSample({
    script,
    env: { TMPDIR: tmp },
    files: { 'b.js': 'export const n = 1;\n' },
    config: 'retries: { transient: 2, wait: 30s }\n',
  });
  before = fingerprint(sample.repository.dir);
});
afterAll(async () => {
  await sample.remove();
  rmSync(tmp, { recursive: true, force: true });
});

interface Row {
  readonly stage: string;
  readonly what: string;
  readonly did: string;
  readonly reason?: string;
}
interface Told {
  readonly exit: number | null;
  readonly status: string;
  readonly rows: readonly Row[];
  readonly unmet: readonly string[];
  readonly tookMs: number;
  readonly err: string;
}

/** Rehearses these faults; the script lies beside the repository, not in it. */
async function rehearse(more: object, ...args: readonly string[]): Promise<Told> {
  const file = path.join(sample.repository.root, 'rehearsal.yaml');
  writeFileSync(file, JSON.stringify({ script: path.join(sample.repository.dir, 'script.yaml'), ...more }));
  const said = await sample.slipway('rehearse', file, '--trust', '--json', ...args);
  if (said.out === '') throw new Error(said.err);
  const told: Omit<Told, 'exit' | 'err'> = JSON.parse(said.out);
  return { ...told, exit: said.exit, err: said.err };
}

describe('[C9] a rehearsal', () => {
  test('says what happens when an agent meets a quota in the middle of task two', async () => {
    const told = await rehearse({
      faults: [{ fault: 'quota', task: 'two' }],
      expect: { status: 'completed', failures: ['quota'] },
    });
    expect(told).toMatchObject({ exit: 0, status: 'completed', unmet: [] });
    const row = told.rows.find(({ reason }) => reason === 'quota');
    expect(row).toMatchObject({ stage: 'implementation', what: 'task two: the quota was used up' });
    expect(row?.did).toMatch(/^waited .*; that used up no retry$/);
    expect(told.tookMs).toBeGreaterThan(60_000); // of a clock that did not wait
  });

  test('goes by the policy that is there: retries used up block the run', async () => {
    const faults = [{ fault: 'network', task: 'one', times: 5 }];
    const told = await rehearse({ faults, expect: { status: 'blocked' } });
    expect(told).toMatchObject({ exit: 0, status: 'blocked' });
    expect(told.rows.filter(({ reason }) => reason === 'network').map(({ did }) => did)).toEqual([
      expect.stringMatching(/^tried again after [23]\d s$/),
      expect.stringMatching(/^tried again after /),
      'nothing was left to try',
    ]);
  });

  test('goes by another policy where one is given', async () => {
    const other = path.join(sample.repository.root, 'other.yaml');
    writeFileSync(
      other,
      'checks: { test: node a.test.js }\nagents: { s: { type: claude } }\nretries: { transient: 0 }\n',
    );
    const faults = [{ fault: 'network', task: 'one' }];
    const told = await rehearse({ faults, expect: { status: 'blocked' } }, '--config', other);
    expect(told).toMatchObject({ exit: 0, status: 'blocked' });
    expect(told.rows.filter(({ reason }) => reason === 'network')).toHaveLength(1);
  });

  test('ends at the gate of a login, which nobody is there to mend', async () => {
    const told = await rehearse({
      faults: [{ fault: 'auth', task: 'one' }],
      expect: { status: 'waiting', gate: 'login', stage: 'implementation' },
    });
    expect(told).toMatchObject({ exit: 0, unmet: [] });
  });

  test('has Slipway killed where it is told to, and goes on', async () => {
    const told = await rehearse({
      faults: [
        { fault: 'crash', at: 'after-act', effect: 'push' },
        { fault: 'crash', at: 'after-intent', effect: 'attempt', task: 'two' },
      ],
    });
    expect(told).toMatchObject({ exit: 0, status: 'completed' });
    expect(told.rows.filter(({ reason }) => reason === 'crash')).toHaveLength(2);
  });

  test.each([
    ['forge-unavailable', 'push', /^tried again after [23]\d s$/],
    ['forge-limited', 'merge', /^waited until the reset; that used up no retry$/],
  ])('has the forge say %s at %s, and goes on as policy says: %s', async (fault, effect, did) => {
    const told = await rehearse({
      faults: [{ fault, effect }],
      expect: { status: 'completed', failures: [fault] },
    });
    expect(told).toMatchObject({ exit: 0, unmet: [] });
    expect(told.rows.find(({ reason }) => reason === fault)?.did).toMatch(did);
  });

  test('has a check fail: once it is flaky, and more often the task has to mend it', async () => {
    const flaky = await rehearse({
      faults: [{ fault: 'checks-failed' }, { fault: 'tracker-unavailable' }],
      expect: { status: 'completed', failures: ['tracker-unavailable'] },
    });
    expect(flaky).toMatchObject({ exit: 0, unmet: [] });
    expect(flaky.rows.map(({ what }) => what)).toContain('a check was made to fail');
    const red = await rehearse({
      faults: [{ fault: 'checks-failed', times: 2 }],
      expect: { status: 'completed', failures: ['checks-failed'] },
    });
    expect(red).toMatchObject({ exit: 0, unmet: [] });
  });

  test('has the disk full, which is for a person', async () => {
    const told = await rehearse({
      faults: [{ fault: 'disk-full' }],
      expect: { status: 'blocked', failures: ['disk-full'] },
    });
    expect(told).toMatchObject({ exit: 0, unmet: [] });
  });

  test('has somebody else move the target, also where they change what the run changes', async () => {
    const told = await rehearse({ faults: [{ fault: 'target-moved' }] });
    expect(told).toMatchObject({ exit: 0, status: 'completed', unmet: [] });
    expect(told.rows.map(({ reason }) => reason)).toContain('target-moved');
    const meant = await rehearse({
      faults: [{ fault: 'target-moved', file: 'a.js' }],
      expect: { status: 'completed', failures: ['conflict'] },
    });
    expect(meant).toMatchObject({ exit: 0, unmet: [] });
  });

  test('says of a fault of the world what it can strike, and that it strikes no agent', async () => {
    const file = path.join(sample.repository.root, 'wrong.yaml');
    const faults = [
      { fault: 'ref-moved', effect: 'attempt' },
      { fault: 'disk-full', task: 'one' },
    ];
    writeFileSync(file, JSON.stringify({ script: path.join(sample.repository.dir, 'script.yaml'), faults }));
    const said = await sample.slipway('rehearse', file, '--trust');
    expect([said.exit, said.err]).toEqual([3, expect.stringContaining('ref-moved strikes push, merge')]);
    expect(said.err).toContain('disk-full strikes no agent');
  });

  test('plays what can be played: an answer in prose, a file outside the fence', async () => {
    const told = await rehearse({
      faults: [
        { fault: 'malformed-answer', role: 'planner' },
        { fault: 'fence-breach', task: 'one' },
      ],
      answers: { 'widen-scope': 'revise' },
    });
    expect(told.rows.map(({ reason }) => reason)).toContain('malformed-answer');
    expect(
      told.rows.some(({ what, reason }) => reason === 'fence-breach' || what.startsWith('widen-scope')),
    ).toBe(true);
  });

  test('that ends otherwise than expected says in what, and ends with 6', async () => {
    const told = await rehearse({ expect: { status: 'blocked', gate: 'plan', failures: ['quota'] } });
    expect(told.exit).toBe(6);
    expect(told.unmet).toEqual([
      'it ended completed, not blocked',
      'no plan gate is open',
      'its failures were none, not quota',
    ]);
  });

  test('whose fault never struck was none', async () => {
    const told = await rehearse({ faults: [{ fault: 'quota', task: 'two', attempt: 3 }] });
    expect(told).toMatchObject({ exit: 6, unmet: ['the fault quota at task two never struck'] });
  });

  test('touches neither the repository nor the home of the user, and leaves nothing behind', () => {
    expect(fingerprint(sample.repository.dir)).toBe(before);
    expect(existsSync(sample.home)).toBe(false);
    expect(readdirSync(tmp).filter((name) => name.startsWith('slipway-rehearsal-'))).toEqual([]);
  });
});

describe('a rehearsal that cannot be', () => {
  test('runs nothing before its commands are trusted', async () => {
    const { exit, err } = await sample.slipway('rehearse', 'script.yaml');
    expect(exit).toBe(7);
    expect(err).toContain('check test: node a.test.js');
    expect(err).toContain('try again with --trust');
  });

  const wrong: readonly (readonly [string, object, number, string])[] = [
    ['a fault nobody knows', { faults: [{ fault: 'flu' }] }, 3, 'fault: expected one of quota, auth'],
    ['a fault that strikes nobody', { faults: [{ fault: 'quota', task: 'nine' }] }, 3, 'would strike nobody'],
    ['a key nobody knows', { fault: [] }, 3, "did you mean 'faults'?"],
    ['neither script nor entries', { script: undefined }, 3, 'give either `script`, a file, or `entries`'],
    ['a step nobody knows', { script: undefined, entries: [{ do: [{ fly: 1 }] }] }, 3, 'cannot be played'],
    ['no file', { script: 'nowhere.yaml' }, 2, 'There is no file'],
  ];

  test.each(wrong)('for %s says so', async (_what, more, exit, says) => {
    const file = path.join(sample.repository.root, 'wrong.yaml');
    writeFileSync(file, JSON.stringify({ script: path.join(sample.repository.dir, 'script.yaml'), ...more }));
    const said = await sample.slipway('rehearse', file, '--trust');
    expect(said.exit, said.err).toBe(exit);
    expect(said.err).toContain(says);
  });
});

/** Every file of a folder, with its content; git's own files too. */
function fingerprint(dir: string): string {
  const hash = createHash('sha256');
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.parentPath + a.name < b.parentPath + b.name ? -1 : 1))) {
    const file = path.join(entry.parentPath, entry.name);
    hash.update(file);
    if (entry.isFile()) hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}
