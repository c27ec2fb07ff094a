// The request, normalised. Its text is a blob; what is here is small enough to decide with. How its words are read
// belongs to `ticket/`.

import type { Clarity } from './clarity.ts';
import type { CriteriaOrigin } from './criteria.ts';
import type { FieldName } from './headings.ts';
import { slugOf } from './slug.ts';

export type TicketType = 'feature' | 'bugfix' | 'code_review' | 'release';
export type WorkType = 'fix' | 'feature' | 'chore';
export type CommitType = 'fix' | 'feat' | 'chore' | 'test' | 'refactor';

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
  // What follows is of tickets recorded by later versions: old journals have none of it.
  readonly commitType?: CommitType;
  /** Where the criteria come from; a title that stands for them goes when the ticket is refined. */
  readonly criteriaFrom?: CriteriaOrigin;
  readonly clarity?: Clarity;
  /** Ids of the mandates, in order, and their words as a blob of their own. */
  readonly mandates?: readonly string[];
  readonly mandatesBlob?: string;
  /** Those of them that name something to be used. */
  readonly tools?: readonly string[];
  /** What a ticket of this type usually says and this one does not. */
  readonly missing?: readonly FieldName[];
  /** Kinds of hidden text that were removed. */
  readonly hidden?: readonly string[];
  readonly labels?: readonly string[];
  /** Who the ticket says wrote it: a claim. */
  readonly author?: string;
  /** What its tracker has around it, for those who have to understand it; screened. */
  readonly context?: string;
  /** What the interpreter made of it; the roles read it beside the ticket itself. */
  readonly refined?: Refined;
}

export interface Refined {
  readonly blob: string;
  /** Ids of the criteria it adds; their words are in its blob. */
  readonly criteria: readonly string[];
  /** How many points it leaves open. */
  readonly openPoints: number;
}

export function ticketTypeOf(workType: WorkType): TicketType {
  return workType === 'fix' ? 'bugfix' : 'feature';
}

export function branchOf(ticket: Pick<Ticket, 'id' | 'title' | 'workType'>): string {
  const id = ticket.id.replaceAll(/[^A-Za-z0-9-]+/g, '-').slice(0, 60);
  return `${ticket.workType}/${id}_${slugOf(ticket.title)}`;
}
