// Acceptance criteria out of a ticket's text: those it lists, else those it says in other words, else its title.

import { headingOf, labelLevel, listItemOf, sentencesOf, withoutCode } from './markdown.ts';
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
  const sections = sectionsOf(body);
  const wish = sections.filter(({ field }) => field === undefined || !asideFields.has(field));
  const headed = sections.filter(({ field }) => field === 'acceptance_criteria').flatMap(itemsOf);
  if (headed.length > 0) return { from: 'listed', items: headed };
  for (const isCriterion of [isBoxed, isNumbered]) {
    const items = wish.flatMap(({ lines }) => lines.flatMap(isCriterion));
    if (items.length > 0) return { from: 'listed', items };
  }
  const expected = sections.filter(({ field }) => field === 'expected').flatMap(itemsOf);
  if (expected.length > 0) return { from: 'derived', items: expected };
  const said = sentencesOf(wish.map(({ lines }) => lines.join('\n')).join('\n')).filter(
    (sentence) => sentence.length <= derivedCharsMax && obligation.test(sentence) && !isMandate(sentence),
  );
  if (said.length > 0) return { from: 'derived', items: [...new Set(said)].slice(0, derivedMax) };
  return { from: 'title', items: [title] };
}

function isBoxed(line: string): readonly string[] {
  const item = listItemOf(line);
  return item?.isBox === true ? [item.text] : [];
}

function isNumbered(line: string): readonly string[] {
  const item = listItemOf(line);
  return item?.isNumbered === true && item.indent < 2 ? [item.text] : [];
}

/** The items of a list, each with what is indented below it; where there is no list, the paragraphs. */
function itemsOf({ level, lines }: Section): readonly string[] {
  const items: string[][] = [];
  for (const line of withoutCode(lines)) {
    const item = listItemOf(line);
    const isMore = line.trim() !== '' && items.length > 0;
    if (item !== undefined && (items.length === 0 || item.indent < 2)) items.push([item.text]);
    else if (isMore && /^[ \t]/.test(line)) items.at(-1)?.push(item?.text ?? line.trim());
    else if (isMore && level === labelLevel) break;
  }
  return items.length > 0 ? items.map((parts) => parts.join(' ')) : paragraphsOf(lines, level);
}

function paragraphsOf(lines: readonly string[], level: number): readonly string[] {
  const paragraphs = withoutCode(lines)
    .map((line) => (headingOf(line) === undefined ? line.trim() : ''))
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll('\n', ' ').trim())
    .filter((paragraph) => paragraph !== '');
  return level === labelLevel ? paragraphs.slice(0, 1) : paragraphs;
}
