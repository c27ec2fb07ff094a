// Text that a person does not see and a model would read: HTML comments, Markdown's comment idiom,
// characters without a shape, and control characters. Removed from whatever comes from outside.
//
// Invariants
//   H1. Running it on its own output changes nothing.
//   H2. It takes time in proportion to the text, whatever the text is.

/** Zero-width, bidirectional, tag and filler characters. The emoji selector stays: one symbol alone can carry no message. */
const shapeless = /(?!\u{FE0F})[\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}]/gu;
const control = /[^\P{Cc}\n\t]/gu;
/** `[//]: # (words)`: a link definition that leads nowhere, which no renderer shows. */
const linkComment =
  /^ {0,3}\[[^\]\n]{0,100}\]: {0,10}(?:#|<>) {0,10}(?:\([^\n]*\)|"[^\n]*"|'[^\n]*')[ \t]*$/gmu;

export function stripHidden(text: string): string {
  const lines = text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n');
  return withoutComments(lines.replaceAll(control, '').replaceAll(shapeless, '')).replaceAll(linkComment, '');
}

/**
 * A comment leaves a space behind, so that what stood around it cannot close up into another one (H1).
 * One that begins a line and never ends hides the rest of the text, as a renderer would; one inside a
 * line that never ends is shown by renderers, and stays.
 */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', from)) {
    const end = endOfComment(text, start);
    if (end === undefined) break;
    kept.push(text.slice(from, start), ' ');
    from = end;
  }
  const rest = text.slice(from);
  const unended = /^[ \t]*<!--/mu.exec(rest);
  return kept.join('') + (unended === null ? rest : rest.slice(0, unended.index));
}

function endOfComment(text: string, start: number): number | undefined {
  const inside = start + '<!--'.length;
  if (text.startsWith('>', inside)) return inside + 1;
  if (text.startsWith('->', inside)) return inside + 2;
  const end = text.indexOf('-->', inside);
  return end === -1 ? undefined : end + '-->'.length;
}
