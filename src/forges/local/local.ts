// The local forge: a bare repository and a folder of records in the home. It needs no set-up and no network.
//
// A target branch is not known here by itself: before a pull request is opened, `prepareTarget` sets it to the
// commit the run started from. Text is screened by the caller.
//
// Invariants
//   FORGES-LOCAL-1. Never two open pull requests of one branch, whichever processes open them (records.ts, RECORDS-3).
//   FORGES-LOCAL-2. The head of an open pull request is where its branch is now. The head in the record counts only
//       once the pull request is merged or closed.
//   FORGES-LOCAL-3. A merge the target holds and the record does not know is written down by the next call that looks.
//   FORGES-LOCAL-4. A merge commit is in the store before the record calls its pull request merged, so that it can land.
//   FORGES-LOCAL-5. Where the target stands is where the user's own branch is, not what runs merged here and nobody landed.

import { createHash } from 'node:crypto';

import type { Git } from '../../workspace/git.ts';
import type { Workspaces } from '../../workspace/workspace.ts';
import type { Forge, ForgeAnswer, Looked, PullRequestRecord } from '../forge.ts';
import { answered, done, gitFailed, moved, placesOf, refused, broken } from './answers.ts';
import { noExit, steady } from '../steady.ts';
import type { RepositoryPlaces } from './answers.ts';
import { headOf, refOf, transfer } from './bare.ts';
import { redOf, textProblem, verdictOf, withChecks, withComment, withLabels, withText } from './edits.ts';
import type { Edit } from './edits.ts';
import { findMerge, mergedTree, squash } from './merge.ts';
import { approvalOf, demandingIn, withRemark, withReply } from './remarks.ts';
import type { NewRemark } from './remarks.ts';
import { deleteBranch, prepareTarget, push } from './push.ts';
import { codeOf } from '../../plain/errors.ts';
import { claimRecord, listRecords, readRecord, replaceRecord } from './records.ts';

export interface LocalForge extends Forge {
  /** Every pull request of a repository, by number. */
  readonly records: (repository: string) => Promise<ForgeAnswer<readonly PullRequestRecord[]>>;
  /** What a person says on a pull request. */
  readonly remark: (repository: string, number: number, said: NewRemark) => Promise<ForgeAnswer<void>>;
}

interface Options {
  readonly home: string;
  readonly git: Git;
  /** The user's own repository. */
  readonly workspaces: Pick<Workspaces, 'userBranch' | 'ensure'>;
}

/** What the work on one repository needs. */
interface Desk {
  readonly git: Git;
  readonly places: RepositoryPlaces;
}

interface Settled {
  readonly record: PullRequestRecord;
  readonly onto: string;
}

type Work<T> = (desk: Desk) => Promise<ForgeAnswer<T>>;
type OpenRequest = Parameters<Forge['open']>[0];
type MergeRequest = Parameters<Forge['merge']>[0];

const diffBytesMax = 16 * 1024 * 1024;
/** Said in full, so that the same change reads the same with every version and configuration of git. */
const diffOptions = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--full-index',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

export function localForge(options: Options): LocalForge {
  const steadied = { ...options, git: steady(options.git) };
  const at = <T>(repository: string, work: Work<T>) => atDesk(steadied, repository, work);
  const alone = <T>(repository: string, work: Work<T>) =>
    at(repository, (desk) => desk.git.exclusive(desk.places.forge, () => work(desk)));
  const edit = (repository: string, number: number, change: Edit) =>
    alone(repository, (desk) => editRecord(desk, number, change));

  return {
    name: 'local',
    isShared: false,
    standing: () => Promise.resolve(answered(undefined)), // it is in the home, and asks for nothing
    branchHead: (repository, branch) => at(repository, (desk) => headOf(desk.git, desk.places, branch)),
    bring: (repository, branch) => at(repository, (desk) => bring(desk, branch)),
    target: (repository, branch) => at(repository, () => target(options, repository, branch)),
    prepareTarget: (repository, branch, commit) =>
      alone(repository, (desk) => prepareTarget(desk.git, desk.places, { branch, commit })),
    push: (request) => alone(request.repository, (desk) => push(desk.git, desk.places, request)),
    find: (repository, branch) => at(repository, (desk) => find(desk, branch)),
    get: (repository, number) => at(repository, (desk) => get(desk, number)),
    open: (request) => alone(request.repository, (desk) => openPull(desk, request)),
    update: ({ repository, number, title, body }) => edit(repository, number, withText(title, body)),
    label: (repository, number, labels) => edit(repository, number, withLabels(labels)),
    comment: ({ repository, number, marker, body }) => edit(repository, number, withComment(marker, body)),
    publishChecks: (repository, number, checks) => edit(repository, number, withChecks(checks)),
    inspect: (repository, number) => alone(repository, (desk) => inspect(desk, number)),
    marks: (repository, numbers) => alone(repository, (desk) => marks(desk, numbers)),
    logOf: () => Promise.resolve(answered(undefined)), // its checks are Slipway's own, and their output is in the run
    reply: ({ repository, number, ...reply }) => edit(repository, number, withReply(reply)),
    requestReview: () => Promise.resolve(done), // nobody is told of anything here
    diff: (repository, number) => at(repository, (desk) => diff(desk, number)),
    merge: (request) => alone(request.repository, (desk) => merge(desk, request)),
    close: (repository, number) => alone(repository, (desk) => close(desk, number)),
    deleteBranch: (repository, branch) =>
      alone(repository, (desk) => deleteBranch(desk.git, desk.places, branch)),
    records: (repository) => at(repository, (desk) => records(desk)),
    remark: (repository, number, said) => edit(repository, number, withRemark(said)),
  };
}

