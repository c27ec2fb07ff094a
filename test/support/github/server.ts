// A GitHub for tests: REST, GraphQL and git over HTTP on loopback, with a state of its own and real repositories.
//
//   const github = await startGitHub();
//   const ann = github.person('ann');
//   const repository = await github.repository('acme/shop', { files: { 'a.txt': 'one\n' }, collaborators: { ann: 'write' } });
//   const token = github.token('ann');                    // classic; { kind: 'fine-grained', permissions } for the other sort
//   // API at github.url (also below /api/v3, GraphQL at /graphql and /api/graphql), git at repository.cloneUrl with the token
//   const head = await ann.pushes('acme/shop', 'fix', { 'a.txt': 'two\n' });
//   const pull = await ann.opens('acme/shop', { head: 'fix', title: 'Fix' });
//   github.fault({ kind: 'reset-after', match: { method: 'POST', path: /\/pulls$/ } });
//   github.calls.filter((call) => call.write && call.executed)
//   await github.close();
//
// Faults, limits, calls: `web/fault.ts`, `web/web-server.ts`. Rules of a branch: `repository.rule(...)`. What checks say:
// `repository.ci`. An App: `github.app(...)`, which hands out its key. Every request and answer is held against what GitHub publishes
// where that is given (`violations`); where it is not, `validated` says so.

import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contractFile } from '../contracts/folder.ts';
import { OpenApi } from '../contracts/openapi.ts';
import { type Violation, Watch } from '../contracts/watch.ts';
import type { Fault } from '../web/fault.ts';
import { type Call, type WebAnswer, type WebRequest, WebServer } from '../web/web-server.ts';
import { actorOf } from './access.ts';
import { answerGit, isGit, isPush } from './git-http.ts';
import { answerGraphQl, isGraphQl, operationIn, schemaIn } from './graphql/execute.ts';
import { Hub } from './hub.ts';
import { Rates, type Resource, Spacing, loginOf, rateLimited, secondaryLimited } from './rates.ts';
import { Rest, plainPath } from './rest.ts';
import { type Installed, type TokenOptions, Registry, type AppOptions } from './registry.ts';
import { type Somebody, somebody } from './person.ts';
import {
  type RepositoryOptions,
  type RepositoryHandle,
  makeRepository,
  repositoryHandle,
} from './repository.ts';

export interface GitHubOptions {
  /** Milliseconds since 1970; the machine's clock where nothing is said. */
  readonly now?: () => number;
  /** How many reads after a change are told that mergeability is not known yet: one, where nothing is said. */
  readonly unknownReads?: number;
  /** More writes of one account in a minute meet the second limit; none does, where nothing is said. */
  readonly writesPerMinute?: number;
  /** The folder with the published descriptions; that of `SLIPWAY_CONTRACTS`, where nothing is said. */
  readonly contracts?: string;
}

export interface GitHubServer {
  /** Of the API, and of everything that a person would open in a browser. */
  readonly url: string;
  readonly calls: readonly Call[];
  /** What was asked of the host that logs lie with: nobody may show it a token. */
  readonly logCalls: readonly Call[];
  /** What went wrong in the server itself: nothing, in a good test. */
  readonly problems: readonly string[];
  /** Whether requests and answers are held against what GitHub publishes. */
  readonly validated: boolean;
  /** What is published refuses these: nothing, in a good test. */
  readonly violations: readonly Violation[];
  /** What was refused until now was sent to be refused. */
  readonly forgive: () => void;
  /** From now on this path is answered with this text, whatever is true: for who tries whether anybody notices. */
  readonly spoil: (path: string, body: string) => void;
  /** Orders that calls go wrong; what it answers takes the order back. */
  readonly fault: (fault: Fault) => () => void;
  /** The same for the host that logs lie with. */
  readonly logFault: (fault: Fault) => () => void;
  readonly clearFaults: () => void;
  /** Nobody listens, until `up`. */
  readonly down: () => Promise<void>;
  readonly up: () => Promise<void>;
  readonly repository: (name: string, options?: RepositoryOptions) => Promise<RepositoryHandle>;
  /** One that is there already: a fork that somebody made. */
  readonly repositoryNamed: (name: string) => RepositoryHandle;
  readonly person: (login: string, as?: { readonly name?: string; readonly bot?: boolean }) => Somebody;
  readonly organization: (login: string, members?: readonly string[]) => void;
  readonly token: (login: string, options?: TokenOptions) => string;
  /** It is not valid any more. */
  readonly revoke: (token: string) => void;
  readonly app: (slug: string, options: AppOptions) => Installed;
  readonly rate: (
    login: string,
    resource: Resource,
    rate: { readonly limit?: number; readonly used?: number; readonly resetAt?: number },
  ) => void;
  /** What an account has used of its limit. */
  readonly spent: (login: string, resource: Resource) => number;
  readonly close: () => Promise<void>;
}

