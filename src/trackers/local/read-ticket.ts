// Makes a ticket from text: free text, Markdown, or a ticket.json. Pure. Hidden text is removed here;
// screening for secrets is the caller's, and comes before anything is kept.
//
// Invariants
//   READ-TICKET-1. A ticket has an id that is safe in branch names and file names, a title of one line, and at least
//       one criterion.
//   READ-TICKET-2. A problem never quotes the ticket's text: it may hold a secret, and nobody has screened it yet.

import { z } from 'zod';

import type { Criteria } from '../../core/ticket/criteria.ts';
import { criteriaOf, eachOnce } from '../../core/ticket/criteria.ts';
import { sentencesOf } from '../../core/ticket/markdown.ts';
import { isCourtesy } from '../../core/ticket/wishes.ts';
import { keyedTitle } from '../../core/ticket/tracker-key.ts';
import { reveal } from '../../screening/hidden.ts';
import type { RawTicket } from '../tracker.ts';
import { criteriaFrom, partsOf, wordsFrom } from './ticket-markdown.ts';
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
const labelCharsMax = 50;
const labelsMax = 20;
const authorCharsMax = 100;

const types: ReadonlyMap<string, TicketType> = new Map<string, TicketType>(
  (
    [
      ['feature, feat, story, enhancement, 기능', 'feature'],
      ['bugfix, bug, fix, defect, 버그', 'bugfix'],
      ['code_review, review, 코드_리뷰, 리뷰', 'code_review'],
      ['release, 릴리스, 배포', 'release'],
    ] as const
  ).flatMap(([words, type]) => words.split(', ').map((each) => [each, type] as const)),
);

const word = z.union([z.string(), z.number()]).transform(String);
/** A label is a word, or what a forge makes of one. */
const labels = z.union([
  z.string(),
  z.array(z.union([z.string(), z.looseObject({ name: z.string() }).transform(({ name }) => name)])),
]);
const author = z.union([
  z.string(),
  z.looseObject({
    login: z.string().optional(),
    name: z.string().nullish(),
    is_bot: z.boolean().optional(),
    type: z.string().optional(),
  }),
]);
const jsonShape = z.looseObject({
  id: word.nullish(),
  title: z.string().nullish(),
  body: z.string().nullish(),
  description: z.string().nullish(),
  criteria: z.union([z.string(), z.array(z.string())]).nullish(),
  acceptance_criteria: z.union([z.string(), z.array(z.string())]).nullish(),
  type: z.string().nullish(),
  labels: labels.nullish(),
  author: author.nullish(),
  association: z.string().nullish(),
  authorAssociation: z.string().nullish(),
});

/** `name` is the name of the file the text came from, if it came from one; `now` is in milliseconds. */
export function ticketFromText(
  text: string,
  options: { readonly name?: string; readonly now: number },
): RawTicket | TicketProblem {
  if (isNoText(text)) {
    return problem(
      'The ticket is no text: it holds bytes that are none. Give it as text in UTF-8: a sentence, Markdown or a ticket.json.',
    );
  }
  const isJson = options.name?.toLowerCase().endsWith('.json') === true;
  const parts = isJson ? partsOfJson(text, options.name ?? '') : partsOf(shown(text));
  return 'problem' in parts ? parts : ticketOf(parts, options.now, hiddenIn(text, parts));
}

/** A ticket whose parts a tracker knows apart. It has an id of its own. */
export function ticketFromParts(parts: Parts & { readonly id: string }): RawTicket | TicketProblem {
  return ticketOf(parts, 0, hiddenIn('', parts));
}

/** Of a text that was not UTF-8 a character in fifty may be lost, and it can still be read. */
const lostPerCharacterMax = 0.02;

function isNoText(text: string): boolean {
  if (text.includes('\0')) return true;
  const colourless = text.replaceAll('\u001B', ''); // a pasted log may have colours
  const lost = colourless.match(/(?!\s)[\uFFFD\p{Cc}]/gu)?.length ?? 0;
  return lost > Math.max(2, text.length * lostPerCharacterMax);
}

export function isTicketId(text: string): boolean {
  return ticketId.test(text);
}

function shown(text: string): string {
  return reveal(text).text;
}

/** In the text as it came; and in its parts, because front matter and JSON can spell characters with escapes. */
function hiddenIn(text: string, { title, body, criteria = [] }: Parts): readonly string[] {
  const found = [text, title ?? '', body, ...criteria].flatMap((part) => reveal(part).hidden);
  return [...new Set(found)];
}

function ticketOf(parts: Parts, now: number, hidden: readonly string[]): RawTicket | TicketProblem {
  const written = oneLine(parts.title ?? firstLine(parts.body), titleCharsMax);
  const keyed = parts.id === undefined ? keyedTitle(written) : undefined;
  const title = keyed?.title ?? written;
  if (title === '') {
    return problem('The ticket has no text that can be read. Say in a sentence what should change.');
  }
  const id = parts.id ?? keyed?.id ?? `LOCAL-${timeOf(now)}`;
  if (!isTicketId(id)) {
    return problem(
      'The id of the ticket cannot be used: it becomes part of a branch name. Use 1 to 60 letters, digits, dots, dashes, underscores or #.',
    );
  }
  const body = shown(parts.body).trim();
  const criteria = criteriaFor(title, body, parts);
  if (criteria.items.length > criteriaMax) {
    return problem(
      `The ticket has ${criteria.items.length} acceptance criteria, and ${criteriaMax} is the most one run can show to be met. Split the ticket.`,
    );
  }
  return {
    id,
    title,
    body,
    criteria: criteria.items,
    criteriaFrom: criteria.from,
    ...typeAndLabels(parts),
    ...authorOf(parts),
    ...(hidden.length === 0 ? {} : { hidden }),
  };
}

