// Acceptance criteria out of a ticket's text: those it lists, else those it says in other words, else its title with what the
// text says beside it.
//   CRITERIA-1. A criterion is a list item or a sentence, whole, never a line of one; and none stands there twice.
//   CRITERIA-2. What a program says, in quotes or as code, obliges nobody.
//   CRITERIA-3. Sentences that oblige are rarely all that a ticket asks: what else it says stands beside them, under its title.

import type { Block } from './markdown.ts';
import { blocksOf, labelLevel, proseOf, sentencesOf } from './markdown.ts';
import { isMandate } from './mandates.ts';
import type { Section } from './sections.ts';
import { sectionsOf } from './sections.ts';

/** Whether the ticket lists its criteria, implies them, or leaves its title to stand for them. */
export type CriteriaOrigin = 'listed' | 'derived' | 'title';

export interface Criteria {
  readonly from: CriteriaOrigin;
  readonly items: readonly string[];
}

const derivedMax = 12;
const derivedCharsMax = 400;
const obligation =
  /\b(?:should|shall|must|has to|have to|needs? to)\b|\bwhen\b[^\n]{1,300}\bthen\b|(?:해야|되어야|돼야|이어야|여야)/i;

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

export function criteriaOf(title: string, body: string): Criteria {
  const { from, items } = foundIn(title, body);
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

function foundIn(title: string, body: string): Criteria {
  const sections = sectionsOf(body);
  const wish = sections.filter(({ field }) => field === undefined || !asideFields.has(field));
  const headed = sections.filter(({ field }) => field === 'acceptance_criteria').flatMap(itemsOf);
  if (headed.length > 0) return { from: 'listed', items: headed };
  for (const isCriterion of [isBoxed, isNumbered]) {
    const items = wish.flatMap(({ lines }) => blocksOf(lines).filter(isCriterion));
    if (items.length > 0) return { from: 'listed', items: items.map(({ text }) => text) };
  }
  const expected = sections.filter(({ field }) => field === 'expected').flatMap(itemsOf);
  if (expected.length > 0) return { from: 'derived', items: expected };
  const said = wish.flatMap(({ lines }) => sentencesOf(lines.join('\n')));
  const obliging = eachOnce(said.filter(isObliging)).slice(0, derivedMax);
  if (obliging.length > 0) {
    const rest = said.filter((sentence) => !isObliging(sentence) && !isMandate(sentence));
    return { from: 'derived', items: rest.length === 0 ? obliging : [titleWith(title, rest), ...obliging] }; // CRITERIA-3
  }
  return { from: 'title', items: [titleWith(title, said)] };
}

/** CRITERIA-2. */
function isObliging(sentence: string): boolean {
  return sentence.length <= derivedCharsMax && obligation.test(proseOf(sentence)) && !isMandate(sentence);
}

/** A title and what the text says more than that, as one criterion: taken alone, a sentence of a report is often the fault itself. */
function titleWith(title: string, said: readonly string[]): string {
  const start = keyOf(title.replace(/…$/, ''));
  const more: string[] = [];
  let chars = 0;
  for (const sentence of said) {
    chars += sentence.length + 1;
    if (chars > derivedCharsMax) break;
    if (!keyOf(sentence).startsWith(start)) more.push(sentence);
  }
  return more.length === 0 ? title : `${title.replace(/[.:!…]+$/, '')}: ${eachOnce(more).join(' ')}`;
}

function keyOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/[ .:;!]+$/, '');
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
