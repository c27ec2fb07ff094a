// A delivery of GitHub, read from its body alone: which event it was says a header that nobody signed, so the shape of the body says it.

import { z } from 'zod';
import type { Author, Brought } from './brought.ts';
import { nothing } from './brought.ts';
import { askedInComment } from './read-comment.ts';

const text = z.string().max(1_000_000);
const number = z.int().min(1).max(1_000_000_000);
const user = z.object({ login: z.string().min(1).max(200), type: z.string().optional() });
const numbered = z.object({ number });
const several = z.object({ pull_requests: z.array(numbered).max(100).optional() });

const body = z.object({
  action: z.string().max(100).optional(),
  repository: z.object({ full_name: z.string().max(300), html_url: z.string().max(500) }).optional(),
  sender: user.optional(),
  issue: z
    .object({
      number,
      html_url: z.string().max(500),
      user: user.nullish(),
      author_association: z.string().max(50).optional(),
      updated_at: z.string().max(50),
      labels: z
        .array(z.object({ name: z.string().max(200) }))
        .max(1_000)
        .optional(),
      pull_request: z.looseObject({}).nullish(),
    })
    .optional(),
  comment: z
    .object({
      id: z.int(),
      body: text.nullish(),
      user: user.nullish(),
      author_association: z.string().max(50).optional(),
      created_at: z.string().max(50),
      updated_at: z.string().max(50).optional(),
    })
    .optional(),
  label: z.object({ name: z.string().max(200) }).optional(),
  pull_request: numbered.optional(),
  check_run: several.optional(),
  check_suite: several.optional(),
  workflow_run: several.optional(),
  /** Of a status of a commit, which names no pull request. */
  state: z.string().max(50).optional(),
  sha: z.string().max(100).optional(),
});
type Body = z.output<typeof body>;

/** `labels` are those that start a run. */
export function readGitHub(value: unknown, labels: readonly string[]): Brought {
  const read = body.safeParse(value);
  if (!read.success) {
    const where = read.error.issues[0]?.path.join('.') ?? '';
    return {
      touched: [],
      wanted: nothing('not-understood', `a body that is not as GitHub's are, at '${where}'`),
    };
  }
  const said = read.data;
  const place = said.repository === undefined ? {} : { repository: said.repository.html_url };
  return { ...place, touched: touchedBy(said), wanted: wantedBy(said, labels) };
}

function touchedBy({
  issue,
  pull_request: pull,
  check_run,
  check_suite,
  workflow_run,
  ...said
}: Body): Brought['touched'] {
  if (pull !== undefined) return [pull.number];
  if (issue !== undefined) return isPull(issue) ? [issue.number] : [];
  const checks = [check_run, check_suite, workflow_run].find((one) => one !== undefined);
  if (checks !== undefined) return (checks.pull_requests ?? []).map((one) => one.number);
  return said.sha !== undefined && said.state !== undefined ? 'all' : [];
}

function isPull({ pull_request: pull }: NonNullable<Body['issue']>): boolean {
  return pull !== undefined && pull !== null;
}

function wantedBy(said: Body, labels: readonly string[]): Brought['wanted'] {
  const { action = '', issue, comment, pull_request: pull } = said;
  if (comment !== undefined) {
    return issue === undefined && pull === undefined
      ? nothing('nothing-asked', 'a comment on something else')
      : commented(said);
  }
  if (issue !== undefined && !isPull(issue)) return onIssue(said, labels);
  return nothing(
    'nothing-asked',
    pull === undefined ? `an event (${action})` : `pull request #${pull.number}`,
  );
}

function commented({ action, issue, comment, pull_request: pull }: Body): Brought['wanted'] {
  const onPull = issue === undefined || isPull(issue);
  const at = issue?.number ?? pull?.number ?? 0;
  const subject = `#${at}`;
  const author = authorOf(comment?.user, comment?.author_association);
  if (comment === undefined || author === undefined)
    return nothing('not-understood', `a comment of nobody on ${subject}`);
  if (action === 'deleted') return nothing('nothing-asked', `a deleted comment on ${subject}`);
  const { id, body: words, created_at: created, updated_at: updated } = comment;
  return askedInComment({
    id: `github/comment/${id}/${created}`,
    text: words ?? '',
    writtenAt: Date.parse(created),
    isEdited: action !== 'created' || (updated !== undefined && updated !== created),
    author,
    on: onPull ? { pullRequest: at } : { ticket: `GH-${at}` },
    subject,
    ref: onPull ? undefined : issue.html_url,
  });
}

/** Opened with a label that starts a run, or given one: by whoever did that. */
function onIssue({ action = '', issue, label, sender }: Body, labels: readonly string[]): Brought['wanted'] {
  const about = `issue #${issue?.number ?? 0} (${action})`;
  if (issue === undefined) return nothing('nothing-asked', about);
  const given = (issue.labels ?? []).map(({ name }) => name);
  const named = action === 'opened' ? given : [label?.name ?? ''];
  const found = labels.find((one) => named.includes(one));
  if ((action !== 'opened' && action !== 'labeled') || found === undefined)
    return nothing('nothing-asked', about);
  // GitHub gives the labels of a template in the name of whoever opened the issue, and that may be anybody.
  const isOpener = sender?.login !== undefined && sender.login === issue.user?.login;
  const author =
    action === 'opened' || isOpener ? authorOf(issue.user, issue.author_association) : authorOf(sender);
  if (author === undefined) return nothing('not-understood', about);
  return {
    id: `github/issue/${issue.html_url}/${action}/${found}/${issue.updated_at}`,
    happenedAt: Date.parse(issue.updated_at),
    author,
    subject: `#${issue.number}`,
    asks: { do: 'start', ref: issue.html_url, again: false },
  };
}

/** Whoever gives a label to an issue of somebody else may triage at least, and GitHub says no more of them there. */
function authorOf(given: z.output<typeof user> | null | undefined, association?: string): Author | undefined {
  if (given === undefined || given === null) return undefined;
  return {
    name: given.login,
    id: given.login,
    ...(association === undefined ? {} : { association }),
    ...(given.type === 'Bot' ? { isBot: true } : {}),
  };
}
