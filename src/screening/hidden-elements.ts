// HTML elements that are written but not shown: `display:none` and its relatives. `<details>` is shown when somebody
// opens it, so it stays. Pure, one pass over the text.

interface Tag {
  readonly name: string;
  readonly closes: boolean;
  readonly attributes: string;
  readonly start: number;
  readonly end: number;
}

const tagCharsMax = 2_000;
const tagStart = /<(\/?)([a-zA-Z][a-zA-Z0-9-]{0,30})(?=[\s/>"'])/gu;
const hiddenStyles =
  /display:none|visibility:hidden|font-size:0(?![.\d]*[1-9])|opacity:0(?![.\d]*[1-9])|(?:max-)?height:0(?![.\d]*[1-9])/;
/** Elements that have no end: nothing can stand inside them. */
const empty: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

/** An element that is not shown leaves a space behind; one that never ends hides its block of lines. */
export function withoutHiddenElements(text: string): string {
  const tags = tagsOf(text);
  const ends = endsOf(tags);
  const kept: string[] = [];
  let from = 0;
  for (const tag of tags) {
    if (tag.closes || tag.start < from || !isHidden(tag)) continue;
    kept.push(text.slice(from, tag.start), ' ');
    from = empty.has(tag.name) ? tag.end : (ends.get(tag) ?? endOfBlock(text, tag.end));
  }
  return kept.join('') + text.slice(from);
}

function tagsOf(text: string): readonly Tag[] {
  const tags: Tag[] = [];
  const last = { '"': text.lastIndexOf('"'), "'": text.lastIndexOf("'") };
  let from = 0;
  for (const match of text.matchAll(tagStart)) {
    if (match.index < from) continue; // inside the attributes of the tag before
    const [opening, slash, name = ''] = match;
    const attributesAt = match.index + opening.length;
    const end = endOfTag(text, attributesAt, last);
    if (end === undefined) continue;
    const attributes = text.slice(attributesAt, end - 1);
    tags.push({ name: name.toLowerCase(), closes: slash === '/', attributes, start: match.index, end });
    from = end;
  }
  return tags;
}

/** Where the tag ends, past its `>`; quotes may hold anything, and one that is never closed is a plain character. */
function endOfTag(text: string, from: number, last: Readonly<Record<'"' | "'", number>>): number | undefined {
  const limit = Math.min(text.length, from + tagCharsMax);
  for (let at = from; at < limit; at += 1) {
    const char = text.charAt(at);
    if (char === '>') return at + 1;
    if (char === '<') return undefined;
    if ((char === '"' || char === "'") && at < last[char]) at = text.indexOf(char, at + 1);
  }
  return undefined;
}

/** For every opening tag that is closed: where its element ends. */
function endsOf(tags: readonly Tag[]): ReadonlyMap<Tag, number> {
  const open = new Map<string, Tag[]>();
  const ends = new Map<Tag, number>();
  for (const tag of tags) {
    const others = open.get(tag.name) ?? [];
    open.set(tag.name, others);
    const opened = tag.closes ? others.pop() : undefined;
    if (opened !== undefined) ends.set(opened, tag.end);
    if (!tag.closes) others.push(tag);
  }
  return ends;
}

function isHidden({ attributes }: Tag): boolean {
  const plain = attributes
    .toLowerCase()
    .replaceAll(/\/\*[^*]*\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([:=]) ?/g, '$1');
  return /(?:^|\s)hidden(?=[\s=/]|$)/.test(plain) || hiddenStyles.test(plain);
}

function endOfBlock(text: string, from: number): number {
  const blank = text.indexOf('\n\n', from);
  return blank === -1 ? text.length : blank;
}
