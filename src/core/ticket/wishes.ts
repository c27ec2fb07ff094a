// Which sentences of a ticket wish something, and which tell how things are. The words are data; English and Korean.
//   WISHES-1. Words in quotes or as code are what a program says: they wish nothing. A comment beside code is its writer's.
//   WISHES-2. What people have to do because of a fault ("I have to start it again") is a complaint, no wish.
//   WISHES-3. "Stays", "keeps working": said after a wish, it bounds the wish; said before one, it may be the fault itself.

import { proseOf } from './markdown.ts';

/** How people ask for something: that it has to be so, that they would like it, or by telling somebody to do it. */
const asking =
  /\b(?:should|shall|must|has to|have to|needs? to|please)\b|\b(?:i|we|they|users?|one)(?: would|'d)? (?:like|want|wish|expect|need|prefer)s?\b|(?:해야|되어야|돼야|이어야|여야|주세요|바랍니다|싶|필요)/i;
/** A question that asks for a change, and not for a look or an answer. */
const request =
  /(?:^|[,;:]\s|\b(?:and|so|but)\s)(?:can|could|would|will) (?:you|we|somebody|it be possible to)(?: please)? (?!(?:please )?(?:have a look|look|reproduce|confirm|explain|tell|advise|help)\b)[^?]*\?/im;
const complaint =
  /\b(?:i|we|you|they|users?|people|everybody) (?:\w+ )?(?:have|has|needs?) to\b|\bi must\b/gi;
/** What is held to be right without a word that obliges. */
const rightness =
  /(?<!\bas )\bexpect(?:s|ed)?\b|\b(?:usual|correct|right|proper|desired|wanted) (?:\w+ )?(?:is|are|would be)\b/i;
const goneWrong = /\b(?:crash|fail|panic|throw|wrong|error)/gi;
const conditionCharsMax = 300;
const keeping =
  /\b(?:keeps? working|stays?|remains?|as (?:it|they) (?:do|does|did|is|are)(?: now| today)?|unchanged)\b/i;
const order =
  /^(?:please\b|do not\b|don't\b|(?:accept|add|adjust|allow|avoid|bump|change|check|clean|correct|cover|create|declare|deprecate|detect|disable|document|downgrade|drop|enable|ensure|export|expose|extend|fix|give|handle|have|hide|honou?r|ignore|implement|improve|increase|introduce|keep|let|limit|make|mention|migrate|move|offer|preserve|prevent|print|provide|raise|reduce|refactor|refuse|reject|remove|rename|repair|replace|report|respect|restore|restrict|retry|return|rewrite|say|show|simplify|skip|sort|speed up|stop|support|treat|update|upgrade|use|validate|warn|write)(?=\s|$)(?! (?:is|are|was|were|has|have|does|do|did|can|cannot|will|of)\b))|(?:수정|추가|변경|지원|구현|삭제|제거|개선|고치기)(?:\s*(?:필요|요청))?\s*$/i;
const fault =
  /\b(?:does not|doesn't|do not|don't|did not|cannot|can't|is not|isn't|are not|aren't|no longer works?|fail(?:s|ed|ing)?|crash(?:es|ed)?|panics?|throws|wrong(?:ly)?|incorrect(?:ly)?|missing|lacks?|ignores?|broken|loses|(?:too|very|so|is|are) slow|takes? (?:too long|ages|for ever|forever|minutes|hours))\b|오류|에러|버그|안 ?됨|안 ?돼|깨[지짐]|실패/i;
/** What a feature is asked for because of: how it is today. */
const today =
  /\b(?:today|currently|at the moment|right now|so far|but nothing|there (?:is|are) (?:no|none)|panics?|crash(?:es|ed)?|fails?|lacks?|broken)\b/i;

export function isAsking(sentence: string): boolean {
  return asking.test(proseOf(sentence)); // WISHES-1
}

export function isWish(sentence: string): boolean {
  const said = proseOf(sentence).replaceAll(complaint, ''); // WISHES-2
  return isObliging(sentence) || said.split('\n').some(isConsequence) || order.test(said);
}

/** Wished by a word that obliges or asks, or by holding something to be right; not by an order alone. */
export function isObliging(sentence: string): boolean {
  const said = proseOf(sentence).replaceAll(complaint, ''); // WISHES-2
  return asking.test(said) || request.test(said) || rightness.test(said);
}

/** How people begin and end a letter. */
const courtesy =
  /^(?:(?:hi|hello|hey|dear|good (?:morning|day|afternoon|evening))\b[^.?:]{0,40}[,!]?|(?:many )?(?:thanks|thank you|cheers|(?:kind |best |warm )?(?:regards|wishes)|sincerely)\b[^.?:]{0,60}[.!]?|안녕하세요[^.?:]{0,20}[.,!]?|감사합니다[.!]?)$/i;

export function isCourtesy(sentence: string): boolean {
  return courtesy.test(sentence.trim());
}

/** "When this, then that", where what comes then is no fault. */
function isConsequence(line: string): boolean {
  const lastFault = [...line.matchAll(goneWrong)].at(-1)?.index ?? 0;
  return [...line.matchAll(/\bthen\b/gi)].some(
    ({ index }) =>
      index >= lastFault && /\bwhen\b/i.test(line.slice(Math.max(0, index - conditionCharsMax), index)),
  );
}

/** WISHES-3. */
export function isKeeping(sentence: string): boolean {
  return keeping.test(proseOf(sentence));
}

/** A title that says what is to be, not what is: by an order, or by a word that obliges. */
export function isOrder(sentence: string): boolean {
  return isAsking(sentence) || order.test(proseOf(sentence));
}

export function tellsFault(sentence: string): boolean {
  return fault.test(proseOf(sentence));
}

export function tellsToday(sentence: string): boolean {
  return today.test(proseOf(sentence));
}

/** What a comment beside code says that the code should give: `f(2) // 3, should be 4`. */
const commentStart = /(?:^|\s)(?:\/\/+|#+|--|\/\*)/;
const commentWish =
  /(?<=^|[\s,;(])(?:(?:should|must) (?:be|have|give|return|print|throw|equal|say|not|still|stay)\b|(?:(?:i|we) )?(?<!\bas )expect(?:ed|s)?\b(?!$))/i;
const comment = /^\s*(?:\/\/|#|--|\/\*)/;
const statementLinesMax = 3;
/** A comment is about what stands near it. */
const linesAboveMax = 40;

/** The sentences that comments of a code block make of the code beside or above them. */
export function wishesInCode(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line, at) => {
    const found = commentIn(line.trimEnd());
    if (found === undefined) return [];
    const { beside, wish } = found;
    const above = lines.slice(Math.max(0, at - linesAboveMax), at);
    const code = beside === '' ? statementAbove(above) : beside;
    const expected =
      /^(?:(?:i|we) )?expect(?:ed|s)?(?: to be)?(?: output| result| value)?\s*[:=]?\s*(.*)$/i.exec(wish)?.[1];
    const subject = code === '' ? 'The example' : quoted(code);
    return [expected === undefined ? `${subject} ${wish}` : `${subject} is expected to give ${expected}`];
  });
}

/** The code before a comment, and what the comment wishes of it. One pattern for both would be tried at every place of a long line. */
function commentIn(line: string): { readonly beside: string; readonly wish: string } | undefined {
  const start = commentStart.exec(line);
  if (start === null) return undefined;
  const said = line.slice(start.index + start[0].length).trim();
  const wish = commentWish.exec(said);
  if (wish === null) return undefined;
  const words = said.slice(wish.index);
  const end = words.endsWith('*/') ? words.slice(0, -2) : words;
  return { beside: line.slice(0, start.index).trim(), wish: end.trim() };
}

/** The statement that ends right above, comments between left out. */
function statementAbove(lines: readonly string[]): string {
  const end = lines.findLastIndex((line) => !comment.test(line));
  const upTo = lines.slice(0, end + 1);
  const start = upTo.findLastIndex((line) => line.trim() === '' || comment.test(line));
  return upTo
    .slice(Math.max(start + 1, upTo.length - statementLinesMax))
    .map((line) => line.trim())
    .join(' ');
}

const codeCharsMax = 200;

/** As code in a sentence, cut at a word. */
export function quoted(code: string): string {
  const mark = code.includes('`') ? '``' : '`';
  const inner = cutAtWord(code, codeCharsMax);
  return mark === '`' ? `${mark}${inner}${mark}` : `${mark} ${inner} ${mark}`;
}

export function cutAtWord(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const space = text.lastIndexOf(' ', charsMax - 1);
  return `${text.slice(0, space > charsMax / 2 ? space : charsMax - 1).trimEnd()}…`;
}
