// Tells a value that a machine drew at random from one that a person or a format wrote. Pure functions over
// short texts; used where a pattern alone cannot know. What is found, and what becomes of it, is not decided here.
//
// The thresholds, and why
//   - 24 characters at least: shorter random values cannot be told from identifiers without a key word beside them.
//   - 4.0 bits of entropy a character at least: random base62 of 24 characters has 4.2 to 4.5, English words joined have 3.2 to 3.9.
//   - Lower case, upper case and digits all occur: this leaves out hex hashes, UUIDs, ULIDs, git ids, blob names and constants.
//   - 0.28 changes of character class a step at least, a capital at the start of a word not counted: random base62 has
//     about 0.44, names such as `ED448KeyPairOptions` have about 0.2.
//   - At most half of the steps go up by one: this leaves out alphabets such as `ABCDEF…xyz0123`.
//   - At most 0.6 of the characters stand in four or more letters of one case in a row: in random base62 about 0.1 do,
//     in names such as `WEBGL_compressed_texture_s3tc` most do.

//   - The name of a file that a bundler made, words and eight characters of a hash, is none; nor is what says a kind and a number in
//     base64, as ids of objects on GitHub do.

const lengthMin = 24;
const entropyBitsMin = 4;
const changesPerStepMin = 0.28;
const risingPerStepMax = 0.5;
const inWordsMax = 0.6;

export function looksRandom(value: string): boolean {
  if (value.length < lengthMin) return false;
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || !/\d/.test(value)) return false;
  if (isHashedName(value) || isObjectId(value)) return false;
  const steps = value.length - 1;
  let changes = 0;
  let rising = 0;
  for (let at = 1; at < value.length; at += 1) {
    const before = value.charCodeAt(at - 1);
    const code = value.charCodeAt(at);
    if (isChange(classOf(before), classOf(code))) changes += 1;
    if (code === before + 1) rising += 1;
  }
  if (changes < steps * changesPerStepMin || rising > steps * risingPerStepMax) return false;
  if (value.replace(/[a-z]{4,}|[A-Z]{4,}/g, '').length < value.length * (1 - inWordsMax)) return false;
  return entropyBits(value) >= entropyBitsMin;
}

/** `mainMenu-BGlLbCJ6`: words of letters alone, one of them with four small ones in a row, and eight characters. */
function isHashedName(value: string): boolean {
  return /^[A-Za-z]+(?:-[A-Za-z]+)*-[\w-]{8}$/.test(value) && /[a-z]{4}/.test(value.slice(0, -9));
}

/** `MDEwOlJlcG9zaXRvcnkxODY4NTMwMDI=` is 010:Repository186853002: every one begins with a zero, and so with MD. Newer ones are `CR_kwDO…`. */
function isObjectId(value: string): boolean {
  if (/^[A-Z]{1,6}_(?:kg|kw|lA)[DHL]O[\w-]+$/.test(value)) return true;
  return value.startsWith('MD') && /^0\d{1,2}:[A-Z]/.test(decoded(value));
}

function decoded(value: string): string {
  try {
    return atob(value);
  } catch {
    return '';
  }
}

/** Shannon entropy in bits a character. */
function entropyBits(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/** Letters and a digit, as a value that somebody made up has, and a word in a sentence has not. */
export function hasLettersAndDigit(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** Two groups of digits between other characters, which names of types and functions hardly ever have. */
export function hasScatteredDigits(value: string): boolean {
  return /\d[^\d]+\d/.test(value) && /[A-Za-z]/.test(value);
}

type CharacterClass = 'lower' | 'upper' | 'digit' | 'other';

function isChange(before: CharacterClass, after: CharacterClass): boolean {
  return before !== after && !(before === 'upper' && after === 'lower');
}

function classOf(code: number): CharacterClass {
  if (code >= 97 && code <= 122) return 'lower';
  if (code >= 65 && code <= 90) return 'upper';
  return code >= 48 && code <= 57 ? 'digit' : 'other';
}
