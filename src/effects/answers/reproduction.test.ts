import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { startParts } from '../../../test/support/effect-parts.ts';
import type { Run } from '../../core/run.ts';
import { analysisFrom } from './answers.ts';
import { reproductionFrom } from './reproduction.ts';

let world: TestParts;
let run: Run;
beforeAll(async () => {
  world = await startParts({ 'a.txt': 'one\n', 'test/old.test.js': '// old\n' });
  run = await world.run();
});
afterAll(() => world.close());

const given = { path: 'test/bug.test.js', content: "throw new Error('the bug');\n" };
const token = ['ghp', 'Zx8kQ2mVw4tRb7NcYpL3sDf9GhJ1aE5uT6iO'].join('_');
const read = (change: Partial<typeof given> = {}) =>
  reproductionFrom(world.parts, { ...given, ...change }, { run, repository: world.id, commit: world.base });

describe('[P1] a reproduction', () => {
  test('[P1] becomes a commit on the base with that one file more, and leaves no workspace', async () => {
    const made = await read();
    if (!made.ok) throw new Error(made.problem);
    const { commit, blob } = made.reproduction;
    expect(await world.parts.workspaces.changes(world.id, world.base, commit)).toMatchObject([
      { path: given.path, kind: 'added' },
    ]);
    expect(await world.parts.workspaces.readFile(world.id, commit, given.path)).toBe(given.content);
    expect(await world.parts.blobs.get(blob)).toBe(given.content);
    expect(await world.parts.workspaces.existing(`${run.id}-${run.visit.n}-reproduction`)).toBeUndefined();
  });

  test('[P1] is the same commit whenever it is made', async () => {
    const [one, two] = [await read(), await read()];
    expect(one).toEqual(two);
  });

  test.each([
    ['outside the repository', { path: '../bug.test.js' }, 'is not a path inside the repository'],
    ['that is a folder', { path: 'test/' }, 'is not a path inside the repository'],
    ['in the git folder', { path: '.git/hooks/pre-commit' }, 'is not a path inside the repository'],
    ['on a protected path', { path: '.github/workflows/bug.yml' }, 'it is protected'],
    ['over a file that is there', { path: 'test/old.test.js' }, 'exists already'],
    ['with a secret in it', { content: `const key = '${token}';\n` }, 'looks like a secret'],
  ])('[P1] %s is sent back', async (_name, change, problem) => {
    const made = await read(change);
    expect(made.ok ? '' : made.problem).toContain(problem);
  });

  test('[P1] does not follow a folder that is a link', async () => {
    const { dir, git } = world.repository;
    await symlink('/tmp', path.join(dir, 'linked'));
    await git('add', 'linked');
    await git('commit', '--quiet', '-m', 'a link');
    const commit = (await git('rev-parse', 'HEAD')).trim();
    await world.parts.workspaces.ensure(world.id, commit);
    const made = await reproductionFrom(
      world.parts,
      { ...given, path: 'linked/bug.js' },
      { run, repository: world.id, commit },
    );
    expect(made.ok ? '' : made.problem).toContain('a link is in the way');
  });

  test('[P1] that cannot be used sends the analysis back with the reason', async () => {
    const answer = {
      type: 'analysis' as const,
      analysis: 'x'.repeat(201),
      relatedCode: [{ file: 'a.txt', why: 'it' }],
      reproduction: { ...given, path: 'test/old.test.js' },
    };
    const place = { run, repository: world.id, commit: world.base };
    expect(await analysisFrom(world.parts, answer, place)).toMatchObject({ ok: false });
    expect(await analysisFrom(world.parts, { ...answer, reproduction: given }, place)).toMatchObject({
      ok: true,
      result: { analysis: { reproduced: false, reproduction: { path: given.path } } },
    });
  });
});
