// Acceptance criteria out of a ticket's text: those it lists, else those it says in other words, else its title with what the
// text says beside it.
//   CRITERIA-1. A criterion is a list item or a sentence, whole, never a line of one; and none stands there twice.
//   CRITERIA-2. What a program says, in quotes or as code, obliges nobody.
//   CRITERIA-3. Sentences that wish are rarely all that a ticket asks: its title stands beside them, with what else it says of
//       what is to be, unless one of them says it in the words of the title.
//   CRITERIA-4. A criterion reads true when it is met. What is told of a fault is none, so that its title, where it tells one,
//       stands as a fault that is gone.
//   CRITERIA-5. A wish that ends where an example begins takes the example with it.
//   CRITERIA-6. Among steps and what happens, only a sentence that obliges is a wish: an order there is something that was done.

import { withoutEnding } from './ends.ts';
import type { Block } from './markdown.ts';
import { blocksOf, labelLevel, piecesOf, sentencesIn, sentencesOf } from './markdown.ts';
import { isMandate } from './mandates.ts';
import type { Section } from './sections.ts';
import { sectionsOf } from './sections.ts';
import type { AboutBug } from './steps.ts';
import { withoutSteps } from './steps.ts';
import {
  cutAtWord,
  isAsking,
  isCourtesy,
  isKeeping,
  isObliging,
  isOrder,
  isWish,
  quoted,
  tellsFault,
  tellsToday,
  wishesInCode,
} from './wishes.ts';
import { workOf } from './work-type.ts';

/** Whether the ticket lists its criteria, implies them, or leaves its title to stand for them. */
export type CriteriaOrigin = 'listed' | 'derived' | 'title';

export interface Criteria {
  readonly from: CriteriaOrigin;
  readonly items: readonly string[];
}

const derivedMax = 12;
const derivedCharsMax = 400;
const exampleLinesMax = 3;
const exampleCharsMax = 200;

/** What was done, and what came of it. */
const toldFields: ReadonlySet<string> = new Set(['steps_to_reproduce', 'actual']);

/** Parts whose lists are no criteria: what is done to see a bug, what is left out, what is only remarked. */
const asideFields: ReadonlySet<string> = new Set([
  'steps_to_reproduce',
  'out_of_scope',
  'actual',
  'environment',
  'background',
  'dependencies',
  'design',
  'notes',
  'references',
]);

/** `declared` is what the ticket says it is: a type, then labels. */
export function criteriaOf(title: string, body: string, declared: readonly string[] = []): Criteria {
  const { from, items } = foundIn(title, body, declared);
  return { from, items: eachOnce(items) };
}

