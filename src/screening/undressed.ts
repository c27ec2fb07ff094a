// A text as it reads once everything is taken off that only dresses it: colours and other control sequences, signs nobody sees,
// characters written as numbers. A secret in such clothes is one all the same, and each character of what is left says where it
// stood, so that what is found can be replaced there.
//
// Invariants
//   UNDRESSED-1. Line ends stay, and nothing that is taken off reaches over one: a text undressed as a whole is its lines undressed.
//   UNDRESSED-2. Once: what is dressed twice is still dressed. It takes linear time.

export interface Undressed {
  readonly text: string;
  /** Where the character at this place begins in the dressed text; for the place after the last, where that ends. */
  readonly startOf: (at: number) => number;
  /** Where the character before this place ends there. */
  readonly endOf: (at: number) => number;
}

/** Most texts wear none of it, and this says so quickly. */
const dressed =
  // oxlint-disable-next-line no-control-regex -- control sequences are what this is about
  /[\u0000\u0008\u001B\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]|%[2-7][0-9A-Fa-f]|\\u00[2-7]|\\x[2-7]|&#/;

/** One piece of clothing, with its character where it stands for one. */
const piece =
  // oxlint-disable-next-line no-control-regex -- control sequences are what this is about
  /\u001B\[[0-9;:?<=>!]*[ -/]*[@-~]|\u001B\][^\u0007\u001B\n]*(?:\u0007|\u001B\\)|\u001B[ -/]*[0-~]|[^\n]\u0008|[\u0000\u0008\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]|%([2-7][0-9A-Fa-f])|\\u00([2-7][0-9A-Fa-f])|\\x([2-7][0-9A-Fa-f])|&#x0{0,6}([2-7][0-9A-Fa-f]);|&#0{0,6}(\d{2,3});/g;

/** Undefined where there is nothing to take off. */
export function undress(text: string): Undressed | undefined {
  if (!dressed.test(text)) return undefined;
  const starts: number[] = [];
  const ends: number[] = [];
  let plain = '';
  const keep = (characters: string, from: number, width: number): void => {
    plain += characters;
    for (let at = 0; at < characters.length; at += 1) {
      starts.push(from + at * width);
      ends.push(from + (at + 1) * width);
    }
  };
  let done = 0;
  for (const match of text.matchAll(piece)) {
    keep(text.slice(done, match.index), done, 1);
    done = match.index + match[0].length;
    keep(characterOf(match), match.index, match[0].length);
  }
  if (done === 0) return undefined;
  keep(text.slice(done), done, 1);
  return {
    text: plain,
    startOf: (at) => starts[at] ?? text.length,
    endOf: (at) => ends[at - 1] ?? 0,
  };
}

const [hexadecimal, decimal] = [16, 10];
const [firstPrinted, lastPrinted] = [0x20, 0x7e];

function characterOf([, percent, json, shell, htmlHex, html]: RegExpMatchArray): string {
  const hex = percent ?? json ?? shell ?? htmlHex;
  if (hex === undefined && html === undefined) return '';
  const code = hex === undefined ? Number.parseInt(html ?? '', decimal) : Number.parseInt(hex, hexadecimal);
  return code >= firstPrinted && code <= lastPrinted ? String.fromCodePoint(code) : '';
}
