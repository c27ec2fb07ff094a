// REST: finds the route, asks whether the caller may, and dresses the answer: limits, scopes, a fingerprint for who asks again.

import { createHash } from 'node:crypto';
import type { WebAnswer, WebRequest } from '../web/web-server.ts';
import { type Actor, actorOf, isRecord, mayOrRefuse, sees } from './access.ts';
import type { Hub } from './hub.ts';
import { type Rates, type Resource, loginOf, rateLimited } from './rates.ts';
import { Refusal, notFound } from './refusal.ts';
import type { Json } from './render/render.ts';
import { type PlainAsk, type Reply, type Route, expressionOf, ok, plainRoute } from './route.ts';
import { accountRoutes } from './routes/accounts.ts';
import { branchRoutes } from './routes/branches.ts';
import { checkRoutes } from './routes/checks.ts';
import { issueRoutes } from './routes/issues.ts';
import { pullRoutes } from './routes/pulls.ts';
import { releaseRoutes } from './routes/releases.ts';
import { repositoryRoutes } from './routes/repositories.ts';
import { reviewRoutes } from './routes/reviews.ts';
import { type World, findRepository, fullName, repositoryById } from './state.ts';

export interface RestParts {
  readonly hub: Hub;
  readonly rates: Rates;
  readonly url: () => string;
  readonly logsUrl: () => string;
}

/** All that is simulated; the limits are told by who knows them. */
export const routes: readonly Route[] = [
  plainRoute('GET', '/rate_limit', () => ({ status: 200 })),
  ...accountRoutes,
  ...issueRoutes,
  ...reviewRoutes,
  ...pullRoutes,
  ...branchRoutes,
  ...checkRoutes,
  ...releaseRoutes,
  ...repositoryRoutes,
];

export class Rest {
  readonly #parts: RestParts;
  readonly #routes: readonly { readonly route: Route; readonly expression: RegExp }[];

  constructor(parts: RestParts) {
    this.#parts = parts;
    const limits = plainRoute('GET', '/rate_limit', (ask) => this.#limits(ask));
    this.#routes = [...routes.filter(({ pattern }) => pattern !== limits.pattern), limits].map((route) => ({
      route,
      expression: expressionOf(route.pattern),
    }));
  }

  async answer(request: WebRequest, world: World): Promise<WebAnswer> {
    const { hub, rates } = this.#parts;
    let actor: Actor;
    try {
      actor = actorOf(world, hub.now(), request.headers['authorization']);
    } catch (problem) {
      return answerOf(problem);
    }
    const login = loginOf(actor);
    const resource: Resource = request.path.startsWith('/search/') ? 'search' : 'core';
    const free = request.path === '/rate_limit';
    if (!free && rates.isSpent(login, resource)) return rateLimited(403, rates.headers(login, resource));
    const answer = await this.#run(request, world, actor).catch(answerOf);
    const tagged = withTag(request, answer);
    // What did not change costs nothing.
    if (!free && !(tagged.status === 304 && login !== undefined)) rates.of(login, resource).used += 1;
    return {
      ...tagged,
      headers: {
        ...tagged.headers,
        ...rates.headers(login, resource),
        ...scopesOf(actor),
        'x-github-media-type': 'github.v3; format=json',
      },
    };
  }

  async #run(request: WebRequest, world: World, actor: Actor): Promise<WebAnswer> {
    const found = this.#find(request.method, request.path);
    if (found === undefined) throw notFound();
    const { hub, url, logsUrl } = this.#parts;
    const { route, params } = found;
    const plain: PlainAsk = {
      hub,
      world,
      url: url(),
      logsUrl: logsUrl(),
      actor,
      params,
      query: request.query,
      body: bodyOf(request),
      self: request.path,
    };
    if (route.kind === 'plain') return sent(await route.run(plain));
    const name = `${params['owner'] ?? ''}/${params['repo'] ?? ''}`;
    const repository = findRepository(world, name);
    if (repository === undefined) throw movedOrMissing(plain, name, request);
    mayOrRefuse(world, repository, actor, route.needs);
    return sent(await route.run({ ...plain, repository }));
  }

  #find(
    method: string,
    path: string,
  ): { readonly route: Route; readonly params: Readonly<Record<string, string>> } | undefined {
    for (const { route, expression } of this.#routes) {
      const match = route.method === method ? expression.exec(path) : null;
      if (match === null) continue;
      const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decoded(value)]);
      return { route, params: Object.fromEntries(params) };
    }
    return undefined;
  }

  #limits({ actor }: PlainAsk): Reply {
    const login = loginOf(actor);
    const { rates } = this.#parts;
    const of = (resource: Resource): Json => rates.json(login, resource);
    return ok({
      resources: { core: of('core'), search: of('search'), graphql: of('graphql') },
      rate: of('core'),
    });
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw notFound();
  }
}

/** A renamed repository is found under its number; who may not see it is not told that it moved. */
function movedOrMissing(ask: PlainAsk, name: string, request: WebRequest): Refusal {
  const id = ask.world.renamed[name.toLowerCase()];
  const repository = id === undefined ? undefined : repositoryById(ask.world, id);
  if (repository === undefined || !sees(ask.world, repository, ask.actor)) return notFound();
  const rest = request.path.slice(`/repos/${name}`.length);
  const query = request.query.size === 0 ? '' : `?${request.query.toString()}`;
  const url = `${ask.url}/repositories/${repository.id}${rest}${query}`;
  const status = request.method === 'GET' ? 301 : 307;
  return new Refusal(status, 'Moved Permanently', { url }, { location: url });
}

/** `/repositories/7/pulls` is `/repos/owner/name/pulls`, and Enterprise has all of it below `/api/v3`. */
export function plainPath(world: World, path: string): string {
  const short = path.replace(/^\/api\/v3(?=\/)/, '');
  const [, id, rest = ''] = /^\/repositories\/(\d+)(\/.*)?$/.exec(short) ?? [];
  const repository = id === undefined ? undefined : repositoryById(world, Number(id));
  return repository === undefined ? short : `/repos/${fullName(repository)}${rest}`;
}

function bodyOf(request: WebRequest): Json {
  if (request.body.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(request.body.toString('utf8'));
  } catch {
    throw new Refusal(400, 'Problems parsing JSON');
  }
  if (Array.isArray(value)) return { labels: value }; // Labels may be sent as a bare list.
  if (!isRecord(value)) throw new Refusal(400, 'Body should be a JSON object');
  return value;
}

function sent({ status, body, headers = {} }: Reply): WebAnswer {
  if (body === undefined) return { status, headers, body: '' };
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  return {
    status,
    headers: { 'content-type': type, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

function answerOf(problem: unknown): WebAnswer {
  if (problem instanceof Refusal) return problem.answer;
  throw problem;
}

function withTag(request: WebRequest, answer: WebAnswer): WebAnswer {
  if (request.method !== 'GET' || answer.status !== 200) return answer;
  const etag = `W/"${createHash('sha256').update(answer.body).digest('hex')}"`;
  const known = (request.headers['if-none-match'] ?? '').split(/,\s*/);
  if (known.includes(etag)) return { status: 304, headers: { etag }, body: '' };
  return {
    ...answer,
    headers: { ...answer.headers, etag, 'cache-control': 'private, max-age=60, s-maxage=60' },
  };
}

/** Only classic tokens tell what they may. */
function scopesOf(actor: Actor): Readonly<Record<string, string>> {
  if (actor.kind !== 'account' || actor.token.kind !== 'classic') return {};
  return { 'x-oauth-scopes': actor.token.scopes.join(', '), 'x-accepted-oauth-scopes': 'repo' };
}