function criteriaFor(title: string, body: string, { criteria: given, type, labels = [] }: Parts): Criteria {
  const declared = [...(type === undefined ? [] : [type]), ...labels];
  const found: Criteria =
    given === undefined ? criteriaOf(title, body, declared) : { from: 'listed', items: given };
  const lines = found.items.map((each) => oneLine(each, criterionCharsMax)).filter((each) => each !== '');
  const items = eachOnce(lines);
  return items.length === 0 ? { from: 'title', items: [title] } : { from: found.from, items };
}

/** A type that is none of a ticket (chore, docs) still tells what work it is, as a label does. */
function typeAndLabels({ type, labels: given = [] }: Parts): Pick<RawTicket, 'type' | 'labels'> {
  const word = oneLine(type ?? '', labelCharsMax);
  const known = types.get(word.toLowerCase().replaceAll(/[\s-]+/g, '_'));
  const words = given.map((label) => oneLine(label, labelCharsMax)).filter((label) => label !== '');
  const kept = [...(known === undefined && word !== '' ? [word] : []), ...words].slice(0, labelsMax);
  return {
    ...(known === undefined ? {} : { type: known }),
    ...(kept.length === 0 ? {} : { labels: kept }),
  };
}

function authorOf({ author: given }: Parts): Pick<RawTicket, 'author'> {
  const name = oneLine(given?.name ?? '', authorCharsMax).replace(/^@/, '');
  if (given === undefined || name === '') return {};
  const association = oneLine(given.association ?? '', labelCharsMax).toUpperCase();
  return {
    author: {
      name,
      ...(association === '' ? {} : { association }),
      ...(given.isBot === true ? { isBot: true } : {}),
    },
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
  const { id, title, type, body, description, criteria, acceptance_criteria, labels: given } = ticket.data;
  const listed = criteria ?? acceptance_criteria ?? undefined;
  const written = authorIn(ticket.data);
  return {
    ...(id === undefined || id === null ? {} : { id: shown(id).trim() }),
    ...(title === undefined || title === null ? {} : { title }),
    ...(type === undefined || type === null ? {} : { type }),
    body: (body ?? description ?? '').trim(),
    ...(listed === undefined
      ? {}
      : { criteria: criteriaFrom(typeof listed === 'string' ? shown(listed) : listed) }),
    ...(given === undefined || given === null ? {} : { labels: wordsFrom(given) }),
    ...(written === undefined ? {} : { author: written }),
  };
}

function authorIn(ticket: z.output<typeof jsonShape>): Parts['author'] {
  const { author: given, association, authorAssociation } = ticket;
  if (given === undefined || given === null) return undefined;
  const said = association ?? authorAssociation ?? undefined;
  const claim = said === undefined ? {} : { association: said };
  if (typeof given === 'string') return { name: given, ...claim };
  const isBot = given.is_bot === true || given.type?.toLowerCase() === 'bot';
  return { name: given.login ?? given.name ?? '', ...claim, ...(isBot ? { isBot } : {}) };
}

/**
 * What stands for a title where there is none: the first line; its first sentence where it is long, and the whole of that where
 * the line only ended because the page did.
 */
function firstLine(text: string): string {
  const lines = text.split('\n');
  const greeted = lines.findIndex((each) => hasWord(each) && !isCourtesy(each));
  const at = greeted === -1 ? lines.findIndex(hasWord) : greeted;
  const line = (lines[at] ?? '').replace(/^[ \t]*(?:[-*+>]|#{1,6})[ \t]+/, '').trim();
  if (line.length < wrappedCharsMin) return line;
  const goesOn = /^\s*\p{Ll}/u.test(lines[at + 1] ?? '');
  const [sentence] = sentencesOf(goesOn ? lines.slice(at).join('\n') : line);
  return sentence ?? line;
}

function hasWord(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

const wrappedCharsMin = 50;

/** Cut between words, where there are some near the end. Spaces inside code are part of it. */
function oneLine(text: string, charsMax: number): string {
  const parts = shown(text).split(/(`[^`\n]*`)/);
  const spaced = parts.map((part) => part.replaceAll(part.startsWith('`') ? /[\r\n\t]/g : /\s+/g, ' '));
  const chars = Array.from(spaced.join('').trim());
  if (chars.length <= charsMax) return chars.join('');
  const space = chars.lastIndexOf(' ', charsMax - 1);
  const end = space > charsMax / 2 ? space : charsMax - 1;
  return `${chars.slice(0, end).join('').trimEnd()}…`;
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
