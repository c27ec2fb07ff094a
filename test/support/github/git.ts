// Real bare repositories, one folder each. Whatever GitHub would do with commits is done by git itself.

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const outputBytesMax = 64 * 1024 * 1024;

export interface Person {
  readonly name: string;
  readonly email: string;
}

export interface CommitView {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Person & { readonly at: string };
  readonly committer: Person & { readonly at: string };
  readonly message: string;
  readonly signed: boolean;
}

export interface FileView {
  readonly status: 'added' | 'removed' | 'modified' | 'renamed';
  readonly path: string;
  readonly previous?: string;
  readonly sha: string;
  readonly additions: number;
  readonly deletions: number;
  readonly patch: string | undefined;
}

export function gitEnvironment(home: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
  };
}

const looks: readonly string[] = ['log', 'diff-tree', 'merge-base', 'merge-tree', 'rev-parse'];
const commits = /^[0-9a-f]{40}(?:\.{2,3}[0-9a-f]{40})?(?:\^\{\w+\})?$/;

/** What is said of commits by their ids never changes; starting git is most of what an answer costs. */
function isForGood([command = '', ...rest]: readonly string[]): boolean {
  const names = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  const told = names.filter((word) => !word.startsWith('-'));
  return looks.includes(command) && told.length > 0 && told.every((word) => commits.test(word));
}

export class Git {
  readonly root: string;
  readonly #known = new Map<string, string>();

  constructor(root: string) {
    this.root = root;
  }

  dir(repository: number): string {
    return path.join(this.root, `${repository}.git`);
  }

  async run(repository: number, args: readonly string[], as?: Person): Promise<string> {
    if (!isForGood(args)) return this.runIn(this.dir(repository), args, as);
    const key = `${repository} ${args.join('\0')}`;
    const known = this.#known.get(key) ?? (await this.runIn(this.dir(repository), args, as));
    this.#known.set(key, known);
    return known;
  }

  async runIn(dir: string, args: readonly string[], as?: Person): Promise<string> {
    const who = as ?? { name: 'GitHub', email: 'noreply@github.com' };
    const { stdout } = await run('git', [...args], {
      cwd: dir,
      maxBuffer: outputBytesMax,
      env: {
        ...gitEnvironment(this.root),
        GIT_AUTHOR_NAME: who.name,
        GIT_AUTHOR_EMAIL: who.email,
        GIT_COMMITTER_NAME: who.name,
        GIT_COMMITTER_EMAIL: who.email,
      },
    });
    return stdout.trimEnd();
  }

  /** Undefined where git says no. */
  async try(repository: number, args: readonly string[]): Promise<string | undefined> {
    return this.run(repository, args).catch(() => undefined);
  }

  async create(repository: number, branch: string): Promise<void> {
    const dir = this.dir(repository);
    await mkdir(dir, { recursive: true });
    await this.runIn(dir, ['init', '--quiet', '--bare', `--initial-branch=${branch}`]);
    await this.runIn(dir, ['config', 'http.receivepack', 'true']);
    await this.runIn(dir, ['config', 'uploadpack.allowAnySHA1InWant', 'true']);
    await this.runIn(dir, ['config', 'transfer.hideRefs', 'refs/kept']);
    await this.runIn(dir, ['config', '--add', 'receive.hideRefs', 'refs/pull']);
    await this.runIn(dir, ['config', 'gc.auto', '0']);
    await this.runIn(dir, ['config', 'receive.advertisePushOptions', 'true']);
  }