/** Without those that only differ in spaces, capitals or a full stop. */
export function eachOnce(items: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function foundIn(title: string, text: string, declared: readonly string[]): Criteria {
  const body = titleApart(title, text);
  const sections = sectionsOf(body);
  const bug = aboutBug(title, body, declared);
  const wish = sections
    .filter(({ field }) => field === undefined || !asideFields.has(field))
    .map((section) => withoutSteps(section, bug));
  const headed = sections.filter(({ field }) => field === 'acceptance_criteria').flatMap(itemsOf);
  if (headed.length > 0) return { from: 'listed', items: headed };
  for (const isCriterion of [isBoxed, isNumbered]) {
    const items = wish.flatMap(({ lines }) => blocksOf(lines).filter(isCriterion));
    if (items.length > 0) return { from: 'listed', items: items.map(({ text }) => text) };
  }
  const expected = sections.filter(({ field }) => field === 'expected').flatMap(itemsOf);
  if (expected.length > 0) return { from: 'derived', items: expected };
  const faults = wish.flatMap((part) => part.faults);
  const sentences = [...wish.flatMap(({ lines }) => saidIn(lines)), ...sections.flatMap(wishesInTold)];
  const said = withKept(sentences).filter(({ text }) => !isOnly(title, text) && !isCourtesy(text));
  const wishes = eachOnce(said.filter((each) => each.isWish).map(({ text }) => text)).slice(0, derivedMax);
  const whole = wholeTitle(title, sentences);
  if (faults.length > 0 || isFaultTitle(title, body, declared)) {
    const gone = [whole, ...faults].map((fault) => `The fault is gone: ${fault}`); // CRITERIA-4
    const isMore = wishes.length > 0 || faults.length > 0;
    return { from: isMore ? 'derived' : 'title', items: [...gone, ...wishes] };
  }
  const rest = said.filter((each) => !each.isWish && !isMandate(each.text)).map(({ text }) => text);
  const told = titleWith(
    whole,
    rest.filter((sentence) => !tellsToday(sentence)),
  );
  if (wishes.length === 0) return { from: 'title', items: [told] };
  if (rest.length === 0 && isSaidBy(wishes, title)) return { from: 'derived', items: wishes };
  return { from: 'derived', items: [told, ...wishes.filter((each) => keyOf(each) !== startOf(title))] }; // CRITERIA-3
}

/** CRITERIA-6: an unordered step or a line of what happens can say what should have. */
function wishesInTold(section: Section): readonly Said[] {
  if (section.field === undefined || !toldFields.has(section.field)) return [];
  const { lines: left } = withoutSteps(section, 'said');
  return left
    .join('\n')
    .split(/\n\s*\n/)
    .flatMap((part) => sentencesOf(part))
    .filter((sentence) => isObliging(sentence) && asSaid(sentence).isWish)
    .map(wished);
}

/** A sentence that says what the title says and wishes nothing more. */
function isOnly(title: string, sentence: string): boolean {
  if (!keyOf(sentence).startsWith(startOf(title))) return false;
  return !isWish(sentence) || (keyOf(sentence) === startOf(title) && !isAsking(sentence));
}

/** Where a title was cut, the sentence that it is the beginning of. */
function wholeTitle(title: string, said: readonly Said[]): string {
  if (!title.endsWith('…')) return title;
  return said.find(({ text }) => keyOf(text).startsWith(startOf(title)))?.text ?? title;
}

/** Whether each sentence of the title stands in one of these, in its own words, and is not denied there. */
function isSaidBy(wishes: readonly string[], title: string): boolean {
  return sentencesOf(title).every((sentence) => {
    const said = startOf(sentence);
    return wishes.some((wish) => {
      const [before = '', after] = splitAt(keyOf(wish), said);
      return after !== undefined && !/^[\p{L}\p{N}-]/u.test(after) && !/\b(?:not|never)\b|n't\b/.test(before);
    });
  });
}

function splitAt(text: string, part: string): readonly string[] {
  const at = text.indexOf(part);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + part.length)];
}

/** A first line that is the title ends where it ends, unless a small letter goes on with it. */
function titleApart(title: string, body: string): string {
  const [first = '', next = '', ...more] = body.split('\n');
  const isTitle = keyOf(first.trim()) === keyOf(title) && !/^\s*\p{Ll}/u.test(next);
  return isTitle ? [first, '', next, ...more].join('\n') : body;
}

/** By its title, or by what it is declared to be; else by its text. */
function aboutBug(title: string, body: string, declared: readonly string[]): AboutBug {
  const isSaid = isFaultTitle(title, '', declared) || (!isOrder(wordsOf(title)) && isDeclaredBug(declared));
  if (isSaid) return 'said';
  return isFaultTitle(title, body, declared) ? 'told' : 'no';
}

function isDeclaredBug(declared: readonly string[]): boolean {
  return declared.length > 0 && workOf({ title: '', body: '', declared }).workType === 'fix';
}

/** A title without the mark of a kind or of a part in front of it. */
function wordsOf(title: string): string {
  return title.replace(/^(?:\[[^\]]*\]|[\w()-]{1,30}!?:)\s+/, '');
}

/** Whether a title tells what is wrong: that of a fix does, unless it orders something or calls itself a feature. */
function isFaultTitle(title: string, body: string, declared: readonly string[]): boolean {
  const words = wordsOf(title);
  if (isOrder(words) || /^feat(?:ure)?\b/i.test(title)) return false;
  // What should not be is told of a bug, and of a feature as well.
  const told = body.replaceAll(/\bshould not\b/gi, 'should');
  return tellsFault(words) || (told !== '' && workOf({ title, body: told, declared }).workType === 'fix');
}

interface Said {
  readonly text: string;
  readonly isWish: boolean;
}

