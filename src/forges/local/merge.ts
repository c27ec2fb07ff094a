// Squashing a pull request onto its target, without a work tree. The commit carries the number and the head
// in its last two lines: they are how a merge is found again when the process died before the record said so.
//
// Invariants
//   FORGES-LOCAL-MERGE-1. The merge means one head: the target moves only while the branch is at that head, and only from the
//       commit that was searched for an earlier merge, in one transaction.
//   FORGES-LOCAL-MERGE-2. The same target, head, message and date give the same commit.
//   FORGES-LOCAL-MERGE-3. A merge that took hold is found again by its last two lines, and is not done twice.

import type { Git } from '../../workspace/git.ts';
import type { ForgeAnswer } from '../forge.ts';
import { answered, gitFailed, refused, unavailable } from './answers.ts';
import type { RepositoryPlaces } from './answers.ts';
import { headOf, leaseLost, refOf } from './bare.ts';

export interface Squash {
  readonly number: number;
  readonly branch: string;
  readonly target: string;
  /** The commit of the target that was searched for this merge and did not hold it. */
  readonly onto: string;
  readonly head: string;
  readonly message: string;
  readonly at: number;
  readonly author?: { readonly name: string; readonly email: string } | undefined;
}

export interface Sides {
  readonly onto: string;
  readonly head: string;
}

export type MergedTree =
  | { readonly clean: true; readonly tree: string }
  | { readonly clean: false; readonly conflicts: readonly string[] };

const candidatesMax = 20;
const conflictsShownMax = 10;
const trailerLine = /^[A-Za-z][A-Za-z0-9-]*: \S/;

/** What merging the two would give; nothing moves. */
export async function mergedTree(
  git: Git,
  places: RepositoryPlaces,
  sides: Sides,
): Promise<ForgeAnswer<MergedTree>> {
  const merged = await git.run({
    gitDir: places.forge,
    args: ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', sides.onto, sides.head],
  });
  const [tree, ...names] = merged.stdout.split('\0').filter((text) => text !== '');
  if (merged.exit === 0 && tree !== undefined) return answered({ clean: true, tree });
  if (merged.exit === 1) return answered({ clean: false, conflicts: names });
  if (merged.stderr.includes('unrelated histories')) return answered({ clean: false, conflicts: [] });
  return gitFailed(places, `merge ${sides.head} with ${sides.onto}`, merged);
}

/** FORGES-LOCAL-MERGE-3. The merge of this pull request that `onto` already holds. `since` bounds the search: no merge is older than the head it names. */
export async function findMerge(
  git: Git,
  places: RepositoryPlaces,
  pull: { readonly number: number; readonly onto: string; readonly since: string },
): Promise<ForgeAnswer<{ readonly commit: string; readonly head: string } | undefined>> {
  const listed = await git.run({
    gitDir: places.forge,
    args: [
      'log',
      `--max-count=${candidatesMax}`,
      '--format=%H%n%B%x00',
      '--fixed-strings',
      '--no-color',
      `--grep=${numberLine(pull.number)}`,
      `${pull.since}..${pull.onto}`,
      '--',
    ],
  });
  if (listed.exit !== 0) return gitFailed(places, `read the history of ${pull.onto}`, listed);
  for (const entry of listed.stdout.split('\0')) {
    const lines = entry.trim().split('\n');
    const head = lines.at(-1)?.match(/^Head: ([0-9a-f]+)$/)?.[1];
    const commit = lines[0];
    if (head === undefined || commit === undefined || lines.at(-2) !== numberLine(pull.number)) continue;
    return answered({ commit, head });
  }
  return answered(undefined);
}

/** FORGES-LOCAL-MERGE-1, FORGES-LOCAL-MERGE-2. Answers `forge-unavailable` when the target has moved since it was searched: search again, then squash again. */
export async function squash(git: Git, places: RepositoryPlaces, pull: Squash): Promise<ForgeAnswer<string>> {
  const merged = await mergedTree(git, places, pull);
  if (!merged.ok) return merged;
  if (!merged.value.clean) return conflicting(pull, merged.value.conflicts);
  const commit = await git.run({
    gitDir: places.forge,
    args: ['commit-tree', merged.value.tree, '-p', pull.onto, '-F', '-'],
    stdin: messageOf(pull),
    identity: { name: 'Slipway', email: 'slipway@localhost', at: pull.at, author: pull.author },
  });
  if (commit.exit !== 0) return gitFailed(places, `make the merge commit of #${pull.number}`, commit);
  return moveTarget(git, places, pull, commit.stdout.trim());
}

async function moveTarget(
  git: Git,
  places: RepositoryPlaces,
  pull: Squash,
  commit: string,
): Promise<ForgeAnswer<string>> {
  const [branch, target] = [refOf(pull.branch), refOf(pull.target)];
  if (!branch.ok) return branch;
  if (!target.ok) return target;
  const set = await git.run({
    gitDir: places.forge,
    args: ['update-ref', '--no-deref', '--stdin'],
    stdin: `verify ${branch.value} ${pull.head}\nupdate ${target.value} ${commit} ${pull.onto}\n`,
  });
  if (set.exit === 0) return answered(commit);
  const head = await headOf(git, places, pull.branch);
  if (!head.ok) return head;
  const now = await headOf(git, places, pull.target);
  if (!now.ok) return now;
  if (head.value !== pull.head) return leaseLost(pull.branch, pull.head, head.value);
  if (now.value === pull.onto) return gitFailed(places, `move branch ${pull.target}`, set);
  return unavailable(`Branch ${pull.target} moved while #${pull.number} was being merged. Try again.`);
}

function conflicting(pull: Squash, conflicts: readonly string[]): ForgeAnswer<never> {
  const shown = conflicts.slice(0, conflictsShownMax).join(', ');
  const more =
    conflicts.length > conflictsShownMax ? ` and ${conflicts.length - conflictsShownMax} more` : '';
  const where = shown === '' ? 'they have no history in common' : `conflicts in ${shown}${more}`;
  return refused(
    `#${pull.number} cannot be merged into ${pull.target}: ${where}. Bring the branch up to date with ${pull.target} and push it.`,
  );
}

/** Our lines join the trailers that are there: git reads only the last paragraph as trailers. */
function messageOf(pull: Squash): string {
  const text = pull.message.trimEnd();
  const paragraphs = text.split(/\n[^\S\n]*\n/);
  const last = paragraphs.at(-1) ?? '';
  const hasTrailers = paragraphs.length > 1 && last.split('\n').every((line) => trailerLine.test(line));
  return `${text}${hasTrailers ? '\n' : '\n\n'}${numberLine(pull.number)}\nHead: ${pull.head}\n`;
}

function numberLine(number: number): string {
  return `Pull-request: #${number}`;
}
