import { symlink } from 'node:fs/promises';
import { theRepository } from '../../test/support/the-repository.ts';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestParts } from '../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../test/support/effect-parts.ts';
import { aPlan, aPolicy, aTask } from '../../test/support/core.ts';
import type { AskInput, CommitDocsInput, Outcome, Survey } from '../core/effects.ts';
import type { Run } from '../core/run.ts';
import { inRepository } from '../core/evolve/within.ts';
import { loadConfig } from '../config/load.ts';
import { citedIn } from './answers/cites.ts';
import { commitDocs } from './kinds/commit-docs.ts';
import { docsFrom } from './answers/docs-from.ts';
import { keepText } from './parts.ts';
import { pullRequestText } from './delivery/pull-request-text.ts';
import { survey } from './kinds/survey.ts';

const file = 'docs/ARCHITECTURE.md';
const project = {
  'package.json': '{ "scripts": { "test": "node --test" } }\n',
  'src/cart/cart.js': 'export const cart = 1;\n',
  'src/main.js': 'export const main = 1;\n',
  [file]: 'Old words.\n',
};
const token = ['ghp', 'Zx8kQ2mVw4tRb7NcYpL3sDf9GhJ1aE5uT6iO'].join('_');
const plan = aPlan([aTask('a')]);
const docs = { refresh: 'stale', deliver: 'off' } as const;

let world: TestParts;
let run: Run;
beforeEach(async () => {
  world = await startParts(project);
  const yaml = 'agents:\n  me: { type: command, command: ["true"] }\n';
  const config = await loadConfig({
    read: (name) => Promise.resolve(name === 'slipway.yaml' ? yaml : undefined),
    cores: 2,
  });
  run = await world.run({
    policy: aPolicy({ docs }),
    config: await keepText(world.parts, JSON.stringify(config)),
  });
});
afterEach(() => world.close());

const input = (): AskInput => ({
  role: 'documenter',
  mode: 'investigate',
  ordinal: 1,
  commit: world.base,
  inputs: [],
  docs: [file, 'docs/FINDINGS.md'],
});

const written = (text: string, name = file, ...more: readonly string[]) =>
  docsFrom(
    world.parts,
    { type: 'docs', documents: [name, ...more].map((item) => ({ path: item, text })) },
    { repository: world.id, input: input() },
  );

