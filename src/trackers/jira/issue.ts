// An issue as Jira gives it, read into a ticket. What is read is looked at field by field: a field of another shape than expected is
// a field that is not there.

import { z } from 'zod';

import { criteriaFrom } from '../local/ticket-markdown.ts';
import { ticketFromParts } from '../local/read-ticket.ts';
import type { RawTicket, TicketAuthor, TicketContext } from '../tracker.ts';
import { isDocument, markdownOf } from './adf.ts';
import type { JiraStatus } from './workflow.ts';
import { markdownOfWiki } from './wiki.ts';

const text = z.string().catch('');
const person = z
  .looseObject({
    displayName: z.string().optional(),
    accountId: z.string().optional(),
    name: z.string().optional(),
    accountType: z.string().optional(),
  })
  .nullish()
  .catch(undefined);
const status = z.looseObject({
  name: text,
  statusCategory: z.looseObject({ key: text }).optional().catch(undefined),
});
const brief = z.looseObject({
  key: text,
  fields: z
    .looseObject({
      summary: text,
      status: status.optional().catch(undefined),
      issuetype: z.looseObject({ name: text }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});
const link = z.looseObject({
  type: z.looseObject({ inward: text, outward: text }),
  inwardIssue: brief.optional().catch(undefined),
  outwardIssue: brief.optional().catch(undefined),
});

const issueShape = z.looseObject({
  key: z.string(),
  fields: z.looseObject({
    summary: text,
    description: z.unknown().optional(),
    issuetype: z.looseObject({ name: text }).nullish().catch(undefined),
    labels: z.array(z.string()).catch([]),
    creator: person,
    reporter: person,
    status: status.nullish().catch(undefined),
    parent: brief.nullish().catch(undefined),
    issuelinks: z.array(z.unknown()).catch([]),
  }),
});

const commentShape = z.looseObject({
  id: z.string(),
  body: z.unknown().optional(),
  author: person,
  created: z.string().catch(''),
  properties: z
    .array(z.looseObject({ key: text, value: z.unknown().optional() }))
    .optional()
    .catch(undefined),
});

export type JiraIssue = z.output<typeof issueShape>;
export type JiraComment = z.output<typeof commentShape>;

/** The fields of an issue that are asked for, whoever asks. */
export const issueFields = 'summary,description,issuetype,labels,creator,reporter,status,parent,issuelinks';

export function issueIn(data: unknown): JiraIssue | undefined {
  return issueShape.safeParse(data).data;
}

export function commentsIn(entries: readonly unknown[]): readonly JiraComment[] {
  return entries.flatMap((entry) => commentShape.safeParse(entry).data ?? []);
}

export function statusIn(data: unknown): JiraStatus | undefined {
  const found = status.safeParse(data).data;
  return found === undefined ? undefined : { name: found.name, category: found.statusCategory?.key ?? '' };
}

/** Cloud writes documents, Data Center writes wiki text; a custom field may be plain text in both. */
export function textIn(value: unknown, api: 'cloud' | 'data-center'): string {
  if (typeof value !== 'string') return isDocument(value) ? markdownOf(value) : '';
  return api === 'data-center' ? markdownOfWiki(value) : value.trim();
}

export function ticketIn(
  issue: JiraIssue,
  {
    criteria,
    api,
    context,
  }: {
    readonly criteria: unknown;
    readonly api: 'cloud' | 'data-center';
    readonly context: readonly TicketContext[];
  },
): RawTicket | { readonly problem: string } {
  const { key, fields } = issue;
  const body = textIn(fields.description, api);
  const field = textIn(criteria, api);
  const bytes = Buffer.byteLength(body) + Buffer.byteLength(field);
  if (bytes > bytesMax) return tooLong(key, bytes);
  const listed = criteriaFrom(field);
  const author = authorOf(fields.creator ?? fields.reporter);
  const ticket = ticketFromParts({
    id: key,
    title: fields.summary,
    body,
    ...(fields.issuetype === undefined || fields.issuetype === null ? {} : { type: fields.issuetype.name }),
    ...(listed.length === 0 ? {} : { criteria: listed }),
    ...(fields.labels.length === 0 ? {} : { labels: fields.labels }),
  });
  if ('problem' in ticket) return ticket;
  const around = [...parentOf(fields.parent), ...linkedTo(fields.issuelinks), ...context];
  return {
    ...ticket,
    ...(author === undefined ? {} : { author }),
    ...(around.length === 0 ? {} : { context: around }),
  };
}

/** The most that is screened; looking for criteria in more than that would take its time and come to nothing. */
const bytesMax = 1_048_576;

function tooLong(key: string, bytes: number): { readonly problem: string } {
  const [has, most] = [bytes, bytesMax].map((count) => count.toLocaleString('en-US'));
  return {
    problem: `Ticket ${key} has ${has} bytes of text, and ${most} is the most that is screened. Shorten it to what should change, and attach the rest or put it into a file of the repository.`,
  };
}

export function authorOf(given: z.output<typeof person>): TicketAuthor | undefined {
  const name = given?.displayName ?? given?.name;
  if (given === undefined || given === null || name === undefined) return undefined;
  const id = given.accountId ?? given.name;
  return {
    name,
    ...(id === undefined ? {} : { id }),
    ...(given.accountType === 'app' ? { isBot: true } : {}),
  };
}

type Brief = z.output<typeof brief>;

function parentOf(parent: Brief | null | undefined): readonly TicketContext[] {
  if (parent === undefined || parent === null) return [];
  return [{ kind: 'parent', title: `Part of ${briefWords(parent)}`, text: '' }];
}

function linkedTo(links: readonly unknown[]): readonly TicketContext[] {
  return links.flatMap((entry) => {
    const found = link.safeParse(entry).data;
    const other = found?.outwardIssue ?? found?.inwardIssue;
    if (found === undefined || other === undefined) return [];
    const how = found.outwardIssue === undefined ? found.type.inward : found.type.outward;
    return [{ kind: 'linked' as const, title: `This ticket ${how} ${briefWords(other)}`, text: '' }];
  });
}

function briefWords({ key, fields }: Brief): string {
  const kind = fields?.issuetype === undefined ? '' : ` (${fields.issuetype.name})`;
  const state = fields?.status === undefined ? '' : `, ${fields.status.name}`;
  return `${key}${kind}: ${fields?.summary ?? ''}${state}`;
}