export async function startGitHub(options: GitHubOptions = {}): Promise<GitHubServer> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'slipway-github-')));
  const now = options.now ?? Date.now;
  const hub = new Hub(root, { now, unknownReads: options.unknownReads ?? 1 });
  const rates = new Rates(now);
  const registry = new Registry(hub);
  // What people do by themselves takes nothing from the limits that are looked at: they have a token and a limit for that.
  const own = new Map<string, string>();
  const ownToken = (login: string): string => {
    const known = own.get(login) ?? registry.token(login);
    own.set(login, known);
    return known;
  };
  const rest = new Rest({ hub, rates, url: () => web.url, logsUrl: () => logs.url });
  const spacing = new Spacing(options.writesPerMinute ?? Number.POSITIVE_INFINITY);
  const inventions = new Map<string, string>();
  const graphQl = {
    hub,
    rates,
    url: () => web.url,
    schema: () => schemaIn(contractFile('github.graphql', options.contracts)),
    document: (operation: string, wrong: readonly string[]) => watch.document(operation, wrong),
    problem: (text: string) => web.problems.push(text),
  };
  const asker = (request: WebRequest): string | undefined => {
    try {
      return loginOf(actorOf(hub.world, now(), request.headers['authorization']));
    } catch {
      return undefined;
    }
  };
  const execute = async (request: WebRequest, { stale }: { readonly stale: boolean }): Promise<WebAnswer> => {
    if (isWrite(request) && web.faults.keepsOld) hub.keepBefore();
    if (isGit(request.path)) return answerGit(hub, request);
    if (isWrite(request)) {
      const seconds = spacing.wait(asker(request) ?? '', now());
      if (seconds > 0) return secondaryLimited(seconds, rates.headers(asker(request), 'core'));
    }
    const world = stale ? (hub.before ?? hub.world) : hub.world;
    if (isGraphQl(request.path)) return answerGraphQl(graphQl, request, world);
    const answer = await rest.answer({ ...request, path: plainPath(world, request.path) }, world);
    const invented = inventions.get(request.path);
    return invented === undefined ? answer : { ...answer, body: invented };
  };
  const description = contractFile('github-rest.openapi.json', options.contracts);
  const watch = new Watch('github', description === undefined ? undefined : descriptionIn(description));
  const web = new WebServer({
    ask: (request) => {
      const as = asker(request);
      const { operation } = isGraphQl(request.path) ? operationIn(request.body) : {};
      return {
        write: isWrite(request),
        ...(as === undefined ? {} : { as }),
        ...(operation === undefined ? {} : { operation }),
      };
    },
    execute,
    refuse: (kind, fault) => refusal(kind, fault, rates),
    seen: (request, answer, fault) => {
      if (!isGit(request.path) && !isGraphQl(request.path))
        watch.seen(request, plainPath(hub.world, request.path), answer, fault);
    },
  });
  const logs = logServer(hub);
  await Promise.all([web.up(), logs.up()]);
  return {
    get url() {
      return web.url;
    },
    calls: web.calls,
    logCalls: logs.calls,
    problems: web.problems,
    validated: watch.validated,
    violations: watch.violations,
    forgive: () => watch.forgive(),
    spoil: (spoiled, body) => inventions.set(spoiled, body),
    fault: (fault) => web.faults.arm(fault),
    logFault: (fault) => logs.faults.arm(fault),
    clearFaults: () => {
      web.faults.clear();
      logs.faults.clear();
    },
    down: () => web.down(),
    up: () => web.up(),
    repository: (name, wanted = {}) => web.alone(() => makeRepository(hub, registry, web, name, wanted)),
    repositoryNamed: (name) => repositoryHandle(hub, web, name),
    person: (login, as = {}) => {
      registry.account(login, as.bot === true ? 'Bot' : 'User', as.name);
      return somebody({ hub, web, rest, token: ownToken }, login);
    },
    organization: (login, members = []) => registry.organization(login, members),
    token: (login, wanted = {}) => registry.token(login, wanted),
    revoke: (token) => registry.revoke(token),
    app: (slug, wanted) => registry.app(slug, wanted),
    rate: (login, resource, rate) => rates.set(login, resource, rate),
    spent: (login, resource) => rates.of(login, resource).used,
    close: async () => {
      await Promise.all([web.close(), logs.close()]);
      watch.end();
      await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

const descriptions = new Map<string, OpenApi>();

/** Read once: it is large, and tests start many servers. */
function descriptionIn(file: string): OpenApi {
  const known = descriptions.get(file) ?? new OpenApi(file, ['ref', 'path', 'branch', 'basehead']);
  descriptions.set(file, known);
  return known;
}

/** Where logs lie: another host, which takes who signs in another way for an intruder. */
function logServer(hub: Hub): WebServer {
  const plain = { 'content-type': 'text/plain; charset=utf-8' };
  return new WebServer(
    {
      ask: () => ({ write: false }),
      execute: (request) => {
        const [, repository, id] = /^\/logs\/(\d+)\/(\d+)$/.exec(request.path) ?? [];
        const found = hub.world.repositories.find((one) => String(one.id) === repository);
        const job = found?.workflowRuns.flatMap((run) => run.jobs).find((one) => String(one.id) === id);
        if (request.headers['authorization'] !== undefined)
          return Promise.resolve({ status: 400, headers: plain, body: 'AuthenticationFailed' });
        if (job?.log === undefined)
          return Promise.resolve({ status: 404, headers: plain, body: 'BlobNotFound' });
        return Promise.resolve({ status: 200, headers: plain, body: job.log });
      },
      refuse: () => ({ status: 503, headers: plain, body: 'ServerBusy' }),
    },
    'localhost',
  );
}

function isWrite(request: WebRequest): boolean {
  if (isGit(request.path)) return isPush(request);
  if (isGraphQl(request.path)) return operationIn(request.body).write;
  return request.method !== 'GET' && request.method !== 'HEAD';
}

function refusal(
  kind: 'server-error' | 'rate-limit' | 'secondary-limit',
  fault: Fault,
  rates: Rates,
): WebAnswer {
  const seconds = fault.retryAfter ?? 1;
  switch (kind) {
    case 'server-error':
      return {
        status: fault.status ?? 502,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ message: 'Server Error' }),
      };
    case 'rate-limit': {
      const headers = {
        ...rates.headers(undefined, 'core'),
        'x-ratelimit-remaining': '0',
        'retry-after': String(seconds),
      };
      return rateLimited(429, headers);
    }
    case 'secondary-limit':
      return secondaryLimited(seconds, rates.headers('somebody', 'core'));
  }
}
