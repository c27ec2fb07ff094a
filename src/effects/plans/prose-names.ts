// What the prose of a plan speaks of as being there: files, and names of code. Pure. Prose is not a list, so only what is spelled as
// nothing but a path or code counts, and of code only what the words around it claim: "the existing `a`", "`a` in src/b.ts".
//
// Invariants
//   PROSE-NAMES-1. Rather a mirage that an audit has to find than an honest plan that is sent back: a name without a claim is left alone.
//   PROSE-NAMES-2. A name that is called new anywhere in the plan is new everywhere in it.

import type { Assumption } from '../../prompts/prompts.ts';

export type Named = Pick<Assumption, 'name'> & { readonly kind: 'file' | 'symbol' };

/** A path with a folder before it and an ending behind it; addresses, globs and placeholders are none. */
const path = String.raw`(?:\.\/)?[\p{L}\p{N}_@-][\p{L}\p{N}_.@-]*(?:\/[\p{L}\p{N}_.@-]+)*\/[\p{L}\p{N}_.@-]*\.[a-z][a-z0-9]{0,5}`;
const paths = new RegExp(
  String.raw`(?<![\p{L}\p{N}_/.:@~$*<>{}='"-])${path}(?![\p{L}\p{N}_/*(<>{}=-]|\.[\p{L}\p{N}])`,
  'gu',
);

/** Spelled as no word and no trade name is: a capital or an underscore inside, or a call. Marks around it may be there or not. */
const names =
  /(?<![\p{L}\p{N}_$./\\:#@'"<-])`?(?:([a-z]{2,}(?:[A-Z][a-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+(?=[`(])|\w*[a-zA-Z0-9]_[a-zA-Z0-9]\w*)(?:\([^`()\n]*\))?|([a-zA-Z_$][\w$]{2,})\(\))`?(?![\p{L}\p{N}_$/'":=-]|\.[\p{L}\p{N}])/gu;

const what = String.raw`(?:(?:function|method|class|helper|constant|type|hook|option|field|test)s?\s+)?`;

/** Right before a name: that it is there already. */
const claims = new RegExp(
  String.raw`\b(?:existing|current|present|today's|already (?:used|there|exported|defined)|re-?us(?:e|es|ed|ing)(?: the)?)\s+${what}$`,
  'iu',
);

/** Around it: "as `a` does". "Errors like A_BUSY" are examples, of anybody's. */
const asBefore = new RegExp(String.raw`\b(?:as|like)(?: the)?\s+${what}$`, 'iu');
const asBehind = /^\s+(?:does|do)\b/iu;

/** Right behind it: where it is. "`a` in src/b.ts", "`a` (src/b.ts)". */
const placedBehind = new RegExp(
  String.raw`^\s*${what}(?:\(|(?:in|of|from)\s+(?:the file\s+)?)\x60?(?<path>${path})`,
  'iu',
);

/** Right before it, at the beginning of what is said: "In src/b.ts, a returns …". */
const placedBefore = new RegExp(
  String.raw`(?:^|[,:]\s+)in\s+\x60?(?<path>${path})\x60?,?\s+(?:the\s+)?${what}$`,
  'iu',
);

/** Words that make what is named right after them: "adds a function `a`", "the built-in `b`". */
const makes =
  /\b(?:new|add|adds|added|adding|introduc\w*|creat\w*|defin\w*|named|called|renam\w*|expos\w*|export|exports|implement\w*|extract\w*|writ\w*|built-?in|standard)\b(?:(?!\b(?:to|in|of|from|on|by|via|use|uses|using|calls?|calling)\b)[^.;]){0,60}$/iu;

/** "renamed to `b`", "is moved into src/b.ts". */
const turnsInto =
  /\b(?:renam|mov|turn|convert|extract|split|factor)\w*\b[^.;]{0,120}\b(?:in)?to\b[^.;]{0,25}$/iu;

const madeBehind = /^\s*(?:is|are|will be)\s+(?:newly\s+)?(?:new|added|introduced|created)\b/iu;

/** Everything some prose speaks of as being there; `texts` are all the prose of a plan. */
export function takenForGranted(texts: readonly string[]): readonly Named[] {
  const found = texts.flatMap((text) => text.split(/(?<=[.;!?])\s+|\n+/u)).flatMap(spokenOf);
  const fresh = new Set(found.filter(({ how }) => how === 'new').map(({ name }) => name)); // PROSE-NAMES-2
  const claimed = found.filter(({ how, name }) => how === 'claimed' && !fresh.has(name));
  const unique = new Map(claimed.map(({ kind, name }) => [`${kind} ${name}`, { kind, name }]));
  return [...unique.values()];
}

/** What says of a name how it is meant stands near it. */
const aroundChars = 200;

interface Spoken extends Named {
  readonly how: 'new' | 'claimed' | 'mentioned';
}

function spokenOf(sentence: string): readonly Spoken[] {
  const around = (match: RegExpExecArray): readonly [string, string] => [
    sentence.slice(Math.max(0, match.index - aroundChars), match.index),
    sentence.slice(match.index + match[0].length).slice(0, aroundChars),
  ];
  return [
    ...[...sentence.matchAll(paths)].map((match): Spoken => {
      const [before, behind] = around(match);
      const name = match[0].replace(/^\.\//, '');
      return { kind: 'file', name, how: isMade(before, behind) ? 'new' : 'claimed' };
    }),
    ...[...sentence.matchAll(names)].map((match): Spoken => {
      const [before, behind] = around(match);
      const name = match[1] ?? match[2] ?? '';
      const how = isMade(before, behind) ? 'new' : isClaimed(before, behind) ? 'claimed' : 'mentioned';
      return { kind: 'symbol', name, how };
    }),
  ];
}

function isMade(before: string, behind: string): boolean {
  return makes.test(before) || turnsInto.test(before) || madeBehind.test(behind);
}

function isClaimed(before: string, behind: string): boolean {
  const isModel = asBefore.test(before) && asBehind.test(behind);
  return isModel || claims.test(before) || placedBehind.test(behind) || placedBefore.test(before);
}
