// Issues, which pull requests are too: comments, labels, assignees.

import { associationOf, hasRole, sees } from '../access.ts';
import { newIssue } from '../making.ts';
import { Refusal, invalid, notFound } from '../refusal.ts';
import { type Json, commentJson, issueJson, labelJson, labelsJson, loginJson } from '../render/render.ts';
import {
  type Ask,
  type PlainAsk,
  type Reply,
  type Route,
  created,
  issueOf,
  neededIn,
  numbered,
  ok,
  paged,
  plainRoute,
  proseIn,
  recordsIn,
  route,
  someone,
  textIn,
  textsIn,
} from '../route.ts';
import {
  type Comment,
  type Issue,
  type Repository,
  type World,
  findAccount,
  fullName,
  newId,
} from '../state.ts';
import { timeline } from './timeline.ts';

export const issueRoutes: readonly Route[] = [
  route('GET', '/issues', ['issues', 'read'], list),
  route('POST', '/issues', ['issues', 'write'], create),
  route('GET', '/issues/comments/{comment_id}', ['issues', 'read'], (ask) => {
    const { issue, comment } = commentOf(ask);
    return ok(commentJson(ask, ask.repository, issue, comment));
  }),
  route('PATCH', '/issues/comments/{comment_id}', ['issues', 'write'], editComment),
  route('GET', '/issues/{issue_number}', ['issues', 'read'], (ask) => ok(fullIssueJson(ask, issueOf(ask)))),
  route('PATCH', '/issues/{issue_number}', ['issues', 'write'], update),
  route('GET', '/issues/{issue_number}/comments', ['issues', 'read'], comments),
  route('POST', '/issues/{issue_number}/comments', ['issues', 'write'], comment),
  route('GET', '/issues/{issue_number}/labels', ['issues', 'read'], (ask) => {
    const issue = issueOf(ask);
    return paged(ask, labelsJson(ask, ask.repository, issue), (label) => label);
  }),
  route('POST', '/issues/{issue_number}/labels', ['issues', 'write', 'triage'], addLabels),
  route('DELETE', '/issues/{issue_number}/labels/{name}', ['issues', 'write', 'triage'], removeLabel),
  route('POST', '/issues/{issue_number}/assignees', ['issues', 'write', 'triage'], assign),
  route('GET', '/issues/{issue_number}/timeline', ['issues', 'read'], (ask) => timeline(ask, issueOf(ask))),
  route('GET', '/labels', ['issues', 'read'], (ask) =>
    paged(ask, ask.repository.labels, (label) => labelJson(ask, ask.repository, label)),
  ),
  route('POST', '/labels', ['issues', 'write', 'write'], createLabel),
  plainRoute('GET', '/search/issues', search),
];

function fullIssueJson(ask: Ask, issue: Issue): Json {
  return { ...issueJson(ask, ask.repository, issue), closed_by: loginJson(ask, issue.closedBy) };
}

function list(ask: Ask): Reply {
  const { query, repository } = ask;
  const state = query.get('state') ?? 'open';
  const labels = (query.get('labels') ?? '').split(',').filter((name) => name !== '');
  const since = query.get('since');
  const creator = query.get('creator');
  const assignee = query.get('assignee');
  const key = query.get('sort') === 'updated' ? 'updatedAt' : 'at';
  const sign = query.get('direction') === 'asc' ? 1 : -1;
  const found = repository.issues
    .filter((one) => state === 'all' || one.state === state)
    .filter((one) => labels.every((name) => one.labels.includes(name)))
    .filter((one) => since === null || one.updatedAt >= Date.parse(since))
    .filter((one) => creator === null || one.by === creator)
    .filter(
      (one) =>
        assignee === null ||
        (assignee === 'none' ? one.assignees.length === 0 : one.assignees.includes(assignee)),
    )
    .toSorted((one, other) => sign * (one[key] - other[key] || one.number - other.number));
  return paged(ask, found, (one) => issueJson(ask, repository, one));
}

