// What is left of everybody's limits. Each account has one for REST and one for GraphQL, an hour long.

import type { Actor } from './access.ts';
import type { WebAnswer } from '../web/web-server.ts';

const hour = 3_600_000;

export type Resource = 'core' | 'graphql' | 'search';

export interface Rate {
  limit: number;
  used: number;
  /** Milliseconds since 1970. */
  resetAt: number;
}

const limits: { readonly [Name in Resource]: number } = { core: 5000, graphql: 5000, search: 30 };
const limitOfNobody = 60;

export class Rates {
  readonly #now: () => number;
  readonly #rates = new Map<string, Rate>();

  constructor(now: () => number) {
    this.#now = now;
  }

  of(login: string | undefined, resource: Resource): Rate {
    const key = `${login ?? ''} ${resource}`;
    const known = this.#rates.get(key);
    if (known !== undefined && known.resetAt > this.#now()) return known;
    const limit = known?.limit ?? (login === undefined ? limitOfNobody : limits[resource]);
    const rate = { limit, used: 0, resetAt: this.#now() + hour };
    this.#rates.set(key, rate);
    return rate;
  }

  set(login: string, resource: Resource, rate: Partial<Rate>): void {
    Object.assign(this.of(login, resource), rate);
  }

  headers(login: string | undefined, resource: Resource): Readonly<Record<string, string>> {
    const { limit, used, resetAt } = this.of(login, resource);
    return {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - used)),
      'x-ratelimit-used': String(Math.min(used, limit)),
      'x-ratelimit-reset': String(Math.ceil(resetAt / 1000)),
      'x-ratelimit-resource': resource,
    };
  }

  isSpent(login: string | undefined, resource: Resource): boolean {
    const { limit, used } = this.of(login, resource);
    return used >= limit;
  }

  json(login: string | undefined, resource: Resource): Readonly<Record<string, number>> {
    const { limit, used, resetAt } = this.of(login, resource);
    return {
      limit,
      used: Math.min(used, limit),
      remaining: Math.max(0, limit - used),
      reset: Math.ceil(resetAt / 1000),
    };
  }
}

const minute = 60_000;

/** The second limit: how much one account writes within a minute. */
export class Spacing {
  readonly #max: number;
  readonly #writes = new Map<string, readonly number[]>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Seconds to wait, and 0 where it may be done now. */
  wait(login: string, now: number): number {
    const recent = (this.#writes.get(login) ?? []).filter((at) => at > now - minute);
    const [first = now] = recent;
    if (recent.length >= this.#max) return Math.max(1, Math.ceil((first + minute - now) / 1000));
    this.#writes.set(login, [...recent, now]);
    return 0;
  }
}

export function loginOf(actor: Actor): string | undefined {
  switch (actor.kind) {
    case 'nobody':
      return undefined;
    case 'account':
      return actor.account.login;
    case 'app':
      return actor.app.slug;
  }
}

const json = { 'content-type': 'application/json; charset=utf-8' };
const documentation_url = 'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api';

/** The first limit says when it ends by the clock. */
export function rateLimited(status: 403 | 429, headers: Readonly<Record<string, string>>): WebAnswer {
  const body = JSON.stringify({ message: 'API rate limit exceeded for this account.', documentation_url });
  return { status, headers: { ...json, ...headers }, body };
}

/** The second one says how many seconds to wait, and that what was left of the first is not the reason. */
export function secondaryLimited(retryAfter: number, headers: Readonly<Record<string, string>>): WebAnswer {
  const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
  return {
    status: 403,
    headers: { ...json, ...headers, 'retry-after': String(retryAfter) },
    body: JSON.stringify({ message, documentation_url }),
  };
}
