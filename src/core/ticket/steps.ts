// Numbered lists that ask for nothing: what is done to see a fault, or how something is done today; and those that number faults.
//   STEPS-1. A list is steps by the words before it or by how it ends; in a ticket about a bug every list is that asks for
//       nothing, because what people number there is what they did.
//   STEPS-2. A step that says what should come of it is read as a sentence: that is the wish of the report.

import type { ListItem } from './markdown.ts';
import { blocksOf, codeLines, headingOf, listItemOf, sentencesIn } from './markdown.ts';
import type { Section } from './sections.ts';
import { isAsking, isWish, tellsFault } from './wishes.ts';

export interface WithoutSteps {
  readonly lines: readonly string[];
  /** Items of lists that number nothing but faults. */
  readonly faults: readonly string[];
}

interface NumberedList {
  /** The sentence right before it. */
  readonly lead: string;
  /** Its lines with their places. Code between its items is none of them: what its comments say is read elsewhere. */
  readonly own: readonly { readonly place: number; readonly line: string }[];
}

const leadOfSteps =
  /^(?:(?:when|if|after|once|as soon as|how) (?:i|we|you|one|users?|people|somebody|to|\w+ing)\b|to (?:reproduce|see|get)\b|steps\b|repro|for example\b|e\.g\.|(?:i|we) (?:did|do|ran|run|tried|try|use|have|open|call)\b)/i;
const leadOfToday = /^(?:today|currently|at the moment|right now|so far)\b/i;
const obliging = /\b(?:have|has|needs?) to\b/i;
const leadOfWork =
  /^(?:to ?dos?|to fix|tasks?|fix(?:es)?|wanted|do(?: it)?|what (?:to do|is (?:needed|wanted)))(?:\b.{0,20}[:：])?$/i;
const endOfSteps = /^(?:see|observe|notice|boom|crash|error)\b/i;
const outcome = /\bshould\b|\bexpect/i;

/** Whether a ticket says of itself that it is about a bug, or only tells of one beside other things. */
export type AboutBug = 'said' | 'told' | 'no';

export function withoutSteps(
  { lines, heading = '' }: Pick<Section, 'lines' | 'heading'>,
  bug: AboutBug,
): WithoutSteps {
  const left = new Map<number, readonly string[]>(lines.map((line, place) => [place, [line]]));
  const faults: string[] = [];
  for (const { lead, own } of numberedLists(lines, heading)) {
    const items = blocksOf(own.map(({ line }) => line));
    const texts = items.map(({ text }) => text);
    const kind = kindOf(lead, items, bug);
    if (kind === 'work') continue;
    if (kind === 'faults') faults.push(...texts);
    const kept = kind === 'steps' ? texts.filter((text) => outcome.test(text)) : []; // STEPS-2
    for (const [at, { place }] of own.entries())
      left.set(place, at === 0 ? ['', ...kept.flatMap((text) => [text, ''])] : []);
  }
  return { lines: [...left.values()].flat(), faults };
}

/** STEPS-1. */
function kindOf(
  lead: string,
  items: readonly { readonly item?: ListItem; readonly text: string }[],
  bug: AboutBug,
): 'work' | 'steps' | 'faults' {
  const isAsked = isWish(lead) && /[:：]$/.test(lead);
  if (isAsked || leadOfWork.test(lead) || items.some(({ item }) => item?.isBox === true)) return 'work';
  if (leadOfToday.test(lead)) return 'steps';
  if (obliging.test(lead)) return 'work';
  const texts = items.map(({ text }) => text);
  const last = texts.slice(-1);
  if (leadOfSteps.test(lead) || last.some((text) => endOfSteps.test(text))) return 'steps';
  if (isWish(lead) || texts.every(isAsking)) return 'work';
  const isOutcome = last.some((text) => outcome.test(text)) && !texts.slice(0, -1).some(isAsking);
  if (bug === 'told' && isOutcome) return 'steps';
  if (bug !== 'said') return 'work';
  return texts.every(tellsFault) ? 'faults' : 'steps';
}

function numberedLists(lines: readonly string[], heading: string): readonly NumberedList[] {
  const code = codeLines(lines);
  const lists: NumberedList[] = [];
  let own: { place: number; line: string }[] = [];
  let before = heading;
  let isAfterBlank = true;
  for (const [place, line] of lines.entries()) {
    if (code.has(place) || line.trim() === '') {
      isAfterBlank = true;
      continue;
    }
    const item = listItemOf(line);
    const isTop = item !== undefined && item.indent < 2;
    const goesOn = isTop ? item.isNumbered : item !== undefined || !isAfterBlank || /^[ \t]/.test(line);
    if (own.length > 0 && goesOn) own.push({ place, line });
    else if (isTop && item.isNumbered) {
      own = [{ place, line }];
      lists.push({ lead: lastSentence(before), own });
    } else {
      const words = headingOf(line)?.text ?? line.trim();
      before = isAfterBlank || own.length > 0 ? words : `${before} ${words}`;
      own = [];
    }
    isAfterBlank = false;
  }
  return lists;
}

function lastSentence(text: string): string {
  return sentencesIn({ kind: 'prose', text }).slice(-1).join('');
}