function create(ask: Ask): Reply {
  const { hub, repository, world, body } = ask;
  if (!repository.settings.issues) throw new Refusal(410, 'Issues has been disabled in this repository.');
  const by = someone(ask.actor).login;
  const title = neededIn(body, 'title', 'Issue');
  const text = proseIn(body, 'body', 'Issue') ?? '';
  const issue = newIssue(newId(world), repository.nextNumber, by, hub.now(), title, text);
  repository.nextNumber += 1;
  repository.issues.push(issue);
  // Who may not triage gets the issue without them, and is told nothing.
  if (triages(ask, by))
    issue.labels = textsIn(body, 'labels').map((name) => labelNamed(world, repository, name));
  if (triages(ask, by))
    issue.assignees = textsIn(body, 'assignees').filter((login) =>
      hasRole(world, repository, login, 'triage'),
    );
  return created(fullIssueJson(ask, issue));
}

function triages({ world, repository, actor }: Ask, by: string): boolean {
  return (
    (actor.kind === 'account' && actor.token.kind === 'installation') ||
    hasRole(world, repository, by, 'triage')
  );
}

/** A label that is not there is made by being used. */
function labelNamed(world: World, repository: Repository, name: string): string {
  const known = repository.labels.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (known !== undefined) return known.name;
  repository.labels.push({ id: newId(world), name, color: 'ededed', description: '' });
  return name;
}

function update(ask: Ask): Reply {
  const { hub, world, repository, body } = ask;
  const issue = issueOf(ask);
  const by = someone(ask.actor).login;
  if (issue.by !== by && !triages(ask, by))
    throw new Refusal(403, 'Must have triage access to the repository.');
  issue.title = textIn(body, 'title') ?? issue.title;
  issue.body = proseIn(body, 'body', 'Issue') ?? issue.body;
  if (Array.isArray(body['labels']))
    issue.labels = textsIn(body, 'labels').map((name) => labelNamed(world, repository, name));
  if (Array.isArray(body['assignees'])) issue.assignees = [...textsIn(body, 'assignees')];
  issue.updatedAt = hub.now();
  const state = textIn(body, 'state');
  if (state === 'closed')
    hub.close(issue, by, textIn(body, 'state_reason') === 'not_planned' ? 'not_planned' : 'completed');
  if (state === 'open' && issue.state === 'closed') hub.reopen(issue, by);
  return ok(fullIssueJson(ask, issue));
}

function commentOf(ask: Ask): { readonly issue: Issue; readonly comment: Comment } {
  const id = numbered(ask, 'comment_id');
  for (const issue of ask.repository.issues) {
    const comment = issue.comments.find((one) => one.id === id);
    if (comment !== undefined) return { issue, comment };
  }
  throw notFound();
}

function comments(ask: Ask): Reply {
  const issue = issueOf(ask);
  const since = ask.query.get('since');
  const found = issue.comments.filter((one) => since === null || one.updatedAt >= Date.parse(since));
  return paged(ask, found, (one) => commentJson(ask, ask.repository, issue, one));
}

function comment(ask: Ask): Reply {
  const { hub, world, repository, body } = ask;
  const issue = issueOf(ask);
  const text = proseIn(body, 'body', 'IssueComment') ?? '';
  if (text.trim() === '')
    throw invalid({
      resource: 'IssueComment',
      code: 'unprocessable',
      field: 'data',
      message: 'Body cannot be blank',
    });
  const at = hub.now();
  const made: Comment = { id: newId(world), by: someone(ask.actor).login, body: text, at, updatedAt: at };
  issue.comments.push(made);
  issue.updatedAt = at;
  return created(commentJson(ask, repository, issue, made));
}

function editComment(ask: Ask): Reply {
  const { issue, comment: made } = commentOf(ask);
  const by = someone(ask.actor).login;
  if (made.by !== by && !hasRole(ask.world, ask.repository, by, 'write'))
    throw new Refusal(403, 'Must have push access to the repository.');
  made.body = neededIn(ask.body, 'body', 'IssueComment');
  made.updatedAt = ask.hub.now();
  return ok(commentJson(ask, ask.repository, issue, made));
}

