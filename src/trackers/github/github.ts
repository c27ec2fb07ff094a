// Tickets that are issues of GitHub.
//
// Invariants
//   GITHUB-ISSUE-1. Nothing is written twice: a write is sent once, and where nobody knows whether it was carried out the issue is
//       looked at. A comment of ours carries its marker where no reader sees it.
//   GITHUB-ISSUE-2. An issue is closed when the work is done and the merge has not closed it already; a closed one is not touched.
//   GITHUB-ISSUE-4. Only labels that stand for states are added and taken away: others may be set by others at the same time.
//   GITHUB-ISSUE-5. A comment is ours where our account wrote it and it carries our marker: anybody can copy a marker.
//   GITHUB-ISSUE-3. GitHub has no states between open and closed. Labels stand for them where a team says which, and only then.

import { z } from 'zod';

import type { GitHubTrackerSettings } from '../../config/tracker-settings.ts';
import type { TicketStatus } from '../../core/effects.ts';
import type { GitHubAnswered, Refusal } from '../../github/answer.ts';
import type { Remote } from '../../github/address.ts';
import type { Environment } from '../../plain/environment.ts';
import { slugText } from '../../github/address.ts';
import type { GitHubCalls } from '../../github/calls.ts';
import { pickedFrom } from '../picked.ts';
import { ticketFromParts } from '../local/read-ticket.ts';
import type {
  RawTicket,
  TicketAuthor,
  TicketContext,
  Tracker,
  TrackerAnswer,
  TrackerFailure,
} from '../tracker.ts';
import { lastOf } from '../last-comments.ts';
import type { Marked } from './marker.ts';
import { markedIn, withMarker } from './marker.ts';
import { issueIn } from './reference.ts';

export interface GitHubTrackerOptions {
  readonly settings: () => Promise<GitHubTrackerSettings>;
  readonly env: Environment;
  readonly callsTo: (remote: Remote) => GitHubCalls;
}

