// What keeps a test from being run, or from being able to fail the run, language by language, as data.

import type { Language, LanguageName } from './language.ts';
import type { Masked } from './mask.ts';

/** always: whatever happens. sometimes: under a condition. only: others are not run. later: not written yet. */
export type SkipKind = 'always' | 'sometimes' | 'only' | 'later';

export interface Skip {
  readonly kind: SkipKind;
  readonly at: number;
  /** As it is written. */
  readonly text: string;
}

interface SkipForm {
  readonly kind: SkipKind;
  readonly found: RegExp;
}

const form = (kind: SkipKind, found: RegExp): SkipForm => ({ kind, found });

const scriptWords = '(?<![\\w$.])(?:it|test|specify|describe|suite|context|t|ctx|this|bench)';

const forms: Readonly<Partial<Record<LanguageName, readonly SkipForm[]>>> = {
  script: [
    form('always', new RegExp(`${scriptWords}(?:\\.\\w+)*\\.(?:skip|fails|failing|fixme)\\b`, 'g')),
    form('always', /(?<![\w$.])x(?:it|test|describe|specify|context)\s*\(/g),
    form(
      'always',
      /(?<![\w$.])process\.(?:exit|abort|reallyExit)\s*\(|\bDeno\.exit\s*\(|\bprocess\.exitCode\s*=\s*0\b/g,
    ),
    form('always', /(?=skip)(?<=[{,]\s*)skip\s*:\s*(?:true\b|")(?=[^}]*\}\s*,)/g),
    form(
      'always',
      /\b(?:globalThis|global|window)\.(?:expect|it|test|describe|assert)\s*=(?!=)|(?<![\w$.])assert\.\w+\s*=(?!=)|\b(?:const|let|var|function)\s+(?:expect|it|test|describe|assert)\b\s*[=(](?!\s*(?:require|await\s+import)\b)(?!\s*\w+\.)/g,
    ),
    form('sometimes', new RegExp(`${scriptWords}(?:\\.\\w+)*\\.(?:skipIf|runIf)\\b`, 'g')),
    form('only', new RegExp(`${scriptWords}(?:\\.\\w+)*\\.only\\b`, 'g')),
    form('only', /(?<![\w$.])f(?:it|test|describe)\s*\(/g),
    form('only', /(?=only)(?<=[{,]\s*)only\s*:\s*true\b(?=[^}]*\}\s*,)/g),
    form('later', new RegExp(`${scriptWords}(?:\\.\\w+)*\\.todo\\b`, 'g')),
    form('later', /(?=todo)(?<=[{,]\s*)todo\s*:\s*(?:true\b|")(?=[^}]*\}\s*,)/g),
  ],
  python: [
    form('always', /\bmark\.(?:skip|xfail)\b/g),
    form('always', /@(?:unittest\.)?(?:skip|expectedFailure)\b/g),
    form('always', /\bpytest\.(?:skip|xfail|exit)\s*\(|\.skipTest\s*\(|\braise\s+(?:unittest\.)?SkipTest\b/g),
    form(
      'always',
      /\b__test__\s*=\s*(?:False|0)\b|\bos\._exit\s*\(|\bsys\.exit\s*\(\s*0?\s*\)|\bdel\s+test_\w+/g,
    ),
    form('always', /\bTestCase\.assert\w+\s*=(?!=)|\bdef\s+assert(?:Equal|True|False|In|Raises)\s*\(/g),
    form('sometimes', /\bmark\.skipif\b|@(?:unittest\.)?skip(?:If|Unless)\b|\bpytest\.importorskip\s*\(/g),
  ],
  go: [form('always', /\b[tb]\.Skip(?:f|Now)?\s*\(/g), form('always', /\bos\.Exit\s*\(\s*0\s*\)/g)],
  rust: [
    form('always', /#\[ignore\b|\bstd::process::exit\s*\(\s*0|#\[cfg_attr\([^\]]*ignore/g),
    form('always', /#\[should_panic\b/g),
  ],
  java: [
    form('always', /@(?:Disabled|Ignore)\b|\benabled\s*=\s*false\b|\bSystem\.exit\s*\(/g),
    form(
      'sometimes',
      /@(?:Disabled|Enabled)(?:If|On|For)\w*|\bassum(?:e|ing)\w*\s*\(|\bAssum(?:e|ptions)\.\w+/g,
    ),
  ],
  perl: [
    form('always', /\bskip_all\b|\btodo_skip\b|\bBAIL_OUT\b|(?<![\w$@%>])exit\s*(?:\(\s*0?\s*\)|0)?\s*;/g),
    form('always', /(?:\blocal\s+|\bour\s+)?\$TODO\s*=|\$::TODO\b/g),
    form(
      'always',
      /\*(?:main::|Test::More::)?\{?"?(?:ok|is|is_deeply|like)\b"?\}?\s*=(?!=)|\bsub\s+(?:ok|is|is_deeply|like)\b/g,
    ),
    form('sometimes', /(?<![\w$@%>])skip\s*[("$]/g),
  ],
  ruby: [
    form('always', /^[ \t]*x(?:it|describe|context|specify)\b|\b(?:skip|pending)\b(?=\s*(?:$|["(]))/gm),
    form('only', /^[ \t]*f(?:it|describe|context)\b|\bfocus:\s*true|:focus\b/gm),
  ],
  shell: [
    form('always', /^[ \t]*exit\s+0\b/gm),
    form('always', /^[ \t]*skip\b/gm),
    form('always', /^[ \t]*set\s+\+e\b/gm),
  ],
};

/** Tags that keep a whole file from being built; they stand in comments. */
const tags = /^\/\/\s*(?:go:build|\+build)\s+(?!\s*(?:linux|darwin|windows|unix)\b)[^\n]*/gm;

export function skipsIn(masked: Masked, language: Language): readonly Skip[] {
  const inCode = (forms[language.name] ?? []).flatMap(({ kind, found }) =>
    [...masked.code.matchAll(found)].map((one) => ({ kind, at: one.index, text: one[0].trim() })),
  );
  if (language.name !== 'go') return inCode;
  const tagged = [...masked.comments.matchAll(tags)].map((one) => ({
    kind: 'always' as const,
    at: one.index,
    text: one[0].trim(),
  }));
  return [...inCode, ...tagged];
}
