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
      /\b(?:assert(?:\.strict)?|expect|chai(?:\.\w+)*|Assert)\.\w+\s*=(?![=>])|\bObject\.(?:assign|defineProperty)\(\s*(?:assert|expect|chai)\b|\bTestCase\.\w+\s*=(?!=)|\bsetattr\(\s*(?:\w+\.)*TestCase\b|\*Test::(?:More|Builder|Simple)::\w+\s*=/,
    kind: 'check-shadowed',
    why: 'It takes the place of what tests assert with',
  },
  {
    pattern: /\bos\._exit\(|\bprocess\.reallyExit\(|\bPOSIX::_exit\(/,
    kind: 'report-forged',
    why: 'It ends the process of the tests before they are counted',
  },
];

export function judgePatches(change: FileChange): readonly TamperFinding[] {
  const language = languageOf(change.path);
  if (language === undefined || change.after?.text === undefined) return [];
  const texts = textsOf(change);
  const before = mask(texts.before, language).code;
  const after = mask(texts.after, language).code;
  return linesOnlyIn(after, before).flatMap((line) =>
    patches
      .filter(({ pattern }) => pattern.test(line))
      .map(({ kind, why }) => ({
        kind,
        file: change.path,
        line: lineAt(after, after.indexOf(line)),
        words: `${why}: '${named(line)}' is new.`,
      })),
  );
}
