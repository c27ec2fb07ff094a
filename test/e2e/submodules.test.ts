// A repository whose tests need a submodule, as a person meets it: filled where their clone has it, and named where it has not.

import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Sample } from '../support/sample.ts';
import { makeSample } from '../support/sample.ts';

let sample: Sample;

/** One test always runs; the other one only with the cases of the submodule. */
const suite = [
  "import { existsSync } from 'node:fs';",
  "import test from 'node:test';",
  "test('always', () => {});",
  "if (existsSync('spec/cases.json')) test('case', () => {});",
  '',
].join('\n');

beforeEach(async () => {
  sample = await makeSample({ config: 'checks: { test: node --test }\n', files: { 'a.test.js': suite } });
  const { repository } = sample;
  const spec = path.join(repository.root, 'spec');
  await mkdir(spec);
  await writeFile(path.join(spec, 'cases.json'), '[]\n');
  await repository.gitIn(spec, 'init', '--quiet', '--initial-branch=main');
  await repository.gitIn(spec, 'add', '--all');
  await repository.gitIn(spec, 'commit', '--quiet', '--message=first');
  await repository.git('submodule', '--quiet', 'add', spec, 'spec');
  await repository.git('commit', '--quiet', '--message=submodule');
});

afterEach(() => sample.remove());

async function withoutSubmodule(): Promise<void> {
  const { repository } = sample;
  await repository.git('submodule', '--quiet', 'deinit', '--all', '--force');
  await rm(path.join(repository.dir, '.git/modules'), { recursive: true });
}

const started = ['run', 'Change a', '--auto', '--trust'] as const;
const named = 'What did not run\n\n- 1 submodule was an empty folder where checks ran (spec at ';

describe('a run in a repository with a submodule', () => {
  test('has its files where checks and agents work, and the change is only what the agent did', async () => {
    const run = await sample.slipway(...started);
    expect([run.exit, run.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
    expect(run.err).toContain('they are filled from your clone');
    expect(run.err).not.toContain('empty submodule');
    const { out } = await sample.slipway('show', 'evidence');
    expect(out).toContain('2 passed');
    const diff = await sample.slipway('diff');
    expect(diff.out).toContain('a.js');
    expect(diff.out).not.toContain('spec');
    expect(sample.filesWith('What did not run')).toEqual([]);
  });

  test('says in the opening, the log, the pull request and the report what stayed empty', async () => {
    await withoutSubmodule();
    const run = await sample.slipway(...started);
    expect([run.exit, run.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
    expect(run.err).toMatch(/stay empty \(spec\)[^]*git submodule update --init --recursive/);
    expect(run.err).toContain('the base commit: test PASS');
    expect(run.err).toContain('empty submodule: spec');
    const told = sample.filesWith(named).map((file) => path.basename(file));
    expect(told).toContain('test-report.md');
    expect(sample.filesWith('tests that need it may not have run').length).toBeGreaterThan(told.length);
    const status = await sample.slipway('status');
    expect(status.out.replaceAll(/\s+/g, ' ')).toContain('1 submodule was an empty folder where checks ran');
  });

  test('asks about a suite that breaks without it, with the command that brings it', async () => {
    await sample.repository.write('a.test.js', `import './spec/none.js';\n${suite}`);
    await sample.repository.commit('broken');
    await withoutSubmodule();
    const run = await sample.slipway(...started);
    expect([run.exit, run.out]).toEqual([7, expect.stringContaining('waiting: the waiver gate')]);
    const gate = await sample.slipway('show', 'gate');
    expect(gate.out.replaceAll(/\s+/g, ' ')).toContain('run git submodule update --init --recursive in your');
    await sample.repository.git('submodule', '--quiet', 'update', '--init');
    const still = await sample.slipway('checks');
    expect(still.err).not.toContain('empty submodule');
  });

  test('does not take what passed beside an empty submodule for what passes with it', async () => {
    await withoutSubmodule();
    await sample.slipway(...started);
    await sample.repository.git('submodule', '--quiet', 'update', '--init');
    const next = await sample.slipway(...started, '--again');
    expect(next.err).toMatch(/the base commit: test PASS(?! \(not run again\))/);
  });
});

test('doctor --checks names an empty submodule and what brings it', async () => {
  const filled = await sample.json('doctor', '--checks', '--trust');
  expect(filled).toMatchObject({ unfilled: [], results: [{ counts: { passed: 2 } }] });
  await withoutSubmodule();
  expect(await sample.json('doctor', '--checks')).toMatchObject({
    unfilled: [{ path: 'spec' }],
    results: [{ counts: { passed: 1 } }],
  });
  const { err } = await sample.slipway('doctor', '--checks');
  expect(err.replaceAll(/\s+/g, ' ')).toContain(
    'tests that need it may not have run. To have them, run git submodule update --init --recursive',
  );
});
