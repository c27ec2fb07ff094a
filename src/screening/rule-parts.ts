// What the tables of rules are written with: the shape of a rule, and pieces of patterns that several rules share.

export interface Rule {
  /** Shown to people in place of the value: `[REDACTED:<id>]`. */
  readonly id: string;
  /** `block`: a whole text with this in it is not taken at all. In a stream it is replaced. */
  readonly action: 'redact' | 'block';
  /** Source of a regular expression. The group `secret` is what is replaced; without one, the whole match. */
  readonly pattern: string;
  readonly ignoreCase?: boolean;
  /** A shorter line cannot hold one. Saves the time of looking, which counts in texts of very short lines. */
  readonly charsMin?: number;
  /** Looks closer at what the pattern found: the secret, and a little of what stands before and after it. */
  readonly when?: (secret: string, before: string, after: string) => boolean;
}

/** What a pattern needs at most to be recognised. */
export const matchCharsMax = 20 * 1024;

/** The longest value that is assigned to a name; session tokens of clouds are a thousand characters long. */
export const valueCharsMax = 4096;

/** The sign between a name and its value, in code, YAML, JSON, and JSON inside JSON. */
export const assigned = String.raw`\\{0,3}["'\x60]?\s{0,8}(?:=>|:=|=|:)\s{0,8}`;

const keyName = String.raw`(?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?`;
export const keyBegin = `-----BEGIN ${keyName}-----`;
export const keyEnd = `-----END ${keyName}-----`;

/**
 * A prefix at the start of a word. It stands before the look behind it, because a pattern that begins with plain letters is
 * found ten times faster. In JSON inside JSON a line end is written `\\n`, so that a letter may stand right before a word.
 */
export function atWordStart(prefix: string): string {
  return String.raw`${prefix}(?<=(?:(?<![A-Za-z0-9_-])|\\[nrt])${prefix})`;
}
