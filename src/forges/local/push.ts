// How commits come to the local forge: pushes with a lease, and the target branch, which mirrors a branch of
// the user's.
//
// Invariants
//   PUSH-1. A push moves a branch only from where the caller expects it; a push that took hold may be repeated.
//   PUSH-2. Nobody pushes to a target but Slipway, and the truth about it is the user's repository: the target
//       goes where the user's branch was when the run started, also back from merges that were never landed
//       there, which stay in the store. It does not go back to a state of the user's branch older than one
//       already seen: an open pull request may stand on the newer one, and would then seem to contain it.

import type { Git } from '../../workspace/git.ts';
import type { Forge, ForgeAnswer } from '../forge.ts';
import { answered, done, gitFailed, isCommitId, refused } from './answers.ts';
import type { RepositoryPlaces, LocalRefused } from './answers.ts';
import { ensureBare, headOf, leaseLost, moveBranch, readRef, refOf, transfer } from './bare.ts';

type PushRequest = Parameters<Forge['push']>[0];

/** PUSH-1. */
export async function push(
  git: Git,
  places: RepositoryPlaces,
  request: PushRequest,
): Promise<ForgeAnswer<void>> {
  const { branch, commit, expected } = request;
  if (!isCommitId(commit)) return notWhole(commit);
  const made = await ensureBare(git, places);
  if (!made.ok) return made;
  const head = await headOf(git, places, branch);
  if (!head.ok) return head;
  if (head.value === commit) return done;
  if (head.value !== expected) return leaseLost(branch, expected, head.value);
  const copied = await transfer(git, places, { from: places.store, to: places.forge, commit });
  return copied.ok ? moveBranch(git, places, { branch, commit, expected }) : copied;
}

export async function deleteBranch(
  git: Git,
  places: RepositoryPlaces,
  branch: string,
): Promise<ForgeAnswer<void>> {
  const head = await headOf(git, places, branch);
  if (!head.ok || head.value === undefined) return head.ok ? done : head;
  const args = ['update-ref', '--no-deref', '-d', `refs/heads/${branch}`, head.value];
  const deleted = await git.run({ gitDir: places.forge, args });
  return deleted.exit === 0 ? done : gitFailed(places, `delete branch ${branch}`, deleted);
}

/** PUSH-2. `refs/slipway/target/<branch>` remembers where the user's branch was last seen. */
export async function prepareTarget(
  git: Git,
  places: RepositoryPlaces,
  target: { readonly branch: string; readonly commit: string },
): Promise<ForgeAnswer<void>> {
  const { branch, commit } = target;
  if (!isCommitId(commit)) return notWhole(commit);
  const ref = refOf(branch);
  if (!ref.ok) return ref;
  const made = await ensureBare(git, places);
  if (!made.ok) return made;
  const memory = `refs/slipway/target/${branch}`;
  const head = await readRef(git, places, ref.value);
  if (!head.ok) return head;
  const seen = await readRef(git, places, memory);
  if (!seen.ok) return seen;
  if (head.value === commit && seen.value === commit) return done;
  const older = await isOlder(git, places, commit, seen.value);
  if (!older.ok) return older;
  if (older.value && head.value !== undefined) return done;
  const copied = await transfer(git, places, { from: places.store, to: places.forge, commit });
  if (!copied.ok) return copied;
  const nothing = '0'.repeat(commit.length);
  const set = await git.run({
    gitDir: places.forge,
    args: ['update-ref', '--no-deref', '--stdin'],
    stdin: `update ${ref.value} ${commit} ${head.value ?? nothing}\nupdate ${memory} ${commit} ${seen.value ?? nothing}\n`,
  });
  return set.exit === 0 ? done : gitFailed(places, `move branch ${branch}`, set);
}

async function isOlder(
  git: Git,
  places: RepositoryPlaces,
  commit: string,
  seen: string | undefined,
): Promise<ForgeAnswer<boolean>> {
  if (seen === undefined || seen === commit) return answered(false);
  const known = await git.run({ gitDir: places.forge, args: ['cat-file', '-e', `${commit}^{commit}`] });
  if (known.exit !== 0) return answered(false); // what is not here cannot lead to what is
  const asked = await git.run({
    gitDir: places.forge,
    args: ['merge-base', '--is-ancestor', commit, seen],
  });
  if (asked.exit > 1 || asked.exit < 0) return gitFailed(places, `compare ${commit} with ${seen}`, asked);
  return answered(asked.exit === 0);
}

function notWhole(commit: string): LocalRefused {
  return refused(`"${commit}" is not a whole commit id, so it is not pushed.`);
}