/** CRITERIA-1, CRITERIA-5: the sentences of a part in order, a wish with its example, and what comments in examples wish. */
function saidIn(lines: readonly string[]): readonly Said[] {
  const pieces = piecesOf(lines);
  const said: Said[] = [];
  let lead: string | undefined;
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === 'code') {
      const wishes = wishesInCode(piece.lines);
      if (lead !== undefined && wishes.length === 0) said.push(wished(`${lead} ${exampleOf(piece.lines)}`));
      said.push(...wishes.map(wished));
      lead = undefined;
      continue;
    }
    const sentences = sentencesIn(piece);
    const [first = ''] = sentences;
    const isLed = lead !== undefined && piece.kind !== 'heading';
    if (isLed)
      said.push(wished(`${lead} ${piece.kind === 'item' ? piece.text : cutAtWord(first, exampleCharsMax)}`));
    const own = isLed ? sentences.slice(piece.kind === 'item' ? sentences.length : 1) : sentences;
    const last = own.at(-1);
    const next = leadOf(last, pieces.at(at + 1)?.kind);
    said.push(...(next === undefined ? own : own.slice(0, -1)).map(asSaid));
    lead = next ?? (isLed && piece.kind === 'item' && pieces.at(at + 1)?.kind === 'item' ? lead : undefined);
  }
  return said;
}

/** A wish that is not at its end: with a colon, or without any mark before code. */
function leadOf(sentence: string | undefined, next: string | undefined): string | undefined {
  if (sentence === undefined || next === undefined || next === 'heading' || !asSaid(sentence).isWish)
    return undefined;
  if (/[:：]$/.test(sentence)) return sentence;
  return next === 'code' && /[\p{L}\p{N}]$/u.test(sentence) ? `${sentence}:` : undefined;
}

function exampleOf(lines: readonly string[]): string {
  const full = lines.map((line) => line.trim()).filter((line) => line !== '');
  const shown = full.slice(0, exampleLinesMax).map(quoted);
  return [...shown, ...(full.length > exampleLinesMax ? ['…'] : [])].join(', ');
}

function wished(text: string): Said {
  return { text, isWish: true };
}

/** CRITERIA-2. */
function asSaid(text: string): Said {
  return { text, isWish: text.length <= derivedCharsMax && isWish(text) && !isMandate(text) };
}

/** What is to stay as it is counts where something was wished before it. */
function withKept(said: readonly Said[]): readonly Said[] {
  const first = said.findIndex((each) => each.isWish);
  return said.map((each, at) => {
    const isKept = first !== -1 && at > first && isKeeping(each.text) && !isMandate(each.text);
    return isKept ? wished(each.text) : each;
  });
}

/** A title and what the text says more than that, as one criterion: taken alone, a sentence of a report is often the fault itself. */
function titleWith(title: string, said: readonly string[]): string {
  const more: string[] = [];
  let chars = 0;
  for (const sentence of said) {
    chars += sentence.length + 1;
    if (chars > derivedCharsMax) break;
    more.push(sentence);
  }
  return more.length === 0 ? title : `${withoutEnding(title, '.:!…')}: ${eachOnce(more).join(' ')}`;
}

function startOf(title: string): string {
  return keyOf(title.replace(/…$/, ''));
}

function keyOf(text: string): string {
  return withoutEnding(text.toLowerCase().replaceAll(/\s+/g, ' '), ' .:;!');
}

function isBoxed({ item }: Block): boolean {
  return item?.isBox === true;
}

function isNumbered({ item }: Block): boolean {
  return item?.isNumbered === true && item.indent < 2;
}

/** The items of a list, each with what is indented below it; where there is no list, the paragraphs. */
function itemsOf({ level, lines }: Section): readonly string[] {
  const items: string[][] = [];
  for (const { kind, item, text } of blocksOf(lines)) {
    if (item !== undefined && (items.length === 0 || item.indent < 2)) items.push([text]);
    else if (item !== undefined) items.at(-1)?.push(text);
    else if (kind === 'prose' && items.length > 0 && level === labelLevel) break;
  }
  return items.length > 0 ? items.map((parts) => parts.join(' ')) : paragraphsOf(lines, level);
}

function paragraphsOf(lines: readonly string[], level: number): readonly string[] {
  const paragraphs = blocksOf(lines)
    .filter(({ kind }) => kind === 'prose')
    .map(({ text }) => text);
  return level === labelLevel ? paragraphs.slice(0, 1) : paragraphs;
}
