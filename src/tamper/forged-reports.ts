// Results that nobody measured: report files brought along by a change, and programs that print what a runner prints.
// And programs that ask whether they are being tested, so that they can behave.

import type { TamperFinding } from '../core/evidence/tamper.ts';
import type { FileChange } from './change.ts';
import { linesOnlyIn, named, textsOf } from './change.ts';
import { languageOf } from './language.ts';
import type { Language } from './language.ts';
import { mask } from './mask.ts';
import { lineAt } from './places.ts';
import { testPlace } from './test-files.ts';

const reports =
  /(?:^|\/)(?:TEST-[^/]*|junit[^/]*|test-?results?|surefire[^/]*|nosetests|xunit[^/]*)\.(?:xml|json|trx)$|(?:^|\/)(?:surefire-reports|failsafe-reports|test-results|junit-reports|\.nyc_output|htmlcov)\/|(?:^|\/)build\/reports\/|(?:^|\/)(?:lcov\.info|coverage\.(?:xml|json|out|lcov)|coverage-(?:final|summary)\.json|\.coverage|cover\.out|cobertura[^/]*\.xml|clover\.xml|jacoco[^/]*\.(?:xml|exec)|report\.sarif)$|^coverage\/|(?:^|\/)\.(?:pytest_cache|vitest|jest-cache|mypy_cache|ruff_cache)\//;

const printing =
  /\bconsole\.\w+\s*\(|\bprocess\.(?:stdout|stderr)\.write\s*\(|\bprint(?:ln|f)?\b|\bPrint(?:ln|f)?\s*\(|\becho\b|\bsay\b|\bsys\.std(?:out|err)\.write\s*\(|\bos\.write\s*\(|\bwriteSync\s*\(/;

const summaries =
  /\b\d+ (?:tests? )?(?:passed|passing)\b|# (?:pass|tests|fail) \d|\bTests?:?\s+\d+ (?:passed|failed)|Tests run: \d+|\btest result: ok|--- PASS|^PASS\b|["'`\s]ok\s+\d+ -|\bAll tests successful|\bResult: PASS|["'`]1\.\.\d+|\bRan \d+ tests?\b|"Action":\s*"pass"|\bTest (?:Files|Suites:?)\s+\d+ passed/;

export function judgeReports(change: FileChange): readonly TamperFinding[] {
  const { path, before, after } = change;
  if (after === undefined || before?.id === after.id) return [];
  if (reports.test(path)) {
    const words =
      'A report of tests or coverage is part of the change; reports are made by checks, not brought along.';
    return [{ kind: 'report-forged', file: path, words }];
  }
  const language = languageOf(path);
  return language === undefined
    ? []
    : [...printsSummary(change, language), ...asksForTests(change, language)];
}

function printsSummary(change: FileChange, language: Language): readonly TamperFinding[] {
  const { before, after } = textsOf(change);
  const masked = mask(after, language);
  const added = linesOnlyIn(masked.words, mask(before, language).words);
  const line = added.find((one) => printing.test(one) && summaries.test(one));
  if (line === undefined) return [];
  const words = `The change prints what a test runner prints: '${named(line)}'.`;
  return [{ kind: 'report-forged', file: change.path, line: lineAt(after, after.indexOf(line)), words }];
}

const testing =
  /\b(?:VITEST|JEST_WORKER_ID|VITEST_WORKER_ID|PYTEST_CURRENT_TEST|HARNESS_ACTIVE|HARNESS_VERSION|NODE_TEST_CONTEXT|RUNNING_TESTS|NEXTEST|BATS_TEST_\w+)\b|NODE_ENV\W{1,6}(?:={2,3}|!={1,2})\s*['"`]test|['"`](?:pytest|unittest|jest|vitest)['"`]\s+(?:not\s+)?in\s+sys\.modules|sys\.modules(?:\.get\(|\[)\s*['"](?:pytest|unittest)|\bcfg!\(test\)|\btesting\.Testing\(\)|import\.meta\.vitest|\bINC\{['"]?Test\/|\$0\s*=~[^;]*\\?\.t\b|process\.argv[^;\n]*(?:vitest|jest|mocha|--test)|sys\.argv[^\n]*(?:pytest|unittest)|os\.Args[^\n]*\.test\b|\bflag\.Lookup\(\s*"test\./;

/** Tests may know that they are tests; the program may not. */
function asksForTests(change: FileChange, language: Language): readonly TamperFinding[] {
  const place = testPlace(change.path);
  if (
    (place !== undefined && language.name !== 'rust') ||
    /(?:^|\/)(?:conftest\.py|[^/]*\.config\.[^/]+)$/.test(change.path)
  )
    return [];
  const { before, after } = textsOf(change);
  const added = linesOnlyIn(mask(after, language).words, mask(before, language).words);
  const line = added.find((one) => testing.test(one));
  if (line === undefined) return [];
  const words = `The program asks whether it is being tested: '${named(line)}'.`;
  return [{ kind: 'test-detected', file: change.path, line: lineAt(after, after.indexOf(line)), words }];
}
