// What a Jira site answers, by method and path. Cloud speaks version 3 with documents, Data Center version 2 with wiki text; what
// differs beyond that is written by hand from what Data Center's documentation says, and validated by nothing.

import type { Issue, IssueComment, Person, Site, StatusSpec } from './state.ts';

export interface JiraRequest {
  readonly method: string;
  /** Below `/rest/api/N`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly url: string;
  readonly api: '2' | '3';
  /** The account that signed in. */
  readonly as: Person;
}

export interface JiraReply {
  readonly status: number;
  readonly data?: unknown;
}

type Route = (site: Site, request: JiraRequest, words: readonly string[]) => JiraReply;

const routes: readonly (readonly [method: string, path: RegExp, route: Route])[] = [
  ['GET', /^\/myself$/, (_site, request) => ({ status: 200, data: personOf(request, request.as) })],
  [
    'GET',
    /^\/serverInfo$/,
    (_site, { url, api }) => ({
      status: 200,
      data: { baseUrl: url, version: '1001.0.0', deploymentType: api === '3' ? 'Cloud' : 'Server' },
    }),
  ],
  [
    'GET',
    /^\/field$/,
    (site) => ({
      status: 200,
      data: [...site.fields].map(([id, name]) => ({ id, key: id, name, custom: true })),
    }),
  ],
  ['GET', /^\/project\/([^/]+)$/, projectOf],
  [
    'GET',
    /^\/issue\/([^/]+)$/,
    found((site, request, issue) => ({ status: 200, data: issueOf(site, request, issue) })),
  ],
  ['GET', /^\/issue\/([^/]+)\/comment$/, found(comments)],
  ['POST', /^\/issue\/([^/]+)\/comment$/, found(addComment)],
  ['PUT', /^\/issue\/([^/]+)\/comment\/([^/]+)$/, found(editComment)],
  ['GET', /^\/issue\/([^/]+)\/transitions$/, found(transitions)],
  ['POST', /^\/issue\/([^/]+)\/transitions$/, found(move)],
  [
    'GET',
    /^\/issue\/([^/]+)\/remotelink$/,
    found((_site, request, issue) => ({
      status: 200,
      data: issue.remoteLinks.map((link) => ({
        ...link,
        self: `${request.url}/rest/api/${request.api}/issue/${issue.key}/remotelink/${link.id}`,
      })),
    })),
  ],
  ['POST', /^\/issue\/([^/]+)\/remotelink$/, found(addLink)],
];

export function answerTo(site: Site, request: JiraRequest): JiraReply {
  for (const [method, path, route] of routes) {
    const words = path.exec(request.path);
    if (method === request.method && words !== null) {
      return route(site, request, words.slice(1).map(decodeURIComponent));
    }
  }
  return { status: 404, data: { errorMessages: ['null for uri'], errors: {} } };
}

function found(
  route: (site: Site, request: JiraRequest, issue: Issue, words: readonly string[]) => JiraReply,
): Route {
  return (site, request, words) => {
    const [key = '', ...rest] = words;
    const issue = site.issues.get(key.toUpperCase());
    return issue === undefined ? notFound() : route(site, request, issue, rest);
  };
}

function notFound(): JiraReply {
  const errorMessages = ['Issue does not exist or you do not have permission to see it.'];
  return { status: 404, data: { errorMessages, errors: {} } };
}

function bad(field: string, message: string): JiraReply {
  return { status: 400, data: { errorMessages: [], errors: { [field]: message } } };
}

function projectOf(site: Site, { url, api }: JiraRequest, [key = '']: readonly string[]): JiraReply {
  const isThere = [...site.issues.values()].some((issue) => issue.key.startsWith(`${key}-`));
  if (!isThere)
    return {
      status: 404,
      data: { errorMessages: [`No project could be found with key '${key}'.`], errors: {} },
    };
  return {
    status: 200,
    data: { id: '10000', key, name: `The project ${key}`, self: `${url}/rest/api/${api}/project/10000` },
  };
}

