// Code that reaches into the test program from outside of the tests: it takes assertions away, or ends the process before
// anybody has counted. Looked for in every file, because a test loads what it tests.

import type { TamperFinding } from '../core/evidence/tamper.ts';
import type { FileChange } from './change.ts';
import { linesOnlyIn, named, textsOf } from './change.ts';
import { languageOf } from './language.ts';
import { mask } from './mask.ts';
import { lineAt } from './places.ts';

interface Patch {
  readonly pattern: RegExp;
  readonly kind: TamperFinding['kind'];
  readonly why: string;
}

const patches: readonly Patch[] = [
  {
    pattern:
      /\b(?:assert(?:\.strict)?|expect|chai(?:\.\w+)*|Assert)\.\w+\s*=(?![=>])|\bObject\.(?:assign|defineProperty)\(\s*(?:assert|expect|chai)\b|\bTestCase\.\w+\s*=(?!=)|\bsetattr\(\s*(?:\w+\.)*TestCase\b|\*Test::(?:More|Builder|Simple)::\w+\s*=|\bimport\s+_pytest\b|\bfrom\s+_pytest\b/,
    kind: 'check-shadowed',
    why: 'It takes the place of what tests assert with',
  },
  {
    pattern: /\bsyncBuiltinESMExports\b|(?<![\w$.])fs(?:\.promises)?\.\w+\s*=(?![=>])/,
    kind: 'check-shadowed',
    why: 'It takes the place of what everybody in the process reads files with',
  },
  {
    pattern: /\bos\._exit\(|\bprocess\.reallyExit\(|\bPOSIX::_exit\(/,
    kind: 'report-forged',
    why: 'It ends the process of the tests before they are counted',
  },
];

/** An equality that looks at nothing of the other makes every comparison true. */
const blindEquality =
  /def __eq__\([^)]*\)[^:]*:\s*return (?:True|isinstance\([^)]*\))\s*$|fn eq\([^)]*\) -> bool \{\s*true\s*\}|boolean equals\([^)]*\)\s*\{\s*return true;/gm;

export function judgePatches(change: FileChange): readonly TamperFinding[] {
  const language = languageOf(change.path);
  if (language === undefined || change.after?.text === undefined) return [];
  const texts = textsOf(change);
  const before = mask(texts.before, language).code;
  const after = mask(texts.after, language).code;
  return [...blindIn(change.path, before, after), ...patchedIn(change.path, before, after)];
}

function blindIn(path: string, before: string, after: string): readonly TamperFinding[] {
  const known = before.match(blindEquality)?.length ?? 0;
  return [...after.matchAll(blindEquality)].slice(known).map((found) => ({
    kind: 'check-shadowed' as const,
    file: path,
    line: lineAt(after, found.index),
    words: 'An equality that looks at nothing of the other is new: every comparison with it is true.',
  }));
}

function patchedIn(path: string, before: string, after: string): readonly TamperFinding[] {
  return linesOnlyIn(after, before).flatMap((line) =>
    patches
      .filter(({ pattern }) => pattern.test(line))
      .map(({ kind, why }) => ({
        kind,
        file: path,
        line: lineAt(after, after.indexOf(line)),
        words: `${why}: '${named(line)}' is new.`,
      })),
  );
}
