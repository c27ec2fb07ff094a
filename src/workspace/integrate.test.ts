// Commits, merges and texts made from trees, without a checkout.

import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { makeRepository, startWorkspaces } from '../../test/support/repository.ts';
import type { TestRepository, TestWorkspaces } from '../../test/support/repository.ts';
import type { Merged } from './workspace.ts';

let repository: TestRepository;
let started: TestWorkspaces;
const lines = Array.from({ length: 20 }, (_, n) => `line ${n}\n`);

beforeEach(async () => {
  repository = await makeRepository({ 'a.txt': lines.join(''), 'b.txt': 'b\n' });
  started = await startWorkspaces(repository);
});

afterEach(() => repository.remove());

/** A commit on the base with these files written, or deleted where the content is undefined. */
async function change(
  files: Readonly<Record<string, string | undefined>>,
  parent = started.base,
): Promise<string> {
  const dir = await started.workspaces.clone(started.id, parent, 'change');
  for (const [file, content] of Object.entries(files)) {
    if (content === undefined) await rm(path.join(dir, file));
    else await writeFile(path.join(dir, file), content);
  }
  const { tree } = await started.workspaces.importTree(started.id, dir, parent);
  return started.workspaces.commit(started.id, { tree, parents: [parent], message: 'change', at: 1000 });
}

function withLine(n: number, text: string): string {
  return lines.with(n, text).join('');
}

async function merge(ours: string, theirs: string, base = started.base): Promise<Merged> {
  return started.workspaces.merge(started.id, { base, ours, theirs });
}

describe('a commit', () => {
  test('has the same id for the same request, and another for any other (WORKSPACE-4)', async () => {
    const tree = await started.workspaces.treeOf(started.id, started.base);
    const request = { tree, parents: [started.base], message: 'what\n\nwhy', at: 1_700_000_000_999 };
    const commit = (more: Partial<typeof request> = {}): Promise<string> =>
      started.workspaces.commit(started.id, { ...request, ...more });
    const id = await commit();
    expect(await commit()).toBe(id);
    expect(await commit({ at: 1_700_000_000_000 })).toBe(id);
    expect(await commit({ at: 1_700_000_001_000 })).not.toBe(id);
    expect(await commit({ message: 'other' })).not.toBe(id);
    expect(await commit({ parents: [] })).not.toBe(id);
  });

  test('names Slipway, in UTC, unsigned, with the message as it was given', async () => {
    const tree = await started.workspaces.treeOf(started.id, started.base);
    const request = {
      tree,
      parents: [started.base],
      message: '# not a comment\n\nÄ\n',
      at: 1_700_000_000_000,
    };
    const id = await started.workspaces.commit(started.id, request);
    await started.workspaces.keep(started.id, 'run/r-1/head', id);
    const store = path.join(started.home, 'repos', started.id, 'store.git');
    expect(await repository.gitIn(store, 'cat-file', 'commit', 'refs/slipway/run/r-1/head')).toBe(
      [
        `tree ${tree}`,
        `parent ${started.base}`,
        'author Slipway <slipway@localhost> 1700000000 +0000',
        'committer Slipway <slipway@localhost> 1700000000 +0000',
        '',
        '# not a comment',
        '',
        'Ä',
      ].join('\n'),
    );
  });
});

/** Eight files of half a megabyte each. */
function longFiles(word: string): Readonly<Record<string, string>> {
  const text = `${word} ${'x'.repeat(100)}\n`.repeat(5000);
  return Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`${n}.txt`, text]));
}

