// What a ticket of a type usually says and this one does not. It is told, and never stops a run.
//   MISSING-1. Nothing is called missing that is said without a heading: an example or a command is how to see a bug, a wish is
//       what is expected, and a sentence that wishes nothing tells what happens.

import type { TicketType } from './ticket.ts';
import type { CriteriaOrigin } from './criteria.ts';
import type { FieldName } from './headings.ts';
import { piecesOf, sentencesIn } from './markdown.ts';
import { fieldsOf } from './sections.ts';
import { isWish, wishesInCode } from './wishes.ts';

const usual: Readonly<Record<TicketType, readonly FieldName[]>> = {
  feature: ['description', 'acceptance_criteria'],
  bugfix: ['steps_to_reproduce', 'expected', 'actual'],
  code_review: ['scope'],
  release: ['scope'],
};

export function missingFields(ticket: {
  readonly type: TicketType;
  readonly body: string;
  readonly criteria: CriteriaOrigin;
}): readonly FieldName[] {
  const fields = fieldsOf(ticket.body);
  const plain = plainlySaid(ticket.body);
  return usual[ticket.type].filter((field) => {
    if (fields[field] !== undefined || plain.has(field)) return false;
    if (field === 'acceptance_criteria') return ticket.criteria === 'title';
    return field !== 'description' || fields.background === undefined;
  });
}

/** A call or a command with its arguments, written as code in a sentence. */
function namesCommand(sentence: string): boolean {
  return [...sentence.matchAll(/`([^`\n]*)`/g)].some(([, code = '']) => /\S[ (]./.test(code));
}

const contrast = /\b(?:instead of|rather than)\b/i;
/** What happened, said in one sentence with what should have. */
const outcome =
  /\b(?:instead of|rather than|became|becomes|but (?:\w+ )?(?:is|are|was|were|got|gets?|gives?|gave|became|becomes)|(?:has|have) the same fault)\b/i;

/** MISSING-1. */
function plainlySaid(body: string): ReadonlySet<FieldName> {
  const pieces = piecesOf(body.split('\n'));
  const code = pieces.flatMap((piece) => (piece.kind === 'code' ? [piece.lines] : []));
  const texts = pieces.flatMap((piece) => (piece.kind === 'prose' || piece.kind === 'item' ? [piece] : []));
  const isStep = texts.some(({ item }) => item?.isNumbered === true);
  const said = texts.filter(({ item }) => item?.isNumbered !== true).flatMap(sentencesIn);
  const wishes = code.flatMap(wishesInCode);
  const found: readonly (readonly [FieldName, boolean])[] = [
    ['steps_to_reproduce', code.length > 0 || isStep || said.some(namesCommand)],
    ['expected', wishes.length > 0 || said.some((sentence) => isWish(sentence) || contrast.test(sentence))],
    // What a comment holds against what should be is what the code gives.
    ['actual', wishes.length > 0 || said.some((sentence) => !isWish(sentence) || outcome.test(sentence))],
  ];
  return new Set(found.flatMap(([field, isSaid]) => (isSaid ? [field] : [])));
}
