// Policy in words: what may stand at a key, and the value that stands there, as a file would spell it.

import type { ValueKind } from '../core/policy-values.ts';
import { durationText } from './units.ts';

/** What may stand at a key, for people. */
export function kindInWords(kind: ValueKind): string {
  switch (kind.type) {
    case 'flag':
      return 'true or false';
    case 'whole':
      return `a whole number from ${kind.min} to ${kind.max}`;
    case 'number':
      return `a number from ${kind.min} to ${kind.max}`;
    case 'word':
      return kind.words.join(', ');
    case 'time':
      return 'a duration such as 90s, 10m or 2h';
    case 'size':
      return 'a size such as 500KB, 50MB or 1GB';
    case 'names':
      return 'a list of names';
    case 'small-words':
      return 'a list of words in small letters';
    case 'address':
      return 'an address that begins with http:// or https://';
    case 'paths':
      return 'add and remove, each a list of paths';
    case 'stages':
      return 'stages, each with usd, launches, time and tokens';
  }
}

const mb = 1_048_576;

export function valueInWords(kind: ValueKind, value: unknown): string {
  if (value === undefined) return 'none';
  if (kind.type === 'stages') return stagesText(value);
  if (Array.isArray(value)) return `[${value.join(', ')}]`;
  if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
  if (kind.type === 'time') return durationText(value);
  return kind.type === 'size' ? `${value / mb}MB` : String(value);
}

function stagesText(stages: unknown): string {
  const texts = entriesOf(stages).map(([stage, caps]) => {
    const limits = entriesOf(caps).map(([name, limit]) =>
      name === 'agentMs' ? `time: ${durationText(Number(limit))}` : `${name}: ${String(limit)}`,
    );
    return `${stage}: { ${limits.join(', ')} }`;
  });
  return texts.length === 0 ? 'none' : `{ ${texts.join(', ')} }`;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
