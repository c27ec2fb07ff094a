// The words of a ticket that are worth searching for, with what each is worth: names of files and identifiers point at a
// place, quoted text is likely to stand there, and of plain words many are in every file.

export type TermKind = 'path' | 'quoted' | 'identifier' | 'word';

export interface Term {
  /** In lower case. */
  readonly text: string;
  readonly kind: TermKind;
  readonly weight: number;
}

export const termsMax = 48;
const charsMin: Readonly<Record<TermKind, number>> = { path: 3, quoted: 3, identifier: 3, word: 4 };
const charsMax = 80;
const textCharsMax = 100_000;
const weights: Readonly<Record<TermKind, number>> = { path: 8, quoted: 5, identifier: 4, word: 1 };
const titleFactor = 2;

const pathPattern =
  /(?<![\w@:/])(?:[\w.@-]{1,60}\/){1,12}[\w.-]{1,60}|(?<![\w/.])[\w-]{1,60}(?:\.[\w-]{1,30})?\.(?:[jt]sx?|[mc][jt]s|py|go|rs|java|kts?|rb|php|p[lm]|c|h|cc|cpp|hpp|cs|sh|sql|ya?ml|json|toml|xml|html|s?css|vue|svelte|md|tf|proto)\b/g;
const quotedPattern = /`([^`\n]{1,80})`|"([^"\n]{1,80})"|“([^”\n]{1,80})”|(?<!\w)'([^'\n]{1,80})'(?!\w)/g;
const identifierPattern =
  /(?<![\w.])(?:[a-z_$][a-z0-9$]*(?:[A-Z][a-z0-9]*)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|--?[a-z][a-z-]{2,40}|[a-z]{2,}(?:-[a-z0-9]{2,}){1,5}|[A-Z]{2,}[A-Z0-9_]{2,})(?!\w)/g;
const wordPattern = /[\p{L}\p{N}]{2,40}/gu;

/** Words that stand in every ticket and every file. */
const common: ReadonlySet<string> = new Set(
  [
    'about above after again against also always another anything because been before being below between both cannot',
    'could does doing done down each either else ever every from further have having here however into itself just like',
    'many more most much must need needs never only other others over please same shall should since some such than that',
    'their them then there these they this those through under until upon used user users using very want wanted wants',
    'were what when where whether which while will with within without would your make makes made work works working',
    'ticket issue bug fix feature acceptance criteria criterion expected actual behavior behaviour steps reproduce result',
    'results change changes changed code file files test tests line lines value values name names type types given return',
    'returns function class import export const true false null undefined string number add adds added remove removed',
    'instead currently able allow allows support supports show shows shown get gets set sets new old way time first last',
  ].flatMap((line) => line.split(' ')),
);

/** The strongest first; each text once, as the strongest kind it turned up as. */
export function termsOf(ticket: { readonly title: string; readonly text: string }): readonly Term[] {
  const found = new Map<string, Term>();
  const add = (kind: TermKind, text: string, factor: number): void => {
    const clean = text.trim().toLowerCase();
    const isShort = clean.length < (/^[\p{ASCII}]*$/u.test(clean) ? charsMin[kind] : 2);
    if (isShort || clean.length > charsMax || (kind === 'word' && isCommon(clean))) return;
    const weight = weights[kind] * factor;
    if ((found.get(clean)?.weight ?? 0) < weight) found.set(clean, { text: clean, kind, weight });
  };
  for (const [text, factor] of [
    [ticket.title, titleFactor],
    [ticket.text.slice(0, textCharsMax), 1],
  ] as const) {
    for (const [match] of text.matchAll(pathPattern))
      add('path', match.replaceAll(/^\.\/|\.+$/g, ''), factor);
    for (const [, ...quoted] of text.matchAll(quotedPattern)) {
      for (const one of quoted) if (one !== undefined) add('quoted', one, factor);
    }
    for (const [match] of text.matchAll(identifierPattern)) add('identifier', match, factor);
    for (const [match] of text.matchAll(wordPattern)) add('word', match, factor);
  }
  return [...found.values()].toSorted((one, two) => two.weight - one.weight).slice(0, termsMax);
}

function isCommon(word: string): boolean {
  return common.has(word) || /^\p{N}+$/u.test(word);
}
