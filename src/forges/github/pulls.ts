// Pull requests: found, made, changed, merged, closed. Each write has a natural key by which it is found again: the branch, the
// number, the head.

import type { GitHubAnswered } from '../../github/answer.ts';
import { answered } from '../../github/answer.ts';
import { slugText } from '../../github/address.ts';
import type { Forge, ForgeAnswer, ForgeCheck, PullRequestRecord } from '../forge.ts';
import type { Patience } from './answers.ts';
import { asForge, done, moved, refused, settled } from './answers.ts';
import { ourChecks } from './checks.ts';
import { ourComments } from './look.ts';
import { markerIn, withoutMarker } from './marker.ts';
import type { Place } from './place.ts';
import { rulesOf } from './rules.ts';
import type { PullShape } from './shapes.ts';
import { Anything, MergedShape, PullShape as Pull, QueuedShape, RepositoryShape } from './shapes.ts';
import { enqueueDocument, queuedDocument } from './documents.ts';

type Request<Name extends 'open' | 'update' | 'merge'> = Parameters<Forge[Name]>[0];

const titleCharsMax = 256;
const bodyCharsMax = 65_536;

/** The pull request of a branch: the open one, else the newest. */
export async function findPull(place: Place, branch: string): Promise<GitHubAnswered<PullShape | undefined>> {
  const head = encodeURIComponent(`${place.head.owner}:${branch}`);
  const found = await place.calls.list(
    `${place.repo}/pulls?head=${head}&state=all&sort=created&direction=desc`,
    Pull,
    { first: 100 },
  );
  if (!found.ok) return found;
  // A filter that GitHub did not understand is left out by it, and everything is told; and the filter knows owners only, who may
  // have several repositories with a branch of this name.
  const own = slugText(place.head).toLowerCase();
  const ofBranch = found.value.filter(
    ({ head: from }) => from.ref === branch && from.repo?.full_name.toLowerCase() === own,
  );
  return answered(ofBranch.find(({ state }) => state === 'open') ?? ofBranch[0]);
}

/** One that was merged or closed says nothing of what the branch holds now. */
async function openPullOf(place: Place, branch: string): Promise<GitHubAnswered<PullShape | undefined>> {
  const found = await findPull(place, branch);
  return found.ok && found.value?.state !== 'open' ? answered(undefined) : found;
}

export function getPull({ calls, repo }: Place, number: number): Promise<GitHubAnswered<PullShape>> {
  return calls.get(`${repo}/pulls/${number}`, Pull);
}

/** With what Slipway itself wrote there. */
export async function recordOf(place: Place, pull: PullShape): Promise<ForgeAnswer<PullRequestRecord>> {
  const [comments, checks] = await Promise.all([
    ourComments(place, pull.number),
    ourChecks(place, pull.head.sha),
  ]);
  if (!comments.ok) return asForge(comments);
  if (!checks.ok) return asForge(checks);
  const said = comments.value.flatMap(({ body }) => {
    const marker = markerIn(body);
    return marker === undefined ? [] : [{ marker, body: withoutMarker(body) }];
  });
  return answered(bareRecord(pull, said, checks.value));
}

function bareRecord(
  pull: PullShape,
  comments: PullRequestRecord['comments'] = [],
  checks: readonly ForgeCheck[] = [],
): PullRequestRecord {
  const isMerged = pull.merged_at !== null && pull.merged_at !== undefined;
  const mergeCommit = isMerged ? (pull.merge_commit_sha ?? undefined) : undefined;
  return {
    number: pull.number,
    branch: pull.head.ref,
    target: pull.base.ref,
    title: pull.title,
    body: pull.body ?? '',
    state: isMerged ? 'merged' : pull.state,
    head: pull.head.sha,
    labels: pull.labels.map(({ name }) => name),
    comments,
    checks,
    ...(mergeCommit === undefined ? {} : { mergeCommit }),
  };
}

export async function openPull(
  patience: Patience,
  place: Place,
  { branch, target, title, body }: Request<'open'>,
): Promise<ForgeAnswer<PullRequestRecord>> {
  const fits = fitting(title, body);
  if (fits !== undefined) return fits;
  const there = await openPullOf(place, branch);
  if (!there.ok) return asForge(there);
  if (there.value !== undefined) return answered(bareRecord(there.value));
  const isFork = slugText(place.head) !== slugText(place.base);
  const head = isFork ? `${place.head.owner}:${branch}` : branch;
  const made = await place.calls.send(
    'POST',
    `${place.repo}/pulls`,
    { title, head, base: target, body },
    Pull,
  );
  const result = await settled(patience, made, () => openPullOf(place, branch));
  if (result.ok) return answered(bareRecord(result.value));
  if (result.why !== 'unacceptable') return asForge(result);
  return (
    (await alreadyThere(patience, place, branch, result.said ?? '')) ??
    refusedToOpen(place, target, result.said ?? '', result.detail)
  );
}

