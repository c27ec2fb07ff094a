// Commits between Slipway's store and GitHub, by git itself. The token reaches git over a socket of its own when git asks for it.
//
// Invariants
//   TRANSPORT-1. A branch moves only from the commit the caller named: git's lease says so to GitHub, which moves it or not.
//   TRANSPORT-2. After every failure GitHub is asked where the branch is: what was pushed and not told is pushed.
//   TRANSPORT-3. A commit that others see is in the store, under a ref that keeps it, before anybody here is told of it.

import path from 'node:path';
import type { GitHubAnswered } from '../../github/answer.ts';
import type { Slug } from '../../github/address.ts';
import type { Environment } from '../../plain/environment.ts';
import { slugText } from '../../github/address.ts';
import { picked } from '../../plain/pick.ts';
import type { Git, GitRequest, GitResult } from '../../workspace/git.ts';
import type { ForgeAnswer } from '../forge.ts';
import type { ForgeRefused } from './answers.ts';
import { asForge, done, forgeAnswer, moved, refused } from './answers.ts';
import type { Place } from './place.ts';
import type { PullShape } from './shapes.ts';
import { RefShape } from './shapes.ts';

export interface TransportNeeds {
  readonly home: string;
  readonly git: Git;
  readonly env: Environment;
}

const commitId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Refuses what git would read as a pattern, a range or an option; git itself refuses the rest. */
const branchName = /^(?![-/.])(?!.*(?:\.\.|@\{|\/\/|\/\.))[^\s~^:?*[\\\p{Cc}]{1,200}$/u;
/** How the way out of this machine is set up; none of them is a secret of ours. */
const waysOut = [
  ...['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]),
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GIT_SSL_CAINFO',
];
const sshNeeds = ['HOME', 'SSH_AUTH_SOCK', 'PATH'];

function storeOf(home: string, repository: string): string {
  return path.join(home, 'repos', repository, 'store.git');
}

/** Where a branch is, undefined where it does not exist. */
export async function branchAt(
  place: Place,
  repo: string,
  branch: string,
): Promise<GitHubAnswered<string | undefined>> {
  const name = branch.split('/').map(encodeURIComponent).join('/');
  const ref = await place.calls.get(`${repo}/git/ref/heads/${name}`, RefShape);
  if (ref.ok) {
    // A name that others begin with was answered with those, in earlier versions of the interface.
    return { ok: true, value: ref.value.ref === `refs/heads/${branch}` ? ref.value.object.sha : undefined };
  }
  const isGone = ref.why === 'absent' || (ref.why === 'conflict' && /empty/i.test(ref.said ?? ''));
  return isGone ? { ok: true, value: undefined } : ref;
}

/** TRANSPORT-3. */
export async function bring(
  needs: TransportNeeds,
  place: Place,
  repository: string,
  commit: string,
  from: Slug = place.base,
): Promise<ForgeAnswer<void>> {
  if (!commitId.test(commit))
    return refused(`GitHub named "${commit.slice(0, 60)}" as a commit, which is none.`);
  const gitDir = storeOf(needs.home, repository);
  const ref = `refs/slipway/base/${commit}`;
  const kept = await needs.git.run({
    gitDir,
    args: ['rev-parse', '--quiet', '--verify', '--end-of-options', ref],
  });
  if (kept.exit === 0) return done;
  const options = '--quiet --no-tags --no-write-fetch-head --no-auto-maintenance --no-recurse-submodules';
  const fetched = await overNetwork(needs, place, from, (url) => ({
    gitDir,
    args: ['fetch', ...options.split(' '), '--', url, `+${commit}:${ref}`],
  }));
  return fetched.ok && fetched.value.exit !== 0
    ? failed('fetch', from, fetched.value)
    : fetched.ok
      ? done
      : fetched;
}

const diffBytesMax = 16 * 1_048_576;
const diffOptions =
  '--no-color --no-ext-diff --no-textconv --no-renames --full-index --src-prefix=a/ --dst-prefix=b/'.split(
    ' ',
  );

/** What a pull request changes, by git: GitHub shows none that is long. */
export async function diffOf(
  needs: TransportNeeds,
  place: Place,
  repository: string,
  pull: PullShape,
): Promise<ForgeAnswer<string>> {
  const target = await branchAt(place, place.repo, pull.base.ref);
  if (!target.ok) return asForge(target);
  const from = target.value ?? pull.base.sha;
  for (const commit of [from, pull.head.sha]) {
    const brought = await bring(needs, place, repository, commit);
    if (!brought.ok) return brought;
  }
  const gitDir = storeOf(needs.home, repository);
  const args = ['diff', ...diffOptions, `${from}...${pull.head.sha}`, '--'];
  const shown = await needs.git.run({ gitDir, args, outputBytesMax: diffBytesMax });
  return shown.exit === 0
    ? { ok: true, value: shown.stdout }
    : refused(
        `The change of #${pull.number} could not be shown within ${diffBytesMax} bytes. Look at it with git, file by file.`,
      );
}

export interface Push {
  readonly repository: string;
  readonly branch: string;
  readonly commit: string;
  readonly expected?: string | undefined;
}

export async function push(needs: TransportNeeds, place: Place, request: Push): Promise<ForgeAnswer<void>> {
  const { repository, branch, commit, expected } = request;
  if (!branchName.test(branch) || !commitId.test(commit)) {
    return refused(`"${branch}" cannot be the name of a branch on GitHub. Choose a name that git accepts.`);
  }
  const before = await standing(place, request);
  if (before !== 'pushable') return before;
  const ref = `refs/heads/${branch}`;
  const pushed = await overNetwork(needs, place, place.head, (url) => ({
    gitDir: storeOf(needs.home, repository),
    args: [
      'push',
      '--quiet',
      '--porcelain',
      '--no-verify',
      `--force-with-lease=${ref}:${expected ?? ''}`,
      '--',
      url,
      `${commit}:${ref}`,
    ],
  }));
  if (pushed.ok && pushed.value.exit === 0) return done;
  const after = await standing(place, request); // TRANSPORT-2
  if (after !== 'pushable') return after;
  return pushed.ok ? failed('push', place.head, pushed.value) : pushed;
}

/** TRANSPORT-1: what the branch says of this push before it is made, or after it failed. */
async function standing(
  place: Place,
  { branch, commit, expected }: Push,
): Promise<ForgeAnswer<void> | 'pushable'> {
  const now = await branchAt(place, place.headRepo, branch);
  if (!now.ok) return asForge(now);
  if (now.value === commit) return done;
  if (now.value === expected) return 'pushable';
  const wanted = expected === undefined ? 'not to exist' : `at ${expected}`;
  const found = now.value === undefined ? 'it does not exist' : `it is at ${now.value}`;
  return moved(
    `Branch ${branch} of ${slugText(place.head)} was expected ${wanted}, but ${found}: somebody else pushed. Look at that commit before anything is pushed over it.`,
  );
}

/** With the token over HTTPS; where that is refused and the user's own remote is over SSH, with their keys. */
async function overNetwork(
  needs: TransportNeeds,
  place: Place,
  slug: Slug,
  request: (url: string) => GitRequest,
): Promise<ForgeAnswer<GitResult>> {
  const bearer = await place.calls.bearer();
  if (!bearer.ok) return forgeAnswer(bearer);
  const { web } = place.calls.hub;
  const credential = { origin: web, username: 'x-access-token', password: bearer.value.token };
  const network = {
    protocol: web.startsWith('http:') ? ('http' as const) : ('https' as const),
    credential,
    environment: picked(needs.env, waysOut),
  };
  const first = await needs.git.run({ ...request(`${web}/${slugText(slug)}.git`), network });
  if (place.ssh === undefined || first.exit === 0 || !isDenied(first)) return { ok: true, value: first };
  const ssh = { protocol: 'ssh' as const, environment: picked(needs.env, sshNeeds) };
  const second = await needs.git.run({ ...request(place.ssh), network: ssh });
  // What the token was told is the better word where neither got through.
  return { ok: true, value: second.exit === 0 || !isDenied(second) ? second : first };
}

function isDenied({ stderr }: GitResult): boolean {
  return /The requested URL returned error: 40[13]|Permission denied|Permission to .* denied|Authentication failed|could not read (?:Username|Password)/i.test(
    stderr,
  );
}

function failed(what: 'push' | 'fetch', slug: Slug, result: GitResult): ForgeRefused {
  const said = `${result.stderr}\n${result.stdout}`
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 500);
  const where = slugText(slug);
  if (
    /GH013|GH006|GH007|GH009|protected branch|pre-receive hook declined|push declined|hook declined/i.test(
      said,
    )
  ) {
    return refused(
      `A rule of ${where} refused the ${what}. Look at the rules of the repository for branches of this name, or choose other names. It says: ${said}`,
    );
  }
  if (/refusing to allow .* workflow/i.test(said)) {
    return refused(
      `The change touches .github/workflows, and who we are may not change workflows in ${where}. Give the permission workflows=write, or push that part yourself. It says: ${said}`,
    );
  }
  if (isDenied(result)) {
    return refused(
      `Who we are may not ${what} ${what === 'push' ? 'to' : 'from'} ${where}: the permission contents=${what === 'push' ? 'write' : 'read'} is needed. Give it, then go on. It says: ${said}`,
    );
  }
  if (/\[remote rejected\]|\[rejected\]/i.test(said)) {
    return refused(`${where} refused the ${what}. It says: ${said}`);
  }
  return {
    ok: false,
    reason: 'forge-unavailable',
    detail: `git could not ${what} ${what === 'push' ? 'to' : 'from'} ${where} (exit ${result.exit}): ${said === '' ? 'it said nothing' : said}. It is tried again.`,
  };
}
