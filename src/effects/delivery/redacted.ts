// What the screener took out of words that leave: found again by the marks it left, in the ticket that came in or in the text
// that goes out, and told to whoever decides and whoever reads it. Pure.

import type { ScreenedPlace } from '../../core/evidence/screened.ts';
import { asksAboutRedaction } from '../../core/stages/redaction.ts';
import type { Run } from '../../core/run.ts';
import { list } from '../../views/words/words.ts';

const mark = /\[REDACTED:([\w.:-]+)\]/g;

export function redactedIn(place: string | undefined, text: string): readonly ScreenedPlace[] {
  const rules = [...new Set([...text.matchAll(mark)].map(([, rule = '']) => rule))].toSorted();
  return rules.length === 0 ? [] : [{ place: place ?? 'end', rules }];
}

/** For the person at the gate. */
export function redactedText(places: readonly ScreenedPlace[]): string {
  return [
    'Something in the words of this pull request looks like a secret, and was taken out:',
    '',
    ...places.map(({ place, rules }) => `- ${place}: ${list(rules)}`),
    '',
    'The rest would be published with [REDACTED:rule] in these places. The change itself holds no secret. Where one was in the',
    'ticket, it is best taken out there as well, and changed where it is used.',
    '',
  ].join('\n');
}

export function redactedNote(
  { gates }: Pick<Run, 'gates'>,
  places: readonly ScreenedPlace[],
): readonly string[] {
  if (places.length === 0) return [];
  const isSeen = gates.some((gate) => asksAboutRedaction(gate) && gate.decision?.answer === 'approve');
  const where = list(places.map(({ place, rules }) => `${place} (${rules.join(', ')})`));
  const who = isSeen ? 'A person let it go out like this.' : 'No person was asked about it.';
  return [`- What looks like a secret was taken out of these words: ${where}. ${who}`];
}
