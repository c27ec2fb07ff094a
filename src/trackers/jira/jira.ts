// Tickets of Jira: Cloud by its version 3, Data Center by version 2.
//
// Invariants
//   JIRA-1. Nothing is written twice. A write is sent once; where nobody knows whether it was carried out, the ticket is looked at,
//       and only what is seen there counts.
//   JIRA-2. A ticket that somebody has closed is not opened again by a run that is late.
//   JIRA-3. Only tickets of the site, and of the projects, that were configured are read or written, whatever a ref says.

import type { TicketStatus } from '../../core/effects.ts';
import { isRecord } from '../../plain/json.ts';
import { followed } from '../../secrets/reference.ts';
import type { Clock } from '../../telemetry/clock.ts';
import type { CallFailure, CallLimits } from '../calls.ts';
import { usualLimits } from '../calls.ts';
import type { RawTicket, Tracker, TrackerAnswer, TrackerFailure } from '../tracker.ts';
import { pickedFrom } from '../picked.ts';
import type { JiraClient } from './client.ts';
import { failureOf, jiraClient, lastPage, otherShape, pages, refused } from './client.ts';
import type { Meant } from './comment.ts';
import { bodyOf, commentToSend, isBy, markerOf, ourComment } from './comment.ts';
import { contextOf } from './comments-told.ts';
import { criteriaField } from './fields.ts';
import type { JiraComment, JiraIssue } from './issue.ts';
import { commentsIn, issueFields, issueIn, statusIn, ticketIn } from './issue.ts';
import { keyIn } from './reference.ts';
import type { JiraSettings } from '../../config/tracker-settings.ts';
import type { JiraEnvironment } from './site.ts';
import { jiraSecrets, jiraTokens, siteOf } from './site.ts';
import { transitionsIn } from './transitions.ts';
import { statusOf, transitionTo } from './workflow.ts';

export interface JiraOptions {
  /** Asked for once, when the tracker is first used. */
  readonly settings: () => Promise<JiraSettings>;
  readonly env: JiraEnvironment;
  readonly clock: Pick<Clock, 'now' | 'until'>;
  /** Told the tokens that the environment only names, before they are used. */
  readonly learn: (secrets: readonly string[]) => void;
  readonly limits?: CallLimits;
}

/** A ticket of a site, once both are known to be ours. */
interface At {
  readonly client: JiraClient;
  readonly settings: JiraSettings;
  readonly key: string;
  readonly now: () => number;
}

export function jiraTracker(options: JiraOptions): Tracker {
  let settings: Promise<JiraSettings> | undefined;
  const at = async <T>(
    ref: string,
    work: (at: At) => Promise<TrackerAnswer<T>>,
  ): Promise<TrackerAnswer<T>> => {
    settings ??= options.settings();
    const known = await settings;
    const { values: env, problems } = await followed(options.env, jiraTokens);
    for (const problem of problems.values()) return refused(problem);
    options.learn(jiraSecrets(env));
    const found = siteOf(known, env);
    if (!found.ok) return refused(found.problem);
    const key = keyIn(ref, { url: found.site.url, projects: known.projects });
    if (typeof key !== 'string') return refused(key.problem); // JIRA-3
    const { clock, limits = usualLimits } = options;
    const client = jiraClient(found.site, { clock, limits });
    return work({ client, settings: known, key, now: () => clock.now() });
  };
  return {
    name: 'jira',
    fetch: (ref) => at(ref, fetchTicket),
    status: (ref) => at(ref, statusNow),
    transition: (ref, to) => at(ref, (here) => move(here, to)),
    comment: (ref, marker, body) => at(ref, (here) => say(here, marker, body)),
    comments: (ref) => at(ref, async (here) => pickedFrom(await ownAt(here), (all) => all.flatMap(marked))),
    link: (ref, to) => at(ref, (here) => linkTo(here, to)),
  };
}

