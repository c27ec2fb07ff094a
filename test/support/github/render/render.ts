// The words of GitHub's REST answers for accounts, repositories, issues and what hangs on them.

import { type Actor, associationOf, hasRole } from '../access.ts';
import {
  type Account,
  type App,
  type Comment,
  type Issue,
  type Label,
  type Repository,
  type World,
  accountOf,
  findAccount,
  fullName,
  repositoryById,
} from '../state.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Where everything is found, and whose eyes see it. */
export interface View {
  readonly world: World;
  readonly url: string;
  readonly actor: Actor;
}

export function instant(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

export function instantOrNull(at: number | undefined): string | null {
  return at === undefined ? null : instant(at);
}

const kinds = { User: 'U', Bot: 'BOT', Organization: 'O' } as const;

export function accountNode(account: Account): string {
  return `${kinds[account.type]}_${account.id}`;
}

export function repositoryUrl({ url }: View, repository: Repository): string {
  return `${url}/repos/${fullName(repository)}`;
}

export function webUrl({ url }: View, repository: Repository): string {
  return `${url}/${fullName(repository)}`;
}

export function userJson({ url }: View, account: Account): Json {
  const at = `${url}/users/${encodeURIComponent(account.login)}`;
  return {
    login: account.login,
    id: account.id,
    node_id: accountNode(account),
    avatar_url: `${url}/avatars/${account.id}`,
    gravatar_id: '',
    url: at,
    html_url:
      account.type === 'Bot'
        ? `${url}/apps/${account.login.replace('[bot]', '')}`
        : `${url}/${account.login}`,
    followers_url: `${at}/followers`,
    following_url: `${at}/following{/other_user}`,
    gists_url: `${at}/gists{/gist_id}`,
    starred_url: `${at}/starred{/owner}{/repo}`,
    subscriptions_url: `${at}/subscriptions`,
    organizations_url: `${at}/orgs`,
    repos_url: `${at}/repos`,
    events_url: `${at}/events{/privacy}`,
    received_events_url: `${at}/received_events`,
    type: account.type,
    user_view_type: 'public',
    site_admin: false,
  };
}

/** Somebody whose account is gone is told as nobody. */
export function loginJson(view: View, login: string | undefined): Json | null {
  const account = login === undefined ? undefined : findAccount(view.world, login);
  return account === undefined ? null : userJson(view, account);
}

export function publicUserJson(view: View, account: Account, at: number): Json {
  return {
    ...userJson(view, account),
    name: account.name,
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
    public_repos: view.world.repositories.filter((one) => one.owner === account.login).length,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: instant(at),
    updated_at: instant(at),
  };
}

const places = [
  'assignees{/user}',
  'branches{/branch}',
  'collaborators{/collaborator}',
  'comments{/number}',
  'commits{/sha}',
  'compare/{base}...{head}',
  'contents/{+path}',
  'contributors',
  'deployments',
  'downloads',
  'events',
  'forks',
  'hooks',
  'issues{/number}',
  'keys{/key_id}',
  'labels{/name}',
  'languages',
  'merges',
  'milestones{/number}',
  'notifications{?since,all,participating}',
  'pulls{/number}',
  'releases{/id}',
  'stargazers',
  'statuses/{sha}',
  'subscribers',
  'subscription',
  'tags',
  'teams',
] as const;

function placesOf(at: string): Json {
  return {
    ...Object.fromEntries(places.map((place) => [`${/^\w+/.exec(place)?.[0] ?? ''}_url`, `${at}/${place}`])),
    archive_url: `${at}/{archive_format}{/ref}`,
    blobs_url: `${at}/git/blobs{/sha}`,
    git_commits_url: `${at}/git/commits{/sha}`,
    git_refs_url: `${at}/git/refs{/sha}`,
    git_tags_url: `${at}/git/tags{/sha}`,
    trees_url: `${at}/git/trees{/sha}`,
    issue_comment_url: `${at}/issues/comments{/number}`,
    issue_events_url: `${at}/issues/events{/number}`,
  };
}

/** What every telling of a repository has. */
export function minimalRepositoryJson(view: View, repository: Repository): Json {
  const at = repositoryUrl(view, repository);
  return {
    id: repository.id,
    node_id: `R_${repository.id}`,
    name: repository.name,
    full_name: fullName(repository),
    private: repository.settings.private,
    owner: userJson(view, accountOf(view.world, repository.owner)),
    html_url: webUrl(view, repository),
    description: null,
    fork: repository.parent !== undefined,
    url: at,
    ...placesOf(at),
  };
}

export function repositoryJson(view: View, repository: Repository): Json {
  const web = webUrl(view, repository);
  const { settings } = repository;
  const open = repository.issues.filter((issue) => issue.state === 'open').length;
  return {
    ...minimalRepositoryJson(view, repository),
    git_url: `git:${web.replace(/^http:/, '')}.git`,
    ssh_url: `git@127.0.0.1:${fullName(repository)}.git`,
    clone_url: `${web}.git`,
    svn_url: web,
    homepage: null,
    size: 1,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: settings.issues,
    has_projects: false,
    has_downloads: true,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: view.world.repositories.filter((one) => one.parent === repository.id).length,
    mirror_url: null,
    archived: settings.archived,
    disabled: false,
    open_issues_count: open,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: settings.signOff,
    topics: [],
    visibility: settings.private ? 'private' : 'public',
    forks: view.world.repositories.filter((one) => one.parent === repository.id).length,
    open_issues: open,
    watchers: 0,
    default_branch: repository.defaultBranch,
    created_at: instant(repository.at),
    updated_at: instant(repository.pushedAt),
    pushed_at: instant(repository.pushedAt),
    ...permissionsOf(view, repository),
  };
}

function permissionsOf({ world, actor }: View, repository: Repository): Json {
  if (actor.kind !== 'account') return {};
  const { token } = actor;
  const has = (role: 'read' | 'triage' | 'write' | 'maintain' | 'admin'): boolean =>
    token.kind === 'installation'
      ? role === 'read' || (role === 'write' && token.permissions.contents === 'write')
      : hasRole(world, repository, token.login, role);
  return {
    permissions: {
      admin: has('admin'),
      maintain: has('maintain'),
      push: has('write'),
      triage: has('triage'),
      pull: has('read'),
    },
  };
}

/** As asked for by its own name. Which merges are allowed is told to who may push only. */
export function fullRepositoryJson(view: View, repository: Repository): Json {
  const { settings } = repository;
  const parent = repository.parent === undefined ? undefined : repositoryById(view.world, repository.parent);
  const told = repositoryJson(view, repository);
  const { permissions } = told;
  const pushes =
    typeof permissions === 'object' &&
    permissions !== null &&
    'push' in permissions &&
    permissions.push === true;
  return {
    ...told,
    network_count: 0,
    subscribers_count: 0,
    ...(pushes
      ? {
          allow_merge_commit: settings.methods.includes('merge'),
          allow_squash_merge: settings.methods.includes('squash'),
          allow_rebase_merge: settings.methods.includes('rebase'),
          allow_auto_merge: false,
          allow_update_branch: false,
          delete_branch_on_merge: settings.deleteBranchOnMerge,
        }
      : {}),
    ...(parent === undefined
      ? {}
      : { parent: repositoryJson(view, parent), source: repositoryJson(view, parent) }),
    ...(accountOf(view.world, repository.owner).type === 'Organization'
      ? { organization: userJson(view, accountOf(view.world, repository.owner)) }
      : {}),
  };
}

export function labelJson(view: View, repository: Repository, label: Label): Json {
  return {
    id: label.id,
    node_id: `LA_${label.id}`,
    url: `${repositoryUrl(view, repository)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: false,
    description: label.description,
  };
}

export function labelsJson(view: View, repository: Repository, issue: Issue): readonly Json[] {
  return issue.labels.flatMap((name) => {
    const label = repository.labels.find((one) => one.name === name);
    return label === undefined ? [] : [labelJson(view, repository, label)];
  });
}

export function issueJson(view: View, repository: Repository, issue: Issue): Json {
  const at = repositoryUrl(view, repository);
  const here = `${at}/issues/${issue.number}`;
  const web = webUrl(view, repository);
  const pull = `${web}/pull/${issue.number}`;
  return {
    id: issue.id,
    node_id: issue.pull === undefined ? `I_${issue.id}` : `PR_${issue.id}`,
    url: here,
    repository_url: at,
    labels_url: `${here}/labels{/name}`,
    comments_url: `${here}/comments`,
    events_url: `${here}/events`,
    timeline_url: `${here}/timeline`,
    html_url: issue.pull === undefined ? `${web}/issues/${issue.number}` : pull,
    number: issue.number,
    state: issue.state,
    state_reason: issue.reason ?? null,
    title: issue.title,
    body: issue.body === '' ? null : issue.body,
    user: loginJson(view, issue.by),
    labels: labelsJson(view, repository, issue),
    assignee: loginJson(view, issue.assignees[0]),
    assignees: issue.assignees.map((login) => loginJson(view, login)),
    milestone: null,
    locked: false,
    active_lock_reason: null,
    comments: issue.comments.length,
    closed_at: instantOrNull(issue.closedAt),
    created_at: instant(issue.at),
    updated_at: instant(issue.updatedAt),
    author_association: associationOf(view.world, repository, issue.by),
    performed_via_github_app: null,
    ...(issue.pull === undefined
      ? {}
      : {
          draft: issue.pull.draft,
          pull_request: {
            url: `${at}/pulls/${issue.number}`,
            html_url: pull,
            diff_url: `${pull}.diff`,
            patch_url: `${pull}.patch`,
            merged_at: instantOrNull(issue.pull.merged?.at),
          },
        }),
  };
}

export function commentJson(view: View, repository: Repository, issue: Issue, comment: Comment): Json {
  const at = repositoryUrl(view, repository);
  const page = issue.pull === undefined ? 'issues' : 'pull';
  return {
    id: comment.id,
    node_id: `IC_${comment.id}`,
    url: `${at}/issues/comments/${comment.id}`,
    html_url: `${webUrl(view, repository)}/${page}/${issue.number}#issuecomment-${comment.id}`,
    issue_url: `${at}/issues/${issue.number}`,
    user: loginJson(view, comment.by),
    created_at: instant(comment.at),
    updated_at: instant(comment.updatedAt),
    author_association: associationOf(view.world, repository, comment.by),
    body: comment.body,
    performed_via_github_app: null,
  };
}

export function appJson(view: View, app: App, at: number): Json {
  const { issues, checks, metadata, contents } = app.permissions;
  const told = { issues, checks, metadata, contents };
  return {
    id: app.id,
    slug: app.slug,
    client_id: app.clientId,
    node_id: `A_${app.id}`,
    owner: userJson(view, accountOf(view.world, app.owner)),
    name: app.slug,
    description: null,
    external_url: `${view.url}/apps/${app.slug}/about`,
    html_url: `${view.url}/apps/${app.slug}`,
    created_at: instant(at),
    updated_at: instant(at),
    permissions: Object.fromEntries(Object.entries(told).filter(([, level]) => level !== undefined)),
    events: [],
  };
}

export function teamJson(view: View, slug: string, organization: string): Json {
  const at = `${view.url}/orgs/${organization}/teams/${slug}`;
  return {
    id: Buffer.from(slug).reduce((sum, byte) => (sum * 31 + byte) % 1_000_000, 7),
    node_id: `T_${slug}`,
    url: at,
    html_url: at,
    members_url: `${at}/members{/member}`,
    repositories_url: `${at}/repos`,
    name: slug,
    slug,
    description: null,
    permission: 'pull',
    parent: null,
    type: 'organization',
    privacy: 'closed',
  };
}