/** One that the list did not show yet. */
async function alreadyThere(
  patience: Patience,
  place: Place,
  branch: string,
  said: string,
): Promise<ForgeAnswer<PullRequestRecord> | undefined> {
  if (!/already exists/i.test(said)) return undefined;
  const lost = {
    ok: false,
    why: 'unsettled',
    detail: `A pull request of ${branch} exists already and is not shown yet.`,
  } as const;
  const found = await settled<PullShape>(patience, lost, () => openPullOf(place, branch));
  return found.ok ? answered(bareRecord(found.value)) : asForge(found);
}

function refusedToOpen({ base }: Place, target: string, said: string, detail: string): ForgeAnswer<never> {
  if (/No commits between/i.test(said)) {
    return refused(
      `${slugText(base)} takes no pull request that changes nothing against ${target}. Look whether the change is there already. It says: ${said}`,
    );
  }
  if (/base invalid|field base|PullRequest base/i.test(said)) {
    return refused(
      `${slugText(base)} has no branch ${target} for the pull request to go into. Push it, or start from a branch that is there. It says: ${said}`,
    );
  }
  if (/head invalid|PullRequest head/i.test(said)) {
    return refused(
      `${slugText(base)} does not see the branch of this pull request. Look whether it was deleted. It says: ${said}`,
    );
  }
  return refused(detail);
}

export async function updatePull(
  patience: Patience,
  place: Place,
  { number, title, body }: Request<'update'>,
): Promise<ForgeAnswer<void>> {
  const fits = fitting(title, body);
  if (fits !== undefined) return fits;
  const same = (pull: PullShape): boolean => pull.title === title && normal(pull.body ?? '') === normal(body);
  const there = await getPull(place, number);
  if (!there.ok) return asForge(there);
  if (same(there.value)) return done;
  const sent = await place.calls.send('PATCH', `${place.repo}/pulls/${number}`, { title, body }, Pull);
  const result = await settled(patience, sent, () => when(getPull(place, number), same));
  return result.ok ? done : asForge(result);
}

export async function closePull(
  patience: Patience,
  place: Place,
  number: number,
): Promise<ForgeAnswer<void>> {
  const there = await getPull(place, number);
  if (!there.ok) return asForge(there);
  if (there.value.merged_at !== null && there.value.merged_at !== undefined) {
    return refused(
      `Pull request #${number} of ${slugText(place.base)} is merged already, so it cannot be closed. Revert it instead.`,
    );
  }
  if (there.value.state === 'closed') return done;
  const sent = await place.calls.send('PATCH', `${place.repo}/pulls/${number}`, { state: 'closed' }, Pull);
  const result = await settled(patience, sent, () =>
    when(getPull(place, number), ({ state }) => state === 'closed'),
  );
  return result.ok ? done : asForge(result);
}

export async function deleteBranch(
  patience: Patience,
  place: Place,
  branch: string,
): Promise<ForgeAnswer<void>> {
  const name = branch.split('/').map(encodeURIComponent).join('/');
  const sent = await place.calls.send(
    'DELETE',
    `${place.headRepo}/git/refs/heads/${name}`,
    undefined,
    Anything,
  );
  const result = await settled<unknown>(patience, sent, async () => {
    const ref = await place.calls.get(`${place.headRepo}/git/ref/heads/${name}`, Anything);
    return !ref.ok && ref.why === 'absent' ? answered('gone') : ref.ok ? answered(undefined) : ref;
  });
  const isGone = !result.ok && (result.why === 'absent' || /does not exist/i.test(result.said ?? ''));
  return result.ok || isGone ? done : asForge(result);
}

type Method = NonNullable<Request<'merge'>['method']>;
type Merge = Awaited<ReturnType<Forge['merge']>>;

