// The sequences with which programs colour what they print, move the cursor and set titles. Pure.

const escape = String.fromCodePoint(0x1b);
const bell = String.fromCodePoint(0x07);
const payloadCharsMax = 4096;

/** Sequences that are complete within a line: CSI, then strings (OSC, DCS, SOS, PM, APC) with their end. */
export const sequences = new RegExp(
  [
    `${escape}\\[[0-?]{0,64}[ -/]{0,8}[@-~]`,
    `${escape}[\\]PX^_][^${bell}${escape}\\n]{0,${String(payloadCharsMax)}}(?:${bell}|${escape}\\\\)`,
    `${escape}[()*+][0-9A-Za-z]`,
  ].join('|'),
  'g',
);

/** The beginning of such a sequence at the end of a text, of which more may come. */
const unfinished = new RegExp(
  [
    `${escape}(?:\\[[0-?]{0,64}[ -/]{0,8})?$`,
    `${escape}[\\]PX^_][^${bell}${escape}\\n]{0,${String(payloadCharsMax)}}${escape}?$`,
    `${escape}[()*+]$`,
  ].join('|'),
);

/** What a program printed for looks alone, taken out of its output as it comes. */
export interface PlainStream {
  /** The piece without sequences; the beginning of one is held until it is known what becomes of it. */
  readonly push: (piece: string) => string;
  /** What was held: it was no sequence. */
  readonly end: () => string;
}

export function plainStream(): PlainStream {
  let held = '';
  return {
    push: (piece) => {
      if (held === '' && !piece.includes(escape)) return piece;
      const text = `${held}${piece}`.replace(sequences, '');
      const at = text.search(unfinished);
      held = at === -1 ? '' : text.slice(at);
      return at === -1 ? text : text.slice(0, at);
    },
    end: () => {
      const rest = held;
      held = '';
      return rest;
    },
  };
}
