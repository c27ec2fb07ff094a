// The calls Jira is asked with, and what an answer that is none of what was hoped for means to a run.
//
// Invariants
//   JIRA-CLIENT-1. A read is one page after another until all is there or a limit is met; a write is sent once, whatever happens.
//   JIRA-CLIENT-3. While Jira takes no more requests of an account, none is sent: the answer is when it does again. That is known to
//       everybody in the process.
//   JIRA-CLIENT-2. Every failure is a sentence with something to do, and the class that fits: a limit is a wait with its time, an
//       outage is tried again, and what only a person can mend is theirs.

import { createHash } from 'node:crypto';
import { isRecord } from '../../plain/json.ts';
import type { CallAnswer, CallFailure, CallRequest, Calling } from '../calls.ts';
import { call } from '../calls.ts';
import type { TrackerFailure } from '../tracker.ts';
import type { JiraSite } from './site.ts';

export interface JiraClient {
  readonly site: JiraSite;
  readonly get: (path: string, query?: Readonly<Record<string, string>>) => Promise<CallAnswer>;
  readonly send: (method: 'POST' | 'PUT', path: string, body: unknown) => Promise<CallAnswer>;
}

export function jiraClient(site: JiraSite, how: Omit<Calling, 'name'>): JiraClient {
  const root = `${site.url}/rest/api/${site.api === 'cloud' ? '3' : '2'}`;
  const calling = { ...how, name: nameOf(site) };
  const sent = async (request: Pick<CallRequest, 'method' | 'body' | 'url'>): Promise<CallAnswer> => {
    const limits = limitsOf(how.clock);
    const limit = limits.get(accountOf(site));
    const left = (limit?.until ?? 0) - how.clock.now();
    if (limit !== undefined && left > 0) return { ...limit.failure, retryAfterMs: left }; // JIRA-CLIENT-3
    // Jira refuses writes that look as if a browser had been made to send them.
    const headers = { authorization: site.authorization, 'x-atlassian-token': 'no-check' };
    const answer = await call({ ...request, headers }, calling);
    if (!answer.ok && answer.kind === 'limited') keepLimit(limits, site, { answer, now: how.clock.now() });
    return answer;
  };
  return {
    site,
    get: (path, query = {}) => {
      const search = new URLSearchParams(query).toString();
      return sent({ method: 'GET', url: `${root}${path}${search === '' ? '' : `?${search}`}` });
    },
    send: (method, path, body) => sent({ method, url: `${root}${path}`, body }),
  };
}

type Limited = Extract<CallFailure, { kind: 'limited' }>;

/** By place and who we are there, which is known by a hash, so that it is kept nowhere else. */
type Limits = Map<string, { readonly until: number; readonly failure: Limited }>;

/** A time means something only by the clock that it was told by; a process has one. */
const limitsBy = new WeakMap<Calling['clock'], Limits>();

function limitsOf(clock: Calling['clock']): Limits {
  const known: Limits = limitsBy.get(clock) ?? new Map();
  limitsBy.set(clock, known);
  return known;
}

const accountsMax = 200;

function accountOf({ url, authorization }: JiraSite): string {
  return `${url} ${createHash('sha256').update(authorization).digest('hex')}`;
}

function keepLimit(
  limits: Limits,
  site: JiraSite,
  { answer: failure, now }: { readonly answer: Limited; readonly now: number },
): void {
  if (failure.retryAfterMs === undefined) return;
  const account = accountOf(site);
  limits.delete(account);
  limits.set(account, { until: now + failure.retryAfterMs, failure });
  for (const old of [...limits.keys()].slice(0, -accountsMax)) limits.delete(old);
}

