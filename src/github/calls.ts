// Requests to GitHub: REST and GraphQL, over one way out.
//
// Invariants
//   CALLS-1. A read may be sent again; a write is sent once. Where its answer is lost the refusal says `unsettled`, and whoever
//        asked looks at GitHub for what became of it.
//   CALLS-2. While GitHub takes no more requests of ours, none is sent: the answer is when it does again. That is known by account
//        and place, for everybody in the process (`account.ts`).
//   CALLS-3. Between two writes of an account at a place lies at least `spacingMs`, whoever sends them.
//   CALLS-4. Our token goes to GitHub's interface and nowhere else: a redirect to another place is followed without it, and only
//        where a text is asked for that lies elsewhere.
//   CALLS-5. Nothing of an answer is used but what its shape says.
//   CALLS-6. A list is read whole or refused: what is not there in a part of it is not known to be missing.

import type { z } from 'zod';
import { isRecord, parseJson } from '../plain/json.ts';
import type { Clock } from '../telemetry/clock.ts';
import type { Hub } from './address.ts';
import type { GitHubAnswered, Refusal } from './answer.ts';
import { answered, refusal } from './answer.ts';
import type { Bearer, Credentials } from './credentials.ts';
import { exchange } from './exchange.ts';
import type { HttpRequest } from './exchange.ts';
import { apiHeaders } from './headers.ts';
import { limitedUntil } from './limits.ts';
import type { Account, Accounts } from './account.ts';
import { accountAt } from './account.ts';
import type { GitHubResponse } from './sentences.ts';
import { garbledAnswer, limited, refusalOf, silenceOf } from './sentences.ts';

export interface GitHubCalls {
  readonly hub: Hub;
  readonly bearer: () => Promise<GitHubAnswered<Bearer>>;
  readonly get: <T>(path: string, shape: z.ZodType<T>) => Promise<GitHubAnswered<T>>;
  /** All pages: CALLS-6. `within` is the key the things lie under, where an answer is no list itself. */
  readonly list: <T>(
    path: string,
    shape: z.ZodType<T>,
    options?: ListOptions,
  ) => Promise<GitHubAnswered<readonly T[]>>;
  /** A text in the form `accept` asks for. */
  readonly text: (path: string, accept: string) => Promise<GitHubAnswered<string>>;
  /** The end of a text that GitHub keeps elsewhere; CALLS-4. */
  readonly elsewhere: (path: string, bytesMax: number) => Promise<GitHubAnswered<string>>;
  /** CALLS-1. */
  readonly send: <T>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: object | undefined,
    shape: z.ZodType<T>,
  ) => Promise<GitHubAnswered<T>>;
  readonly query: <T>(
    document: string,
    variables: Variables,
    shape: z.ZodType<T>,
  ) => Promise<GitHubAnswered<T>>;
  /** CALLS-1. */
  readonly mutate: <T>(
    document: string,
    variables: Variables,
    shape: z.ZodType<T>,
  ) => Promise<GitHubAnswered<T>>;
  /** Headers of the answer to a request, for whoever has to know what they may do. */
  readonly look: (path: string) => Promise<GitHubAnswered<Headers>>;
}

export type Variables = Readonly<Record<string, string | number | boolean | undefined>>;

export interface ListOptions {
  /** So many are enough, whatever comes after them. */
  readonly first?: number;
  readonly within?: string;
}

export interface Pace {
  readonly timeMs: number;
  /** CALLS-3. */
  readonly spacingMs: number;
  /** Waits before a read is sent again; as many as there are further tries. */
  readonly againMs: readonly number[];
}

const usualPace: Pace = { timeMs: 30_000, spacingMs: 1_000, againMs: [500, 2_000] };

interface CallNeeds {
  readonly hub: Hub;
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly pace: Pace;
  /** What is kept of accounts; left out, what this process keeps for all. */
  readonly accounts?: Accounts | undefined;
}

const bytesMax = 16 * 1_048_576;
const thingsMax = 5_000;
const redirectsMax = 3;

