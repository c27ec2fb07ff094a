// The local forge under the contract of forges, and what is its own: several processes, crashes, damage.

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { PullRequestRecord } from '../../src/forges/forge.ts';
import { localForge } from '../../src/forges/local/local.ts';
import type { LocalForge } from '../../src/forges/local/local.ts';
import type { Git } from '../../src/workspace/git.ts';
import { gitRunner } from '../../src/workspace/git-runner.ts';
import { createWorkspaces } from '../../src/workspace/workspaces.ts';
import { worldOnGitHub } from '../support/forge-world-on-github.ts';
import { forgeContract, mergedAs, valueOf } from './forge.ts';
import type { ForgeWorld } from './forge.ts';

const repository = 'demo-1a2b3c4d';
const atMs = Date.UTC(2026, 0, 2, 3, 4, 5);
const git = gitRunner();

interface LocalWorld extends ForgeWorld {
  readonly home: string;
  readonly store: string;
  readonly bare: string;
  readonly handle: () => LocalForge;
}

async function localWorld(format: 'sha1' | 'sha256' = 'sha1'): Promise<LocalWorld> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'slipway forge ü-'));
  const root = path.join(home, 'repos', repository);
  const [store, bare] = [path.join(root, 'store.git'), path.join(root, 'forge.git')];
  await mkdir(store, { recursive: true });
  await must(store, ['init', '--bare', '--quiet', '--template=', `--object-format=${format}`]);
  const user = path.join(home, 'user', '.git');
  await mkdir(user, { recursive: true });
  await must(user, ['init', '--bare', '--quiet', '--template=', `--object-format=${format}`]);
  const location = { path: path.dirname(user), gitDir: user };
  await writeFile(path.join(root, 'location.json'), JSON.stringify(location));
  return {
    home,
    store,
    bare,
    repository,
    handle: () => localForgeIn(home),
    moveTarget: async (branch, commit) => {
      if (commit === undefined) return void (await must(user, ['update-ref', '-d', `refs/heads/${branch}`]));
      await must(user, ['fetch', '--quiet', store, commit]);
      await must(user, ['update-ref', `refs/heads/${branch}`, commit]);
    },
    commitElsewhere: (files, parent) => commitIn(user, files, parent),
    has: async (commit) => (await git.run({ gitDir: store, args: ['cat-file', '-e', commit] })).exit === 0,
    commit: (files, parent) => commitIn(store, files, parent),
    fileOn: async (branch, name) => {
      const shown = await git.run({ gitDir: bare, args: ['show', `refs/heads/${branch}:${name}`] });
      return shown.exit === 0 ? shown.stdout : undefined;
    },
    commitsOn: async (branch) => Number(await must(bare, ['rev-list', '--count', `refs/heads/${branch}`])),
    dispose: () => rm(home, { recursive: true, force: true }),
  };
}

function localForgeIn(home: string, runner: Git = gitRunner()): LocalForge {
  return localForge({ home, git: runner, workspaces: createWorkspaces({ home, git: runner }) });
}

async function commitIn(
  gitDir: string,
  files: Readonly<Record<string, string>>,
  parent?: string,
): Promise<string> {
  const lines: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const blob = await must(gitDir, ['hash-object', '-w', '--stdin'], text);
    lines.push(`100644 blob ${blob}\t${name}\n`);
  }
  const tree = await must(gitDir, ['mktree'], lines.join(''));
  return must(gitDir, ['commit-tree', tree, ...(parent === undefined ? [] : ['-p', parent])], 'a change\n');
}

async function must(gitDir: string, args: readonly string[], stdin = ''): Promise<string> {
  const identity = { name: 'Somebody', email: 'somebody@localhost', at: atMs };
  const result = await git.run({ gitDir, args, stdin, identity });
  if (result.exit !== 0) throw new Error(`git ${args.join(' ')}: ${result.stderr}`);
  return result.stdout.trim();
}

forgeContract('local', () => localWorld());
forgeContract('GitHub', worldOnGitHub);

function request(branch: string) {
  return { repository, branch, target: 'main', title: 'T', body: 'B' };
}

function order(pull: PullRequestRecord, message = 'fix: one') {
  return { repository, number: pull.number, head: pull.head, message, at: atMs };
}

