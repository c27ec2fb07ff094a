// What people call the parts of a ticket, in English and Korean, as data. One word a part for everybody after this.

export const fieldNames = [
  'description',
  'background',
  'scope',
  'out_of_scope',
  'acceptance_criteria',
  'steps_to_reproduce',
  'expected',
  'actual',
  'environment',
  'constraints',
  'impact',
  'dependencies',
  'design',
  'notes',
  'references',
] as const;

export type FieldName = (typeof fieldNames)[number];

const headings: Readonly<Record<FieldName, string>> = {
  description: `description, summary, details, overview, what, request, requirements, requirement, feature request,
    proposal, goal, goals, problem, task, user story,
    describe the bug, bug description, describe the feature, describe the solution you'd like, what would you like,
    설명, 요약, 개요, 내용, 상세, 상세 내용, 요청, 요청 사항, 요구 사항, 목표, 목적, 문제, 작업 내용`,
  background: `background, context, motivation, why, rationale, reason, use case, is your feature request related to a problem,
    is your feature request related to a problem? please describe,
    배경, 배경 설명, 맥락, 동기, 이유, 필요성`,
  scope: `scope, in scope, affected areas, modules,
    범위, 작업 범위, 적용 범위, 대상, 대상 범위`,
  out_of_scope: `out of scope, not in scope, non goals, non goal, not included, exclusions,
    범위 밖, 범위 외, 제외, 제외 사항, 제외 범위, 비목표, 하지 않을 것`,
  acceptance_criteria: `acceptance criteria, acceptance criterion, criteria, ac, definition of done, dod, done when,
    success criteria, acceptance, acceptance tests, exit criteria,
    인수 조건, 인수 기준, 수용 조건, 수용 기준, 수락 조건, 수락 기준, 완료 조건, 완료 기준, 성공 기준, 검수 기준`,
  steps_to_reproduce: `steps to reproduce, steps, reproduction, reproduction steps, how to reproduce, to reproduce, repro, reproducing,
    재현, 재현 방법, 재현 절차, 재현 단계, 재현 순서, 재현 경로, 발생 절차`,
  expected: `expected, expected result, expected results, expected behavior, expected behaviour, expected outcome,
    what should happen, what i expected,
    기대 결과, 기대 동작, 예상 결과, 예상 동작, 기대하는 동작, 정상 동작, 기대값`,
  actual: `actual, actual result, actual results, actual behavior, actual behaviour, current behavior, current behaviour,
    what happens, what happened, observed, observed behavior, symptom,
    실제 결과, 실제 동작, 현재 동작, 현재 결과, 증상, 현상, 발생 현상, 문제 현상`,
  environment: `environment, environments, platform, version, versions, system, setup, system info, desktop, smartphone,
    환경, 발생 환경, 실행 환경, 버전, 플랫폼, 시스템`,
  constraints: `constraints, constraint, limitations, restrictions, technical constraints, mandates, rules,
    제약, 제약 조건, 제약 사항, 제한, 제한 사항, 주의 사항, 필수 사항`,
  impact: `impact, severity, affected users, business value,
    영향, 영향도, 영향 범위, 심각도`,
  dependencies: `dependencies, depends on, blocked by, prerequisites, related tickets,
    의존성, 의존 관계, 선행 작업, 선행 조건, 관련 티켓`,
  design: `design, solution, proposed solution, approach, implementation, technical notes, suggested fix,
    설계, 해결 방안, 해결 방법, 구현, 구현 방법, 구현 방안, 접근 방법, 제안`,
  notes: `notes, note, additional context, additional information, comments, misc, alternatives,
    alternatives considered, describe alternatives you've considered,
    비고, 참고 사항, 메모, 기타`,
  references: `references, reference, links, see also, resources, attachments, screenshots,
    참고, 참조, 참고 자료, 링크, 첨부`,
};

const byKey: ReadonlyMap<string, FieldName> = new Map(
  fieldNames.flatMap((field) => headings[field].split(',').map((words) => [keyOf(words), field] as const)),
);

const headingCharsMax = 80;

/** The part a heading names, however it is written: `## 2. Acceptance criteria (AC):` is `acceptance_criteria`. */
export function fieldOf(heading: string): FieldName | undefined {
  if (heading.length > headingCharsMax) return undefined;
  const plain = heading.replace(/^\s*\d{1,2}(?:\.\d{1,2})?[.)]?\s+/, '');
  return byKey.get(keyOf(plain)) ?? byKey.get(keyOf(plain.replace(/\([^)]*\)/, '')));
}

/** Letters and digits only: spaces, hyphens, marks and pictures around a heading mean nothing. */
function keyOf(words: string): string {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
