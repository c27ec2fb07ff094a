// The forms in which a secret that we already know can turn up again: as it is, or as an encoder would write it.
// Finding them in a text is not done here.

/** Shorter values would hide ordinary text; shorter encoded ones would hide other encoded text. */
const plainCharsMin = 4;
const encodedCharsMin = 8;

/** All forms of all values, each once. A value of several lines counts line by line as well, because a line is what the screener sees. */
export function knownForms(values: readonly string[]): readonly string[] {
  const forms = new Set<string>();
  for (const value of values) {
    for (const line of [value, ...value.split(/\r?\n/)]) {
      for (const form of formsOf(line.trim())) forms.add(form);
    }
  }
  return [...forms];
}

function formsOf(value: string): readonly string[] {
  if (value.length < plainCharsMin) return [];
  if (value.length < encodedCharsMin) return [value];
  const bytes = Buffer.from(value, 'utf8');
  const url = encodeURIComponent(bytes.toString('utf8'));
  return [
    value,
    inJson(value),
    inJson(inJson(value)),
    inMarkup(value),
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    url.replaceAll('%20', '+'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    value.split('').toReversed().join(''),
    ...inBase64(bytes, 'base64'),
    ...inBase64(bytes, 'base64url'),
  ];
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function inMarkup(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Base64 of a text that has the value in it, at each of the three places it can start; only the characters that the value alone decides. */
function inBase64(bytes: Buffer, encoding: 'base64' | 'base64url'): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString(encoding);
    return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  });
}