describe('the local forge in its home', () => {
  let world: LocalWorld;
  let forge: LocalForge;
  let base: string;

  beforeEach(async () => {
    world = await localWorld();
    forge = world.handle();
    base = await world.commit({ 'app.txt': 'old\n' });
  });
  afterEach(() => world.dispose());

  const opened = async (branch = 'fix/one'): Promise<PullRequestRecord> => {
    valueOf(await forge.push({ repository, branch: 'main', commit: base }));
    const commit = await world.commit({ 'app.txt': `${branch}\n` }, base);
    valueOf(await forge.push({ repository, branch, commit }));
    return valueOf(await forge.open(request(branch)));
  };
  const recordFile = (number: number) =>
    path.join(world.home, 'repos', repository, 'pulls', `${number}.json`);

  test('opens one pull request of a branch when processes race for it', async () => {
    await opened('fix/first');
    const branches = ['fix/left', 'fix/right'];
    for (const branch of branches) {
      const commit = await world.commit({ 'app.txt': branch }, base);
      valueOf(await forge.push({ repository, branch, commit }));
    }
    const [left, right, leftAgain, rightAgain] = await raceToOpen(
      world.home,
      [...branches, ...branches].map((branch) => request(branch)),
    );
    expect(new Set([left, right])).toEqual(new Set(['2', '3']));
    expect([leftAgain, rightAgain]).toEqual([left, right]);
    const records = valueOf(await forge.records(repository));
    expect(records.map((record) => record.branch).toSorted()).toEqual(['fix/first', ...branches]);
    expect((await readdir(path.dirname(recordFile(1)))).toSorted()).toEqual(['1.json', '2.json', '3.json']);
  });

  test('finds a merge again when the answer of git was lost before the record was written', async () => {
    const pull = await opened();
    const cut = localForgeIn(world.home, losingAnswerOf(gitRunner(), 'update-ref'));
    expect(await cut.merge(order(pull))).toMatchObject({ ok: false, reason: 'forge-unavailable' });
    const merged = valueOf(await forge.branchHead(repository, 'main'));
    expect(merged).not.toBe(base);
    expect(JSON.parse(await readFile(recordFile(1), 'utf8'))).toMatchObject({ state: 'open' });

    expect(valueOf(await forge.merge(order(pull)))).toBe(merged);
    expect(await world.commitsOn('main')).toBe(2);
    expect(JSON.parse(await readFile(recordFile(1), 'utf8'))).toMatchObject({
      state: 'merged',
      mergeCommit: merged,
    });
  });

  test('sees a merge whose record was not written when it is looked at or closed, and after the target went on', async () => {
    const pull = await opened();
    const before = await readFile(recordFile(1), 'utf8');
    const merged = mergedAs(await forge.merge(order(pull)));
    const later = await commitIn(world.store, { 'app.txt': 'later\n' }, merged);
    valueOf(await forge.push({ repository, branch: 'main', commit: later, expected: merged }));

    await writeFile(recordFile(1), before);
    expect(valueOf(await forge.inspect(repository, 1))).toMatchObject({
      state: 'merged',
      mergeCommit: merged,
    });
    await writeFile(recordFile(1), before);
    expect(await forge.close(repository, 1)).toMatchObject({ ok: false, reason: 'forge-refused' });
    await writeFile(recordFile(1), before);
    expect(valueOf(await forge.merge(order(pull)))).toBe(merged);
    expect(valueOf(await forge.branchHead(repository, 'main'))).toBe(later);
  });

  test('is not taken in by a message that quotes the lines of another merge', async () => {
    const [one, two] = [await opened('fix/one'), await opened('fix/two')];
    const quoting = `fix: one\n\nPull-request: #2\nHead: ${two.head}\n\nis what the other one says`;
    valueOf(await forge.merge(order(one, quoting)));
    expect(valueOf(await forge.inspect(repository, 2)).state).toBe('open');
  });

  test('makes the same merge commit from the same request, signed by nobody', async () => {
    const pull = await opened();
    const commit = mergedAs(await forge.merge(order(pull, 'fix: one\n\nWhy.\n\nTicket: APP-7')));
    expect(await must(world.bare, ['cat-file', 'commit', commit])).toBe(
      [
        `tree ${await must(world.bare, ['rev-parse', `${pull.head}^{tree}`])}`,
        `parent ${base}`,
        `author Slipway <slipway@localhost> ${atMs / 1000} +0000`,
        `committer Slipway <slipway@localhost> ${atMs / 1000} +0000`,
        '',
        'fix: one',
        '',
        'Why.',
        '',
        'Ticket: APP-7',
        'Pull-request: #1',
        `Head: ${pull.head}`,
      ].join('\n'),
    );
  });

  test('gives the merge commit to the store, where it can land from, before the record says merged', async () => {
    const pull = await opened();
    const cut = localForgeIn(world.home, losingAnswerOf(gitRunner(), 'fetch'));
    expect(await cut.merge(order(pull))).toMatchObject({ ok: false, reason: 'git' });
    expect(valueOf(await forge.get(repository, pull.number)).state).toBe('open');
    const commit = mergedAs(await forge.merge(order(pull)));
    expect(valueOf(await forge.get(repository, pull.number)).mergeCommit).toBe(commit);
    expect(await must(world.store, ['rev-parse', 'refs/slipway/forge/1'])).toBe(commit);
    await must(world.store, ['rev-list', '--objects', '--quiet', commit]);
  });

  test('moves the target with the branch of the user, also back from a merge that was not landed', async () => {
    const head = async () => valueOf(await forge.branchHead(repository, 'main'));
    const prepare = async (commit: string) => valueOf(await forge.prepareTarget(repository, 'main', commit));
    await prepare(base);
    const commit = await world.commit({ 'app.txt': 'fixed\n' }, base);
    valueOf(await forge.push({ repository, branch: 'fix/one', commit }));
    const merged = mergedAs(await forge.merge(order(valueOf(await forge.open(request('fix/one'))))));
    expect(await head()).toBe(merged);
    await prepare(base);
    expect(await head()).toBe(base);
    await prepare(merged); // landed after all
    expect(await head()).toBe(merged);
    await prepare(base); // a run that began before the landing
    expect(await head()).toBe(merged);
    const rewritten = await world.commit({ 'app.txt': 'another history\n' });
    await prepare(rewritten);
    expect(await head()).toBe(rewritten);
  });

  test('holds every object itself, so that the store may be lost', async () => {
    const pull = await opened();
    await rm(world.store, { recursive: true });
    await must(world.bare, ['rev-list', '--objects', '--quiet', pull.head]);
    expect(valueOf(await forge.inspect(repository, 1)).mergeable).toBe(true);
  });

  test('works from a store whose history is cut', async () => {
    const tip = await world.commit({ 'app.txt': 'tip\n' }, base);
    await writeFile(path.join(world.store, 'shallow'), `${tip}\n`);
    valueOf(await forge.push({ repository, branch: 'main', commit: tip }));
    const commit = await world.commit({ 'app.txt': 'changed\n' }, tip);
    valueOf(await forge.push({ repository, branch: 'fix/one', commit }));
    const pull = valueOf(await forge.open(request('fix/one')));
    valueOf(await forge.merge(order(pull)));
    expect(await world.fileOn('main', 'app.txt')).toBe('changed\n');
    expect(await world.commitsOn('main')).toBe(2);
  });

  test('makes its repository once, beside what a crash left, however many push first', async () => {
    await mkdir(path.join(world.home, 'repos', repository, '.forge-crashed'));
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((branch) => world.handle().push({ repository, branch, commit: base })),
    );
    expect(answers.map((answer) => answer.ok)).toEqual([true, true, true, true]);
    for (const branch of ['a', 'b', 'c', 'd']) {
      expect(valueOf(await forge.branchHead(repository, branch))).toBe(base);
    }
  });

  test('refuses to go on from a damaged record, and says which', async () => {
    await opened();
    await writeFile(recordFile(1), '{"number": 1');
    const answers = [
      await forge.get(repository, 1),
      await forge.open(request('fix/two')),
      await forge.records(repository),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ ok: false, reason: 'forge-refused' });
      expect(answer.ok ? '' : answer.detail).toContain(`repos/${repository}/pulls/1.json`);
    }
  });

  test('refuses names that would leave the home or that git reads as something else', async () => {
    for (const outside of ['../demo', '', '.', 'a/b']) {
      expect(await forge.branchHead(outside, 'main')).toMatchObject({ ok: false, reason: 'forge-refused' });
    }
    for (const branch of ['-f', '*', 'a..b', 'a@{1}', 'HEAD^', 'a b', '']) {
      expect(await forge.push({ repository, branch, commit: base })).toMatchObject({
        ok: false,
        reason: 'forge-refused',
      });
    }
    for (const commit of ['main', base.slice(0, 12), '--upload-pack=x']) {
      expect(await forge.push({ repository, branch: 'b', commit })).toMatchObject({
        reason: 'forge-refused',
      });
    }
  });

  test('says that a branch name is in the way of another', async () => {
    valueOf(await forge.push({ repository, branch: 'fix', commit: base }));
    expect(await forge.push({ repository, branch: 'fix/one', commit: base })).toMatchObject({
      ok: false,
      reason: 'forge-refused',
    });
  });

  test('answers, and does not throw, where git or the files are not to be had', async () => {
    const pull = await opened();
    const without = localForgeIn(world.home, gitRunner({ path: '/nonexistent' }));
    expect(await without.inspect(repository, pull.number)).toMatchObject({ reason: 'git' });
    await rm(path.dirname(recordFile(1)), { recursive: true });
    await writeFile(path.dirname(recordFile(1)), 'a file where a folder should be');
    const answer = await forge.label(repository, 1, ['x']);
    expect(answer).toMatchObject({ ok: false, reason: 'io' });
    expect(answer.ok ? '' : answer.detail).not.toContain(world.home);
  });

  test('refuses to show a change that is too long, instead of showing a part of it', async () => {
    valueOf(await forge.push({ repository, branch: 'main', commit: base }));
    const commit = await world.commit({ 'app.txt': 'a long line of text\n'.repeat(900_000) }, base);
    valueOf(await forge.push({ repository, branch: 'fix/long', commit }));
    const pull = valueOf(await forge.open(request('fix/long')));
    expect(await forge.diff(repository, pull.number)).toMatchObject({ ok: false, reason: 'forge-refused' });
  });
});

