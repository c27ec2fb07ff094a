// A delivery of Jira, read from its body.

import { z } from 'zod';
import type { Author, Brought } from './brought.ts';
import { nothing } from './brought.ts';
import { askedInComment } from './read-comment.ts';

const person = z.object({
  accountId: z.string().max(200).optional(),
  name: z.string().max(200).optional(),
  displayName: z.string().max(200).optional(),
  accountType: z.string().max(50).optional(),
});
const time = z.union([z.string().max(50), z.number()]);

const body = z.object({
  timestamp: z.number().optional(),
  webhookEvent: z.string().max(100),
  user: person.nullish(),
  issue: z
    .object({
      key: z.string().regex(/^[A-Z][A-Z0-9_]{1,19}-[1-9][0-9]{0,9}$/),
      fields: z.object({ labels: z.array(z.string().max(200)).max(1_000).optional() }).nullish(),
    })
    .optional(),
  comment: z
    .object({
      id: z.string().max(100),
      body: z.string().max(1_000_000).nullish(),
      author: person.nullish(),
      created: time,
      updated: time.optional(),
    })
    .optional(),
  changelog: z
    .object({
      items: z
        .array(
          z.object({
            field: z.string().max(200),
            fromString: z.string().max(5_000).nullish(),
            toString: z.unknown(),
          }),
        )
        .max(1_000),
    })
    .optional(),
});
type Body = z.output<typeof body>;

export function readJira(value: unknown, labels: readonly string[]): Brought {
  const read = body.safeParse(value);
  if (!read.success) {
    const where = read.error.issues[0]?.path.join('.') ?? '';
    return {
      touched: [],
      wanted: nothing('not-understood', `a body that is not as Jira's are, at '${where}'`),
    };
  }
  return { touched: [], wanted: wantedBy(read.data, labels) };
}

function wantedBy(said: Body, labels: readonly string[]): Brought['wanted'] {
  const { webhookEvent: event, issue, comment } = said;
  if (issue === undefined) return nothing('nothing-asked', event);
  if (comment !== undefined) return commented(said, issue.key, comment);
  const given = event === 'jira:issue_created' ? (issue.fields?.labels ?? []) : labelsGiven(said);
  const found = labels.find((one) => given.includes(one));
  const author = authorOf(said.user);
  const about = `${issue.key} (${event})`;
  if (found === undefined) return nothing('nothing-asked', about);
  if (author === undefined || said.timestamp === undefined) return nothing('not-understood', about);
  return {
    id: `jira/${issue.key}/${event}/${found}/${said.timestamp}`,
    happenedAt: said.timestamp,
    author,
    subject: issue.key,
    asks: { do: 'start', ref: issue.key, again: false },
  };
}

function commented(
  { webhookEvent: event }: Body,
  key: string,
  { id, body: text, author: by, created, updated }: NonNullable<Body['comment']>,
): Brought['wanted'] {
  const author = authorOf(by);
  if (author === undefined) return nothing('not-understood', `a comment of nobody on ${key}`);
  if (event === 'comment_deleted') return nothing('nothing-asked', `a deleted comment on ${key}`);
  return askedInComment({
    id: `jira/${key}/comment/${id}/${created}`,
    text: text ?? '',
    writtenAt: momentOf(created),
    isEdited:
      event !== 'comment_created' || (updated !== undefined && momentOf(updated) !== momentOf(created)),
    author,
    on: { ticket: key },
    subject: key,
    ref: key,
  });
}

/** Written with a zone without a colon, by some versions. */
function momentOf(written: string | number): number {
  return typeof written === 'number' ? written : Date.parse(written.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}

function labelsGiven({ changelog }: Body): readonly string[] {
  return (changelog?.items ?? []).flatMap(({ field, fromString, toString: now }) => {
    if (field !== 'labels' || typeof now !== 'string') return [];
    const before = new Set((fromString ?? '').split(' '));
    return now.split(' ').filter((label) => label !== '' && !before.has(label));
  });
}

/** Customers of a service desk write tickets, and are none of the team. */
function authorOf(given: z.output<typeof person> | null | undefined): Author | undefined {
  const id = given?.accountId ?? given?.name;
  if (given === undefined || given === null || id === undefined) return undefined;
  return {
    // By the id alone: people choose the name that is shown.
    name: id,
    id,
    ...(given.accountType === 'app' ? { isBot: true } : {}),
    ...(given.accountType === 'customer' ? { association: 'CUSTOMER' } : {}),
  };
}
