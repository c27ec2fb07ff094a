// Which language a file is written in, and how that language writes comments and strings. Data for `mask.ts`.

export type LanguageName = 'script' | 'python' | 'go' | 'rust' | 'java' | 'perl' | 'ruby' | 'shell' | 'other';

export interface StringForm {
  readonly open: string;
  readonly close: string;
  readonly escapes: boolean;
  /** Whether it may go on over the end of a line. */
  readonly lines: boolean;
}

export interface Language {
  readonly name: LanguageName;
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [string, string])[];
  readonly strings: readonly StringForm[];
}

const form = (open: string, lines = false, escapes = true, close = open): StringForm => ({
  open,
  close,
  escapes,
  lines,
});
const slashes = { lineComments: ['//'], blockComments: [['/*', '*/'] as const] };
const hash = { lineComments: ['#'], blockComments: [] };

const languages: Readonly<Record<LanguageName, Language>> = {
  script: { name: 'script', ...slashes, strings: [form('`', true), form('"'), form("'")] },
  python: {
    name: 'python',
    ...hash,
    strings: [form('"""', true), form("'''", true), form('"'), form("'")],
  },
  go: { name: 'go', ...slashes, strings: [form('`', true, false), form('"'), form("'")] },
  rust: { name: 'rust', ...slashes, strings: [form('r#"', true, false, '"#'), form('"', true)] },
  java: { name: 'java', ...slashes, strings: [form('"""', true), form('"'), form("'")] },
  perl: { name: 'perl', ...hash, strings: [form('"'), form("'")] },
  ruby: { name: 'ruby', ...hash, strings: [form('"'), form("'")] },
  shell: { name: 'shell', ...hash, strings: [form('"', true), form("'", true, false)] },
  other: { name: 'other', ...slashes, strings: [form('"'), form("'")] },
};

const endings: readonly (readonly [LanguageName, RegExp])[] = [
  ['script', /\.(?:[cm]?[jt]sx?|vue|svelte)$/],
  ['python', /\.pyi?$/],
  ['go', /\.go$/],
  ['rust', /\.rs$/],
  ['java', /\.(?:java|kts?|scala|groovy)$/],
  ['perl', /\.(?:p[lm]|t)$/],
  ['ruby', /\.rb$/],
  ['shell', /\.(?:sh|bash|bats|zsh)$/],
  ['other', /\.(?:c|cc|cpp|cxx|h|hpp|cs|swift|php|dart)$/],
];

/** Nothing where a file is no program text. */
export function languageOf(path: string): Language | undefined {
  const found = endings.find(([, ending]) => ending.test(path));
  return found === undefined ? undefined : languages[found[0]];
}