const surveyed = async (commit = world.base): Promise<Survey> => {
  const outcome = await survey(world.parts).act(effectOf('survey', { commit }), world.context(run));
  if (outcome.type !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.result;
};

const refused = async (...args: Parameters<typeof written>): Promise<string> => {
  const read = await written(...args);
  return read.ok ? '' : read.problems.join('\n');
};

const committed = (documents: CommitDocsInput['documents'], onto = world.base): Promise<Outcome> =>
  commitDocs(world.parts).act(effectOf('commit-docs', { onto, documents }), world.context(run));

const headOf = (outcome: Outcome): string => {
  if (outcome.type !== 'done' || outcome.kind !== 'commit-docs') throw new Error(JSON.stringify(outcome));
  return outcome.result.commit;
};

describe('what the documenter wrote [I6]', () => {
  test('is kept with what it speaks of, and the next survey trusts it and pays nothing', async () => {
    expect((await surveyed()).docs).toEqual([{ path: file, trust: 'unknown' }]);
    const read = await written('`src/cart/` and src/main.js, as `gone.js` did not.<!-- psst -->\n');
    if (!read.ok || read.result.answer !== 'docs') throw new Error(JSON.stringify(read));
    const [document] = read.result.documents;
    expect(document?.cites).toEqual(['src/cart/', 'src/main.js']);
    expect(await world.parts.blobs.get(document?.blob ?? '')).not.toContain('psst');
    const after = await surveyed();
    expect(after.docs).toEqual([
      { path: file, trust: 'trusted', text: document?.blob, cites: ['src/cart/', 'src/main.js'] },
    ]);
    expect(await world.parts.blobs.get(after.words ?? '')).toContain('as Slipway keeps it');
  });

  test('counts no more once the repository is laid out differently, or somebody wrote the document', async () => {
    await written('New words.\n', file, 'docs/FINDINGS.md');
    expect((await surveyed()).docs).toMatchObject([
      { path: file },
      { path: 'docs/FINDINGS.md', trust: 'trusted' },
    ]);
    const moved = await world.commit({ 'lib/deep/new.js': 'export {};\n' });
    expect((await surveyed(moved)).docs).toEqual([{ path: file, trust: 'stale' }]);
    const edited = await world.commit({ [file]: 'By hand.\n' });
    expect((await surveyed(edited)).docs).toMatchObject([
      { path: file, trust: 'stale' },
      { path: 'docs/FINDINGS.md', trust: 'trusted' },
    ]);
  });

  test('counts no more once its text is gone', async () => {
    await world.parts.surveyor.keep(world.id, {
      entries: await world.parts.workspaces.entries(world.id, world.base),
      documents: [{ path: file, blob: 'f'.repeat(64) }],
    });
    expect((await surveyed()).docs).toBeUndefined();
  });

  test('is refused where nobody asked for it, where it comes twice, and where it holds a secret', async () => {
    expect(await refused('Words.', 'README.md')).toContain("'README.md' was not asked for; asked for are");
    expect(await refused('Words.', file, file)).toContain(`'${file}' is there twice`);
    expect(await refused(`key: ${token}`)).toContain('looks like a secret');
    expect((await surveyed()).docs).toEqual([{ path: file, trust: 'unknown' }]);
  });

  test('speaks of files and folders that are there, each once', () => {
    const entries = ['a.js', 'src/deep/b.js'].map((name) => ({ path: name, id: name, bytes: 1 }));
    const text =
      'See `./a.js`, `a.js:12`, src/deep/b.js:3-4. A bare word like deep, `src`, src/none.js, `a b`.';
    expect(citedIn(text, entries)).toEqual(['a.js', 'src/deep/b.js', 'src/']);
    expect(citedIn('', entries)).toEqual([]);
    const many = Array.from({ length: 99 }, (_, n) => ({ path: `f/${n}.js`, id: '', bytes: 1 }));
    expect(citedIn(many.map((item) => item.path).join('\n'), many)).toHaveLength(60);
  });
});

describe('the commit of refreshed documents [I6]', () => {
  test('is the same every time, holds nothing else, and is told in the pull request', async () => {
    const blob = await keepText(world.parts, 'New words.\n');
    const documents = [
      { path: file, blob },
      { path: 'docs/FINDINGS.md', blob },
    ];
    const first = headOf(await committed(documents));
    expect(headOf(await committed(documents))).toBe(first);
    const changes = await world.parts.workspaces.changes(world.id, world.base, first);
    expect(changes.map((change) => change.path)).toEqual([file, 'docs/FINDINGS.md']);
    const told = { ...run, accepted: plan, docs: { ...run.docs, committed: documents } };
    const { body } = await pullRequestText(world.parts, told, theRepository(told));
    expect(body).toContain(`in a commit of their own (\`${file}\`, \`docs/FINDINGS.md\`)`);
  });

  test('is none where the documents say what lies there already', async () => {
    const blob = await keepText(world.parts, 'Old words.\n');
    expect(headOf(await committed([{ path: file, blob }]))).toBe(world.base);
  });

  test('leaves a document alone that somebody changed on a target that moved', async () => {
    const blob = await keepText(world.parts, 'New words.\n');
    const since = world.base;
    const moved = await world.commit({ [file]: 'By hand.\n' });
    run = inRepository(run, theRepository(run), { base: { ...theRepository(run).base, commit: moved } });
    const both = [file, 'docs/FINDINGS.md'].map((name) => ({ path: name, blob, since }));
    const outcome = await committed(both, moved);
    expect(outcome).toMatchObject({ result: { left: [file] } });
    const changes = await world.parts.workspaces.changes(world.id, moved, headOf(outcome));
    expect(changes.map((change) => change.path)).toEqual(['docs/FINDINGS.md']);
    expect(await committed(both.slice(0, 1), moved)).toMatchObject({
      result: { commit: moved, left: [file] },
    });
  });

  test('follows no link and takes no other thing’s place', async () => {
    const { dir, git } = world.repository;
    await git('rm', '-q', '-r', 'docs');
    await symlink('/tmp', path.join(dir, 'docs'));
    await git('add', 'docs');
    await git('commit', '--quiet', '-m', 'a link');
    const commit = await git('rev-parse', 'HEAD');
    await world.parts.workspaces.ensure(world.id, commit);
    const blob = await keepText(world.parts, 'New words.\n');
    expect(await committed([{ path: file, blob }], commit)).toMatchObject({ type: 'failed', reason: 'io' });
    expect(await committed([{ path: 'src', blob }])).toMatchObject({ type: 'failed', reason: 'io' });
    expect(await committed([{ path: file, blob: 'f'.repeat(64) }])).toMatchObject({ type: 'failed' });
  });
});