const person = z.looseObject({ id: z.number(), login: z.string(), type: z.string().optional() }).nullish();
const issueShape = z.looseObject({
  number: z.number(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  user: person,
  comments: z.number(),
  author_association: z.string().optional(),
  labels: z.array(z.union([z.string(), z.looseObject({ name: z.string().nullish() })])),
  pull_request: z.unknown().optional(),
});
const commentShape = z.looseObject({
  id: z.number(),
  body: z.string().nullish(),
  user: person,
  author_association: z.string().optional(),
  created_at: z.string(),
});
type Issue = z.output<typeof issueShape>;
type Comment = z.output<typeof commentShape>;

interface At {
  readonly calls: GitHubCalls;
  readonly settings: GitHubTrackerSettings;
  /** Of the issue, below the interface. */
  readonly path: string;
  readonly repository: string;
  readonly name: string;
}

export function githubTracker({ settings, env, callsTo }: GitHubTrackerOptions): Tracker {
  const at = async <T>(
    ref: string,
    work: (at: At) => Promise<TrackerAnswer<T>>,
  ): Promise<TrackerAnswer<T>> => {
    const address = issueIn(ref, env);
    if (address === undefined) {
      return refused(
        'That is not the address of a GitHub issue that Slipway may ask for: https://github.com/OWNER/NAME/issues/7.',
      );
    }
    const { remote, number } = address;
    const repository = `/repos/${slugText(remote.slug)}`;
    return work({
      calls: callsTo(remote),
      settings: await settings(),
      path: `${repository}/issues/${number}`,
      repository,
      name: `${slugText(remote.slug)}#${number}`,
    });
  };
  return {
    name: 'github',
    fetch: (ref) => at(ref, fetchIssue),
    status: (ref) => at(ref, statusNow),
    transition: (ref, to) => at(ref, (here) => move(here, to)),
    comment: (ref, marker, body) => at(ref, (here) => say(here, marker, body)),
    comments: (ref) => at(ref, async (here) => pickedFrom(await oursAt(here), (all) => all.flatMap(marked))),
  };
}

function refused(detail: string): TrackerFailure {
  return { ok: false, reason: 'preflight', detail };
}

function failureOf({ why, detail, until }: Refusal): TrackerFailure {
  switch (why) {
    case 'limited':
      return {
        ok: false,
        reason: 'tracker-limited',
        detail,
        ...(until === undefined ? {} : { resetsAt: until }),
      };
    case 'unreachable':
    case 'unsettled':
    case 'garbled':
      return { ok: false, reason: 'tracker-unavailable', detail };
    case 'unknown-caller':
    case 'forbidden':
    case 'absent':
    case 'conflict':
    case 'unacceptable':
      return refused(detail);
  }
}

function told<T>(answer: GitHubAnswered<T>): TrackerAnswer<T> {
  return answer.ok ? answer : failureOf(answer);
}

async function issueNow({ calls, path }: At): Promise<TrackerAnswer<Issue>> {
  return told(await calls.get(path, issueShape));
}

async function commentsAt({ calls, path }: At): Promise<TrackerAnswer<readonly Comment[]>> {
  return told(await calls.list(`${path}/comments`, commentShape));
}

/** Those that are told as context and a page before them, however many there are. */
async function lastComments(
  { calls, path }: At,
  { comments }: Issue,
): Promise<TrackerAnswer<readonly Comment[]>> {
  const page = Math.max(1, Math.ceil(comments / perPage) - 1);
  return told(await calls.list(`${path}/comments?page=${page}`, commentShape));
}

const perPage = 100;

/** By number: what names the account of an App differs from one interface to the other. */
const viewerDocument = 'query SlipwayViewer { viewer { databaseId } }';
const viewerShape = z.object({ viewer: z.object({ databaseId: z.number() }) });

/** GITHUB-ISSUE-5. Who we are is asked only where a comment has a marker. */
async function oursAt(here: At): Promise<TrackerAnswer<readonly Comment[]>> {
  const comments = await commentsAt(here);
  return comments.ok ? oursOf(here, comments.value) : comments;
}

async function oursOf(here: At, comments: readonly Comment[]): Promise<TrackerAnswer<readonly Comment[]>> {
  const some = comments.filter((comment) => marked(comment).length > 0);
  if (some.length === 0) return { ok: true, value: [] };
  const viewer = told(await here.calls.query(viewerDocument, {}, viewerShape));
  return pickedFrom(viewer, ({ viewer: { databaseId } }) =>
    some.filter(({ user }) => user?.id === databaseId),
  );
}

async function fetchIssue(here: At): Promise<TrackerAnswer<RawTicket>> {
  const issue = await issueNow(here);
  if (!issue.ok) return issue;
  if (issue.value.pull_request !== undefined) {
    return refused(
      `${here.name} is a pull request and no issue. Name an issue, or say in a sentence what should be done.`,
    );
  }
  const comments = await lastComments(here, issue.value);
  if (!comments.ok) return comments;
  const ours = await oursOf(here, comments.value);
  if (!ours.ok) return ours;
  const { number, title, body } = issue.value;
  const text = body ?? '';
  if (Buffer.byteLength(text) > bytesMax)
    return refused(`${here.name} has more text than is screened (1 MiB). Shorten it.`);
  const labels = labelsOf(issue.value);
  const ticket = ticketFromParts({
    id: `GH-${number}`,
    title,
    body: text,
    ...(labels.length === 0 ? {} : { labels }),
  });
  if ('problem' in ticket) return refused(ticket.problem);
  const author = authorOf(issue.value);
  const others = comments.value.filter((comment) => !ours.value.includes(comment)); // GITHUB-ISSUE-5
  const context = lastOf(others.flatMap(contextIn), issue.value.comments - comments.value.length);
  return {
    ok: true,
    value: {
      ...ticket,
      ...(author === undefined ? {} : { author }),
      ...(context.length === 0 ? {} : { context }),
    },
  };
}

const bytesMax = 1_048_576;
const commentCharsMax = 8_000;

function labelsOf({ labels }: Issue): readonly string[] {
  return labels.flatMap((label) => (typeof label === 'string' ? label : (label.name ?? [])));
}

function authorOf({ user, author_association: association }: Issue | Comment): TicketAuthor | undefined {
  if (user === undefined || user === null) return undefined;
  return {
    name: user.login,
    ...(association === undefined ? {} : { association }),
    ...(user.type === 'Bot' ? { isBot: true } : {}),
  };
}

function contextIn(comment: Comment): readonly TicketContext[] {
  const text = (comment.body ?? '').trim();
  if (text === '') return [];
  const author = authorOf(comment);
  return [
    {
      kind: 'comment',
      title: `Comment of ${author?.name ?? 'somebody'}, ${comment.created_at.slice(0, 10)}`,
      text: text.length > commentCharsMax ? `${text.slice(0, commentCharsMax)}\n(cut here)` : text,
      ...(author === undefined ? {} : { author }),
    },
  ];
}

async function statusNow(here: At): Promise<TrackerAnswer<TicketStatus | 'open'>> {
  const issue = await issueNow(here);
  return issue.ok ? { ok: true, value: statusOf(issue.value, here.settings) } : issue;
}

/** GITHUB-ISSUE-3. */
function statusOf(issue: Issue, { labels = {} }: GitHubTrackerSettings): TicketStatus | 'open' {
  if (issue.state === 'closed') return 'done';
  const has = labelsOf(issue).map((label) => label.toLowerCase());
  const named = (['in-review', 'in-progress'] as const).find((each) =>
    has.includes(labels[each]?.toLowerCase() ?? '\n'),
  );
  return named ?? 'open';
}

async function move(here: At, to: TicketStatus): Promise<TrackerAnswer<void>> {
  const issue = await issueNow(here);
  if (!issue.ok) return issue;
  if (statusOf(issue.value, here.settings) === to) return { ok: true, value: undefined };
  if (issue.value.state === 'closed') {
    return refused(`${here.name} is closed already, so it was not moved to ${to}.`); // GITHUB-ISSUE-2
  }
  const { labels = {} } = here.settings;
  const label = to === 'done' ? undefined : labels[to];
  if (to !== 'done' && label === undefined) return { ok: true, value: undefined };
  if (label !== undefined) {
    const added = await here.calls.send('POST', `${here.path}/labels`, { labels: [label] }, z.unknown());
    if (!added.ok && !(added.why === 'unsettled' && (await hasLabel(here, label)))) return failureOf(added);
  }
  const relieved = await withoutLabels(here, issue.value, label);
  if (!relieved.ok || to !== 'done') return relieved;
  const sent = await here.calls.send(
    'PATCH',
    here.path,
    { state: 'closed', state_reason: 'completed' },
    issueShape,
  );
  if (sent.ok) return { ok: true, value: undefined };
  if (sent.why === 'unsettled') {
    const after = await statusNow(here); // GITHUB-ISSUE-1
    if (after.ok && after.value === to) return { ok: true, value: undefined };
  }
  return failureOf(sent);
}

/** GITHUB-ISSUE-4: takes away those of our labels that stand for another state, one by one. */
async function withoutLabels(here: At, issue: Issue, kept: string | undefined): Promise<TrackerAnswer<void>> {
  const ours = Object.values(here.settings.labels ?? {}).map((name) => name.toLowerCase());
  const old = labelsOf(issue).filter(
    (name) => ours.includes(name.toLowerCase()) && name.toLowerCase() !== kept?.toLowerCase(),
  );
  for (const name of old) {
    const path = `${here.path}/labels/${encodeURIComponent(name)}`;
    const sent = await here.calls.send('DELETE', path, undefined, z.unknown());
    const isGone =
      sent.ok || sent.why === 'absent' || (sent.why === 'unsettled' && !(await hasLabel(here, name)));
    if (!isGone) return failureOf(sent);
  }
  return { ok: true, value: undefined };
}

async function hasLabel(here: At, label: string): Promise<boolean> {
  const issue = await issueNow(here);
  return issue.ok && labelsOf(issue.value).some((name) => name.toLowerCase() === label.toLowerCase());
}

function marked({ body }: Comment): readonly Marked[] {
  const found = markedIn(body ?? '');
  return found === undefined ? [] : [found];
}

async function say(here: At, marker: string, body: string): Promise<TrackerAnswer<void>> {
  const comments = await oursAt(here);
  if (!comments.ok) return comments;
  const isOurs = (comment: Comment): boolean => marked(comment).some((each) => each.marker === marker);
  const isSame = (comment: Comment): boolean => marked(comment).some((each) => each.body === body);
  const before = comments.value.find(isOurs);
  if (before !== undefined && isSame(before)) return { ok: true, value: undefined };
  const written = { body: withMarker(marker, body) };
  const { calls, path, repository } = here;
  const sent =
    before === undefined
      ? await calls.send('POST', `${path}/comments`, written, commentShape)
      : await calls.send('PATCH', `${repository}/issues/comments/${before.id}`, written, commentShape);
  if (sent.ok) return { ok: true, value: undefined };
  if (sent.why === 'unsettled') {
    const after = await oursAt(here); // GITHUB-ISSUE-1
    const found = after.ok ? after.value.find(isOurs) : undefined;
    if (found !== undefined && isSame(found)) return { ok: true, value: undefined };
  }
  return failureOf(sent);
}