export function gitHubCalls(given: Omit<CallNeeds, 'pace'> & Partial<Pick<CallNeeds, 'pace'>>): GitHubCalls {
  const needs = { pace: usualPace, ...given };
  const way = new Way(needs);
  const { hub } = needs;
  const rest = async <T>(request: Outgoing, shape: z.ZodType<T>): Promise<GitHubAnswered<T>> => {
    return way.ask(request, (said) => shaped(request, said, shape, hub.host));
  };
  const graph = async <T>(
    document: string,
    variables: Variables,
    shape: z.ZodType<T>,
    isWrite: boolean,
  ): Promise<GitHubAnswered<T>> => {
    const body = JSON.stringify({ query: document, variables });
    const request: Outgoing = { method: 'POST', path: '/graphql', url: hub.graphql, body, isWrite };
    return way.ask(request, (said) => graphAnswer(request, said, shape, hub.host));
  };
  return {
    hub,
    bearer: () => needs.credentials.bearer(),
    get: (path, shape) => rest({ method: 'GET', path }, shape),
    list: (path, shape, options = {}) => allPages(way, hub, path, shape, options),
    text: (path, accept) => way.ask({ method: 'GET', path, accept }, ({ text }) => answered(text)),
    elsewhere: (path, max) => way.elsewhere(path, max),
    send: (method, path, body, shape) =>
      rest(
        { method, path, isWrite: true, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
        shape,
      ),
    query: (document, variables, shape) => graph(document, variables, shape, false),
    mutate: (document, variables, shape) => graph(document, variables, shape, true),
    look: (path) => way.ask({ method: 'GET', path }, ({ headers }) => answered(headers)),
  };
}

interface Outgoing {
  readonly method: HttpRequest['method'];
  readonly path: string;
  /** Where it is not below the REST interface. */
  readonly url?: string;
  readonly accept?: string;
  readonly body?: string;
  readonly isWrite?: boolean;
}

/** The one way out: who we are, and what we may send now. */
class Way {
  readonly #needs: CallNeeds;

  constructor(needs: CallNeeds) {
    this.#needs = needs;
  }

  async ask<T>(
    request: Outgoing,
    read: (said: GitHubResponse) => GitHubAnswered<T>,
  ): Promise<GitHubAnswered<T>> {
    const once = async (): Promise<GitHubAnswered<T>> => {
      const got = await this.#asSomebody(request);
      return got.ok ? read(got.value) : got;
    };
    if (request.isWrite === true) {
      const who = await this.#needs.credentials.bearer();
      if (!who.ok) return who;
      await this.#turnToWrite(this.#account(who.value));
      return once();
    }
    let answer = await once();
    for (const ms of this.#needs.pace.againMs) {
      if (answer.ok || (answer.why !== 'unreachable' && answer.why !== 'garbled')) return answer;
      await this.#pause(ms);
      answer = await once();
    }
    return answer;
  }

  async elsewhere(path: string, max: number): Promise<GitHubAnswered<string>> {
    const { hub, pace } = this.#needs;
    const got = await this.#asSomebody({ method: 'GET', path }, 'gives redirects');
    if (!got.ok) return got;
    const next = got.value.headers.get('location');
    if (got.value.status < 300 || next === null) return answered(got.value.text.slice(-max));
    const url = URL.canParse(next, hub.rest) ? new URL(next, hub.rest) : undefined;
    const isPlain = url?.protocol === 'http:' && !hub.rest.startsWith('http:');
    if (url === undefined || isPlain || !/^https?:$/.test(url.protocol)) {
      return refusal(
        'garbled',
        `${hub.host} sends on from ${path} to a place that is none. Look at it by hand.`,
      );
    }
    const headers = { 'user-agent': 'slipway' };
    const text = await exchange({
      method: 'GET',
      url: url.href,
      headers,
      timeMs: pace.timeMs,
      bytesMax: max,
      keepsEnd: true,
    });
    const asked = { method: 'GET', path, host: url.host, source: 'nobody' };
    if (!text.ok) return silenceOf(asked, text);
    return text.status === 200 ? answered(text.text) : refusalOf(asked, text, this.#needs.clock.now());
  }

  /** A credential that is refused was not used: with another one the same request is a first one. */
  async #asSomebody(
    request: Outgoing,
    redirects?: 'gives redirects',
  ): Promise<GitHubAnswered<GitHubResponse>> {
    const first = await this.#once(request, redirects);
    if (first.ok || first.why !== 'unknown-caller' || first.status !== 401) return first;
    return this.#needs.credentials.refused() ? this.#once(request, redirects) : first;
  }

  async #once(request: Outgoing, redirects?: 'gives redirects'): Promise<GitHubAnswered<GitHubResponse>> {
    const { hub, credentials, clock, pace } = this.#needs;
    const who = await credentials.bearer();
    if (!who.ok) return who;
    const account = this.#account(who.value);
    const { limitedUntil: until } = account;
    if (clock.now() < until) return limited(hub, until, { until });
    // For telling what a lost answer means, a question over POST is a read.
    const method = request.isWrite === true ? request.method : 'GET';
    const asked = { method, path: request.path, host: hub.host, source: who.value.source };
    let url = request.url ?? `${hub.rest}${request.path}`;
    for (let hop = 0; hop <= redirectsMax; hop += 1) {
      const got = await exchange({
        method: request.method,
        url,
        headers: {
          ...apiHeaders(who.value.token, request.accept),
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        timeMs: pace.timeMs,
        bytesMax,
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      if (!got.ok) return silenceOf(asked, got);
      if (got.status >= 300 && got.status < 400) {
        if (redirects !== undefined) return answered(got);
        const next = sameOrigin(got.headers.get('location'), url, request);
        if (next === undefined) return refusalOf(asked, got, clock.now());
        url = next;
        continue;
      }
      const problem = this.#problem(asked, got, { account, isGraph: request.url !== undefined });
      return problem ?? answered(got);
    }
    return refusal(
      'garbled',
      `${hub.host} sends on from ${request.path} again and again. Look at it by hand.`,
    );
  }

  #problem(
    asked: Parameters<typeof refusalOf>[0],
    got: GitHubResponse,
    { account, isGraph }: { readonly account: Account; readonly isGraph: boolean },
  ): Refusal | undefined {
    const now = this.#needs.clock.now();
    const isLimited = isGraph && limitedUntil(got, now) !== undefined;
    if (got.status >= 200 && got.status < 300 && !isLimited) return undefined;
    const problem = refusalOf(asked, got, now);
    // A limit is for all who act as we do, and asking on makes it longer.
    if (problem.until !== undefined) account.limitedUntil = problem.until;
    return problem;
  }

  #account(bearer: Bearer): Account {
    return accountAt(this.#needs.hub.rest, bearer, this.#needs.accounts);
  }

  /** CALLS-3: one after the other, each a while after the one before. */
  #turnToWrite(account: Account): Promise<void> {
    account.lastTurn = this.#after(account, account.lastTurn);
    return account.lastTurn;
  }

  async #after(account: Account, before: Promise<void>): Promise<void> {
    const { clock, pace } = this.#needs;
    await before;
    await this.#pause(account.lastWriteAt + pace.spacingMs - clock.now());
    account.lastWriteAt = clock.now();
  }

  async #pause(ms: number): Promise<void> {
    if (ms <= 0) return;
    await this.#needs.clock.until(this.#needs.clock.now() + ms, new AbortController().signal);
  }
}

