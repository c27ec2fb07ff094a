// What a shot came to, before it is kept.

import type { TamperFinding } from '../../core/evidence/tamper.ts';

export interface ShotShown {
  readonly findings: readonly TamperFinding[];
  /** Lines for people. */
  readonly told: readonly string[];
}

export const nothing: ShotShown = { findings: [], told: [] };

const namesMax = 20;

/** One line, or none where there is nothing to list. */
export function listed(title: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length > namesMax ? ` and ${names.length - namesMax} more` : '';
  return [`${title}: ${names.slice(0, namesMax).join(', ')}${more}.`];
}
