// A Jira on loopback: Cloud's version 3 and Data Center's version 2 over the same state, with a fault for every call.
//
//   const jira = await startJira();
//   jira.person({ accountId: 'ann', displayName: 'Ann' });
//   jira.issue({ key: 'APP-7', summary: 'Say it twice', description: paragraph('…'), creator: 'ann' });
//   jira.fault({ kind: 'reset-after', match: { method: 'POST', path: /comment$/ } });
//   const tracker = jiraTracker({ settings: async () => ({ url: jira.url, api: 'cloud' }), env: jira.env, learn: () => undefined, clock: systemClock() });
//   jira.calls        every request with its answer, whether it was executed, and the fault
//   await jira.close();
//
// Signed in is whoever sends `jira.email:jira.token` as Basic, or `jira.pat` as Bearer; the account is `jira.me`.

import { type Fault } from '../web/fault.ts';
import { type Call, type WebAnswer, type WebRequest, WebServer } from '../web/web-server.ts';
import { answerTo } from './routes.ts';
import type { Issue, Person, Site, Workflow } from './state.ts';
import { usualWorkflow } from './state.ts';

export interface JiraServer {
  readonly url: string;
  /** What a client is told by its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly me: Person;
  readonly calls: readonly Call[];
  /** What went wrong in the server itself: nothing, in a good test. */
  readonly problems: readonly string[];
  readonly person: (person: Person) => Person;
  readonly issue: (given: Pick<Issue, 'key' | 'summary'> & Partial<Issue>) => Issue;
  readonly field: (id: string, name: string) => void;
  readonly workflow: (workflow: Workflow) => void;
  /** Comments tell no properties, as some sites do not. */
  readonly hideProperties: (hidden?: boolean) => void;
  readonly fault: (fault: Fault) => () => void;
  readonly clearFaults: () => void;
  readonly down: () => Promise<void>;
  readonly up: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const email = 'slipway@example.com';
const token = 'jira-cloud-token-of-tests';
const pat = 'jira-data-center-token-of-tests';

export async function startJira(): Promise<JiraServer> {
  const me: Person = { accountId: 'acc-slipway', displayName: 'Slipway' };
  const site: Site = {
    people: new Map([[me.accountId, me]]),
    issues: new Map(),
    fields: new Map(),
    workflow: usualWorkflow,
    tellsProperties: true,
    next: 10_000,
  };
  let before: string | undefined;
  const execute = (request: WebRequest, stale: boolean): WebAnswer => {
    const read = stale && before !== undefined ? revived(before, site) : site;
    if (request.method !== 'GET') before = frozen(site);
    return json(reply(read, request, { url: web.url, me }));
  };
  const web = new WebServer({
    ask: ({ method }) => ({ write: method !== 'GET', as: me.accountId }),
    execute: (request, { stale }) => Promise.resolve(execute(request, stale)),
    refuse: (kind, fault) => refusal(kind, fault),
  });
  await web.up();
  return {
    url: web.url,
    env: { JIRA_URL: web.url, JIRA_EMAIL: email, JIRA_API_TOKEN: token, JIRA_PAT: pat },
    me,
    calls: web.calls,
    problems: web.problems,
    person: (person) => {
      site.people.set(person.accountId, person);
      return person;
    },
    issue: (given) => {
      const issue: Issue = { ...blank(site), ...given };
      site.issues.set(issue.key, issue);
      return issue;
    },
    field: (id, name) => void site.fields.set(id, name),
    workflow: (workflow) => {
      site.workflow = workflow;
    },
    hideProperties: (hidden = true) => {
      site.tellsProperties = !hidden;
    },
    fault: (fault) => web.faults.arm(fault),
    clearFaults: () => web.faults.clear(),
    down: () => web.down(),
    up: () => web.up(),
    close: () => web.close(),
  };
}

function blank(site: Site): Omit<Issue, 'key' | 'summary'> {
  return {
    id: String((site.next += 1)),
    description: null,
    type: 'Task',
    labels: [],
    creator: undefined,
    status: 'To Do',
    parent: undefined,
    links: [],
    custom: {},
    comments: [],
    remoteLinks: [],
    moves: 0,
  };
}

function frozen({ issues }: Site): string {
  return JSON.stringify([...issues]);
}

/** The site as it was before the last write, for a read that comes too early. */
function revived(before: string, site: Site): Site {
  const issues: readonly (readonly [string, Issue])[] = JSON.parse(before);
  return { ...site, issues: new Map(issues) };
}

function reply(
  site: Site,
  request: WebRequest,
  { url, me }: { readonly url: string; readonly me: Person },
): ReturnType<typeof answerTo> {
  const [, api, path = ''] = /^\/rest\/api\/([23])(\/.*)$/.exec(request.path) ?? [];
  if (api !== '2' && api !== '3') return { status: 404, data: { errorMessages: ['not found'], errors: {} } };
  const signedIn =
    request.headers['authorization'] === `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}` ||
    (api === '2' && request.headers['authorization'] === `Bearer ${pat}`);
  if (!signedIn) {
    const errorMessages = ['Client must be authenticated to access this resource.'];
    return { status: 401, data: { errorMessages, errors: {} } };
  }
  const text = request.body.toString('utf8');
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return answerTo(site, { method: request.method, path, query: request.query, body, url, api, as: me });
}

function json({ status, data }: ReturnType<typeof answerTo>): WebAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: data === undefined ? '' : JSON.stringify(data),
  };
}

function refusal(kind: 'server-error' | 'rate-limit' | 'secondary-limit', fault: Fault): WebAnswer {
  if (kind === 'server-error') {
    return {
      status: fault.status ?? 502,
      headers: { 'content-type': 'text/html' },
      body: '<html>502</html>',
    };
  }
  return {
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': String(fault.retryAfter ?? 1) },
    body: JSON.stringify({ errorMessages: ['Rate limit exceeded.'], errors: {} }),
  };
}

/** A document of one paragraph. */
export function paragraph(...lines: readonly string[]): unknown {
  return {
    type: 'doc',
    version: 1,
    content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  };
}
