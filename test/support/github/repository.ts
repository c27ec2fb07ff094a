// A repository, as a test sets it up and looks into it.

import type { WebServer } from '../web/web-server.ts';
import { type Ci, ciOf } from './ci.ts';
import type { Hub } from './hub.ts';
import { emptyRepository, newIssue, noDemands, usualSettings } from './making.ts';
import { merge } from './merging.ts';
import type { Registry } from './registry.ts';
import {
  type BranchRule,
  type Issue,
  type PullIssue,
  type Repository,
  type Role,
  type Settings,
  findRepository,
  fullName,
  newId,
  pullsOf,
  rulesFor,
} from './state.ts';

export interface RepositoryOptions {
  /** The first commit of the default branch; without any the repository is empty. */
  readonly files?: Readonly<Record<string, string>>;
  readonly branch?: string;
  readonly collaborators?: Readonly<Record<string, Role>>;
  readonly settings?: Partial<Settings>;
}

export type RuleOptions = Partial<Omit<BranchRule, 'id'>>;

export interface RepositoryHandle {
  readonly name: string;
  readonly cloneUrl: string;
  /** What is known of it now, to be looked at only. */
  readonly state: () => Repository;
  readonly branch: (name: string) => string | undefined;
  /** Runs git in the bare repository. */
  readonly git: (...args: readonly string[]) => Promise<string>;
  /** Demands something of a branch; what is not said is not demanded. */
  readonly rule: (rule: RuleOptions) => void;
  readonly withoutRules: () => void;
  readonly settings: (settings: Partial<Settings>) => void;
  readonly collaborator: (login: string, role: Role | undefined) => void;
  readonly rename: (name: string) => void;
  readonly ci: Ci;
  /** The merge queue gets to it: it is merged, or thrown out. */
  readonly queue: {
    readonly merges: (number: number) => Promise<string>;
    readonly removes: (number: number) => void;
  };
  /** Makes an issue without a call. */
  readonly issue: (by: string, title: string, body?: string) => number;
  readonly issueOf: (number: number) => Issue;
}

export async function makeRepository(
  hub: Hub,
  registry: Registry,
  web: WebServer,
  name: string,
  options: RepositoryOptions,
): Promise<RepositoryHandle> {
  const [owner = '', short = ''] = name.split('/');
  registry.account(owner);
  const { world } = hub;
  const made = emptyRepository(newId(world), owner, short, hub.now(), {
    settings: { ...usualSettings, ...options.settings },
    defaultBranch: options.branch ?? 'main',
  });
  for (const [login, role] of Object.entries(options.collaborators ?? {})) {
    registry.account(login);
    made.collaborators[login] = role;
  }
  world.repositories.push(made);
  await hub.git.create(made.id, made.defaultBranch);
  if (options.files !== undefined) {
    const as = { name: owner, email: `${owner}@example.com` };
    const sha = await hub.git.commitFiles(made.id, undefined, options.files, 'first', as);
    await hub.git.run(made.id, ['update-ref', `refs/heads/${made.defaultBranch}`, sha]);
    await hub.noticeRefs(made, owner);
  }
  return repositoryHandle(hub, web, name);
}

export function repositoryHandle(hub: Hub, web: WebServer, name: string): RepositoryHandle {
  const { id } = named(hub, name);
  const state = (): Repository => {
    const found = hub.world.repositories.find((one) => one.id === id);
    if (found === undefined) throw new Error(`The repository ${name} is gone.`);
    return found;
  };
  return {
    get name() {
      return fullName(state());
    },
    get cloneUrl() {
      return `${web.url}/${fullName(state())}.git`;
    },
    state,
    branch: (branch) => state().refs[`refs/heads/${branch}`],
    git: (...args) => hub.git.run(id, args),
    rule: (rule) => {
      state().rules.push({ ...noDemands, branch: state().defaultBranch, ...rule, id: newId(hub.world) });
    },
    withoutRules: () => {
      state().rules = [];
    },
    settings: (settings) => {
      const repository = state();
      repository.settings = { ...repository.settings, ...settings };
    },
    collaborator: (login, role) => {
      const { collaborators } = state();
      if (role === undefined) delete collaborators[login];
      else collaborators[login] = role;
    },
    rename: (short) => {
      const repository = state();
      hub.world.renamed[fullName(repository).toLowerCase()] = id;
      repository.name = short;
    },
    ci: ciOf(hub, state),
    queue: queueOf(hub, web, state),
    issue: (by, title, body = '') => {
      const repository = state();
      const issue = newIssue(newId(hub.world), repository.nextNumber, by, hub.now(), title, body);
      repository.nextNumber += 1;
      repository.issues.push(issue);
      return issue.number;
    },
    issueOf: (number) => {
      const issue = state().issues.find((one) => one.number === number);
      if (issue === undefined) throw new Error(`${name} has no number ${number}.`);
      return issue;
    },
  };
}

function queueOf(hub: Hub, web: WebServer, state: () => Repository): RepositoryHandle['queue'] {
  const queued = (number: number): PullIssue => {
    const issue = pullsOf(state()).find((one) => one.number === number);
    if (issue?.pull.queued === undefined) throw new Error(`Number ${number} is not in the merge queue.`);
    return issue;
  };
  return {
    merges: (number) =>
      web.alone(() => {
        const issue = queued(number);
        const method =
          rulesFor(state(), issue.pull.baseRef).find((rule) => rule.queue !== undefined)?.queue ?? 'merge';
        const by = issue.pull.queued?.by ?? issue.by;
        return merge(hub, state(), issue, { method, title: undefined, message: undefined, by });
      }),
    removes: (number) => {
      const issue = queued(number);
      issue.pull.queued = undefined;
      hub.event(issue, 'removed_from_merge_queue', state().owner);
    },
  };
}

export function named(hub: Hub, name: string): Repository {
  const found = findRepository(hub.world, name);
  if (found === undefined) throw new Error(`There is no repository ${name} on this server.`);
  return found;
}