/** The head is named in the request: GitHub refuses where another one was pushed meanwhile. */
export async function mergePull(patience: Patience, place: Place, request: Request<'merge'>): Promise<Merge> {
  const { number, head } = request;
  const before = await getPull(place, number);
  if (!before.ok) return asForge(before);
  const settledAlready = mergedOr(before.value, request);
  if (settledAlready !== undefined) return settledAlready;
  // What is merged is for good, so what is allowed is asked for now.
  const [about, rules] = await Promise.all([
    place.calls.get(place.repo, RepositoryShape),
    rulesOf(place.calls, place.repo, before.value.base.ref),
  ]);
  if (!about.ok) return asForge(about);
  if (!rules.ok) return asForge(rules);
  if (rules.value.queue) return enqueue(patience, place, before.value, head);
  const method = allowedMethod(
    about.value,
    rules.value.methods,
    rules.value.linear,
    request.method ?? 'squash',
  );
  if (method === undefined) {
    return refused(
      `${slugText(place.base)} allows no way to merge that its rules for ${before.value.base.ref} allow as well. Somebody has to change one or the other.`,
    );
  }
  const [title = '', ...rest] = request.message.split('\n');
  const message = method === 'rebase' ? {} : { commit_title: title, commit_message: rest.join('\n').trim() };
  const sent = await place.calls.send(
    'PUT',
    `${place.repo}/pulls/${number}/merge`,
    { sha: head, merge_method: method, ...message },
    MergedShape,
  );
  const result = await settled<{ readonly sha: string }>(patience, sent, async () => {
    const now = await getPull(place, number);
    if (!now.ok) return now;
    // Somebody else may have pushed and merged meanwhile: only a merge of the head that was ordered is ours.
    const { merged_at: at, merge_commit_sha: commit, head: merged } = now.value;
    const isMerged = at !== null && at !== undefined && commit !== null && commit !== undefined;
    return answered(isMerged && merged.sha === head ? { sha: commit } : undefined);
  });
  if (result.ok) return answered(result.value.sha);
  if (
    result.status === 409 ||
    /head branch was modified|Head branch is out of date/i.test(result.said ?? '')
  ) {
    return moved(
      `Pull request #${number} is no longer at ${head}: somebody pushed. Nothing was merged. It says: ${result.said ?? ''}`,
    );
  }
  if (result.status === 405) {
    return refused(
      `${slugText(place.base)} does not merge pull request #${number} as it is: a rule, a check, a review or a conflict stands in the way. Look at its page. It says: ${result.said ?? ''}`,
    );
  }
  return asForge(result);
}

function mergedOr(pull: PullShape, { number, head }: Request<'merge'>): Merge | undefined {
  if (pull.merged_at !== null && pull.merged_at !== undefined) {
    return pull.head.sha === head && pull.merge_commit_sha !== null && pull.merge_commit_sha !== undefined
      ? answered(pull.merge_commit_sha)
      : moved(
          `Pull request #${number} was merged at ${pull.head.sha}, not at ${head}. Look at what was merged.`,
        );
  }
  if (pull.state === 'closed') {
    return refused(`Pull request #${number} is closed. Open it again on GitHub, or cancel the run.`);
  }
  return pull.head.sha === head
    ? undefined
    : moved(
        `Pull request #${number} is at ${pull.head.sha}, not at ${head}: somebody pushed. Nothing was merged.`,
      );
}

/** The wished way, else the first the repository and its rules allow. */
function allowedMethod(
  about: RepositoryShape,
  byRules: readonly string[] | undefined,
  isLinear: boolean,
  wished: Method,
): Method | undefined {
  const allowed = {
    squash: about.allow_squash_merge !== false,
    merge: about.allow_merge_commit !== false && !isLinear,
    rebase: about.allow_rebase_merge !== false,
  };
  const ways = [wished, 'squash', 'merge', 'rebase'] as const;
  return ways.find((way) => allowed[way] && (byRules?.includes(way) ?? true));
}

/** Putting in the queue what is in it already is refused by GitHub, and means that it is. */
async function enqueue(
  patience: Patience,
  place: Place,
  { node_id: pullRequest, number }: PullShape,
  head: string,
): Promise<Merge> {
  // It may be there from an order whose answer was lost, and a queue may take it a second time.
  const queued = async (): Promise<GitHubAnswered<true | undefined>> => {
    const now = await place.calls.query(queuedDocument, { pullRequest }, QueuedShape);
    return now.ok ? answered(now.value.node?.isInMergeQueue === true ? true : undefined) : now;
  };
  const before = await queued();
  if (!before.ok) return asForge(before);
  if (before.value === true) return answered(undefined);
  const put = await place.calls.mutate(enqueueDocument, { pullRequest, head }, Anything);
  const sent = await settled<true>(patience, put.ok ? answered(true) : put, queued);
  if (sent.ok || /already (?:in|queued|enqueued)/i.test(sent.said ?? '')) return answered(undefined);
  if (/head (?:oid|sha|ref)|expected head|was modified/i.test(sent.said ?? '')) {
    return moved(
      `Pull request #${number} is no longer at ${head}: somebody pushed. It was not put in the merge queue.`,
    );
  }
  return sent.why === 'unacceptable'
    ? refused(
        `${slugText(place.base)} does not take pull request #${number} into its merge queue as it is. Look at its page. It says: ${sent.said ?? ''}`,
      )
    : asForge(sent);
}

function fitting(title: string, body: string): ForgeAnswer<never> | undefined {
  if (title.trim() === '') return refused('A pull request needs a title; this one is empty.');
  if (title.length > titleCharsMax)
    return refused(`A title may have ${titleCharsMax} characters; this one has ${title.length}. Shorten it.`);
  if (body.length > bodyCharsMax)
    return refused(`A body may have ${bodyCharsMax} characters; this one has ${body.length}. Shorten it.`);
  return undefined;
}

/** GitHub keeps line ends of its own. */
function normal(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

async function when(
  asked: Promise<GitHubAnswered<PullShape>>,
  holds: (pull: PullShape) => boolean,
): Promise<GitHubAnswered<PullShape | undefined>> {
  const pull = await asked;
  return pull.ok && !holds(pull.value) ? answered(undefined) : pull;
}