/** A repository that was renamed sends on. Only within the same place, and a write only where it keeps being that write. */
function sameOrigin(location: string | null, from: string, request: Outgoing): string | undefined {
  if (location === null || !URL.canParse(location, from)) return undefined;
  const url = new URL(location, from);
  const keeps = new URL(from).origin === url.origin;
  return keeps && request.url === undefined ? url.href : undefined;
}

function shaped<T>(
  request: Outgoing,
  said: GitHubResponse,
  shape: z.ZodType<T>,
  host: string,
): GitHubAnswered<T> {
  const data = said.status === 204 || said.text === '' ? undefined : parseJson(said.text);
  const parsed = shape.safeParse(data);
  // Also where nothing of the answer is read: a page of somebody in between is no answer of GitHub's.
  const isAnswer = data !== undefined || said.text === '';
  if (parsed.success && isAnswer) return answered(parsed.data);
  const method = request.isWrite === true ? request.method : 'GET';
  const where = parsed.error?.issues[0]?.path.map(String).join('.') ?? '';
  return garbledAnswer({ method, path: request.path, host, source: '' }, said, where);
}

/** GraphQL answers 200 whatever happened; where a part of what was asked is not there, the rest is still told. */
function graphAnswer<T>(
  request: Outgoing,
  said: GitHubResponse,
  shape: z.ZodType<T>,
  host: string,
): GitHubAnswered<T> {
  const body = parseJson(said.text);
  if (!isRecord(body)) return shaped(request, said, shape, host);
  const errors = Array.isArray(body['errors']) ? body['errors'].filter(isRecord) : [];
  const [first] = errors.filter(({ type }) => type !== 'NOT_FOUND');
  if (first !== undefined) {
    const words = typeof first['message'] === 'string' ? first['message'].slice(0, 300) : '';
    const why =
      first['type'] === 'FORBIDDEN' || first['type'] === 'INSUFFICIENT_SCOPES' ? 'forbidden' : 'unacceptable';
    return refusal(why, `${host} did not accept a question or an order of ours. It says: ${words}`, {
      said: words,
    });
  }
  const text = JSON.stringify(body['data'] ?? {});
  const parsed = shaped(request, { ...said, text }, shape, host);
  if (parsed.ok || errors.length === 0) return parsed;
  return refusal('absent', `${host} does not have what was asked for, or we may not see it.`);
}

async function allPages<T>(
  way: Way,
  hub: Hub,
  path: string,
  shape: z.ZodType<T>,
  { first = Infinity, within }: ListOptions,
): Promise<GitHubAnswered<readonly T[]>> {
  const things: T[] = [];
  let next: string | undefined = `${path}${path.includes('?') ? '&' : '?'}per_page=100`;
  while (next !== undefined && things.length < first) {
    if (things.length >= thingsMax) return refusal('unacceptable', tooMany(hub, path)); // CALLS-6
    const request: Outgoing = { method: 'GET', path: next };
    const got = await way.ask(request, (said) => {
      const data = parseJson(said.text);
      const page = within !== undefined && isRecord(data) ? data[within] : data;
      const parsed = shape.array().safeParse(page);
      return parsed.success
        ? answered({ page: parsed.data, next: nextPage(said.headers.get('link'), hub) })
        : garbledAnswer({ ...request, host: hub.host, source: '' }, said, '');
    });
    if (!got.ok) return got;
    things.push(...got.value.page);
    next = got.value.next;
  }
  return answered(things);
}

function tooMany({ host }: Hub, path: string): string {
  return `${host} has more than ${thingsMax} entries under ${path}, which is more than is read.`;
}

/** Pages lie below the interface, or they are not fetched. */
function nextPage(link: string | null, hub: Hub): string | undefined {
  const url = /<([^<>]+)>\s*;\s*rel="next"/.exec(link ?? '')?.[1];
  return url?.startsWith(`${hub.rest}/`) === true ? url.slice(hub.rest.length) : undefined;
}
