// The state together with git, and what follows when one of the two changes: heads of pull requests move, reviews are dismissed where
// a rule says so, a pull request whose branch is gone is closed.

import type { Person } from './git.ts';
import { Git } from './git.ts';
import {
  type Issue,
  type IssueEvent,
  type PullIssue,
  type Repository,
  type World,
  accountOf,
  branchSha,
  newId,
  newWorld,
  pullsOf,
  repositoryById,
  rulesFor,
} from './state.ts';

export interface HubOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How many reads after a change are told that mergeability is not known yet. */
  readonly unknownReads: number;
}

export class Hub {
  world: World = newWorld();
  /** As it was before the last write, while somebody may want to read it. */
  before: World | undefined;
  readonly git: Git;
  readonly now: () => number;
  readonly #unknownReads: number;

  constructor(root: string, options: HubOptions) {
    this.git = new Git(root);
    this.now = options.now;
    this.#unknownReads = options.unknownReads;
  }

  keepBefore(): void {
    this.before = structuredClone(this.world);
  }

  event(issue: Issue, kind: IssueEvent['kind'], by: string, detail?: string): void {
    const at = this.now();
    issue.events.push({ id: newId(this.world), kind, by, at, ...(detail === undefined ? {} : { detail }) });
    issue.updatedAt = at;
  }

  close(issue: Issue, by: string, reason: Issue['reason'] = 'completed'): void {
    if (issue.state === 'closed') return;
    issue.state = 'closed';
    issue.reason = issue.pull === undefined ? reason : undefined;
    issue.closedAt = this.now();
    issue.closedBy = by;
    if (issue.pull !== undefined) issue.pull.queued = undefined;
    this.event(issue, 'closed', by);
  }

  reopen(issue: Issue, by: string): void {
    issue.state = 'open';
    issue.reason = issue.pull === undefined ? 'reopened' : undefined;
    issue.closedAt = undefined;
    issue.closedBy = undefined;
    this.event(issue, 'reopened', by);
  }

  /** Brings the state up to what git has now. */
  async noticeRefs(repository: Repository, by: string): Promise<void> {
    const { refs: before } = repository;
    const after = await this.git.refs(repository.id);
    repository.refs = after;
    if (JSON.stringify(before) !== JSON.stringify(after)) repository.pushedAt = this.now();
    for (const base of this.world.repositories)
      for (const issue of pullsOf(base)) {
        if (issue.state === 'closed') continue;
        if (issue.pull.headRepository === repository.id) await this.#noticeHead(base, issue, by);
        if (base.id === repository.id) await this.#noticeBase(base, issue, by);
      }
  }

  async #noticeHead(base: Repository, issue: PullIssue, by: string): Promise<void> {
    const head = repositoryById(this.world, issue.pull.headRepository ?? 0);
    const sha = head === undefined ? undefined : branchSha(head, issue.pull.headRef);
    if (sha === undefined) {
      this.event(issue, 'head_ref_deleted', by);
      this.close(issue, by);
      return;
    }
    if (sha !== issue.pull.headSha) await this.#moveHead(base, issue, sha, by);
  }

  async #moveHead(base: Repository, issue: PullIssue, sha: string, by: string): Promise<void> {
    const { pull } = issue;
    const old = pull.headSha;
    pull.headSha = sha;
    pull.baseSha = branchSha(base, pull.baseRef) ?? pull.baseSha;
    await this.keepHead(base, issue);
    issue.updatedAt = this.now();
    if (!(await this.git.isAncestor(base.id, old, sha))) this.event(issue, 'head_ref_force_pushed', by, sha);
    if (pull.queued !== undefined) {
      pull.queued = undefined;
      this.event(issue, 'removed_from_merge_queue', by);
    }
    if (rulesFor(base, pull.baseRef).some((rule) => rule.dismissStale))
      for (const review of pull.reviews)
        if (review.state === 'APPROVED') {
          review.state = 'DISMISSED';
          this.event(issue, 'review_dismissed', by);
        }
    for (const thread of pull.threads) {
      const seen = thread.comments[0]?.commit ?? old;
      const same = await this.git.try(base.id, ['diff', '--quiet', seen, sha, '--', thread.path]);
      if (same === undefined) thread.outdated = true;
    }
  }

  async #noticeBase(base: Repository, issue: PullIssue, by: string): Promise<void> {
    const tip = branchSha(base, issue.pull.baseRef);
    if (tip === undefined) {
      this.close(issue, by);
      return;
    }
    // Somebody took it in with their own git.
    if (tip !== issue.pull.baseSha && (await this.git.isAncestor(base.id, issue.pull.headSha, tip)))
      this.merged(issue, tip, by);
  }

  merged(issue: PullIssue, sha: string, by: string): void {
    issue.pull.merged = { at: this.now(), by, sha };
    this.event(issue, 'merged', by, sha);
    this.close(issue, by);
  }

  /** The head lies in the base's repository too, also where it comes from a fork. */
  async keepHead(base: Repository, issue: PullIssue): Promise<void> {
    const { pull, number } = issue;
    const from = pull.headRepository ?? base.id;
    const ref = `refs/pull/${number}/head`;
    if (from === base.id) await this.git.run(base.id, ['update-ref', ref, pull.headSha]);
    else
      await this.git.run(base.id, [
        'fetch',
        '--quiet',
        '--no-tags',
        this.git.dir(from),
        `+refs/heads/${pull.headRef}:${ref}`,
      ]);
  }

  /** Whether it can be merged without conflict; undefined while GitHub "works it out". */
  async mergeable(base: Repository, issue: PullIssue, counted: boolean): Promise<boolean | undefined> {
    const { pull } = issue;
    const tip = branchSha(base, pull.baseRef);
    if (tip === undefined || pull.merged !== undefined) return undefined;
    const of = `${tip} ${pull.headSha}`;
    if (pull.mergeability?.of !== of) {
      const clean = (await this.git.mergedTree(base.id, tip, pull.headSha)) !== undefined;
      pull.mergeability = { of, clean, unknownReads: this.#unknownReads };
    }
    if (!counted || pull.mergeability.unknownReads === 0) return pull.mergeability.clean;
    pull.mergeability.unknownReads -= 1;
    return undefined;
  }

  personOf(login: string): Person {
    const account = accountOf(this.world, login);
    return { name: account.name, email: emailOf(account.id, account.login) };
  }
}

function emailOf(id: number, login: string): string {
  return `${id}+${login}@users.noreply.github.com`;
}
