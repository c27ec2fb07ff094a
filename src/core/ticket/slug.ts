// Three words of a title for a branch name: ASCII letters and digits only, so that it is safe everywhere.

const wordsWanted = 3;
const wordCharsMax = 24;
const slugCharsMax = 40;

const smallWords: ReadonlySet<string> = new Set([
  'a',
  'an',
  'the',
  'to',
  'of',
  'and',
  'or',
  'in',
  'on',
  'for',
  'with',
  'is',
  'it',
  'that',
]);

export function slugOf(title: string): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => !smallWords.has(word))
    .map(asciiOf)
    .filter((word) => word !== '');
  const slug = words
    .slice(0, wordsWanted)
    .map((word) => word.slice(0, words.length === 1 ? slugCharsMax : wordCharsMax))
    .join('_');
  return slug === '' ? 'change' : slug.slice(0, slugCharsMax).replace(/_$/, '');
}

function asciiOf(word: string): string {
  return romanised(word)
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '');
}

const syllableFirst = 0xac_00;
const medials = 21;
const finals = 28;

// Revised Romanisation, syllable by syllable: a name to recognise a title by, not a way to say it.
const initial = 'g kk n d tt r m b pp s ss - j jj ch k t p h'.split(' ').map(silent);
const medial = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const final = '- k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ').map(silent);

function silent(letters: string): string {
  return letters === '-' ? '' : letters;
}

/** Hangul in Latin letters; everything else as it is. */
function romanised(text: string): string {
  return text.replaceAll(/[\uAC00-\uD7A3]/gu, (syllable) => {
    const code = Number(syllable.codePointAt(0)) - syllableFirst;
    return [
      initial[Math.floor(code / (medials * finals))],
      medial[Math.floor(code / finals) % medials],
      final[code % finals],
    ].join('');
  });
}
