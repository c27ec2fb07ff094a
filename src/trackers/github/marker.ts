// What Slipway hides at the end of a comment on an issue, so that it finds the comment again.

import { withoutEnding } from '../../core/ticket/ends.ts';

const begins = '<!-- slipway ';
const ends = ' -->';
const markerCharsMax = 200;

export interface Marked {
  readonly marker: string;
  /** The words before it. */
  readonly body: string;
}

export function withMarker(marker: string, body: string): string {
  return `${body}\n\n<!-- slipway ${marker} -->`;
}

export function markedIn(text: string): Marked | undefined {
  const whole = text.trimEnd();
  const at = whole.lastIndexOf(begins);
  if (at === -1 || !whole.endsWith(ends)) return undefined;
  const marker = whole.slice(at + begins.length, -ends.length);
  if (marker === '' || marker.length > markerCharsMax || /[\s>]/.test(marker)) return undefined;
  return { marker, body: withoutEnding(whole.slice(0, at), '\n') };
}
