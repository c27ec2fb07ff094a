// Repositories with what git keeps of them: branches, refs, commits, files.

import { hasRole, roleOf } from '../access.ts';
import { Refusal, invalid, notFound } from '../refusal.ts';
import { commitJson, fileJson, refJson } from '../render/commits.ts';
import {
  type Json,
  fullRepositoryJson,
  minimalRepositoryJson,
  repositoryUrl,
  userJson,
  webUrl,
} from '../render/render.ts';
import {
  type Ask,
  type Reply,
  type Route,
  created,
  flagIn,
  neededIn,
  ok,
  paged,
  route,
  someone,
  textIn,
} from '../route.ts';
import { branchSha, findAccount, findRepository, newId } from '../state.ts';
import { emptyRepository } from '../making.ts';

export const repositoryRoutes: readonly Route[] = [
  route('GET', '', ['metadata', 'read'], (ask) => ok(fullRepositoryJson(ask, ask.repository))),
  route('GET', '/git/ref/{ref}', ['contents', 'read'], oneRef),
  route('POST', '/git/refs', ['contents', 'write', 'write'], createRef),
  route('PATCH', '/git/refs/{ref}', ['contents', 'write', 'write'], moveRef),
  route('DELETE', '/git/refs/{ref}', ['contents', 'write', 'write'], deleteRef),
  route('GET', '/tags', ['metadata', 'read'], tags),
  route('GET', '/commits', ['contents', 'read'], commits),
  route('GET', '/commits/{ref}', ['contents', 'read'], oneCommit),
  route('GET', '/compare/{basehead}', ['contents', 'read'], compare),
  route('GET', '/contents/{path}', ['contents', 'read'], contents),
  route('GET', '/forks', ['metadata', 'read'], (ask) =>
    paged(
      ask,
      ask.world.repositories.filter((one) => one.parent === ask.repository.id),
      (one) => minimalRepositoryJson(ask, one),
    ),
  ),
  route('POST', '/forks', ['metadata', 'read'], fork),
  route('POST', '/merge-upstream', ['contents', 'write', 'write'], mergeUpstream),
  route('GET', '/collaborators/{username}/permission', ['metadata', 'read'], permission),
  route('GET', '/collaborators/{username}', ['metadata', 'read', 'write'], (ask) => {
    const login = ask.params['username'] ?? '';
    if (!hasRole(ask.world, ask.repository, login, 'triage')) throw notFound();
    return { status: 204 };
  }),
  route('GET', '/codeowners/errors', ['contents', 'read'], codeowners),
];

async function typeOf({ hub, repository }: Ask, sha: string): Promise<string> {
  return (await hub.git.try(repository.id, ['cat-file', '-t', sha])) ?? 'commit';
}

async function oneRef(ask: Ask): Promise<Reply> {
  const ref = `refs/${ask.params['ref'] ?? ''}`;
  const sha = ask.repository.refs[ref];
  if (sha === undefined) throw notFound();
  return ok(refJson(ask, ask.repository, ref, sha, await typeOf(ask, sha)));
}

/** What a rule of the branch says to a change that comes without a pull request. */
function refuseProtected(ask: Ask, ref: string): void {
  const rule = ask.repository.rules.find((one) => `refs/heads/${one.branch}` === ref);
  if (rule !== undefined && (rule.pullRequests || rule.queue !== undefined))
    throw new Refusal(
      422,
      'Repository rule violations found\n\nChanges must be made through a pull request.\n\n',
    );
}

async function createRef(ask: Ask): Promise<Reply> {
  const { hub, repository, body } = ask;
  const ref = neededIn(body, 'ref', 'Reference');
  const sha = neededIn(body, 'sha', 'Reference');
  if (!/^refs\/[^/]+\/./.test(ref))
    throw new Refusal(422, 'Reference name must start with refs/ and have two slashes.');
  if (repository.refs[ref] !== undefined) throw new Refusal(422, 'Reference already exists');
  if ((await hub.git.try(repository.id, ['cat-file', '-e', sha])) === undefined)
    throw new Refusal(422, 'Object does not exist');
  await hub.git.run(repository.id, ['update-ref', ref, sha]);
  await hub.noticeRefs(repository, someone(ask.actor).login);
  return created(refJson(ask, repository, ref, sha, await typeOf(ask, sha)));
}

async function moveRef(ask: Ask): Promise<Reply> {
  const { hub, repository, body } = ask;
  const ref = `refs/${ask.params['ref'] ?? ''}`;
  const sha = neededIn(body, 'sha', 'Reference');
  const old = repository.refs[ref];
  if (old === undefined) throw new Refusal(422, 'Reference does not exist');
  refuseProtected(ask, ref);
  if (!(flagIn(body, 'force') ?? false) && !(await hub.git.isAncestor(repository.id, old, sha)))
    throw new Refusal(422, 'Update is not a fast forward');
  await hub.git.run(repository.id, ['update-ref', ref, sha]);
  await hub.noticeRefs(repository, someone(ask.actor).login);
  return ok(refJson(ask, repository, ref, sha, await typeOf(ask, sha)));
}