  async refs(repository: number): Promise<Record<string, string>> {
    const told = await this.run(repository, [
      'for-each-ref',
      '--format=%(refname) %(objectname)',
      'refs/heads',
      'refs/tags',
    ]);
    return Object.fromEntries(
      told
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => {
          const [ref = '', sha = ''] = line.split(' ');
          return [ref, sha];
        }),
    );
  }

  /** Makes a commit on top of `parent` with files written or, where their text is absent, taken away. Moves nothing. */
  async commitFiles(
    repository: number,
    parent: string | undefined,
    files: Readonly<Record<string, string | undefined>>,
    message: string,
    as: Person,
  ): Promise<string> {
    const dir = await mkdtemp(path.join(this.root, 'work-'));
    try {
      const index = path.join(dir, 'index');
      const env = { ...gitEnvironment(this.root), GIT_INDEX_FILE: index };
      const withIndex = async (...args: readonly string[]): Promise<string> =>
        (
          await run('git', [`--git-dir=${this.dir(repository)}`, ...args], { cwd: dir, env })
        ).stdout.trimEnd();
      await withIndex('read-tree', ...(parent === undefined ? ['--empty'] : [parent]));
      for (const [file, text] of Object.entries(files)) {
        if (text === undefined) {
          await withIndex('update-index', '--force-remove', '--', file);
          continue;
        }
        await writeFile(path.join(dir, 'blob'), text);
        const blob = await withIndex('hash-object', '-w', '--no-filters', path.join(dir, 'blob'));
        await withIndex('update-index', '--add', '--cacheinfo', `100644,${blob},${file}`);
      }
      const tree = await withIndex('write-tree');
      const parents = parent === undefined ? [] : ['-p', parent];
      return await this.run(repository, ['commit-tree', tree, ...parents, '-m', message], as);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  }

  async commits(repository: number, range: readonly string[]): Promise<readonly CommitView[]> {
    const format = '%H%x00%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%G?%x00%B%x01';
    const told = await this.run(repository, ['log', `--format=${format}`, ...range]);
    return told
      .split('\u0001')
      .map((one) => one.replace(/^\n/, ''))
      .filter((one) => one !== '')
      .map((one) => {
        const [
          sha = '',
          tree = '',
          parents = '',
          an = '',
          ae = '',
          ai = '',
          cn = '',
          ce = '',
          ci = '',
          sign = '',
          ...message
        ] = one.split('\0');
        return {
          sha,
          tree,
          parents: parents.split(' ').filter((parent) => parent !== ''),
          author: { name: an, email: ae, at: instant(ai) },
          committer: { name: cn, email: ce, at: instant(ci) },
          message: message.join('\0').trimEnd(),
          signed: sign !== 'N',
        };
      });
  }

  async commit(repository: number, ref: string): Promise<CommitView | undefined> {
    const sha = await this.try(repository, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
    if (sha === undefined) return undefined;
    return (await this.commits(repository, ['-1', sha]))[0];
  }

  /** What changed between two commits. */
  async files(repository: number, from: string, to: string): Promise<readonly FileView[]> {
    const [raw, numbers] = await Promise.all([
      this.run(repository, ['diff-tree', '-r', '-M', '-z', '--raw', '--no-commit-id', from, to]),
      this.run(repository, ['diff-tree', '-r', '-M', '-z', '--numstat', '--no-commit-id', from, to]),
    ]);
    const counts = countsOf(numbers);
    const files: FileView[] = [];
    const words = raw.split('\0').filter((word) => word !== '');
    for (let at = 0; at < words.length;) {
      const head = words[at] ?? '';
      const [, , , sha = '', letter = 'M'] = head.split(' ');
      const renamed = letter.startsWith('R') || letter.startsWith('C');
      const first = words[at + 1] ?? '';
      const file = renamed ? (words[at + 2] ?? '') : first;
      at += renamed ? 3 : 2;
      const count = counts.get(file) ?? { additions: 0, deletions: 0, binary: false };
      files.push({
        status: renamed ? 'renamed' : letter === 'A' ? 'added' : letter === 'D' ? 'removed' : 'modified',
        path: file,
        ...(renamed ? { previous: first } : {}),
        sha,
        additions: count.additions,
        deletions: count.deletions,
        patch: count.binary ? undefined : await this.patch(repository, from, to, file),
      });
    }
    return files;
  }

  private async patch(repository: number, from: string, to: string, file: string): Promise<string> {
    const told = await this.run(repository, [
      'diff-tree',
      '-p',
      '-M',
      '--no-commit-id',
      from,
      to,
      '--',
      file,
    ]);
    const at = told.indexOf('@@');
    return at === -1 ? '' : told.slice(at);
  }

  mergeBase(repository: number, one: string, other: string): Promise<string | undefined> {
    return this.try(repository, ['merge-base', one, other]);
  }

  async isAncestor(repository: number, one: string, other: string): Promise<boolean> {
    return (await this.try(repository, ['merge-base', '--is-ancestor', one, other])) !== undefined;
  }

  async show(repository: number, ref: string, file: string): Promise<string | undefined> {
    const dir = this.dir(repository);
    try {
      const { stdout } = await run('git', ['cat-file', 'blob', `${ref}:${file}`], {
        cwd: dir,
        env: gitEnvironment(this.root),
        maxBuffer: outputBytesMax,
      });
      return stdout;
    } catch {
      return undefined;
    }
  }

  /** The tree that a merge gives, or undefined where it conflicts. */
  async mergedTree(repository: number, base: string, head: string): Promise<string | undefined> {
    return this.try(repository, ['merge-tree', '--write-tree', '--no-messages', base, head]);
  }

  /** Commits of the head that the base lacks, each made again on top of the base; undefined where one conflicts. */
  async rebased(repository: number, base: string, head: string, as: Person): Promise<string | undefined> {
    const dir = await mkdtemp(path.join(this.root, 'rebase-'));
    try {
      await this.run(repository, ['worktree', 'add', '--quiet', '--detach', path.join(dir, 'tree'), head]);
      const tree = path.join(dir, 'tree');
      await this.runIn(tree, ['rebase', '--quiet', '--no-ff', base], as);
      return await this.runIn(tree, ['rev-parse', 'HEAD']);
    } catch {
      return undefined;
    } finally {
      await rm(dir, { recursive: true, force: true });
      await this.run(repository, ['worktree', 'prune']);
    }
  }
}

/** As GitHub writes an instant: in UTC, to the second. */
function instant(told: string): string {
  return new Date(told).toISOString().replace('.000Z', 'Z');
}

interface Count {
  readonly additions: number;
  readonly deletions: number;
  readonly binary: boolean;
}

function countsOf(told: string): ReadonlyMap<string, Count> {
  const counts = new Map<string, Count>();
  const words = told.split('\0');
  for (let at = 0; at < words.length; at += 1) {
    const [additions, deletions, file] = (words[at] ?? '').split('\t');
    if (additions === undefined || deletions === undefined || file === undefined) continue;
    const binary = additions === '-';
    // A renamed file has an empty name here, and its two names as words of their own.
    const name = file === '' ? (words[at + 2] ?? '') : file;
    if (file === '') at += 2;
    counts.set(name, {
      additions: binary ? 0 : Number(additions),
      deletions: binary ? 0 : Number(deletions),
      binary,
    });
  }
  return counts;
}