function personOf({ api, url }: JiraRequest, { accountId, displayName, isApp }: Person): unknown {
  return api === '3'
    ? {
        self: `${url}/rest/api/3/user?accountId=${accountId}`,
        accountId,
        accountType: isApp === true ? 'app' : 'atlassian',
        displayName,
        active: true,
      }
    : {
        self: `${url}/rest/api/2/user?username=${accountId}`,
        name: accountId,
        key: accountId,
        displayName,
        active: true,
      };
}

function personNamed(site: Site, request: JiraRequest, id: string | undefined): unknown {
  const person = id === undefined ? undefined : site.people.get(id);
  return person === undefined ? null : personOf(request, person);
}

function statusNamed(site: Site, { url, api }: JiraRequest, name: string): unknown {
  const found: StatusSpec = site.workflow.statuses.find((each) => each.name === name) ?? {
    name,
    category: 'new',
  };
  const at = site.workflow.statuses.indexOf(found) + 1;
  return {
    self: `${url}/rest/api/${api}/status/${at}`,
    id: String(at),
    name: found.name,
    statusCategory: { id: at, key: found.category, name: found.category, colorName: 'yellow' },
  };
}

function briefOf(site: Site, request: JiraRequest, key: string): unknown {
  const issue = site.issues.get(key);
  return {
    id: issue?.id ?? '0',
    key,
    fields: {
      summary: issue?.summary ?? '',
      status: statusNamed(site, request, issue?.status ?? 'To Do'),
      issuetype: { name: issue?.type ?? 'Task' },
    },
  };
}

function issueOf(site: Site, request: JiraRequest, issue: Issue): unknown {
  const all: Readonly<Record<string, unknown>> = {
    summary: issue.summary,
    description: issue.description,
    issuetype: { name: issue.type },
    labels: issue.labels,
    creator: personNamed(site, request, issue.creator),
    reporter: personNamed(site, request, issue.creator),
    status: statusNamed(site, request, issue.status),
    ...(issue.parent === undefined ? {} : { parent: briefOf(site, request, issue.parent) }),
    issuelinks: issue.links.map(({ name, inward, outward, to }, at) => ({
      id: String(at + 1),
      type: { name, inward, outward },
      outwardIssue: briefOf(site, request, to),
    })),
    ...issue.custom,
  };
  const wanted = request.query.get('fields')?.split(',');
  const fields = Object.fromEntries(Object.entries(all).filter(([name]) => wanted?.includes(name) ?? true));
  return {
    id: issue.id,
    key: issue.key,
    self: `${request.url}/rest/api/${request.api}/issue/${issue.id}`,
    fields,
  };
}

function commentOf(site: Site, request: JiraRequest, comment: IssueComment): unknown {
  const isTold = site.tellsProperties && request.query.get('expand')?.includes('properties') === true;
  return {
    id: comment.id,
    author: personNamed(site, request, comment.author),
    body: comment.body,
    created: comment.created,
    updated: comment.created,
    ...(isTold ? { properties: comment.properties } : {}),
  };
}

