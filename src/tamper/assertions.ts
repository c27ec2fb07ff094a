// Finds the assertions of a test file, and says how much each of them asks: the same value, nearly the same, a part of
// it, that there is one at all, or nothing.

import type { Language, LanguageName } from './language.ts';
import type { Masked } from './mask.ts';
import { splitTop } from './mask.ts';
import { closeOf, lineEnd, lineStart, rememberedOf } from './places.ts';

export type Strength = 'exact' | 'near' | 'partial' | 'weak' | 'nothing';

export const strengths: readonly Strength[] = ['nothing', 'weak', 'partial', 'near', 'exact'];

export interface Assertion {
  readonly at: number;
  /** In one line, blanks made single, to be compared. */
  readonly text: string;
  /** As it is written, in one line, to be shown. */
  readonly source: string;
  readonly strength: Strength;
  /** What it speaks about: names, without the words of assertions themselves. */
  readonly names: readonly string[];
  /** Of what is compared nearly: by how much it may differ. */
  readonly tolerance?: number;
}

/** As far as what makes a call a definition is looked for. */
const lookBackCharsMax = 200;
/** What is longer holds a table, or a bracket that is never closed. */
const assertionCharsMax = 8_000;

interface Form {
  readonly opener: RegExp;
  /** How far it goes, from where the opener was found. */
  readonly end: (code: string, found: RegExpExecArray) => number;
}

const callEnd = (code: string, found: RegExpExecArray): number =>
  Math.min(closeOf(code, found.index + found[0].length - 1) + 1, code.length);

