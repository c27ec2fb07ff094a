// What a route is, how it reads what it was asked, and how lists are paged.

import type { Actor, Needs } from './access.ts';
import { isRecord } from './access.ts';
import type { Hub } from './hub.ts';
import { Refusal, invalid, notFound } from './refusal.ts';
import type { Json, View } from './render/render.ts';
import { type Account, type Issue, type PullIssue, type Repository, isPull } from './state.ts';

export interface Reply {
  readonly status: number;
  /** Absent: none. A string is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PlainAsk extends View {
  readonly hub: Hub;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Json;
  /** Where logs are sent on to: another host. */
  readonly logsUrl: string;
  readonly self: string;
}

export interface Ask extends PlainAsk {
  readonly repository: Repository;
}

export type Route =
  | {
      readonly kind: 'plain';
      readonly method: string;
      readonly pattern: string;
      readonly run: (ask: PlainAsk) => Promise<Reply> | Reply;
    }
  | {
      readonly kind: 'repository';
      readonly method: string;
      readonly pattern: string;
      readonly needs: Needs;
      readonly run: (ask: Ask) => Promise<Reply> | Reply;
    };

/** `permission:level:role`, the last being `read` where nothing is said. */
type Demand = readonly [permission: Needs['permission'], level: Needs['level'], role?: Needs['role']];

/** A route below `/repos/{owner}/{repo}`. */
export function route(
  method: string,
  pattern: string,
  [permission, level, role = 'read']: Demand,
  run: (ask: Ask) => Promise<Reply> | Reply,
): Route {
  const needs: Needs = { permission, level, role };
  return { kind: 'repository', method, pattern: `/repos/{owner}/{repo}${pattern}`, needs, run };
}

export function plainRoute(
  method: string,
  pattern: string,
  run: (ask: PlainAsk) => Promise<Reply> | Reply,
): Route {
  return { kind: 'plain', method, pattern, run };
}

const greedy = new Set(['ref', 'path', 'branch', 'basehead']);

/** Of a pattern in the words of the published description. Only some of its parts may hold a slash. */
export function expressionOf(pattern: string): RegExp {
  const source = pattern
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/\{(\w+)\}/g, (_whole, name: string) => `(?<${name}>${greedy.has(name) ? '.+' : '[^/]+'})`);
  return new RegExp(`^${source}$`);
}

export function ok(body: unknown): Reply {
  return { status: 200, body };
}

export function created(body: Json): Reply {
  const { url } = body;
  return { status: 201, body, ...(typeof url === 'string' ? { headers: { location: url } } : {}) };
}

const perPageDefault = 30;
const perPageMax = 100;

/** One page of them, and where the others are. `key` is where an answer wraps its list and says how long it is. */
export function paged<T>(ask: PlainAsk, items: readonly T[], told: (item: T) => Json, key?: string): Reply {
  const size = Math.min(perPageMax, positive(ask.query.get('per_page')) ?? perPageDefault);
  const page = positive(ask.query.get('page')) ?? 1;
  const pages = Math.max(1, Math.ceil(items.length / size));
  const shown = items.slice((page - 1) * size, page * size).map(told);
  const at = (number: number, rel: string): string => {
    const query = new URLSearchParams(ask.query);
    query.set('page', String(number));
    return `<${ask.url}${ask.self}?${query.toString()}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [at(page - 1, 'prev')] : []),
    ...(page < pages ? [at(page + 1, 'next'), at(pages, 'last')] : []),
    ...(page > 1 ? [at(1, 'first')] : []),
  ];
  return {
    status: 200,
    body: key === undefined ? shown : { total_count: items.length, [key]: shown },
    headers: links.length === 0 ? {} : { link: links.join(', ') },
  };
}

function positive(text: string | null): number | undefined {
  const number = Number(text);
  return text !== null && Number.isInteger(number) && number > 0 ? number : undefined;
}

export function textIn(body: Json, key: string): string | undefined {
  const value = body[key];
  return typeof value === 'string' ? value : undefined;
}

export function flagIn(body: Json, key: string): boolean | undefined {
  const value = body[key];
  return typeof value === 'boolean' ? value : undefined;
}

export function numberIn(body: Json, key: string): number | undefined {
  const value = body[key];
  return typeof value === 'number' ? value : undefined;
}

export function textsIn(body: Json, key: string): readonly string[] {
  const value = body[key];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export function recordIn(body: Json, key: string): Json | undefined {
  const value = body[key];
  return isRecord(value) ? value : undefined;
}

export function recordsIn(body: Json, key: string): readonly Json[] {
  const value = body[key];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

const bodyCharsMax = 65_536;

/** Text that people read: there is a most of it. */
export function proseIn(body: Json, key: string, resource: string): string | undefined {
  const text = textIn(body, key);
  if (text !== undefined && text.length > bodyCharsMax)
    throw invalid({
      resource,
      code: 'custom',
      field: key,
      message: `${key} is too long (maximum is ${bodyCharsMax} characters)`,
    });
  return text;
}

export function neededIn(body: Json, key: string, resource: string): string {
  const text = proseIn(body, key, resource);
  if (text === undefined || text.trim() === '')
    throw invalid({ resource, code: 'missing_field', field: key });
  return text;
}

/** Whoever changes something is somebody. */
export function someone(actor: Actor): Account {
  if (actor.kind !== 'account') throw new Refusal(401, 'Requires authentication');
  return actor.account;
}

export function numbered(ask: Ask, param: string): number {
  const number = Number(ask.params[param]);
  if (!Number.isInteger(number)) throw notFound();
  return number;
}

export function issueOf(ask: Ask): Issue {
  const number = numbered(ask, 'issue_number');
  const issue = ask.repository.issues.find((one) => one.number === number);
  if (issue === undefined) throw notFound();
  return issue;
}

export function pullOf(ask: Ask): PullIssue {
  const number = numbered(ask, 'pull_number');
  const issue = ask.repository.issues.find((one) => one.number === number);
  if (issue === undefined || !isPull(issue)) throw notFound();
  return issue;
}
