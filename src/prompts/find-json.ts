// Where in a text the last JSON object is. Agents talk before they answer, fence their answer or do not,
// and their prose has braces of its own; this file owns telling these apart, in linear time.
//
// Invariant
//   FIND-JSON-1. What looks like the last JSON object is the answer. If it cannot be read, an earlier one is not
//       tried: what an agent quoted on its way must never stand in for its answer.

/** Longer texts are searched in their last part only: the answer is the last thing an agent prints. */
const searchCharsMax = 2_000_000;
/** How many pairs of braces, from the end, are looked at before giving up. */
const pairsMax = 200;

type Found =
  | { readonly found: 'object'; readonly object: object }
  | { readonly found: 'broken'; readonly because: string }
  | { readonly found: 'nothing' };

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The whole text; else the last bare object, if it comes after the last block marked as JSON; else that block. */
export function lastObject(whole: string): Found {
  const text = whole.slice(-searchCharsMax);
  const direct = parseObject(text);
  if (direct.found === 'object') return direct;
  const block = lastJsonBlock(text);
  const bare = lastBareObject(text.slice(block?.end ?? 0));
  if (bare.found !== 'nothing' || block === undefined) return bare;
  return parseObject(text.slice(block.start, block.end));
}

function parseObject(text: string): Found {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { found: 'object', object: value };
    }
    return { found: 'broken', because: 'it is not an object' };
  } catch (error) {
    return { found: 'broken', because: error instanceof Error ? error.message.slice(0, 300) : 'unknown' };
  }
}

/**
 * The content of the last closed block marked as JSON. A fence counts only at the start of a line,
 * where the inside of a JSON string can never be.
 */
function lastJsonBlock(text: string): Span | undefined {
  let last: Span | undefined;
  let open: { readonly mark: string; readonly start: number; readonly json: boolean } | undefined;
  for (const match of text.matchAll(/(?:^|\n) {0,3}(`{3,}|~{3,})([^\n]*)/g)) {
    const [line, mark = '', info = ''] = match;
    if (open === undefined) {
      open = { mark, start: match.index + line.length, json: /^\s*json\b/i.test(info) };
    } else if (mark.startsWith(open.mark) && info.trim() === '') {
      if (open.json) last = { start: open.start, end: match.index };
      open = undefined;
    }
  }
  return last;
}

/** Braces of prose and code are passed over; the last pair that begins like JSON decides (FIND-JSON-1). */
function lastBareObject(text: string): Found {
  const pairs = outermostBraces(text).slice(-pairsMax).toReversed();
  const last = pairs.find((pair) => /^\{\s*["}]/.test(text.slice(pair.start, pair.start + 200)));
  return last === undefined ? { found: 'nothing' } : parseObject(text.slice(last.start, last.end));
}

/**
 * Pairs of braces that no other pair encloses. A brace that is never closed encloses nothing, so prose
 * such as "the block starting with {" hides no answer. Inside braces, strings are passed over; a string
 * ends with its line at the latest, because JSON has no line break in strings.
 */
function outermostBraces(text: string): readonly Span[] {
  const open: number[] = [];
  const pairs: Span[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '{') open.push(at);
    else if (char === '"' && open.length > 0) at = endOfString(text, at);
    else if (char === '}') {
      const start = open.pop();
      if (start === undefined) continue;
      while ((pairs.at(-1)?.start ?? -1) > start) pairs.pop();
      pairs.push({ start, end: at + 1 });
    }
  }
  return pairs;
}

/** Where the string that begins at `start` ends: its closing quote, the end of its line or of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"' || char === '\n') return at;
    if (char === '\\') at += 1;
  }
  return text.length;
}
