// What is not committed in the checkout a run is started in: left out and said, included on order, or a reason to stop.

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { command as land } from '../../src/cli/commands/land.ts';
import { command as run } from '../../src/cli/commands/run.ts';
import { personAt } from '../support/person.ts';
import type { Sample } from '../support/sample.ts';
import { makeSample } from '../support/sample.ts';

const samples: Sample[] = [];

afterEach(async () => {
  for (const sample of samples.splice(0)) await sample.remove();
});

/** A file that is changed, one that nobody added, one that is deleted, one that git ignores, and configuration. */
async function dirtySample(): Promise<Sample> {
  const sample = await makeSample({
    files: { '.gitignore': '*.log\n', 'b.js': 'export const b = 1;\n', 'c.js': 'export const c = 1;\n' },
  });
  samples.push(sample);
  const { repository } = sample;
  await repository.git('config', 'user.name', 'A person');
  await repository.git('config', 'user.email', 'person@example.org');
  await repository.write('b.js', 'export const b = 2;\n');
  await repository.write('new file.js', 'export const fresh = 1;\n');
  await repository.write('noise.log', 'noise\n');
  await repository.git('rm', '--quiet', 'c.js');
  return sample;
}

async function branchIn({ repository }: Sample): Promise<string> {
  const all = await repository.git('for-each-ref', '--format=%(refname:short)', 'refs/heads');
  const branch = all.split('\n').find((name) => name.includes('/'));
  if (branch === undefined) throw new Error(`there is a branch of the run among ${all}`);
  return branch;
}

async function storeIn({ home }: Sample): Promise<string> {
  const all = await readdir(home, { recursive: true });
  const store = all.find((name) => path.basename(name) === 'store.git');
  if (store === undefined) throw new Error('the home has a store of the repository');
  return path.join(home, store);
}

describe('changes that are not committed', () => {
  test('become the first commit of the change, as the person’s own, where they say so', async () => {
    const sample = await dirtySample();
    const { repository } = sample;
    const person = personAt(sample, ['y', 'i']);
    expect(await person.types(run, ['Change a'], { auto: true })).toBe(7);
    const before = await repository.git('status', '--porcelain');
    const store = await storeIn(sample);
    const kept = await repository.gitIn(
      store,
      'for-each-ref',
      '--format=%(objectname)',
      'refs/slipway/*/head',
    );
    const base = await repository.git('rev-parse', 'HEAD');
    const log = await repository.gitIn(store, 'log', '--reverse', '--format=%H %an: %s', `${base}..${kept}`);
    const commits = log.split('\n').map((line) => [line.slice(0, 40), line.slice(41)] as const);
    expect(commits.map(([, told]) => told)).toEqual([
      'A person: chore: changes that were not committed when the run began',
      'A person: feat: change a',
    ]);
    expect(await repository.gitIn(store, 'diff', '--name-status', base, commits[0]?.[0] ?? '')).toBe(
      ['M\tb.js', 'D\tc.js', 'A\tnew file.js'].join('\n'),
    );
    expect(await personAt(sample, ['y']).types(land, [])).toBe(0);
    const branch = await branchIn(sample);
    expect(await repository.git('show', `${branch}:new file.js`)).toBe('export const fresh = 1;');
    expect(await repository.git('show', `${branch}:a.js`)).toBe('export const a = 2;');
    expect(await repository.git('status', '--porcelain')).toBe(before);
    expect(await readFile(path.join(repository.dir, 'b.js'), 'utf8')).toBe('export const b = 2;\n');
  });

  test('are left out by a run from the last commit, which says so', async () => {
    const sample = await dirtySample();
    const person = personAt(sample, ['y', 'y']);
    expect(await person.types(run, ['Change a'], { auto: true })).toBe(7);
    expect(person.err()).toContain(
      'does not see them, unless you commit them first or include them as its first commit (--include-changes).',
    );
    expect(await personAt(sample, ['y']).types(land, [])).toBe(0);
    const branch = await branchIn(sample);
    expect(await sample.repository.git('diff', '--name-only', 'HEAD', branch)).toBe('a.js');
  });

  test('that hold a secret are not included: nothing is started, and the file and the rule are named', async () => {
    const sample = await dirtySample();
    const token = ['ghp', 'Zx8kQ2mVw4tRb7NcYpL3sDf9GhJ1aE5uT6iO'].join('_');
    await sample.repository.write('b.js', `export const b = '${token}';\n`);
    const person = personAt(sample, ['y']);
    const started = person.types(run, ['Change a'], { auto: true, 'include-changes': true });
    await expect(started).rejects.toThrow(
      /nothing was started: it holds what looks like a secret\.\n- b\.js: /,
    );
    expect(person.err()).not.toContain(token);
    expect(await sample.json('list')).toMatchObject({ runs: [] });
  });

  test('are nobody’s concern where only documents are among them', async () => {
    const sample = await makeSample();
    samples.push(sample);
    await sample.repository.write('notes.md', 'Later.\n');
    const person = personAt(sample, ['y']);
    expect(await person.types(run, ['Change a'], { auto: true })).toBe(7);
    expect(person.asked()).toEqual(['Run them? [y/N] ']);
    expect(person.err()).toContain('changes that are not committed (notes.md)');
  });
});