async function deleteRef(ask: Ask): Promise<Reply> {
  const { hub, repository } = ask;
  const ref = `refs/${ask.params['ref'] ?? ''}`;
  if (repository.refs[ref] === undefined) throw new Refusal(422, 'Reference does not exist');
  if (repository.rules.some((rule) => `refs/heads/${rule.branch}` === ref))
    throw new Refusal(422, 'Cannot delete this protected branch');
  await hub.git.run(repository.id, ['update-ref', '-d', ref]);
  await hub.noticeRefs(repository, someone(ask.actor).login);
  return { status: 204 };
}

function tags(ask: Ask): Reply {
  const at = repositoryUrl(ask, ask.repository);
  const found = Object.entries(ask.repository.refs).filter(([ref]) => ref.startsWith('refs/tags/'));
  return paged(ask, found, ([ref, sha]) => {
    const name = ref.slice('refs/tags/'.length);
    return {
      name,
      node_id: `REF_${Buffer.from(ref).toString('hex')}`,
      commit: { sha, url: `${at}/commits/${sha}` },
      zipball_url: `${at}/zipball/${ref}`,
      tarball_url: `${at}/tarball/${ref}`,
    };
  });
}

async function commits(ask: Ask): Promise<Reply> {
  const { hub, repository, query } = ask;
  const from = query.get('sha') ?? repository.defaultBranch;
  const path = query.get('path');
  const found = await hub.git
    .commits(repository.id, [from, ...(path === null ? [] : ['--', path])])
    .catch(() => undefined);
  if (found === undefined) throw notFound();
  return paged(ask, found, (commit) => commitJson(ask, repository, commit));
}

async function oneCommit(ask: Ask): Promise<Reply> {
  const { hub, repository } = ask;
  const commit = await hub.git.commit(repository.id, ask.params['ref'] ?? '');
  if (commit === undefined) throw new Refusal(422, `No commit found for SHA: ${ask.params['ref'] ?? ''}`);
  const [parent] = commit.parents;
  const files = parent === undefined ? [] : await hub.git.files(repository.id, parent, commit.sha);
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  return ok({
    ...commitJson(ask, repository, commit),
    stats: { additions, deletions, total: additions + deletions },
    files: files.map((file) => fileJson(ask, repository, commit.sha, file)),
  });
}

async function compare(ask: Ask): Promise<Reply> {
  const { hub, repository } = ask;
  const [from = '', to = ''] = (ask.params['basehead'] ?? '').split('...');
  const [base, head] = await Promise.all([
    hub.git.commit(repository.id, from),
    hub.git.commit(repository.id, to),
  ]);
  if (base === undefined || head === undefined) throw notFound();
  const fork = await hub.git.mergeBase(repository.id, base.sha, head.sha);
  const common = fork === undefined ? undefined : await hub.git.commit(repository.id, fork);
  if (common === undefined) throw notFound();
  const ahead = await hub.git.commits(repository.id, ['--reverse', `${base.sha}..${head.sha}`]);
  const behind = await hub.git.commits(repository.id, [`${head.sha}..${base.sha}`]);
  const files = await hub.git.files(repository.id, common.sha, head.sha);
  const at = `${repositoryUrl(ask, repository)}/compare/${from}...${to}`;
  const web = `${webUrl(ask, repository)}/compare/${from}...${to}`;
  return ok({
    url: at,
    html_url: web,
    permalink_url: web,
    diff_url: `${web}.diff`,
    patch_url: `${web}.patch`,
    base_commit: commitJson(ask, repository, base),
    merge_base_commit: commitJson(ask, repository, common),
    status: statusOf(ahead.length, behind.length),
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits: ahead.map((commit) => commitJson(ask, repository, commit)),
    files: files.map((file) => fileJson(ask, repository, head.sha, file)),
  });
}

function statusOf(ahead: number, behind: number): string {
  if (ahead === 0) return behind === 0 ? 'identical' : 'behind';
  return behind === 0 ? 'ahead' : 'diverged';
}

async function contents(ask: Ask): Promise<Reply> {
  const { hub, repository, query } = ask;
  const file = (ask.params['path'] ?? '').replace(/\/$/, '');
  const ref = query.get('ref') ?? repository.defaultBranch;
  const object = await hub.git.try(repository.id, ['rev-parse', '--verify', '--quiet', `${ref}:${file}`]);
  if (object === undefined) throw notFound();
  if ((await typeOf(ask, object)) === 'tree') return folder(ask, file, ref);
  const text = (await hub.git.show(repository.id, ref, file)) ?? '';
  return ok({
    ...entryJson(ask, file, ref, object, 'file', Buffer.byteLength(text)),
    encoding: 'base64',
    content: `${Buffer.from(text).toString('base64').replaceAll(/.{60}/g, '$&\n')}\n`,
  });
}

