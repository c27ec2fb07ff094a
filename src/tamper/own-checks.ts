// Checks that a project wrote itself: a script of tests that no runner runs, a linter of its own. They say no by an exit,
// by a count that leads to one, by an error or by `not ok`. One that has lost a way to say no says yes to more than before.

import type { TamperFinding } from '../core/evidence/tamper.ts';
import { casesIn } from './cases.ts';
import type { FileChange } from './change.ts';
import type { Language } from './language.ts';
import { languageOf } from './language.ts';
import { mask } from './mask.ts';
import { isTestSupport, testPlace } from './test-files.ts';

/** Programs beside the code whose name says that they check it. */
const tool =
  /^(?:(?:[\w.-]+\/)*(?:tools?|scripts?|bin|ci|dev|hack|build|utils?)\/)?(?:lint|check|verify|validate|cover|coverage|typecheck|audit|test)(?:[-_.]?\w+)*\.\w+$/;

const ways = [
  {
    words: 'an exit that says so',
    pattern:
      /\bexitCode\s*=(?!=|\s*0\s*(?:[;\n}]|$))|\bexit\s*\((?!\s*0?\s*\))|\bexit[ \t]+(?=["$1-9])|\breturn\s+[1-9]\b/g,
  },
  {
    words: 'a count of what failed',
    pattern:
      /\b\w*(?:fail|wrong|error|bad|broken|problem|miss)\w*\s*(?:\+=|\+\+|=\s*(?:1|true|True)\b)|\b\w*(?:fail|wrong|error|problem)\w*\s*\.\s*(?:push|append|add)\s*\(/gi,
  },
  { words: 'an error', pattern: /\b(?:throw|raise|die|croak)\b/g },
] as const;
/** In what is printed, so that it is looked for in strings. */
const notOk = { words: 'the words `not ok`', pattern: /\bnot ok\b/g } as const;

export function judgeOwnChecks(change: FileChange): readonly TamperFinding[] {
  const language = languageOf(change.path);
  const { before, after } = change;
  if (language === undefined || before?.text === undefined || after?.text === undefined) return [];
  const isTest = testPlace(change.path) !== undefined;
  const isOwn = isTest || isTestSupport(change.path) || tool.test(change.path);
  if (!isOwn || hasCases(after.text, language)) return [];
  const was = countsIn(before.text, language);
  const is = countsIn(after.text, language);
  const lost = was.filter(({ count }, at) => count > 0 && is[at]?.count === 0).map(({ words }) => words);
  const isOtherwise = is.some(({ count }, at) => count > (was[at]?.count ?? 0));
  const isSilent = is.every(({ count }) => count === 0);
  if (lost.length === 0 || isOtherwise || !(isTest || isSilent)) return [];
  const words = `It says no in fewer ways than before, so that less can fail: gone is ${lost.join(', ')}.`;
  return [{ kind: 'assertion-dropped', file: change.path, words }];
}

/** What a runner finds says no through the runner. */
function hasCases(text: string, language: Language): boolean {
  return language.name === 'perl' || language.name === 'rust' || casesIn(mask(text, language)).length > 1;
}

function countsIn(
  text: string,
  language: Language,
): readonly { readonly words: string; readonly count: number }[] {
  const { code, words } = mask(text, language);
  return [
    ...ways.map((way) => ({ words: way.words, count: code.match(way.pattern)?.length ?? 0 })),
    { words: notOk.words, count: words.match(notOk.pattern)?.length ?? 0 },
  ];
}
