// Screens text as it comes: cuts it into lines, gives each to the key blocks and the rules, and puts the result together.
// Whole texts go through here too, as one piece, so that there is one way only.
//
// Invariants
//   SCREENING-STREAM-1. Where the pieces were cut makes no difference to the result: cuts depend on the text alone.
//   SCREENING-STREAM-2. At most one window of a line is held. A longer line is cut with an overlap that no rule needs more than;
//       what lies across a cut moves to the next window whole.
//   SCREENING-STREAM-3. A hit longer than a window is replaced, and goes on until its characters end.
//   SCREENING-STREAM-4. Whole lines are looked at together first, to see which rules can hit any of them; each line is then searched
//       alone. Only a line that is searched as it stood in its block may be searched with the rules of the block.

import { createKeyBlocks } from './key-block.ts';
import { matchCharsMax } from './rule-parts.ts';
import { marker, replaceHits } from './scan.ts';
import type { Hit, Scanner } from './scan.ts';

const windowCharsMin = 64 * 1024;
const windowsPerOverlap = 3;
const blockCharsMax = 64 * 1024;

export interface TextStream {
  readonly push: (piece: string) => string;
  readonly end: () => string;
  /** The rules that replaced something so far, each once. */
  readonly rules: () => readonly string[];
  /** The rules so far for which a whole text would not be taken. */
  readonly blocking: () => readonly string[];
}

export function createTextStream(scanner: Scanner): TextStream {
  const overlapChars = Math.max(matchCharsMax, scanner.knownCharsMax);
  const windowChars = Math.max(windowCharsMin, overlapChars * windowsPerOverlap);
  const blocks = createKeyBlocks();
  const rules = new Set<string>();
  const blocking = new Set<string>();
  let pieces: string[] = [];
  let heldChars = 0;
  /** The rest of this line belongs to something that was replaced: all of it, or as long as it looks like a token. */
  let dropping: 'nothing' | 'line' | 'token' = 'nothing';

  const replace = (text: string, hits: readonly Hit[]): string => {
    const replaced = replaceHits(text, hits);
    for (const rule of replaced.rules) rules.add(rule);
    for (const hit of hits) if (hit.blocks) blocking.add(hit.rule);
    return replaced.text;
  };
  /** One line or less. The line end stays outside, so that no rule can take it. */
  const plain = (text: string, here: Scanner): string => {
    if (text === '') return '';
    if (!text.endsWith('\n')) return replace(text, here.find(text));
    const body = text.slice(0, text.endsWith('\r\n') ? -2 : -1);
    return body === '' ? text : replace(body, here.find(body)) + text.slice(body.length);
  };

  /** What a key block did to a line, except for the rest of that line. Lines that were held are of an earlier block. */
  const released = (before: string, key: string | undefined): string => {
    const lines = before === '' ? [] : before.split(/(?<=\n)/);
    const text = lines.map((one) => plain(one, scanner)).join('');
    if (key === undefined) return text;
    rules.add(key);
    blocking.add(key);
    return text + marker(key);
  };

  const line = (text: string, here: Scanner): string => {
    if (dropping === 'line') {
      dropping = 'nothing';
      return '';
    }
    const ordinary = dropping === 'token' ? afterToken(text) : text;
    dropping = 'nothing';
    const taken = blocks.take(ordinary, true);
    return released(taken.before, taken.key) + plain(taken.rest, taken.rest === text ? here : scanner); // SCREENING-STREAM-4
  };

  /** A full window of a line that goes on: gives back what can be written, and how many characters are done with. */
  const window = (text: string): readonly [string, number] => {
    if (dropping === 'line') return ['', text.length];
    if (dropping === 'token') {
      const rest = afterToken(text);
      if (rest !== '') dropping = 'nothing';
      return ['', text.length - rest.length];
    }
    if (blocks.open()) {
      const taken = blocks.take(text, false);
      if (taken.rest === '') dropping = 'line';
      return [released(taken.before, taken.key), text.length - taken.rest.length];
    }
    const hits = scanner.within(text).find(text);
    const cut = cutOf(text, hits, text.length - overlapChars);
    if (cut === text.length) dropping = 'token'; // SCREENING-STREAM-3
    const within = hits.filter((hit) => hit.end <= cut);
    return [replace(text.slice(0, cut), within), cut];
  };

  const drain = (text: string): string => {
    let output = '';
    let at = 0;
    let newline = text.indexOf('\n');
    let blockEnd = 0;
    let here = scanner;
    for (;;) {
      if (newline !== -1 && newline < at) newline = text.indexOf('\n', at);
      if (newline !== -1 && newline - at < windowChars) {
        if (newline >= blockEnd) {
          blockEnd = Math.max(newline, text.lastIndexOf('\n', at + blockCharsMax)) + 1;
          here = scanner.within(text.slice(at, blockEnd));
        }
        output += line(text.slice(at, newline + 1), here);
        at = newline + 1;
      } else if (text.length - at >= windowChars) {
        const [written, doneChars] = window(text.slice(at, at + windowChars));
        output += written;
        at += doneChars;
      } else {
        break;
      }
    }
    pieces = [text.slice(at)];
    heldChars = text.length - at;
    return output;
  };

  return {
    push: (piece) => {
      pieces.push(piece);
      heldChars += piece.length;
      return piece.includes('\n') || heldChars >= windowChars ? drain(pieces.join('')) : '';
    },
    end: () => {
      const rest = pieces.join('');
      const output = rest === '' ? '' : line(rest, scanner);
      pieces = [];
      heldChars = 0;
      return output + released(blocks.end(), undefined);
    },
    rules: () => [...rules],
    blocking: () => [...blocking],
  };
}

/** SCREENING-STREAM-2: the wanted cut, moved out of the middle of a character and to the start of what lies across it. */
function cutOf(text: string, hits: readonly Hit[], wanted: number): number {
  const code = text.charCodeAt(wanted - 1);
  let cut = code >= 0xd800 && code <= 0xdbff ? wanted - 1 : wanted;
  for (const hit of hits.toSorted((a, b) => b.end - a.end)) {
    if (hit.start < cut && hit.end > cut) cut = hit.start;
  }
  if (cut > 0) return cut;
  for (const hit of hits.toSorted((a, b) => a.start - b.start)) {
    if (hit.start === 0 || hit.start < cut) cut = Math.max(cut, hit.end);
  }
  return cut;
}

function afterToken(text: string): string {
  return text.replace(/^[A-Za-z0-9+/=_.\\-]+/, '');
}