describe('a merge', () => {
  test('of changes in different places gives both', async () => {
    const ours = await change({ 'a.txt': withLine(1, 'ours\n') });
    const theirs = await change({ 'a.txt': withLine(15, 'theirs\n'), 'new.txt': 'new\n' });
    const merged = await merge(ours, theirs);
    if (!merged.ok) throw new Error(merged.detail);
    const expected = lines.with(1, 'ours\n').with(15, 'theirs\n').join('');
    expect(await started.workspaces.readFile(started.id, merged.tree, 'a.txt')).toBe(expected);
    expect(await started.workspaces.readFile(started.id, merged.tree, 'new.txt')).toBe('new\n');
  });

  test('takes the base it is given, not the one the history has', async () => {
    const first = await change({ 'a.txt': withLine(1, 'first\n') });
    const second = await change({ 'a.txt': lines.with(1, 'first\n').with(15, 'second\n').join('') }, first);
    const ours = await change({ 'b.txt': 'ours\n' });
    const merged = await merge(ours, second, first);
    if (!merged.ok) throw new Error(merged.detail);
    const only = await started.workspaces.changes(started.id, ours, merged.tree);
    expect(only.map((one) => one.path)).toEqual(['a.txt']);
    expect(await started.workspaces.readFile(started.id, merged.tree, 'a.txt')).toBe(
      withLine(15, 'second\n'),
    );
  });

  test('of the same change twice is that change', async () => {
    const ours = await change({ 'b.txt': 'same\n' });
    const tree = await started.workspaces.treeOf(started.id, ours);
    expect(await merge(ours, ours)).toEqual({ ok: true, tree });
  });

  test.each([
    ['both change a line', { 'b.txt': 'ours\n' }, { 'b.txt': 'theirs\n' }, 'b.txt'],
    ['both add a file', { 'new.txt': 'ours\n' }, { 'new.txt': 'theirs\n' }, 'new.txt'],
  ])('where %s is a conflict that shows both sides', async (_what, left, right, file) => {
    const merged = await merge(await change(left), await change(right));
    if (merged.ok) throw new Error('merged without a conflict');
    expect(merged.conflicts).toEqual([file]);
    expect(merged.detail).toContain('<<<<<<< ours\nours\n');
    expect(merged.detail).toContain('=======\ntheirs\n>>>>>>> theirs\n');
    expect(merged.detail).toContain(`CONFLICT`);
  });

  test.each([
    ['they delete what we changed', { 'b.txt': 'ours\n' }, { 'b.txt': undefined }],
    ['we delete what they changed', { 'b.txt': undefined }, { 'b.txt': 'theirs\n' }],
  ])('where %s is a conflict that says so', async (_what, left, right) => {
    const merged = await merge(await change(left), await change(right));
    if (merged.ok) throw new Error('merged without a conflict');
    expect(merged.conflicts).toEqual(['b.txt']);
    expect(merged.detail).toContain('CONFLICT (modify/delete): b.txt deleted in');
  });

  test('with names of any bytes names the conflicts', async () => {
    const merged = await merge(await change({ 'ü\nü': 'ours\n' }), await change({ 'ü\nü': 'theirs\n' }));
    if (merged.ok) throw new Error('merged without a conflict');
    expect(merged.conflicts).toEqual(['ü\nü']);
  });

  test('describes a conflict in a bounded number of characters', async () => {
    const merged = await merge(await change(longFiles('ours')), await change(longFiles('theirs')));
    if (merged.ok) throw new Error('merged without a conflict');
    expect(merged.conflicts).toHaveLength(8);
    expect(merged.detail.length).toBeLessThanOrEqual(64 * 1024);
    for (const file of merged.conflicts) expect(merged.detail).toContain(`Merge conflict in ${file}`);
  });
});

describe('a diff', () => {
  test('names a rename as a deletion and an addition, with fixed prefixes and whole ids', async () => {
    const renamed = await change({ 'b.txt': undefined, 'c.txt': 'b\n' });
    const text = await started.workspaces.diff(started.id, started.base, renamed);
    expect(text).toContain('diff --git a/b.txt b/b.txt\ndeleted file mode 100644\n');
    expect(text).toContain('diff --git a/c.txt b/c.txt\nnew file mode 100644\n');
    expect(text).toMatch(/index [0-9a-f]{40}\.\.[0-9a-f]{40}/);
    expect(await started.workspaces.changes(started.id, started.base, renamed)).toEqual([
      { path: 'b.txt', kind: 'deleted', mode: '100644' },
      { path: 'c.txt', kind: 'added', mode: '100644' },
    ]);
  });

  test('shows text that an attribute would call binary', async () => {
    const changed = await change({ '.gitattributes': '*.txt -diff\n', 'b.txt': 'shown\n' });
    expect(await started.workspaces.diff(started.id, started.base, changed)).toContain('+shown');
  });
});
