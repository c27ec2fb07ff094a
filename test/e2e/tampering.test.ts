// An agent that takes a test away, is told so, and takes it away again: nothing but a person lets that pass, and what
// they let pass is said where the change is read.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sample } from '../support/sample.ts';
import { analysisEntry, makeSample, reviewEntry, smallPlan, smallTask } from '../support/sample.ts';

const kept = "test('a is a number', () => { assert.equal(typeof a, 'number'); });\n";
const head =
  "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { a } from './a.js';\n";
const tests = `${head}${kept}test('a is one', () => { assert.equal(a, 1); });\n`;

let sample: Sample;
beforeAll(async () => {
  const plan = { ...smallPlan, tasks: [{ ...smallTask, tests: ['a.test.js'] }] };
  sample = await makeSample({
    files: { 'a.test.js': tests },
    config: 'retries: { wait: 1ms }\nrounds: { bug: 0 }\n',
    script: [
      analysisEntry,
      `- role: planner\n  do: [{ answer: ${JSON.stringify(plan)} }]`,
      `- role: implementer\n  do: ${JSON.stringify([
        { write: { path: 'a.js', text: 'export const a = 2;\n' } },
        { write: { path: 'a.test.js', text: head + kept } },
        { answer: { type: 'work', status: 'done', summary: 'Changed it.' } },
      ])}`,
      reviewEntry,
    ].join('\n'),
  });
});
afterAll(() => sample.remove());

test(
  'a test that is removed twice waits for a person; a no blocks the run, a yes is told in the pull request',
  { timeout: 120_000 },
  async () => {
    const gate = 'waiting: the waiver gate (the change weakens what it is checked with)';
    const asked = await sample.slipway('run', 'Change a to two', '--auto', '--trust');
    expect([asked.exit, asked.out]).toEqual([7, expect.stringContaining(gate)]);
    expect(asked.err).toContain('task one: tests weakened; it is tried again');
    expect(asked.err).toContain('task one delivered 2 files (attempt 2)');
    expect(asked.err).toMatch(
      /the change weakens what it is checked with: \d findings \(a test is gone, a test of the base fails on the new code/,
    );

    const no = await sample.decides('reject');
    expect(no.out).toContain('blocked: a person said no at a gate');
    const again = await sample.slipway('retry', '--comment', 'It is meant to go');
    expect([again.exit, again.out]).toEqual([7, expect.stringContaining(gate)]);

    const yes = await sample.decides('approve');
    expect([yes.exit, yes.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
    const { out } = await sample.slipway('show', 'pr');
    expect(out).toContain('**A person let this pass.**');
    expect(out).toContain("(test-removed): The test 'a is one' is gone");
  },
);

const list = (names: readonly string[]): string => `export const names = ${JSON.stringify(names)};\n`;

describe('tests that are made from a list', () => {
  const made = `${head}import { names } from './names.js';\nfor (const name of names) test(name, () => { assert.equal(typeof a, 'number'); });\n`;
  const trivial = ['one', 'two', 'three'].map(
    (name) => `test('${name} is fine', () => { assert.ok(a); });\n`,
  );
  let made3: Sample;
  beforeAll(async () => {
    const task = { ...smallTask, files: ['a.js', 'names.js'], tests: ['more.test.js'] };
    made3 = await makeSample({
      files: { 'a.test.js': made, 'names.js': list(['keeps', 'limits', 'rounds', 'sorts']) },
      config: 'retries: { wait: 1ms }\nrounds: { bug: 0 }\n',
      script: [
        analysisEntry,
        `- role: planner\n  do: [{ answer: ${JSON.stringify({ ...smallPlan, tasks: [task] })} }]`,
        `- role: implementer\n  do: ${JSON.stringify([
          { write: { path: 'a.js', text: 'export const a = 2;\n' } },
          { write: { path: 'names.js', text: list(['keeps']) } },
          { write: { path: 'more.test.js', text: head + trivial.join('') } },
          { answer: { type: 'work', status: 'done', summary: 'Changed it.' } },
        ])}`,
        reviewEntry,
      ].join('\n'),
    });
  });
  afterAll(() => made3.remove());

  test(
    '[E3] three that are not run any more are named, and three trivial ones do not make up for them',
    { timeout: 120_000 },
    async () => {
      const asked = await made3.slipway('run', 'Change a to two', '--auto', '--trust');
      expect([asked.exit, asked.out]).toEqual([
        7,
        expect.stringContaining('weakens what it is checked with'),
      ]);
      const { out } = await made3.slipway('show', 'gate');
      for (const name of ['limits', 'rounds', 'sorts']) expect(out).toContain(`'${name}'`);
      expect(out).not.toContain("'keeps'");
    },
  );
});
