// The tags of an XML text, one after the other and in one pass, whatever the text does. Nothing is resolved: no document
// type, no entity but the five that XML itself has and characters by number, nothing from anywhere else.

export interface Tag {
  readonly name: string;
  readonly attribute: (name: string) => string | undefined;
  /** The text right behind it, up to the next tag. */
  readonly text: string;
}

const tagCharsMax = 65_536;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Opening tags only. Ends where the text cannot be taken apart any further. */
export function* tagsIn(xml: string): Generator<Tag> {
  let at = 0;
  for (;;) {
    const start = xml.indexOf('<', at);
    if (start < 0) return;
    const end = endOf(xml, start);
    if (end === undefined) return;
    at = end;
    const inside = xml.slice(start + 1, end - 1);
    const name = /^[A-Za-z_][\w.:-]{0,100}/.exec(inside)?.[0];
    if (name === undefined) continue;
    const next = xml.indexOf('<', end);
    const text = plain(xml.slice(end, next < 0 ? end : Math.min(next, end + tagCharsMax)));
    yield { name, text, attribute: (wanted) => attributeIn(inside.slice(name.length), wanted) };
  }
}

/** Where what begins here is over; undefined where it never is. */
function endOf(xml: string, start: number): number | undefined {
  if (xml.startsWith('<!--', start)) return after(xml, '-->', start + 4);
  if (xml.startsWith('<![CDATA[', start)) return after(xml, ']]>', start + 9);
  if (xml.startsWith('<?', start)) return after(xml, '?>', start + 2);
  if (xml.startsWith('<!', start)) return endOfDeclaration(xml, start);
  return endOfTag(xml, start);
}

/** A document type may hold declarations of its own, in brackets. */
function endOfDeclaration(xml: string, start: number): number | undefined {
  const end = after(xml, '>', start);
  if (end === undefined) return undefined;
  const bracket = xml.slice(start, end).indexOf('[');
  return bracket < 0 ? end : after(xml, ']>', start + bracket);
}

function endOfTag(xml: string, start: number): number | undefined {
  const stop = Math.min(xml.length, start + tagCharsMax);
  let quote = '';
  for (let at = start + 1; at < stop; at += 1) {
    const sign = xml.charAt(at);
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at + 1;
  }
  return undefined;
}

function after(xml: string, mark: string, from: number): number | undefined {
  const at = xml.indexOf(mark, from);
  return at < 0 ? undefined : at + mark.length;
}

function attributeIn(rest: string, wanted: string): string | undefined {
  for (const [, name, double, single] of rest.matchAll(/([\w.:-]{1,100})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/g)) {
    if (name === wanted) return plain(double ?? single ?? '');
  }
  return undefined;
}

function plain(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|(amp|lt|gt|quot|apos));/g, (all, ten, hex, name) => {
    if (typeof name === 'string') return named[name] ?? all;
    const code = typeof ten === 'string' ? Number(ten) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
  });
}