/** Finds the places. What the file system refuses becomes an answer: nothing expected is thrown across a port. */
async function atDesk<T>(options: Options, repository: string, work: Work<T>): Promise<ForgeAnswer<T>> {
  const places = placesOf(options.home, repository);
  if (!places.ok) return places;
  try {
    return await work({ git: options.git, places: places.value });
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return broken(
      'io',
      `The files of repos/${repository} could not be read or written (${code}). Check disk room and permissions of the home, then try again.`,
    );
  }
}

async function bring(desk: Desk, branch: string): Promise<ForgeAnswer<string | undefined>> {
  const { git, places } = desk;
  const head = await headOf(git, places, branch);
  if (!head.ok || head.value === undefined) return head;
  const way = { from: places.forge, to: places.store, commit: head.value };
  const copied = await git.exclusive(places.store, () =>
    transfer(git, places, { ...way, keepAs: `refs/slipway/base/${way.commit}` }),
  );
  return copied.ok ? head : copied;
}

/** FORGES-LOCAL-5. */
async function target(
  { workspaces }: Options,
  repository: string,
  branch: string,
): Promise<ForgeAnswer<string | undefined>> {
  const commit = await workspaces.userBranch(repository, branch);
  if (commit !== undefined) await workspaces.ensure(repository, commit);
  return answered(commit);
}

async function openPull(desk: Desk, request: OpenRequest): Promise<ForgeAnswer<PullRequestRecord>> {
  const { branch, target, title, body } = request;
  const existing = await find(desk, branch);
  if (!existing.ok) return existing;
  if (existing.value?.state === 'open') return answered(existing.value);
  const problem = textProblem(title, body);
  if (problem !== undefined) return problem;
  const head = await needBranch(desk, branch);
  if (!head.ok) return head;
  const onto = await needBranch(desk, target);
  if (!onto.ok) return onto;
  if (head.value === onto.value) {
    return refused(`Branch ${branch} is where ${target} is: there is no change to open a pull request for.`);
  }
  const blank = { state: 'open', labels: [], comments: [], checks: [] } as const;
  const record = await claimRecord(desk.places, { ...blank, branch, target, title, body, head: head.value });
  return record.ok ? current(desk, record.value) : record;
}

async function find(desk: Desk, branch: string): Promise<ForgeAnswer<PullRequestRecord | undefined>> {
  const all = await listRecords(desk.places);
  if (!all.ok) return all;
  const ofBranch = all.value.filter((each) => each.branch === branch);
  const record = ofBranch.find(({ state }) => state === 'open') ?? ofBranch.at(-1);
  return record === undefined ? answered(undefined) : current(desk, record);
}

async function get(desk: Desk, number: number): Promise<ForgeAnswer<PullRequestRecord>> {
  const record = await stored(desk, number);
  return record.ok ? current(desk, record.value) : record;
}

async function records(desk: Desk): Promise<ForgeAnswer<readonly PullRequestRecord[]>> {
  const all = await listRecords(desk.places);
  if (!all.ok) return all;
  const found: PullRequestRecord[] = [];
  for (const record of all.value) {
    const now = await current(desk, record);
    if (!now.ok) return now;
    found.push(now.value);
  }
  return answered(found);
}

async function editRecord(desk: Desk, number: number, change: Edit): Promise<ForgeAnswer<void>> {
  const record = await stored(desk, number);
  if (!record.ok) return record;
  const changed = change(record.value);
  return changed.ok ? replaceRecord(desk.places, changed.value) : changed;
}

async function inspect(desk: Desk, number: number): Promise<ForgeAnswer<Looked>> {
  const seen = await settled(desk, number);
  if (!seen.ok) return seen;
  const { state, head, target, mergeCommit, checks, remarks = [] } = seen.value.record;
  const mergeable = await isMergeable(desk, seen.value);
  if (!mergeable.ok) return mergeable;
  return answered({
    state,
    head,
    target,
    mergeable: mergeable.value,
    checks: verdictOf(checks, head),
    red: redOf(checks, head),
    missing: [],
    approval: approvalOf(remarks, head),
    demanding: demandingIn(remarks),
    remarks,
    ...(mergeCommit === undefined ? {} : { mergeCommit }),
  });
}

async function marks(
  desk: Desk,
  numbers: readonly number[],
): Promise<ForgeAnswer<ReadonlyMap<number, string>>> {
  const found = new Map<number, string>();
  for (const number of numbers) {
    const looked = await inspect(desk, number);
    if (!looked.ok) return looked;
    found.set(number, createHash('sha256').update(JSON.stringify(looked.value)).digest('hex'));
  }
  return answered(found);
}