async function folder(ask: Ask, path: string, ref: string): Promise<Reply> {
  const told = await ask.hub.git.run(ask.repository.id, ['ls-tree', '-l', `${ref}:${path}`]);
  const entries = told
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, type = '', sha = '', size = '', name = ''] = /^\d+ (\w+) (\w+) +(\S+)\t(.*)$/.exec(line) ?? [];
      return entryJson(
        ask,
        path === '' ? name : `${path}/${name}`,
        ref,
        sha,
        type === 'tree' ? 'dir' : 'file',
        Number(size) || 0,
      );
    });
  return ok(entries);
}

function entryJson(
  ask: Ask,
  path: string,
  ref: string,
  sha: string,
  type: 'file' | 'dir',
  size: number,
): Json {
  const at = repositoryUrl(ask, ask.repository);
  const web = webUrl(ask, ask.repository);
  const self = `${at}/contents/${path}?ref=${ref}`;
  const git = `${at}/git/${type === 'dir' ? 'trees' : 'blobs'}/${sha}`;
  const html = `${web}/${type === 'dir' ? 'tree' : 'blob'}/${ref}/${path}`;
  return {
    type,
    size,
    name: path.split('/').at(-1) ?? path,
    path,
    sha,
    url: self,
    git_url: git,
    html_url: html,
    download_url: type === 'dir' ? null : `${web}/raw/${ref}/${path}`,
    _links: { self, git, html },
  };
}

async function fork(ask: Ask): Promise<Reply> {
  const { hub, repository, world, body } = ask;
  const login = textIn(body, 'organization') ?? someone(ask.actor).login;
  const account = findAccount(world, login);
  if (account === undefined || account.type === 'Bot')
    throw new Refusal(403, 'Resource not accessible by integration');
  const there = world.repositories.find((one) => one.parent === repository.id && one.owner === account.login);
  if (there !== undefined) return { status: 202, body: fullRepositoryJson(ask, there) };
  const name = textIn(body, 'name') ?? repository.name;
  if (findRepository(world, `${account.login}/${name}`) !== undefined)
    throw invalid({
      resource: 'Repository',
      code: 'custom',
      field: 'name',
      message: 'name already exists on this account',
    });
  const made = emptyRepository(newId(world), account.login, name, hub.now(), {
    settings: repository.settings,
    defaultBranch: repository.defaultBranch,
    parent: repository.id,
  });
  world.repositories.push(made);
  await hub.git.create(made.id, made.defaultBranch);
  await hub.git.run(made.id, [
    'fetch',
    '--quiet',
    hub.git.dir(repository.id),
    '+refs/heads/*:refs/heads/*',
    '+refs/tags/*:refs/tags/*',
  ]);
  await hub.noticeRefs(made, account.login);
  return { status: 202, body: fullRepositoryJson(ask, made) };
}

async function mergeUpstream(ask: Ask): Promise<Reply> {
  const { hub, repository, world, body } = ask;
  const branch = neededIn(body, 'branch', 'Repository');
  const parent = world.repositories.find((one) => one.id === repository.parent);
  const sha = parent === undefined ? undefined : branchSha(parent, branch);
  const mine = branchSha(repository, branch);
  if (parent === undefined || sha === undefined || mine === undefined)
    throw new Refusal(422, 'Validation Failed');
  await hub.git.run(repository.id, ['fetch', '--quiet', '--no-tags', hub.git.dir(parent.id), sha]);
  const told = { base_branch: `${parent.owner}:${branch}` };
  if (await hub.git.isAncestor(repository.id, sha, mine))
    return ok({ message: 'This branch is not behind the upstream.', merge_type: 'none', ...told });
  if (!(await hub.git.isAncestor(repository.id, mine, sha)))
    throw new Refusal(409, 'There are merge conflicts.');
  await hub.git.run(repository.id, ['update-ref', `refs/heads/${branch}`, sha, mine]);
  await hub.noticeRefs(repository, someone(ask.actor).login);
  return ok({ message: 'Successfully fetched and fast-forwarded.', merge_type: 'fast-forward', ...told });
}

function permission(ask: Ask): Reply {
  const { world, repository } = ask;
  const account = findAccount(world, ask.params['username'] ?? '');
  if (account === undefined) throw notFound();
  const role = roleOf(world, repository, account.login);
  // The old word knows three levels; the role says which of them it is exactly.
  const level =
    role === undefined ? 'none' : role === 'maintain' ? 'write' : role === 'triage' ? 'read' : role;
  const has = (wanted: 'read' | 'triage' | 'write' | 'maintain' | 'admin'): boolean =>
    hasRole(world, repository, account.login, wanted);
  return ok({
    permission: level,
    role_name: role ?? 'none',
    user: {
      ...userJson(ask, account),
      permissions: {
        admin: has('admin'),
        maintain: has('maintain'),
        push: has('write'),
        triage: has('triage'),
        pull: has('read'),
      },
      role_name: role ?? 'none',
    },
  });
}

async function codeowners(ask: Ask): Promise<Reply> {
  const { hub, repository, query } = ask;
  const ref = query.get('ref') ?? repository.defaultBranch;
  for (const place of ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'])
    if ((await hub.git.show(repository.id, ref, place)) !== undefined) return ok({ errors: [] });
  throw notFound();
}
