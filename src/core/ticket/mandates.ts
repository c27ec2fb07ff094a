// Mandates: what a ticket says must, or must not, be used. They are kept word for word, from the ticket to the review.

import { sentencesOf } from './markdown.ts';

const mandatesMax = 50;
const mandateCharsMax = 1_000;

/** What makes a sentence a mandate, in English and Korean, as data. */
const patterns: readonly RegExp[] = [
  /\b(?:must|shall|has to|have to|needs? to)(?: only| always| not| never)? (?:use|rely on|depend on|be based on)\b/i,
  /\b(?:must|shall|has to|have to)(?: not)? be (?:written|implemented|built|done|made) (?:in|with|using)\b/i,
  /\b(?:do not|don't|must not|mustn't|shall not|may not|never|cannot) (?:use|add|introduce|install|import|rely on|depend on|pull in)\b/i,
  /\b(?:use only|only use|always use|use nothing but|stick to|make use of only)\b/i,
  /\bwithout (?:using|adding|introducing|installing|importing|any new|a new|new)\b/i,
  /\bno (?:new|additional|extra|third[- ]party|external) (?:dependenc|librar|package|framework|module)/i,
  /반드시[^\n]{0,200}(?:사용|이용|활용|쓴다|써야|쓸 것)/,
  /(?:사용|이용|활용|추가|도입|설치)(?:하지|은 하지|을 하지|를 하지) ?(?:마|말|않)/,
  /쓰지 ?(?:마|말|않)/,
  /(?:사용|이용|추가|도입|설치) ?금지/,
  /(?:만|으로만|로만)(?:을|를)? ?(?:사용|이용|쓸 것|써야|쓴다)/,
  /(?:사용|이용|활용)(?:해야|하여야|할 것)/,
];

/** Those that say what is to be used, not what is to be left alone: it has to be seen working. */
const uses: readonly RegExp[] = [
  /\b(?:must|shall|has to|have to|needs? to)(?: only| always)? (?:use|rely on|depend on|be based on)\b/i,
  /\b(?:must|shall|has to|have to) be (?:written|implemented|built|done|made) (?:in|with|using)\b/i,
  /\b(?:use only|only use|always use|use nothing but|make use of only)\b/i,
  /반드시[^\n]{0,200}(?:사용|이용|활용|쓴다|써야|쓸 것)(?!하지| ?금지)/,
  /(?:만|으로만|로만)(?:을|를)? ?(?:사용|이용|쓸 것|써야|쓴다)(?!하지| ?금지)/,
  /(?:사용|이용|활용)(?:해야|하여야|할 것)/,
];

/** Whether a mandate names something that is to be used. */
export function namesATool(sentence: string): boolean {
  return uses.some((pattern) => pattern.test(sentence));
}

export function isMandate(sentence: string): boolean {
  return patterns.some((pattern) => pattern.test(sentence));
}

/** The sentences themselves, in order, each once. A title is a sentence too. */
export function mandatesOf(title: string, body: string): readonly string[] {
  const found = [title, ...sentencesOf(body)].filter(
    (sentence) => sentence.length <= mandateCharsMax && isMandate(sentence),
  );
  return [...new Set(found)].slice(0, mandatesMax);
}

/** How a mandate stands in a text; whoever looks for one in it looks for this. */
export function mandateLine(id: string, words: string): string {
  return `- ${id}: ${words}`;
}

/** Of a text with a mandate a line: those with these ids. */
export function mandatesWith(text: string, ids: readonly string[]): string {
  return text
    .split('\n')
    .filter((line) => ids.some((id) => line.startsWith(mandateLine(id, ''))))
    .join('\n');
}