async function isMergeable(desk: Desk, { record, onto }: Settled): Promise<ForgeAnswer<boolean>> {
  if (record.state !== 'open') return answered(false);
  const merged = await mergedTree(desk.git, desk.places, { onto, head: record.head });
  return merged.ok ? answered(merged.value.clean) : merged;
}

/** What the branch changed since it left the target, whatever the target did meanwhile. */
async function diff(desk: Desk, number: number): Promise<ForgeAnswer<string>> {
  const record = await get(desk, number);
  if (!record.ok) return record;
  const target = refOf(record.value.target);
  if (!target.ok) return target;
  const shown = await desk.git.run({
    gitDir: desk.places.forge,
    args: ['diff', ...diffOptions, `${target.value}...${record.value.head}`, '--'],
    outputBytesMax: diffBytesMax,
  });
  if (shown.exit === 0) return answered(shown.stdout);
  if (shown.exit !== noExit) return gitFailed(desk.places, `show #${number}`, shown);
  return refused(
    `The change of #${number} could not be shown within ${diffBytesMax} bytes. Look at it with git, file by file.`,
  );
}

async function merge(desk: Desk, request: MergeRequest): Promise<ForgeAnswer<string>> {
  const { number, head, message, at, author } = request;
  const seen = await settled(desk, number);
  if (!seen.ok) return seen;
  const { record, onto } = seen.value;
  if (record.state === 'closed') {
    return refused(`#${number} is closed, so it is not merged. Open a pull request of another branch.`);
  }
  if (record.head !== head) {
    const found = `${record.state === 'merged' ? 'was merged at' : 'is at'} ${record.head}`;
    return moved(`#${number} ${found}, and the merge was ordered for ${head}. Look at it again.`);
  }
  if (record.mergeCommit !== undefined) return answered(record.mergeCommit);
  const { branch, target } = record;
  const commit = await squash(desk.git, desk.places, {
    number,
    branch,
    target,
    onto,
    head,
    message,
    at,
    author,
  });
  if (!commit.ok) return commit;
  const written = await writeMerged(desk, record, { commit: commit.value, head });
  return written.ok ? commit : written;
}

async function close(desk: Desk, number: number): Promise<ForgeAnswer<void>> {
  const seen = await settled(desk, number);
  if (!seen.ok) return seen;
  const { record } = seen.value;
  switch (record.state) {
    case 'closed':
      return done;
    case 'merged':
      return refused(`#${number} is merged; what is merged is not closed.`);
    case 'open':
      return replaceRecord(desk.places, { ...record, state: 'closed' });
  }
}

/** FORGES-LOCAL-3. A record, and the commit of its target that was searched: what is decided from the two holds for that commit only. */
async function settled(desk: Desk, number: number): Promise<ForgeAnswer<Settled>> {
  const record = await get(desk, number);
  if (!record.ok) return record;
  const onto = await needBranch(desk, record.value.target);
  if (!onto.ok) return onto;
  if (record.value.state !== 'open') return answered({ record: record.value, onto: onto.value });
  const search = { number, since: record.value.head, onto: onto.value };
  const found = await findMerge(desk.git, desk.places, search);
  if (!found.ok) return found;
  if (found.value === undefined) return answered({ record: record.value, onto: onto.value });
  const merged = await writeMerged(desk, record.value, found.value);
  return merged.ok ? answered({ record: merged.value, onto: onto.value }) : merged;
}

/** FORGES-LOCAL-4. */
async function writeMerged(
  desk: Desk,
  record: PullRequestRecord,
  merged: { readonly commit: string; readonly head: string },
): Promise<ForgeAnswer<PullRequestRecord>> {
  const { git, places } = desk;
  const { commit, head } = merged;
  const way = { from: places.forge, to: places.store, commit, keepAs: `refs/slipway/forge/${record.number}` };
  const copied = await git.exclusive(places.store, () => transfer(git, places, way));
  if (!copied.ok) return copied;
  const after: PullRequestRecord = { ...record, state: 'merged', head, mergeCommit: commit };
  const written = await replaceRecord(places, after);
  return written.ok ? answered(after) : written;
}

async function stored(desk: Desk, number: number): Promise<ForgeAnswer<PullRequestRecord>> {
  const record = await readRecord(desk.places, number);
  if (!record.ok) return record;
  if (record.value !== undefined) return answered(record.value);
  return refused(`Repository ${desk.places.repository} has no pull request #${number} on the local forge.`);
}

/** FORGES-LOCAL-2. */
async function current(desk: Desk, record: PullRequestRecord): Promise<ForgeAnswer<PullRequestRecord>> {
  if (record.state !== 'open') return answered(record);
  const head = await needBranch(desk, record.branch);
  return head.ok ? answered({ ...record, head: head.value }) : head;
}

async function needBranch(desk: Desk, branch: string): Promise<ForgeAnswer<string>> {
  const head = await headOf(desk.git, desk.places, branch);
  if (!head.ok) return head;
  if (head.value !== undefined) return answered(head.value);
  return refused(`Branch ${branch} is not on the forge. Push it first.`);
}
