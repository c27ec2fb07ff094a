// Pull requests: found, made, changed and merged.

import { newIssue } from '../making.ts';
import { merge, refuseMerge, updateBranch } from '../merging.ts';
import { mergeState } from '../policy.ts';
import { Refusal, invalid, notFound } from '../refusal.ts';
import { commitJson, fileJson } from '../render/commits.ts';
import { fullPullJson, pullJson } from '../render/pulls.ts';
import type { Json } from '../render/render.ts';
import {
  type Ask,
  type Reply,
  type Route,
  created,
  flagIn,
  neededIn,
  ok,
  paged,
  proseIn,
  pullOf,
  route,
  someone,
  textIn,
} from '../route.ts';
import {
  type Method,
  type Pull,
  type PullIssue,
  type Repository,
  branchSha,
  findRepository,
  isPull,
  newId,
  pullsOf,
} from '../state.ts';
import { hasRole } from '../access.ts';

export const pullRoutes: readonly Route[] = [
  route('GET', '/pulls', ['pull_requests', 'read'], list),
  route('POST', '/pulls', ['pull_requests', 'write'], create),
  route('GET', '/pulls/{pull_number}', ['pull_requests', 'read'], async (ask) =>
    ok(await fullOf(ask, pullOf(ask))),
  ),
  route('PATCH', '/pulls/{pull_number}', ['pull_requests', 'write'], update),
  route('GET', '/pulls/{pull_number}/merge', ['pull_requests', 'read'], (ask) => {
    if (pullOf(ask).pull.merged === undefined) throw notFound();
    return { status: 204 };
  }),
  route('PUT', '/pulls/{pull_number}/merge', ['contents', 'write', 'write'], mergeIt),
  route('PUT', '/pulls/{pull_number}/update-branch', ['pull_requests', 'write', 'write'], takeBaseIn),
  route('GET', '/pulls/{pull_number}/files', ['pull_requests', 'read'], files),
  route('GET', '/pulls/{pull_number}/commits', ['pull_requests', 'read'], commits),
  route('GET', '/commits/{commit_sha}/pulls', ['pull_requests', 'read'], ofCommit),
];

function list(ask: Ask): Reply {
  const { query, repository } = ask;
  const state = query.get('state') ?? 'open';
  const head = query.get('head');
  const base = query.get('base');
  const key = query.get('sort') === 'updated' ? 'updatedAt' : 'at';
  const sign = (query.get('direction') ?? (query.get('sort') === null ? 'desc' : 'asc')) === 'desc' ? -1 : 1;
  const found = pullsOf(repository)
    .filter((one) => state === 'all' || one.state === state)
    // A head that does not name its owner filters nothing, as it does there.
    .filter(
      (one) =>
        head === null ||
        !head.includes(':') ||
        `${one.pull.headOwner}:${one.pull.headRef}`.toLowerCase() === head.toLowerCase(),
    )
    .filter((one) => base === null || one.pull.baseRef === base)
    .toSorted((one, other) => sign * (one[key] - other[key] || one.number - other.number));
  return paged(ask, found, (one) => pullJson(ask, repository, one));
}

async function fullOf(ask: Ask, issue: PullIssue): Promise<Json> {
  const { hub, repository, world } = ask;
  const mergeable = await hub.mergeable(repository, issue, true);
  const base = await baseOf(ask, issue);
  const [changed, made] = await Promise.all([
    hub.git.files(repository.id, base, issue.pull.headSha),
    hub.git.commits(repository.id, [`${base}..${issue.pull.headSha}`]),
  ]);
  return fullPullJson(ask, repository, issue, {
    mergeable,
    mergeState: await mergeState(hub, world, repository, issue, mergeable),
    commits: made.length,
    files: changed.length,
    additions: changed.reduce((sum, file) => sum + file.additions, 0),
    deletions: changed.reduce((sum, file) => sum + file.deletions, 0),
  });
}

async function baseOf({ hub, repository }: Ask, { pull }: PullIssue): Promise<string> {
  const tip =
    pull.merged === undefined ? (branchSha(repository, pull.baseRef) ?? pull.baseSha) : pull.baseSha;
  return (await hub.git.mergeBase(repository.id, tip, pull.headSha)) ?? tip;
}

interface Head {
  readonly repository: Repository;
  readonly ref: string;
  readonly sha: string;
}

