// One repository on GitHub: which it is, who we are there, and where our branches go. Found out when it is first asked for, and
// again after a while, because repositories are renamed and rights are given and taken.

import { remoteOf, slugText } from '../../github/address.ts';
import type { Accounts } from '../../github/account.ts';
import type { Remote, Slug } from '../../github/address.ts';
import type { Environment } from '../../plain/environment.ts';
import type { GitHubAnswered } from '../../github/answer.ts';
import { answered, refusal } from '../../github/answer.ts';
import type { GitHubCalls, Pace } from '../../github/calls.ts';
import { gitHubCalls } from '../../github/calls.ts';
import { credentialsFor } from '../../github/credentials.ts';
import type { Clock } from '../../telemetry/clock.ts';
import type { BranchRules } from './rules.ts';
import { rulesOf } from './rules.ts';
import type { RepositoryShape } from './shapes.ts';
import { RepositoryShape as Repository, UserShape } from './shapes.ts';

export interface Place {
  readonly calls: GitHubCalls;
  /** Where pull requests go. */
  readonly base: Slug;
  /** Where our branches go: the same, or a fork of ours where we may not push there. */
  readonly head: Slug;
  /** `/repos/owner/name` of each. */
  readonly repo: string;
  readonly headRepo: string;
  readonly about: RepositoryShape;
  /** The user's own remote, where that is reached over SSH. */
  readonly ssh?: string;
  readonly rules: (branch: string) => Promise<GitHubAnswered<BranchRules>>;
}

export interface PlaceNeeds {
  readonly env: Environment;
  readonly clock: Clock;
  readonly pace?: Pace | undefined;
  readonly accounts?: Accounts | undefined;
  readonly learn: (secrets: readonly string[]) => void;
  /** Remotes of the user's repository. */
  readonly remotes: (repository: string) => Promise<readonly NamedRemote[]>;
}

export interface NamedRemote {
  readonly name: string;
  readonly url: string;
}

const knownForMs = 5 * 60_000;

export function placesFor(needs: PlaceNeeds): (repository: string) => Promise<GitHubAnswered<Place>> {
  const known = new Map<string, { readonly place: Promise<GitHubAnswered<Place>>; readonly until: number }>();
  const callsOf = new Map<string, GitHubCalls>();
  return async (repository) => {
    const before = known.get(repository);
    if (before !== undefined && needs.clock.now() < before.until) return before.place;
    const place = findPlace(needs, callsOf, repository);
    known.set(repository, { place, until: needs.clock.now() + knownForMs });
    const found = await place;
    if (!found.ok && known.get(repository)?.place === place) known.delete(repository);
    return found;
  };
}

/** Where pull requests of a clone go: to what it was forked from, where it names that, else to where it came from. */
function chosenRemote(remotes: readonly NamedRemote[], env: Environment): Remote | undefined {
  const onGitHub = remotes.flatMap(({ name, url }) => {
    const remote = remoteOf(url, env);
    return remote === undefined ? [] : [{ name, remote }];
  });
  const named = (wanted: string): Remote | undefined => onGitHub.find(({ name }) => name === wanted)?.remote;
  const [first, ...others] = onGitHub;
  return named('upstream') ?? named('origin') ?? (others.length === 0 ? first?.remote : undefined);
}

async function findPlace(
  needs: PlaceNeeds,
  callsOf: Map<string, GitHubCalls>,
  repository: string,
): Promise<GitHubAnswered<Place>> {
  const remote = chosenRemote(await needs.remotes(repository), needs.env);
  if (remote === undefined) {
    return refusal(
      'unacceptable',
      'The repository has no remote on GitHub that is named origin or upstream. Add one (git remote add origin https://github.com/OWNER/NAME), or use the local forge. For a server of your company, name it in GH_HOST.',
    );
  }
  const { hub, slug } = remote;
  const key = `${hub.rest} ${slugText(slug)}`;
  const calls = callsOf.get(key) ?? callsFor(needs, remote);
  callsOf.set(key, calls);
  const about = await calls.get(pathOf(slug), Repository);
  if (!about.ok) return about;
  if (about.value.archived === true) {
    return refusal(
      'unacceptable',
      `${about.value.full_name} is archived: nothing can be changed in it. Take it out of the archive first.`,
    );
  }
  const base = slugIn(about.value.full_name) ?? slug;
  const head = await headOf(calls, base, about.value);
  if (!head.ok) return head;
  const isOwn = slugText(head.value) === slugText(base);
  return answered({
    calls,
    base,
    head: head.value,
    repo: pathOf(base),
    headRepo: pathOf(head.value),
    about: about.value,
    ...(remote.ssh === undefined || !isOwn ? {} : { ssh: remote.ssh }),
    rules: remembered((branch) => rulesOf(calls, pathOf(base), branch)),
  });
}

function callsFor({ env, clock, pace, accounts, learn }: PlaceNeeds, { hub, slug }: Remote): GitHubCalls {
  const credentials = credentialsFor({ env, hub, slug, now: clock.now, learn });
  return gitHubCalls({ hub, credentials, clock, accounts, ...(pace === undefined ? {} : { pace }) });
}

/** Rights that are not told are taken for given: the push will say. */
async function headOf(calls: GitHubCalls, base: Slug, about: RepositoryShape): Promise<GitHubAnswered<Slug>> {
  if (about.permissions?.push !== false) return answered(base);
  const bearer = await calls.bearer();
  if (!bearer.ok) return bearer;
  const user = bearer.value.kind === 'token' ? await calls.get('/user', UserShape) : undefined;
  const fork: Slug | undefined = user?.ok === true ? { owner: user.value.login, name: base.name } : undefined;
  const found = fork === undefined ? undefined : await calls.get(pathOf(fork), Repository);
  const origin = found?.ok === true ? [found.value.parent?.full_name, found.value.source?.full_name] : [];
  if (fork !== undefined && origin.includes(slugText(base))) return answered(fork);
  return refusal(
    'forbidden',
    `${bearer.value.source} may not push to ${slugText(base)}, and you have no fork of it by the same name. Ask for the right to push, or make a fork (gh repo fork ${slugText(base)}), then go on.`,
  );
}

function pathOf({ owner, name }: Slug): string {
  return `/repos/${owner}/${name}`;
}

function slugIn(fullName: string): Slug | undefined {
  const [owner, name] = fullName.split('/');
  return owner === undefined || name === undefined ? undefined : { owner, name };
}

/** Asked once for as long as the place is known; what failed is asked again. */
function remembered(
  ask: (branch: string) => Promise<GitHubAnswered<BranchRules>>,
): (branch: string) => Promise<GitHubAnswered<BranchRules>> {
  const known = new Map<string, BranchRules>();
  return async (branch) => {
    const before = known.get(branch);
    if (before !== undefined) return answered(before);
    const rules = await ask(branch);
    if (rules.ok) known.set(branch, rules.value);
    return rules;
  };
}