/** A call, and every call chained to it. */
const chainEnd = (code: string, found: RegExpExecArray): number => {
  let end = callEnd(code, found);
  for (;;) {
    const link = /^\s*\??\.\s*\w+\s*(\()?/.exec(code.slice(end, end + 200));
    if (link === null) return end;
    end = link[1] === undefined ? end + link[0].length : closeOf(code, end + link[0].length - 1) + 1;
  }
};

/** To the end of the line, and of every bracket that is open there. */
const statementEnd = (code: string, found: RegExpExecArray): number => {
  let at = found.index;
  for (; at < code.length && code[at] !== '\n' && code[at] !== ';'; at += 1) {
    if (code[at] === '\\' && code[at + 1] === '\n') at += 1;
    else if ('([{'.includes(code[at] ?? '')) at = closeOf(code, at);
  }
  return Math.min(at, code.length);
};

const forms: Readonly<Record<LanguageName, readonly Form[]>> = {
  script: [
    {
      opener:
        /(?<![\w$.])(?:await\s+|return\s+)?(?:(?:expect(?:\.(?:soft|poll))?|expectTypeOf|assert(?:\.\w+)*)|(?:t|tap)\.(?:is|not|equal|same|strictSame|deepEqual|notEqual|true|false|truthy|falsy|throws\w*|rejects|ok|match|like|notOk|strictEqual|deepStrictEqual|regex|snapshot|assert(?:\.\w+)?|fail)|(?:expect|assert|verify|check)[A-Z]\w*|should(?:\.\w+)+)\s*\(/g,
      end: chainEnd,
    },
    { opener: /\.should\b/g, end: statementEnd },
  ],
  python: [
    // A look back comes after a look at the place itself: done at every blank of a long row, it never ends.
    { opener: /(?=assert)(?<=^[ \t]*|[;:][ \t]*)assert\b(?!\s*=)/gm, end: statementEnd },
    {
      opener:
        /(?=\w)(?<!\bdef\s+)(?<![\w.])(?:\w+\.)*(?:assert\w+|raises|warns|(?:check|verify|expect)_\w+|(?<=pytest\.|self\.)fail)\s*\(/g,
      end: callEnd,
    },
  ],
  go: [
    { opener: /\b[tb]\.(?:Errorf?|Fatalf?|Fail|FailNow)\s*\(/g, end: callEnd },
    {
      opener:
        /(?=\w)(?<!func\s+)\b(?:(?:assert|require|is|qt)\.\w+|(?:assert|require|check|expect|must)[A-Z]\w*)\s*\(/g,
      end: callEnd,
    },
  ],
  rust: [{ opener: /\b(?:debug_|prop_)?(?:assert\w*|panic|unreachable)!\s*[([{]/g, end: callEnd }],
  java: [
    {
      opener: /(?<![\w])(?:\w+\.)?(?:assert\w+|verify\w*|fail|expectThat|expectThrows)\s*\(/g,
      end: chainEnd,
    },
    { opener: /\bshould(?:Be|Equal|Contain|Throw|Have)\w*\b/g, end: statementEnd },
  ],
  perl: [
    {
      opener:
        /(?<![\w$@%&>:{])(?:is|is_deeply|isnt|ok|like|unlike|cmp_ok|can_ok|isa_ok|new_ok|pass|fail|dies_ok|lives_ok|throws_ok|eq_or_diff|is_string|cmp_deeply|is_passing)\b(?=\s*[("$@%\\\w!{[-])(?!\s*(?:=>|=[^~]|,|\}))/g,
      end: statementEnd,
    },
  ],
  ruby: [{ opener: /(?<![\w.])(?:expect|assert\w*|refute\w*)\b/g, end: statementEnd }],
  shell: [
    {
      opener:
        /^[^\n]*(?:\bexit\s+[1-9]|\breturn\s+[1-9]|\|\|\s*(?:fail|die)\b|\bassert\w*|(?<!\b(?:if|while|until)\s+)\[\[?\s|(?:^|\s)(?:diff|cmp)\s|grep\s+-\w*q)[^\n]*/gm,
      end: (code, found) => lineEnd(code, found.index),
    },
  ],
  other: [
    {
      opener: /(?<![\w])(?:ASSERT|EXPECT|REQUIRE|CHECK|XCTAssert|assert|Assert\.\w+|\$this->assert)\w*\s*\(/g,
      end: chainEnd,
    },
  ],
};

export const assertionsIn = rememberedOf((masked: Masked): readonly Assertion[] => {
  const { language } = masked;
  const spans: { from: number; to: number }[] = [];
  for (const { opener, end } of forms[language.name]) {
    let last = -1;
    for (const found of masked.code.matchAll(opener)) {
      if (found.index < last || isDefinition(masked.code, found.index, found[0])) continue;
      last = end(masked.code, found);
      spans.push({ from: found.index, to: last });
    }
  }
  let end = -1;
  return spans
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
    .filter(({ to }) => {
      const isOuter = to > end; // one inside another is a part of it
      end = Math.max(end, to);
      return isOuter;
    })
    .map(({ from, to }) => assertion(masked, from, to, language));
});

/** `function expectSame(`, `def check_all(`: made here, not asked. */
function isDefinition(code: string, at: number, found: string): boolean {
  const before = code.slice(Math.max(lineStart(code, at), at - lookBackCharsMax), at);
  return (
    /\b(?:function\*?|def|func|fn|sub|void|import|require|from)\s*$/.test(before) ||
    /^\s*(?:import|use|from)\b/.test(before) ||
    /\bstatic\s+[\w<>[\]]+\s*$/.test(before) ||
    /^assert\w*\s*=/.test(found)
  );
}

function assertion(masked: Masked, from: number, to: number, language: Language): Assertion {
  const start = language.name === 'go' ? guardBefore(masked.code, from) : from;
  const end = Math.min(to, start + assertionCharsMax);
  const code = masked.code.slice(start, end);
  const words = masked.words.slice(start, end);
  const text = flatAround(words, code);
  const source = words.replaceAll(/\s*\n\s*/g, ' ').trim();
  const names = namesIn(code);
  const strength = strengthOf(code, text, names, language);
  const tolerance = strength === 'near' ? toleranceOf(text) : undefined;
  return { at: from, text, source, strength, names, ...(tolerance === undefined ? {} : { tolerance }) };
}

/** In Go the question is in the `if` that leads to the complaint. */
function guardBefore(code: string, at: number): number {
  const open = code.lastIndexOf('{', at);
  const guard = open < 0 ? -1 : lineStart(code, open);
  const isDirect = guard >= 0 && code.slice(open + 1, at).trim() === '';
  return isDirect && /^\s*(?:\}\s*else\s+)?if\b/.test(code.slice(guard, open)) ? guard : at;
}

export function flat(text: string): string {
  return tightened(text.replaceAll(/['`]/g, '"')).trim();
}

function tightened(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([()[\]{},;]) ?/g, '$1')
    .replaceAll(/,(?=[)\]}])/g, '');
}

/** How it is laid out says nothing, and which quotes there are; what stands between those is a value, and stays as it is. */
function flatAround(words: string, code: string): string {
  const values: string[] = [];
  const around = code.replaceAll(/"[^"]*"/g, (quoted, at: number) => {
    values.push(words.slice(at, at + quoted.length));
    return '"';
  });
  const [first = '', ...rest] = tightened(around).trim().split('"');
  return first + rest.map((piece, at) => valueIn(values[at] ?? '') + piece).join('');
}

/** A prefix or a raw string is part of the value; plain quotes are all alike. */
function valueIn(written: string): string {
  const inner = /^(['`"])([\s\S]*)\1$/.exec(written)?.[2];
  return inner === undefined ? written : `"${inner.replaceAll(/(?<!\\)"/g, '\\"')}"`;
}

/** Values as they are written. */
export function literalsOf(text: string): readonly string[] {
  return (
    text.match(
      /(["'`])(?:\\.|(?!\1).)*\1|(?<![\w.])-?\d[\d._]*|\b(?:true|false|null|None|True|False|nil|undefined)\b/g,
    ) ?? []
  );
}

const notNames =
  /^(?:expect\w*|assert\w*|debug_assert\w*|refute\w*|should|to|be|have|been|and|that|which|with|of|at|deep|eq|equal|not|t|tap|self|this|await|async|return|true|false|null|nil|undef|undefined|None|True|False|NaN|Infinity|if|else|in|is|or|new|let|const|var|typeof|instanceof|Errorf?|Fatalf?|Fail|FailNow|fail|ok|is_deeply|isnt|like|unlike|cmp_ok|pass|raises|warns|rejects|resolves|Equal|NotEqual|True|False|require|any|anything|pytest|unittest|Assert|Assertions|done|void|throws\w*|exit|echo|test|strictEqual|deepStrictEqual|deepEqual|notEqual|truthy|falsy|err|panic|matches)$/;

function namesIn(code: string): readonly string[] {
  const plain = code.replaceAll(/"[^"]*"/g, ' ').replaceAll(/\.\s*(?:to|is)[A-Z]\w*/g, ' '); // matchers
  const found = plain.match(/[A-Za-z_$][\w$]*/g) ?? [];
  return [...new Set(found.filter((name) => !notNames.test(name)))];
}

const nearWords = /closeTo|close_to|approx|almost|InDelta|InEpsilon|isclose|allclose|within|EPSILON/i;
const partialWords =
  /\.(?:toContain\w*|toMatch\w*|toBeGreater\w*|toBeLess\w*|toHaveProperty|includes?|contains?\w*|match\w*|notEqual\w*|notStrictEqual|notDeepEqual|not|doesNotThrow|doesNotReject|Contains|NotEqual|Regexp|Greater\w*|Less\w*|startsWith|endsWith|above|below|least|most|like)\b|\b(?:isnt|like|unlike|assertIn|assertNot\w+|assertRegex|assertGreater\w*|assertLess\w*|assert_ne|assertNotEquals|matches|assertCountEqual)\b|\b(?:startswith|endswith|includes|contains)\b/;
const weakWords =
  /\.(?:toBeTruthy|toBeDefined|toBeFalsy|toBeInstanceOf|toBeTypeOf|toHaveBeenCalled|toHaveReturned|ok|notOk|truthy|falsy|exists?|isOk|isDefined|isNotNull|NotNil|NotEmpty|True|False|NoError|Error|isNotEmpty)\b|\b(?:assertTrue|assertFalse|assertIsNotNone|assertNotNull|assertIsInstance|assert_true|isa_ok|can_ok|pass|lives_ok|is_some|is_ok|isinstance|hasattr|callable|NotNil)\b/;
const truths =
  /\b(?:assertTrue|assertFalse|assert_true|True|False|ok|assert)\s*[(!]|\bassert!|^ok\b|^assert\b|\bt\.(?:Error|Fatal)/;
const wildcards =
  /\bexpect\.(?:any|anything|objectContaining|stringContaining|stringMatching|arrayContaining)\b|\b(?:mock\.)?ANY\b|\bany(?:String|Int|Long|Object)?\(\)|\bmatch\.any\b/;

function strengthOf(code: string, text: string, names: readonly string[], language: Language): Strength {
  if (language.name === 'shell') return /\|\|\s*(?:true|:)\s*$/.test(text) ? 'nothing' : 'exact';
  if (names.length === 0 || isAlwaysTrue(code) || comparesWithItself(code, text)) return 'nothing';
  if (nearWords.test(code)) return 'near';
  if (isBroadThrow(text)) return 'partial';
  if (wildcards.test(code)) return 'partial';
  if (
    /\.to(?:Throw\w*|MatchSnapshot|HaveBeenCalledTimes)\(/.test(code) ||
    /\bnot\b(?!\s+None\b)/.test(code)
  ) {
    return /\.toHaveBeenCalledTimes\(|\.toThrow\w*\([^)]/.test(code) ? 'exact' : 'partial';
  }
  if (partialWords.test(code)) return 'partial';
  if (isTruth(code)) return byOperator(code);
  return weakWords.test(code) ? 'weak' : 'exact';
}

/** One value is asked to be true: what it asks is in the expression. */
function isTruth(code: string): boolean {
  return truths.test(code) && !/\bassert(?:\.\w*[eE]qual|_eq)/.test(code);
}

function byOperator(code: string): Strength {
  if (/\bnil\b/.test(code) && /[!=]=\s*nil/.test(code) && !/&&|\|\|/.test(code)) return 'weak';
  if (/\bisinstance\b|\bhasattr\b|\bcallable\b|\btypeof\b/.test(code)) return 'weak';
  if (/\bis\s+not\s+None\b|!==?\s*(?:null|undefined)/.test(code)) return 'weak';
  // In Go the guard says what is wrong: a difference there is an equality here.
  if (/\bt\.(?:Error|Fatal)/.test(code)) return /!=|DeepEqual|Diff|Equal/.test(code) ? 'exact' : 'partial';
  if (/(?<![<>!])===?|\beq\b|\bis\b|\bisEqual|\.equals\(/.test(code)) return 'exact';
  return /!==?|[<>]|\bin\b|\bne\b|=~|\.(?:includes|contains|test|match|starts_?[wW]ith)\b/.test(code)
    ? 'partial'
    : 'weak';
}

function isAlwaysTrue(code: string): boolean {
  return /\|\|\s*(?:true|1|!0)\b|\bor\s+(?:True|1)\b|&&\s*false\b|\band\s+False\b|\|\|\s*!false\b/.test(code);
}

/** `pytest.raises(Exception)` and its like take whatever goes wrong. */
function isBroadThrow(text: string): boolean {
  return (
    /\b(?:raises|assertRaises|warns)\((?:Base)?Exception\b(?!.*\bmatch\s*=)/.test(text) ||
    /\bassertThrows\((?:Exception|Throwable|RuntimeException)\.class/.test(text)
  );
}

/** `expect(a).toBe(a)`, `assert a == a`, `assert_eq!(a, a)`. */
function comparesWithItself(code: string, text: string): boolean {
  const chain = /^(?:await )?expect(?:\.soft)?\((.*)\)(?:\.\w+)*\.\w+\((.*)\)$/.exec(text);
  if (chain !== null && chain[1] !== '' && chain[1] === chain[2]) return true;
  const sides = /^(?:assert!?\(?|if |ok\(?)\s*(.+?)\s*(?:===?|!=)\s*(.+?)\)?(?:\{.*)?$/.exec(text);
  if (sides !== null && sides[1] === sides[2]) return true;
  const open = code.indexOf('(');
  if (
    !/^(?:await\s+)?[\w.]*\b(?:assert[\w.]*|is|is_deeply|eq_or_diff|cmp_deeply)!?\s*\($/.test(
      code.slice(0, open + 1),
    )
  )
    return false;
  const [first, second] = splitTop(code, open + 1, closeOf(code, open)).map(([a, b]) =>
    code.slice(a, b).trim(),
  );
  return first !== undefined && first === second && !first.includes('"');
}

/** Nothing where it is not written as a number. */
function toleranceOf(text: string): number | undefined {
  const digits = /[cC]loseTo\(.*,\s*(\d+)\)$|\bplaces\s*=\s*(\d+)/.exec(text);
  if (digits !== null && /toBeCloseTo|places/.test(text)) return 10 ** -Number(digits[1] ?? digits[2]);
  if (text.includes('toBeCloseTo')) return 0.01;
  const given = /\b(?:abs|rel|delta|atol|rtol|abs_tol|rel_tol)\s*=\s*([\d.e-]+)/.exec(text);
  const last = /(?:InDelta|InEpsilon|closeTo|close_to|within)\b.*?,\s*([\d.]+(?:e-?\d+)?)[^,]*$/.exec(text);
  const number = Number(given?.[1] ?? last?.[1] ?? 'none');
  return Number.isFinite(number) ? number : undefined;
}