function headOf(ask: Ask): Head {
  const told = neededIn(ask.body, 'head', 'PullRequest');
  const at = told.indexOf(':');
  const owner = at === -1 ? ask.repository.owner : told.slice(0, at);
  const ref = told.slice(at + 1);
  const named = textIn(ask.body, 'head_repo');
  const repository =
    named === undefined
      ? [ask.repository, ...ask.world.repositories.filter((one) => one.parent === ask.repository.id)].find(
          (one) => one.owner.toLowerCase() === owner.toLowerCase(),
        )
      : findRepository(ask.world, named.includes('/') ? named : `${owner}/${named}`);
  const sha = repository === undefined ? undefined : branchSha(repository, ref);
  if (repository === undefined || sha === undefined)
    throw invalid({ resource: 'PullRequest', field: 'head', code: 'invalid' });
  return { repository, ref, sha };
}

async function create(ask: Ask): Promise<Reply> {
  const { hub, repository, world, body } = ask;
  const by = someone(ask.actor).login;
  const title = neededIn(body, 'title', 'PullRequest');
  const head = headOf(ask);
  refuseForeignHead(ask, head.repository, by);
  const baseRef = textIn(body, 'base') ?? '';
  const baseSha = branchSha(repository, baseRef);
  if (baseSha === undefined) throw invalid({ resource: 'PullRequest', field: 'base', code: 'invalid' });
  const label = `${head.repository.owner}:${head.ref}`;
  const same = pullsOf(repository).find(
    (one) =>
      one.state === 'open' &&
      one.pull.headRepository === head.repository.id &&
      one.pull.headRef === head.ref &&
      one.pull.baseRef === baseRef,
  );
  if (same !== undefined) throw custom(`A pull request already exists for ${label}.`);
  const draft = flagIn(body, 'draft') ?? false;
  const text = proseIn(body, 'body', 'PullRequest') ?? '';
  const pull: Pull = {
    headRepository: head.repository.id,
    headOwner: head.repository.owner,
    headRef: head.ref,
    headSha: head.sha,
    baseRef,
    baseSha,
    draft,
    maintainerCanModify: flagIn(body, 'maintainer_can_modify') ?? head.repository.id !== repository.id,
    reviews: [],
    threads: [],
    requested: [],
    requestedTeams: [],
    merged: undefined,
    mergeability: undefined,
    queued: undefined,
  };
  const at = hub.now();
  const made = newIssue(newId(world), repository.nextNumber, by, at, title, text);
  const issue: PullIssue = { ...made, pull };
  await hub.keepHead(repository, issue);
  if (await hub.git.isAncestor(repository.id, head.sha, baseSha))
    throw custom(
      `No commits between ${head.repository.id === repository.id ? baseRef : `${repository.owner}:${baseRef}`} and ${head.repository.id === repository.id ? head.ref : label}`,
    );
  repository.nextNumber += 1;
  repository.issues.push(issue);
  return created(await fullOf(ask, issue));
}

function custom(message: string): Refusal {
  return invalid({ resource: 'PullRequest', code: 'custom', message });
}

/** A pull request is made by who may push its head. */
function refuseForeignHead(ask: Ask, head: Repository, by: string): void {
  const { actor, world } = ask;
  if (actor.kind === 'account' && actor.token.kind === 'installation') return;
  if (!hasRole(world, head, by, 'write'))
    throw new Refusal(403, 'Resource not accessible: you must have write access to the head branch.');
}

async function update(ask: Ask): Promise<Reply> {
  const { hub, repository, body } = ask;
  const issue = pullOf(ask);
  const by = someone(ask.actor).login;
  if (issue.by !== by && !maintains(ask, by))
    throw new Refusal(403, 'Must have push access to the repository.');
  const base = textIn(body, 'base');
  if (base !== undefined && base !== issue.pull.baseRef) retarget(ask, issue, base, by);
  issue.title = textIn(body, 'title') ?? issue.title;
  issue.body = proseIn(body, 'body', 'PullRequest') ?? issue.body;
  issue.pull.maintainerCanModify = flagIn(body, 'maintainer_can_modify') ?? issue.pull.maintainerCanModify;
  issue.updatedAt = hub.now();
  const state = textIn(body, 'state');
  if (state === 'closed') hub.close(issue, by);
  if (state === 'open' && issue.state === 'closed') reopen(ask, issue, by);
  return ok(await fullOf(ask, pullOfNumber(repository, issue.number)));
}

