// Secrets for a surface: an example of each kind with a label before it, so that what became of it can be told wherever
// it turns up. Every surface gets values of its own.

import type { Secret, SecretKind } from '../../support/secrets.ts';
import { drawFrom } from '../../support/secrets.ts';

/** Where text comes in or goes out, and how its labels begin. A pull request quotes the ticket. */
export const surfaces = {
  ticket: 'tk',
  comment: 'co',
  plan: 'pl',
  'pull request': 'tk',
  'commit message': 'cm',
  diff: 'df',
  transcript: 'tr',
} as const;

export type Surface = keyof typeof surfaces;

export interface Planted {
  readonly kind: SecretKind;
  readonly label: string;
  readonly secret: Secret;
}

export interface Numbered {
  readonly kind: SecretKind;
  readonly number: number;
}

export function planted(
  surface: Exclude<Surface, 'pull request'>,
  kinds: readonly Numbered[],
  seed: string,
): readonly Planted[] {
  return kinds.map(({ kind, number }) => ({
    kind,
    label: `${surfaces[surface]}${number}`,
    secret: kind.make(drawFrom(`${seed}/${surface}/${kind.name}`)),
  }));
}

export function lineOf({ label, secret }: Planted): string {
  return `${label} ${secret.text}`;
}

export function linesOf(all: readonly Planted[]): string {
  return all.map(lineOf).join('\n');
}
