// Makes a ticket from text: free text, Markdown, or a ticket.json. Pure. Hidden text is removed here;
// screening for secrets is the caller's, and comes before anything is kept.
//
// Invariants
//   T1. A ticket has an id that is safe in branch names and file names, a title of one line, and at least
//       one criterion.
//   T2. A problem never quotes the ticket's text: it may hold a secret, and nobody has screened it yet.

import { z } from 'zod';

import { stripHidden } from '../hidden-text.ts';
import type { RawTicket } from '../tracker.ts';
import { criteriaFrom, partsOf } from './ticket-markdown.ts';
import type { Parts } from './ticket-markdown.ts';

/** A sentence for the person who wrote the ticket: what is wrong, why, and what to do. */
export interface TicketProblem {
  readonly problem: string;
}

type TicketType = NonNullable<RawTicket['type']>;

const ticketId = /^[A-Za-z0-9._#-]{1,60}$/;
const titleCharsMax = 120;
const criterionCharsMax = 1000;
const criteriaMax = 100;

const types: ReadonlyMap<string, TicketType> = new Map<string, TicketType>([
  ['feature', 'feature'],
  ['feat', 'feature'],
  ['story', 'feature'],
  ['bugfix', 'bugfix'],
  ['bug', 'bugfix'],
  ['fix', 'bugfix'],
  ['code_review', 'code_review'],
  ['review', 'code_review'],
  ['release', 'release'],
]);

const word = z.union([z.string(), z.number()]).transform(String);
const jsonShape = z.looseObject({
  id: word.nullish(),
  title: z.string().nullish(),
  body: z.string().nullish(),
  description: z.string().nullish(),
  criteria: z.union([z.string(), z.array(z.string())]).nullish(),
  acceptance_criteria: z.union([z.string(), z.array(z.string())]).nullish(),
  type: z.string().nullish(),
});

/** `name` is the name of the file the text came from, if it came from one; `now` is in milliseconds. */
export function ticketFromText(
  text: string,
  options: { readonly name?: string; readonly now: number },
): RawTicket | TicketProblem {
  const isJson = options.name?.toLowerCase().endsWith('.json') === true;
  const parts = isJson ? partsOfJson(text, options.name ?? '') : partsOf(stripHidden(text));
  return 'problem' in parts ? parts : ticketOf(parts, options.now);
}

export function isTicketId(text: string): boolean {
  return ticketId.test(text);
}

function ticketOf(parts: Parts, now: number): RawTicket | TicketProblem {
  const title = oneLine(parts.title ?? firstLine(parts.body), titleCharsMax);
  if (title === '') {
    return problem('The ticket has no text that can be read. Say in a sentence what should change.');
  }
  const id = parts.id ?? `LOCAL-${timeOf(now)}`;
  if (!isTicketId(id)) {
    return problem(
      'The id of the ticket cannot be used: it becomes part of a branch name. Use 1 to 60 letters, digits, dots, dashes, underscores or #.',
    );
  }
  const criteria = parts.criteria
    .map((each) => oneLine(each, criterionCharsMax))
    .filter((each) => each !== '');
  if (criteria.length > criteriaMax) {
    return problem(
      `The ticket has ${criteria.length} acceptance criteria, and ${criteriaMax} is the most one run can show to be met. Split the ticket.`,
    );
  }
  const type = types.get(
    (parts.type ?? '')
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  );
  return {
    id,
    title,
    body: stripHidden(parts.body).trim(), // front matter and JSON can spell characters with escapes
    criteria: criteria.length === 0 ? [title] : criteria,
    ...(type === undefined ? {} : { type }),
  };
}

function partsOfJson(text: string, name: string): Parts | TicketProblem {
  const value = parseJson(text);
  if (value === undefined) {
    return problem(
      `${oneLine(name, titleCharsMax)} is not valid JSON, so no ticket can be read from it. Repair the file, or give the ticket as Markdown or as plain text.`,
    );
  }
  const ticket = jsonShape.safeParse(value);
  if (!ticket.success) {
    const where = ticket.error.issues.map((issue) => issue.path.join('.')).find((place) => place !== '');
    return problem(
      `${oneLine(name, titleCharsMax)} does not have the shape of a ticket${where === undefined ? '' : ` at "${where}"`}. It is an object with title, and optionally id, body, criteria (a list of texts) and type.`,
    );
  }
  const { id, title, type, body, description, criteria, acceptance_criteria } = ticket.data;
  const listed = criteria ?? acceptance_criteria ?? [];
  return {
    ...(id === undefined || id === null ? {} : { id: stripHidden(id).trim() }),
    ...(title === undefined || title === null ? {} : { title: stripHidden(title) }),
    ...(type === undefined || type === null ? {} : { type }),
    body: (body ?? description ?? '').trim(),
    criteria: criteriaFrom(typeof listed === 'string' ? stripHidden(listed) : listed.map(stripHidden)),
  };
}

function firstLine(text: string): string {
  const line = text.split('\n').find((each) => /[\p{L}\p{N}]/u.test(each)) ?? '';
  return line.replace(/^[ \t]*(?:[-*+>]|#{1,6})[ \t]+/, '');
}

function oneLine(text: string, charsMax: number): string {
  const chars = Array.from(stripHidden(text).replaceAll(/\s+/g, ' ').trim());
  return chars.length <= charsMax
    ? chars.join('')
    : `${chars
        .slice(0, charsMax - 1)
        .join('')
        .trimEnd()}…`;
}

/** Seconds, in UTC: 20260102T030405. */
function timeOf(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\u{FEFF}/u, ''));
  } catch {
    return undefined;
  }
}

function problem(sentence: string): TicketProblem {
  return { problem: sentence };
}