function maintains({ world, repository, actor }: Ask, by: string): boolean {
  return (
    (actor.kind === 'account' && actor.token.kind === 'installation') ||
    hasRole(world, repository, by, 'triage')
  );
}

function retarget({ hub, repository }: Ask, issue: PullIssue, base: string, by: string): void {
  const sha = branchSha(repository, base);
  if (sha === undefined) throw invalid({ resource: 'PullRequest', field: 'base', code: 'invalid' });
  issue.pull.baseRef = base;
  issue.pull.baseSha = sha;
  hub.event(issue, 'base_ref_changed', by, base);
}

function unchangeable(message: string): Refusal {
  return invalid({
    resource: 'PullRequest',
    code: 'invalid',
    field: 'state',
    message: `state cannot be changed. ${message}`,
  });
}

function reopen({ hub, world }: Ask, issue: PullIssue, by: string): void {
  if (issue.pull.merged !== undefined) throw unchangeable('The pull request was merged.');
  const head = world.repositories.find((one) => one.id === issue.pull.headRepository);
  const sha = head === undefined ? undefined : branchSha(head, issue.pull.headRef);
  if (sha === undefined) throw unchangeable(`The ${issue.pull.headRef} branch has been deleted.`);
  if (sha !== issue.pull.headSha)
    throw unchangeable(`The ${issue.pull.headRef} branch was force-pushed or recreated.`);
  hub.reopen(issue, by);
}

function pullOfNumber(repository: Repository, number: number): PullIssue {
  const issue = repository.issues.find((one) => one.number === number);
  if (issue === undefined || !isPull(issue)) throw notFound();
  return issue;
}

function methodIn(body: Json): Method {
  const told = textIn(body, 'merge_method') ?? 'merge';
  return told === 'squash' || told === 'rebase' ? told : 'merge';
}

async function mergeIt(ask: Ask): Promise<Reply> {
  const { hub, repository, body } = ask;
  const issue = pullOf(ask);
  const method = methodIn(body);
  const wanted = textIn(body, 'sha');
  if (issue.pull.merged !== undefined) throw new Refusal(405, 'Pull Request is not mergeable');
  if (wanted !== undefined && wanted !== issue.pull.headSha)
    throw new Refusal(409, 'Head branch was modified. Review and try the merge again.');
  await refuseMerge(hub, repository, issue, method);
  const title = textIn(body, 'commit_title');
  const message = textIn(body, 'commit_message');
  const sha = await merge(hub, repository, issue, { method, title, message, by: someone(ask.actor).login });
  return ok({ sha, merged: true, message: 'Pull Request successfully merged' });
}

async function takeBaseIn(ask: Ask): Promise<Reply> {
  const issue = pullOf(ask);
  const expected = textIn(ask.body, 'expected_head_sha');
  if (expected !== undefined && expected !== issue.pull.headSha)
    throw new Refusal(422, `expected head sha didn’t match current head ref.`);
  await updateBranch(ask.hub, ask.repository, issue, someone(ask.actor).login);
  return { status: 202, body: { message: 'Updating pull request branch.', url: `${ask.url}/repos` } };
}

async function files(ask: Ask): Promise<Reply> {
  const issue = pullOf(ask);
  const changed = await ask.hub.git.files(ask.repository.id, await baseOf(ask, issue), issue.pull.headSha);
  return paged(ask, changed, (file) => fileJson(ask, ask.repository, issue.pull.headSha, file));
}

async function commits(ask: Ask): Promise<Reply> {
  const issue = pullOf(ask);
  const range = `${await baseOf(ask, issue)}..${issue.pull.headSha}`;
  const made = await ask.hub.git.commits(ask.repository.id, ['--reverse', range]);
  return paged(ask, made, (commit) => commitJson(ask, ask.repository, commit));
}

async function ofCommit(ask: Ask): Promise<Reply> {
  const { hub, repository, params } = ask;
  const sha = params['commit_sha'] ?? '';
  const found: PullIssue[] = [];
  for (const issue of pullsOf(repository)) {
    const { pull } = issue;
    const inHead = await hub.git.isAncestor(repository.id, sha, pull.headSha);
    const inBase = await hub.git.isAncestor(repository.id, sha, pull.baseSha);
    if (pull.merged?.sha === sha || (inHead && !inBase)) found.push(issue);
  }
  return paged(ask, found, (issue) => pullJson(ask, repository, issue));
}
