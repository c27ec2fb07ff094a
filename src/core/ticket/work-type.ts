// The type of work a ticket asks for, found in code from its words. The words are data; English and Korean.

import type { CommitType, WorkType } from './ticket.ts';
import { fieldsOf } from './sections.ts';

interface Kind {
  readonly workType: WorkType;
  readonly commitType: CommitType;
}

const fix: Kind = { workType: 'fix', commitType: 'fix' };
const feature: Kind = { workType: 'feature', commitType: 'feat' };
const chore: Kind = { workType: 'chore', commitType: 'chore' };
const refactor: Kind = { workType: 'chore', commitType: 'refactor' };
const tests: Kind = { workType: 'chore', commitType: 'test' };

/** What a declared type or a label says. */
const declared: ReadonlyMap<string, Kind> = new Map<string, Kind>(
  (
    [
      ['bug, bugfix, fix, hotfix, defect, regression, 버그, 결함', fix],
      ['feature, feat, enhancement, story, 기능, 개선', feature],
      ['chore, docs, documentation, build, ci, dependencies, 문서, 작업', chore],
      ['refactor, refactoring, tech debt, 리팩터링, 리팩토링', refactor],
      ['test, tests, testing, 테스트', tests],
    ] as const
  ).flatMap(([words, kind]) => words.split(', ').map((word) => [word, kind] as const)),
);

/** Verbs a title begins with that settle the matter: "Add an error page" is no fix. */
const featureStart =
  /^(?:add|allow|create|enable|implement|introduce|let|offer|print|provide|show|support)\b/i;
const testStart =
  /^(?:(?:add|write|extend|improve|more)\b[^.]{0,40}\btests?\b|test\b|cover\b|increase (?:the )?coverage\b)/i;

/** In this order: a title that names a bug is a fix, whatever else it names. */
const titleWords: readonly (readonly [RegExp, Kind])[] = [
  [
    /\b(?:fix(?:es|ed)?|bugs?|broken|crash(?:es|ed)?|regression|wrong(?:ly)?|fail(?:s|ed|ing)?|errors?|incorrect(?:ly)?|leak(?:s|ed)?)\b|수정|버그|오류|에러|고치|실패|깨[지짐]|안 ?됨|안 ?돼/i,
    fix,
  ],
  [
    /\b(?:refactor|restructure|simplif(?:y|ies)|deduplicate|extract|inline)\b|리팩터|리팩토|구조 ?(?:개선|변경)/i,
    refactor,
  ],
  [/테스트 ?(?:추가|작성|보강)/, tests],
  [
    /^document\b|\b(?:chore|bump|upgrade|downgrade|rename|clean ?up|docs|readme|changelog|lint|typo)\b|업그레이드|문서|정리|이름 ?변경/i,
    chore,
  ],
];

const prefix = /^(fix|feat|feature|chore|docs|test|refactor|build|ci|perf|style)(?:\([^)]{0,40}\))?!?:/i;

export interface TicketWords {
  readonly title: string;
  readonly body: string;
  /** What the ticket says it is: a type, then labels. */
  readonly declared: readonly string[];
}

export function workOf({ title, body, declared: words }: TicketWords): Kind {
  const said = words.map((word) => declared.get(word.trim().toLowerCase().replaceAll(/[_-]+/g, ' ')));
  return said.find((kind) => kind !== undefined) ?? ofTitle(title) ?? ofBody(body);
}

function ofTitle(title: string): Kind | undefined {
  const named = prefix.exec(title)?.[1]?.toLowerCase();
  if (named !== undefined) return declared.get(named) ?? chore;
  if (testStart.test(title)) return tests;
  if (featureStart.test(title)) return feature;
  return titleWords.find(([pattern]) => pattern.test(title))?.[1];
}

/** What is held against what should be. */
const contrast =
  /\b(?:wrong(?:ly)?|incorrect(?:ly)?|unexpected(?:ly)?|instead of|i (?:would )?expect(?:ed)?|should (?:be|have been) (?:the same|true|false)|as it should|should not|is not so|panics?|throws)\b/i;

/** A ticket that tells how something goes wrong asks for a fix, whatever its title. */
function ofBody(body: string): Kind {
  const fields = fieldsOf(body);
  const tellsBug = fields.steps_to_reproduce !== undefined || fields.actual !== undefined;
  const namesBug = /\b(?:bug|crash(?:es)?|regression|stack trace)\b|버그/i.test(body);
  return tellsBug || namesBug || contrast.test(body) ? fix : feature;
}