function comments(site: Site, request: JiraRequest, issue: Issue): JiraReply {
  const startAt = Number(request.query.get('startAt') ?? 0);
  const maxResults = Math.min(100, Number(request.query.get('maxResults') ?? 100));
  const page = issue.comments.slice(startAt, startAt + maxResults);
  return {
    status: 200,
    data: {
      startAt,
      maxResults,
      total: issue.comments.length,
      comments: page.map((each) => commentOf(site, request, each)),
    },
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Written {
  readonly body: unknown;
  readonly properties: readonly { readonly key: string; readonly value: unknown }[];
}

function writtenIn({ body, api }: JiraRequest): Written | JiraReply {
  if (!isRecord(body)) return bad('comment', 'Comment body is not valid!');
  const text = body['body'];
  const isRight =
    api === '3' ? isRecord(text) && text['type'] === 'doc' : typeof text === 'string' && text !== '';
  if (!isRight) return bad('comment', 'Comment body is not valid!');
  const given = Array.isArray(body['properties']) ? body['properties'] : [];
  const properties = given.flatMap((each: unknown) =>
    isRecord(each) && typeof each['key'] === 'string' ? [{ key: each['key'], value: each['value'] }] : [],
  );
  return { body: text, properties };
}

function addComment(site: Site, request: JiraRequest, issue: Issue): JiraReply {
  const written = writtenIn(request);
  if ('status' in written) return written;
  const id = String((site.next += 1));
  const created = new Date(Date.UTC(2026, 0, 1) + site.next * 60_000).toISOString();
  const comment: IssueComment = { id, author: request.as.accountId, created, ...written };
  issue.comments.push(comment);
  return { status: 201, data: commentOf(site, request, comment) };
}

function editComment(site: Site, request: JiraRequest, issue: Issue, [id]: readonly string[]): JiraReply {
  const comment = issue.comments.find((each) => each.id === id);
  if (comment === undefined) return notFound();
  const written = writtenIn(request);
  if ('status' in written) return written;
  comment.body = written.body;
  if (written.properties.length > 0) comment.properties = written.properties;
  return { status: 200, data: commentOf(site, request, comment) };
}

function transitions(site: Site, request: JiraRequest, issue: Issue): JiraReply {
  const offered = site.workflow.transitions.filter(({ from }) => from === undefined || from === issue.status);
  const withFields = request.query.get('expand')?.includes('transitions.fields') === true;
  const list = offered.map(({ id, name, to, required = [] }) => ({
    id,
    name,
    to: statusNamed(site, request, to),
    hasScreen: required.length > 0,
    isAvailable: true,
    ...(withFields
      ? {
          fields: Object.fromEntries(
            required.map((field, at) => [
              `customfield_${20_000 + at}`,
              {
                key: `customfield_${20_000 + at}`,
                name: field,
                required: true,
                hasDefaultValue: false,
                operations: ['set'],
                schema: { type: 'string' },
              },
            ]),
          ),
        }
      : {}),
  }));
  return { status: 200, data: { expand: 'transitions', transitions: list } };
}

function move(site: Site, { body }: JiraRequest, issue: Issue): JiraReply {
  const wanted = isRecord(body) && isRecord(body['transition']) ? body['transition']['id'] : undefined;
  const chosen = site.workflow.transitions.find(
    ({ id, from }) => id === wanted && (from === undefined || from === issue.status),
  );
  if (chosen === undefined) {
    const errorMessages = [
      `It seems that you have tried to perform a workflow operation (${String(wanted)}) that is not valid for the current state of this issue (${issue.key}).`,
    ];
    return { status: 400, data: { errorMessages, errors: {} } };
  }
  const [missing] = chosen.required ?? [];
  if (missing !== undefined) return bad(missing, `${missing} is required.`);
  issue.status = chosen.to;
  issue.moves += 1;
  return { status: 204 };
}

function addLink(site: Site, { body, url, api }: JiraRequest, issue: Issue): JiraReply {
  if (!isRecord(body) || !isRecord(body['object'])) return bad('object', 'is required.');
  const globalId = typeof body['globalId'] === 'string' ? body['globalId'] : undefined;
  const before =
    globalId === undefined ? undefined : issue.remoteLinks.find((link) => link.globalId === globalId);
  const id = before?.id ?? (site.next += 1);
  if (before === undefined) issue.remoteLinks.push({ id, globalId, object: body['object'] });
  else before.object = body['object'];
  const self = `${url}/rest/api/${api}/issue/${issue.key}/remotelink/${id}`;
  return { status: before === undefined ? 201 : 200, data: { id, self } };
}
