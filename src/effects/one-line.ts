// Titles that stand in the journal itself.

import type { EffectParts } from './parts.ts';

const titleCharsMax = 100;

/** One line without secrets. It is screened whole: half a secret is not recognised as one. */
export function oneLine({ screener }: Pick<EffectParts, 'screener'>, text: string): string {
  const line = screener.redact(text).text.replaceAll(/\s+/g, ' ').trim();
  return line.slice(0, titleCharsMax).replace(/[\uD800-\uDBFF]$/, ''); // never half a character
}