test('the local forge works where commits are named by SHA-256', async () => {
  const world = await localWorld('sha256');
  try {
    const forge = world.handle();
    const base = await world.commit({ 'app.txt': 'old\n' });
    const head = await world.commit({ 'app.txt': 'new\n' }, base);
    valueOf(await forge.push({ repository, branch: 'main', commit: base }));
    valueOf(await forge.push({ repository, branch: 'fix/one', commit: head }));
    const { number } = valueOf(
      await forge.open({ repository, branch: 'fix/one', target: 'main', title: 'T', body: '' }),
    );
    valueOf(await forge.merge({ repository, number, head, message: 'fix: one', at: atMs }));
    expect(await world.fileOn('main', 'app.txt')).toBe('new\n');
  } finally {
    await world.dispose();
  }
});

/** A git that does what it is told and then cannot say so, for one command: what a crash looks like from outside. */
function losingAnswerOf(inner: Git, command: string): Git {
  return {
    ...inner,
    run: async (request) => {
      const result = await inner.run(request);
      if (request.args[0] === command) throw new Error('the answer was lost');
      return result;
    },
  };
}

/** Starts a process for each opening, waits until all are ready, lets them open at once, and gives the numbers. */
async function raceToOpen(home: string, openings: readonly object[]): Promise<readonly unknown[]> {
  const program = (opening: object) => `
    import { localForge } from ${sourceOf('forges/local/local.ts')};
    import { gitRunner } from ${sourceOf('workspace/git-runner.ts')};
    import { createWorkspaces } from ${sourceOf('workspace/workspaces.ts')};
    const places = { home: ${JSON.stringify(home)}, git: gitRunner() };
    const forge = localForge({ ...places, workspaces: createWorkspaces(places) });
    process.stdin.once('data', async () => {
      const answer = await forge.open(${JSON.stringify(opening)});
      process.stdout.write((answer.ok ? answer.value.number : answer.detail) + '\\n', () => process.exit(0));
    });
    process.stdout.write('ready\\n');`;
  const children = openings.map((opening) =>
    spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program(opening)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  try {
    const lines = children.map((child) => createInterface({ input: child.stdout })[Symbol.asyncIterator]());
    const next = () => Promise.all(lines.map(async (each) => (await each.next()).value));
    expect(new Set(await next())).toEqual(new Set(['ready']));
    for (const child of children) child.stdin.write('go\n');
    return await next();
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

function sourceOf(file: string): string {
  return JSON.stringify(pathToFileURL(path.resolve('src', file)).href);
}