function addLabels(ask: Ask): Reply {
  const { hub, world, repository, body } = ask;
  const issue = issueOf(ask);
  const by = someone(ask.actor).login;
  const names = [
    ...textsIn(body, 'labels'),
    ...recordsIn(body, 'labels').flatMap((one) => textIn(one, 'name') ?? []),
  ];
  for (const name of names) {
    const known = labelNamed(world, repository, name);
    if (issue.labels.includes(known)) continue;
    issue.labels.push(known);
    hub.event(issue, 'labeled', by, known);
  }
  return ok(labelsJson(ask, repository, issue));
}

function removeLabel(ask: Ask): Reply {
  const issue = issueOf(ask);
  const name = (ask.params['name'] ?? '').toLowerCase();
  const known = issue.labels.find((one) => one.toLowerCase() === name);
  if (known === undefined) throw new Refusal(404, 'Label does not exist');
  issue.labels = issue.labels.filter((one) => one !== known);
  ask.hub.event(issue, 'unlabeled', someone(ask.actor).login, known);
  return ok(labelsJson(ask, ask.repository, issue));
}

/** Who cannot be assigned is left out without a word, as it is there. */
function assign(ask: Ask): Reply {
  const { world, repository } = ask;
  const issue = issueOf(ask);
  const fit = textsIn(ask.body, 'assignees').filter(
    (login) => findAccount(world, login) !== undefined && hasRole(world, repository, login, 'triage'),
  );
  issue.assignees = [...new Set([...issue.assignees, ...fit])];
  issue.updatedAt = ask.hub.now();
  return { status: 201, body: issueJson(ask, repository, issue) };
}

function createLabel(ask: Ask): Reply {
  const { world, repository, body } = ask;
  const name = neededIn(body, 'name', 'Label');
  if (repository.labels.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw invalid({ resource: 'Label', code: 'already_exists', field: 'name' });
  const label = {
    id: newId(world),
    name,
    color: textIn(body, 'color') ?? 'ededed',
    description: textIn(body, 'description') ?? '',
  };
  repository.labels.push(label);
  return created(labelJson(ask, repository, label));
}

/** As much of the search as finds things again: words, `repo:`, `is:`, `author:`, `label:`, `in:` is read over. */
function search(ask: PlainAsk): Reply {
  const words = (ask.query.get('q') ?? '').match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  const plain = words
    .filter((word) => !/^-?\w+:/.test(word))
    .map((word) => word.replaceAll('"', '').toLowerCase());
  const value = (name: string): readonly string[] =>
    words
      .filter((word) => word.startsWith(`${name}:`))
      .map((word) => word.slice(name.length + 1).replaceAll('"', ''));
  const is = [
    ...value('is'),
    ...value('type').map((type) => (type === 'pr' ? 'pr' : type)),
    ...value('state'),
  ];
  const found = ask.world.repositories
    .filter((one) => sees(ask.world, one, ask.actor))
    .filter((one) => value('repo').length === 0 || value('repo').includes(fullName(one)))
    .flatMap((repository) => repository.issues.map((issue) => ({ repository, issue })))
    .filter(({ issue }) => is.every((word) => isSo(issue, word)))
    .filter(({ issue }) => value('author').every((login) => issue.by === login))
    .filter(({ issue }) => value('label').every((name) => issue.labels.includes(name)))
    .filter(({ issue }) =>
      plain.every((word) => `${issue.title}\n${issue.body}`.toLowerCase().includes(word)),
    );
  const reply = paged(
    ask,
    found,
    ({ repository, issue }) => ({
      ...issueJson(ask, repository, issue),
      body: issue.body,
      author_association: associationOf(ask.world, repository, issue.by),
      score: 1,
    }),
    'items',
  );
  return { ...reply, body: { ...bodyOf(reply), incomplete_results: false, search_type: 'lexical' } };
}

function bodyOf({ body }: Reply): object {
  return typeof body === 'object' && body !== null ? body : {};
}

function isSo(issue: Issue, word: string): boolean {
  switch (word) {
    case 'pr':
      return issue.pull !== undefined;
    case 'issue':
      return issue.pull === undefined;
    case 'open':
    case 'closed':
      return issue.state === word;
    case 'merged':
      return issue.pull?.merged !== undefined;
    default:
      return true;
  }
}
