// Private keys that lie over several lines: PEM and PGP armour. Takes lines in order and says what becomes of each.
// Keys that are written in one line, with escaped line ends, are found by the rules.
//
// Invariants
//   KEY-BLOCK-1. From the first line of key material on, nothing is given out until the END line, or until a line that
//       cannot be part of a key.
//   KEY-BLOCK-2. Between BEGIN and key material only `preludeLinesMax` lines are held. More is taken for a key.
//   KEY-BLOCK-3. A BEGIN line that no key material follows is ordinary text, such as a sentence in a document.
//   KEY-BLOCK-4. What a line is, its undressed text says; what is given out is the line as it came.

import type { Undressed } from './undressed.ts';
import { undress } from './undressed.ts';

export interface KeyBlocks {
  /** True while a key, or what may become one, is open. */
  readonly open: () => boolean;
  /** `line` carries its line end. A part of a line that is too long to be held counts as `whole: false` and opens nothing. */
  readonly take: (line: string, whole: boolean) => Taken;
  /** What was held, when there is no more. */
  readonly end: () => string;
}

interface Taken {
  /** Ordinary text from before this line, which still goes through the rules. */
  readonly before: string;
  /** A key was found after `before`: the rule to name in its place. */
  readonly key?: 'private-key' | 'pgp-private-key';
  /** What is ordinary text of this line, which still goes through the rules. */
  readonly rest: string;
}

const preludeLinesMax = 16;

const begin =
  /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?=(?:\\[nr]|[\s"'`+,;|>)\]])*$)/;
const end = /-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/;
const armourHeader = /^\W*(?:\d{1,6}\W+)?[A-Za-z-]{1,40}: /;
// The sign of an added line may stand alone, although it is one of the characters of keys.
const blank = /^\+?[^A-Za-z0-9+/=]*$/;
// Line numbers, diff signs and quotes may stand around the material; with anything else around it, it must be long.
const firstMaterial =
  /^[^A-Za-z0-9+/=]*(?:\d{1,6}[^A-Za-z0-9+/=]+)?[A-Za-z0-9+/=]{8,}(?:\\[nr])*[^A-Za-z0-9/=]*$|[A-Za-z0-9+/]{32}/;
const material =
  /^[^A-Za-z0-9+/=]*(?:\d{1,6}[^A-Za-z0-9+/=]+)?[A-Za-z0-9+/=]+(?:\\[nr])*[^A-Za-z0-9/=]*$|[A-Za-z0-9+/]{32}/;

/** KEY-BLOCK-4. */
function seen(line: string): Undressed {
  return undress(line) ?? { text: line, startOf: itself, endOf: itself };
}

function itself(at: number): number {
  return at;
}

export function createKeyBlocks(): KeyBlocks {
  let held: readonly string[] = [];
  let inside = false;

  const outside = (line: string, whole: boolean, before: string): Taken => {
    const { text } = seen(line);
    if (!whole || !text.includes('-----BEGIN ') || !begin.test(text)) return { before, rest: line };
    held = [line];
    return { before, rest: '' };
  };

  const prelude = (line: string, whole: boolean): Taken => {
    const { text } = seen(line);
    const isKey = !end.test(text) && firstMaterial.test(text.trimEnd());
    const isPrelude = !isKey && (blank.test(text) || armourHeader.test(text));
    if (isPrelude && held.length < preludeLinesMax) {
      held = [...held, line];
      return { before: '', rest: '' };
    }
    const [opening = '', ...rest] = held;
    held = [];
    if (!isKey && !isPrelude) return outside(line, whole, opening + rest.join('')); // KEY-BLOCK-3
    inside = true; // KEY-BLOCK-1, KEY-BLOCK-2
    const first = seen(opening);
    const at = first.text.search(begin);
    const isPgp = first.text.startsWith('PGP ', at + '-----BEGIN '.length);
    return {
      before: opening.slice(0, first.startOf(at)),
      key: isPgp ? 'pgp-private-key' : 'private-key',
      rest: '',
    };
  };

  const within = (line: string, whole: boolean): Taken => {
    const { text, endOf } = seen(line);
    const found = end.exec(text);
    if (found !== null) {
      inside = false;
      return { before: '', rest: line.slice(endOf(found.index + found[0].length)) };
    }
    const isBegin = whole && begin.test(text);
    if (!isBegin && (blank.test(text) || armourHeader.test(text) || material.test(text.trimEnd()))) {
      return { before: '', rest: '' };
    }
    inside = false;
    return outside(line, whole, '\n');
  };

  return {
    open: () => inside || held.length > 0,
    take: (line, whole) => {
      if (inside) return within(line, whole);
      return held.length > 0 ? prelude(line, whole) : outside(line, whole, '');
    },
    end: () => {
      const rest = held.join('');
      held = [];
      return rest;
    },
  };
}