function failed(here: At, failure: CallFailure): TrackerFailure {
  return failureOf(failure, { what: `ticket ${here.key}`, now: here.now(), site: here.client.site });
}

function issuePath({ key }: At): string {
  return `/issue/${encodeURIComponent(key)}`;
}

async function fetchTicket(here: At): Promise<TrackerAnswer<RawTicket>> {
  const { client, settings } = here;
  const { api } = client.site;
  const field = await criteriaField(client, settings.criteria);
  if (!field.ok) return 'problem' in field ? refused(field.problem) : failed(here, field);
  const fields = field.id === undefined ? issueFields : `${issueFields},${field.id}`;
  const answer = await client.get(issuePath(here), { fields });
  if (!answer.ok) return failed(here, answer);
  const issue = issueIn(answer.data);
  if (issue === undefined) return failed(here, otherShape(client));
  const last = await lastPage(client, commentsOf(here));
  if (!last.ok) return failed(here, last);
  const comments = commentsIn(last.entries);
  const account = await accountOf(here, comments);
  if (!account.ok) return account;
  const criteria = field.id === undefined ? undefined : issue.fields[field.id];
  const around = { api, account: account.value, unread: last.unread };
  const ticket = ticketIn(issue, { criteria, api, context: contextOf(comments, around) });
  if ('problem' in ticket) return refused(ticket.problem);
  return { ok: true, value: ticket };
}

async function issueNow(here: At): Promise<TrackerAnswer<JiraIssue>> {
  const answer = await here.client.get(issuePath(here), { fields: 'status' });
  if (!answer.ok) return failed(here, answer);
  const issue = issueIn(answer.data);
  return issue === undefined ? failed(here, otherShape(here.client)) : { ok: true, value: issue };
}

async function statusNow(here: At): Promise<TrackerAnswer<TicketStatus | 'open'>> {
  const issue = await issueNow(here);
  if (!issue.ok) return issue;
  const status = statusIn(issue.value.fields.status);
  if (status === undefined) return failed(here, otherShape(here.client));
  return { ok: true, value: statusOf(status, here.settings.statuses) };
}

async function move(here: At, to: TicketStatus): Promise<TrackerAnswer<void>> {
  const before = await statusNow(here);
  if (!before.ok) return before;
  if (before.value === to) return { ok: true, value: undefined };
  if (before.value === 'done') {
    return refused(`Ticket ${here.key} is closed in Jira already, so it was not moved to ${to}.`); // JIRA-2
  }
  const answer = await here.client.get(`${issuePath(here)}/transitions`, { expand: 'transitions.fields' });
  if (!answer.ok) return failed(here, answer);
  const transitions = transitionsIn(answer.data);
  if (transitions === undefined) return failed(here, otherShape(here.client));
  const chosen = transitionTo(to, transitions, here.settings.statuses);
  if (chosen === undefined) {
    const names = transitions.map(({ to: { name } }) => `'${name}'`).join(', ');
    return refused(
      `The workflow of ${here.key} leads to no state that stands for ${to} from where it is now (it leads to ${names === '' ? 'none' : names}), so the ticket stays there. Name one under \`tracker.jira.statuses.${to}\` in slipway.yaml.`,
    );
  }
  if (chosen.required.length > 0) {
    const fields = chosen.required.map((name) => `'${name}'`).join(', ');
    return refused(
      `Jira wants ${fields} to be filled in before ${here.key} goes to '${chosen.to.name}', and Slipway does not make up what to write there. Move the ticket by hand, or take the requirement out of the workflow.`,
    );
  }
  const sent = await here.client.send('POST', `${issuePath(here)}/transitions`, {
    transition: { id: chosen.id },
  });
  if (sent.ok) return { ok: true, value: undefined };
  if (sent.kind === 'unavailable' && sent.unknown) {
    const after = await statusNow(here); // JIRA-1
    if (after.ok && after.value === to) return { ok: true, value: undefined };
  }
  // Somebody else moved the ticket at the same time: where it is now is looked at again.
  if (sent.kind === 'refused' && sent.status === 409) {
    return { ok: false, reason: 'tracker-unavailable', detail: `${sent.detail} It is tried again.` };
  }
  return failed(here, sent);
}

