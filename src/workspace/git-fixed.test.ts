import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestRepository } from '../../test/support/repository.ts';
import { makeRepository } from '../../test/support/repository.ts';
import type { Git } from './git.ts';
import { gitFixed } from './git-fixed.ts';
import { gitRunner } from './git-runner.ts';

const nobody = '0'.repeat(40);
let repository: TestRepository;
let gitDir = '';
let head = '';
beforeAll(async () => {
  repository = await makeRepository({ 'a.js': 'export const a = 1;\n' });
  gitDir = `${repository.dir}/.git`;
  head = (await gitRunner().run({ gitDir, args: ['rev-parse', 'HEAD'] })).stdout.trim();
});
afterAll(() => repository.remove());

/** The real one, with a count of how often it was started. */
function counting(): { readonly git: Git; readonly started: () => number } {
  const git = gitRunner();
  let started = 0;
  const run: Git['run'] = (request) => {
    started += 1;
    return git.run(request);
  };
  return { git: { ...git, run }, started: () => started };
}

const listing = (treeish: string) => ({ gitDir, args: ['ls-tree', '-r', treeish] });

test('what an id names is asked once, also by two at the same time', async () => {
  const { git, started } = counting();
  const ask = (): Promise<string> => gitFixed(git, listing(head), [head]);
  const [one, two] = await Promise.all([ask(), ask()]);
  expect([one, two, await ask()]).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining('\ta.js\n')),
  );
  expect(started()).toBe(1);
});

test('what a name stands for is asked every time: it may stand for something else by then', async () => {
  const { git, started } = counting();
  for (const name of ['HEAD', 'HEAD', 'main', head.slice(0, 12), `${head}^{tree}`]) {
    expect(await gitFixed(git, listing(name), [name])).toContain('a.js');
  }
  expect(started()).toBe(5);
});

test('another question about the same object is another question', async () => {
  const { git, started } = counting();
  const whole = await gitFixed(git, listing(head), [head]);
  const names = await gitFixed(git, { gitDir, args: ['ls-tree', '-r', '--name-only', head] }, [head]);
  expect([names, started()]).toEqual(['a.js\n', 2]);
  expect(whole).not.toBe(names);
});

test('an object that is not there is asked for again: somebody may have brought it', async () => {
  const { git, started } = counting();
  for (let times = 0; times < 2; times += 1) {
    await expect(gitFixed(git, listing(nobody), [nobody])).rejects.toThrow('git ls-tree failed');
  }
  expect(started()).toBe(2);
});
