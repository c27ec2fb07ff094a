// The request, normalised. Its text is a blob; what is here is small enough to decide with.

export type TicketType = 'feature' | 'bugfix' | 'code_review' | 'release';
export type WorkType = 'fix' | 'feature' | 'chore';

/** Where a ticket comes from. `ref` means something to its tracker only. */
export interface TicketSource {
  readonly tracker: string;
  readonly ref: string;
}

export interface Ticket {
  readonly id: string;
  readonly title: string;
  readonly type: TicketType;
  readonly workType: WorkType;
  /** The screened text. */
  readonly blob: string;
  /** Ids of the acceptance criteria, in order; their words are in the blob. */
  readonly criteria: readonly string[];
  readonly screening: 'CLEAN' | 'REDACTED';
  readonly rules: readonly string[];
}

const fixWords = /\b(fix|fixes|fixed|bug|broken|crash(es)?|regression|wrong|fails?|error)\b/i;
const choreWords = /\b(chore|bump|upgrade|rename|clean ?up|refactor|docs?|document)\b/i;

/** Work types are found in code, from the words of the ticket. */
export function workTypeOf(text: string): WorkType {
  if (fixWords.test(text)) return 'fix';
  return choreWords.test(text) ? 'chore' : 'feature';
}

export function ticketTypeOf(workType: WorkType): TicketType {
  return workType === 'fix' ? 'bugfix' : 'feature';
}

const smallWords = new Set([
  'a',
  'an',
  'the',
  'to',
  'of',
  'and',
  'or',
  'in',
  'on',
  'for',
  'with',
  'is',
  'it',
]);

/** Three words of the title, for a branch name; ASCII letters and digits only, so that it is safe everywhere. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !smallWords.has(word));
  return words.length === 0 ? 'change' : words.slice(0, 3).join('_').slice(0, 40);
}

export function branchOf(ticket: Pick<Ticket, 'id' | 'title' | 'workType'>): string {
  const id = ticket.id.replaceAll(/[^A-Za-z0-9-]+/g, '-').slice(0, 60);
  return `${ticket.workType}/${id}_${slugOf(ticket.title)}`;
}