async function commentsAt(here: At): Promise<TrackerAnswer<readonly JiraComment[]>> {
  const found = await pages(here.client, commentsOf(here));
  return found.ok ? { ok: true, value: commentsIn(found.entries) } : failed(here, found);
}

const commentsOf = (here: At) => ({
  path: `${issuePath(here)}/comment`,
  key: 'comments',
  query: { orderBy: 'created', expand: 'properties' },
});

function marked(comment: JiraComment): readonly { readonly marker: string; readonly body: string }[] {
  const marker = markerOf(comment);
  return marker === undefined ? [] : [{ marker, body: bodyOf(comment) }];
}

async function say(here: At, marker: string, body: string): Promise<TrackerAnswer<void>> {
  const comments = await commentsAt(here);
  if (!comments.ok) return comments;
  const account = await accountOf(here, comments.value);
  if (!account.ok) return account;
  const meant: Meant = { marker, body, account: account.value };
  const before = ourComment(comments.value, meant);
  if (before !== undefined && bodyOf(before) === bodyOf({ body })) return { ok: true, value: undefined };
  const path = `${issuePath(here)}/comment${before === undefined ? '' : `/${encodeURIComponent(before.id)}`}`;
  const sent = await here.client.send(
    before === undefined ? 'POST' : 'PUT',
    path,
    commentToSend(meant, here.client.site.api),
  );
  if (sent.ok) return { ok: true, value: undefined };
  if (sent.kind === 'unavailable' && sent.unknown) {
    const after = await ownAt(here); // JIRA-1
    const ours = after.ok
      ? ourComment(after.value, { ...meant, account: accountIn(after.value) })
      : undefined;
    if (ours !== undefined && bodyOf(ours) === bodyOf({ body })) return { ok: true, value: undefined };
  }
  return failed(here, sent);
}

/** What our account wrote, of those that may be ours. */
async function ownAt(here: At): Promise<TrackerAnswer<readonly JiraComment[]>> {
  const comments = await commentsAt(here);
  if (!comments.ok) return comments;
  const account = await accountOf(here, comments.value);
  return pickedFrom(account, (who) => comments.value.filter((comment) => isBy(who, comment)));
}

function accountIn([first]: readonly JiraComment[]): string | undefined {
  return first?.author?.accountId ?? first?.author?.name;
}

/** Who we are is asked only where a comment has a marker, or a site does not tell properties. */
async function accountOf(
  here: At,
  comments: readonly JiraComment[],
): Promise<TrackerAnswer<string | undefined>> {
  const mayBeOurs = comments.some(
    (comment) => comment.properties === undefined || markerOf(comment) !== undefined,
  );
  if (!mayBeOurs) return { ok: true, value: undefined };
  const answer = await here.client.get('/myself');
  if (!answer.ok) return failed(here, answer);
  const { data } = answer;
  const id = isRecord(data) ? (data['accountId'] ?? data['name']) : undefined;
  return { ok: true, value: typeof id === 'string' ? id : undefined };
}

/** The same address has one link, however often it is set: that is what Jira's global id is for. */
async function linkTo(
  here: At,
  { url, title }: { readonly url: string; readonly title: string },
): Promise<TrackerAnswer<void>> {
  const sent = await here.client.send('POST', `${issuePath(here)}/remotelink`, {
    globalId: `slipway=${url}`,
    application: { type: 'slipway', name: 'Slipway' },
    relationship: 'pull request',
    object: { url, title },
  });
  return sent.ok ? { ok: true, value: undefined } : failed(here, sent);
}