/** JIRA-CLIENT-2. `what` is what was asked for, as in "ticket PROJ-12". */
export function failureOf(
  failure: CallFailure,
  { what, now, site }: { readonly what: string; readonly now: number; readonly site: JiraSite },
): TrackerFailure {
  switch (failure.kind) {
    case 'limited': {
      const { retryAfterMs } = failure;
      const when = retryAfterMs === undefined ? {} : { resetsAt: now + retryAfterMs };
      return { ok: false, reason: 'tracker-limited', detail: failure.detail, ...when };
    }
    case 'unavailable':
      return { ok: false, reason: 'tracker-unavailable', detail: `${failure.detail} It is tried again.` };
    case 'too-large':
      return refused(`${failure.detail} Shorten ${what}, or take attachments and long logs out of its text.`);
    case 'refused':
      return refused(refusedWords(failure, what, site));
  }
}

function refusedWords(
  { status, detail }: Extract<CallFailure, { kind: 'refused' }>,
  what: string,
  { url, api }: JiraSite,
): string {
  const { host } = new URL(url);
  const login = api === 'cloud' ? 'JIRA_EMAIL and JIRA_API_TOKEN' : 'JIRA_PAT';
  if (status === 401) {
    return `Jira at ${host} does not accept the login: the token is wrong, expired or revoked, or belongs to another address. Look at ${login}.`;
  }
  if (status === 403) {
    return `${detail} The account behind ${login} may not do this with ${what}: ask whoever administers the project for the permission. After many failed logins Jira also wants one in the browser first.`;
  }
  if (status === 404) {
    return `Jira at ${host} has no ${what}, or the account behind ${login} may not see it: Jira answers the same to both. Open it in the browser with that account.`;
  }
  return `${detail} Look at ${what} in Jira.`;
}

export function refused(detail: string): TrackerFailure {
  return { ok: false, reason: 'preflight', detail };
}

/** An answer that is JSON and none of what was asked for. */
export function otherShape({ site }: JiraClient): CallFailure {
  const detail = `${nameOf(site)} gave something else than what it was asked for; \`tracker.jira.url\` may not be the address of Jira itself.`;
  return { ok: false, kind: 'unavailable', detail, unknown: false };
}

function nameOf({ url }: JiraSite): string {
  return `Jira at ${new URL(url).host}`;
}

const pageSize = 100;
const pagesMax = 50;

interface List {
  readonly path: string;
  readonly key: string;
  readonly query: Readonly<Record<string, string>>;
}

interface Entries {
  readonly ok: true;
  readonly entries: readonly unknown[];
}

/** All entries of a list that comes in pages, in order; of more than are read, none. */
export async function pages(client: JiraClient, list: List): Promise<Entries | CallFailure> {
  const entries: unknown[] = [];
  for (let page = 0; page < pagesMax; page += 1) {
    const found = await pageAt(client, list, entries.length);
    if (!found.ok) return found;
    entries.push(...found.entries);
    if (found.entries.length === 0 || entries.length >= found.total) return { ok: true, entries };
  }
  const detail = `${nameOf(client.site)} has more than ${entries.length} entries under ${list.path}, which is more than is read.`;
  return { ok: false, kind: 'refused', status: 200, data: undefined, detail };
}

/** The last entries, in order, and how many are before them. */
export async function lastPage(
  client: JiraClient,
  list: List,
): Promise<(Entries & { readonly unread: number }) | CallFailure> {
  const first = await pageAt(client, list, 0);
  if (!first.ok || first.entries.length >= first.total) return first.ok ? { ...first, unread: 0 } : first;
  const unread = Math.max(0, first.total - pageSize);
  const last = await pageAt(client, list, unread);
  return last.ok ? { ...last, unread } : last;
}

async function pageAt(
  client: JiraClient,
  { path, key, query }: List,
  from: number,
): Promise<(Entries & { readonly total: number }) | CallFailure> {
  const answer = await client.get(path, { ...query, startAt: String(from), maxResults: String(pageSize) });
  if (!answer.ok) return answer;
  const { data } = answer;
  // Taken for an empty list, an answer of another shape would have everything written once more.
  if (!isRecord(data) || !Array.isArray(data[key])) return otherShape(client);
  const entries: readonly unknown[] = data[key];
  const total = typeof data['total'] === 'number' ? data['total'] : from + entries.length;
  return { ok: true, entries, total };
}
