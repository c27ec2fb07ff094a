// GitHub as a forge: every function of the port, each over the place its repository is at.

import type { GitHubAnswered } from '../../github/answer.ts';
import { answered } from '../../github/answer.ts';
import type { Pace } from '../../github/calls.ts';
import type { Environment } from '../../plain/environment.ts';
import type { Clock } from '../../telemetry/clock.ts';
import type { Accounts } from '../../github/account.ts';
import type { Git } from '../../workspace/git.ts';
import type { Workspaces } from '../../workspace/workspace.ts';
import type { Forge, ForgeAnswer, PullRequestRecord } from '../forge.ts';
import { steady } from '../steady.ts';
import type { Patience } from './answers.ts';
import { asForge, done, forgeAnswer } from './answers.ts';
import { logOf, publish } from './checks.ts';
import { look, marks } from './look.ts';
import type { Place } from './place.ts';
import { placesFor } from './place.ts';
import {
  closePull,
  deleteBranch,
  findPull,
  getPull,
  mergePull,
  openPull,
  recordOf,
  updatePull,
} from './pulls.ts';
import { standingAt } from './standing.ts';
import { addLabels, reply, requestReview, say } from './talk.ts';
import { branchAt, bring, diffOf, push } from './transport.ts';

export interface GitHubNeeds {
  readonly home: string;
  readonly git: Git;
  readonly workspaces: Pick<Workspaces, 'remotes'>;
  readonly env: Environment;
  readonly clock: Clock;
  /** Values that must not turn up in anything that is kept. */
  readonly learn: (secrets: readonly string[]) => void;
  readonly pace?: Pace;
  readonly accounts?: Accounts;
  readonly looksMs?: readonly number[];
}

/** A list lags behind what was written for a second or two. */
const usualLooksMs = [0, 1_000, 3_000];

export function githubForge(given: GitHubNeeds): Forge {
  const needs = { ...given, git: steady(given.git) };
  const { clock } = needs;
  const patience: Patience = { clock, looksMs: needs.looksMs ?? usualLooksMs };
  const placeOf = placesFor({ ...needs, remotes: needs.workspaces.remotes });
  const at = async <T>(
    repository: string,
    work: (place: Place) => Promise<ForgeAnswer<T>>,
  ): Promise<ForgeAnswer<T>> => {
    const place = await placeOf(repository);
    return place.ok ? work(place.value) : asForge(place);
  };
  return {
    name: 'github',
    isShared: true,
    standing: (repository, branch) => at(repository, (place) => standingAt(place, branch)),
    branchHead: (repository, branch) =>
      at(repository, async (place) => forgeAnswer(await branchAt(place, place.headRepo, branch))),
    bring: (repository, branch) =>
      at(repository, async (place) => {
        const head = forgeAnswer(await branchAt(place, place.headRepo, branch));
        if (!head.ok || head.value === undefined) return head;
        const brought = await bring(needs, place, repository, head.value, place.head);
        return brought.ok ? head : brought;
      }),
    target: (repository, branch) =>
      at(repository, async (place) => targetOf(needs, place, repository, branch)),
    prepareTarget: () => Promise.resolve(done),
    push: (request) => at(request.repository, (place) => push(needs, place, request)),
    find: (repository, branch) =>
      at(repository, async (place): Promise<ForgeAnswer<PullRequestRecord | undefined>> => {
        const pull = await findPull(place, branch);
        if (!pull.ok) return asForge(pull);
        return pull.value === undefined ? answered(undefined) : recordOf(place, pull.value);
      }),
    get: (repository, number) =>
      at(repository, async (place) => {
        const pull = await getPull(place, number);
        if (!pull.ok) return asForge(pull);
        const record = await recordOf(place, pull.value);
        if (record.ok && record.value.mergeCommit !== undefined) {
          // Whoever asks next for what was merged finds it; where it cannot be fetched now, they say so.
          await bring(needs, place, repository, record.value.mergeCommit);
        }
        return record;
      }),
    open: (request) => at(request.repository, (place) => openPull(patience, place, request)),
    update: (request) => at(request.repository, (place) => updatePull(patience, place, request)),
    label: (repository, number, labels) =>
      at(repository, (place) => addLabels(patience, place, number, labels)),
    comment: (request) => at(request.repository, (place) => say(patience, place, request)),
    publishChecks: (repository, _number, checks) =>
      at(repository, (place) => publish(patience, place, checks)),
    inspect: (repository, number) => at(repository, (place) => look(patience, place, number)),
    marks: (repository, numbers) => at(repository, (place) => marks(place, numbers)),
    logOf: (repository, number, check) => at(repository, (place) => logOf(place, number, check)),
    reply: (request) => at(request.repository, (place) => reply(patience, place, request)),
    requestReview: (repository, number, people) =>
      at(repository, (place) => requestReview(patience, place, number, people)),
    diff: (repository, number) =>
      at(repository, async (place) => {
        const pull = await getPull(place, number);
        return pull.ok ? diffOf(needs, place, repository, pull.value) : asForge(pull);
      }),
    merge: (request) =>
      at(request.repository, async (place) => {
        const merged = await mergePull(patience, place, request);
        if (merged.ok && merged.value !== undefined)
          await bring(needs, place, request.repository, merged.value);
        return merged;
      }),
    deleteBranch: (repository, branch) => at(repository, (place) => deleteBranch(patience, place, branch)),
    close: (repository, number) => at(repository, (place) => closePull(patience, place, number)),
  };
}

async function targetOf(
  needs: GitHubNeeds,
  place: Place,
  repository: string,
  branch: string,
): Promise<ForgeAnswer<string | undefined>> {
  const head: GitHubAnswered<string | undefined> = await branchAt(place, place.repo, branch);
  if (!head.ok) return asForge(head);
  if (head.value === undefined) return answered(undefined);
  const brought = await bring(needs, place, repository, head.value);
  return brought.ok ? answered(head.value) : brought;
}
