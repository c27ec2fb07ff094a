import { describe, expect, test } from 'vitest';
import { workOf } from './work-type.ts';

const work = (title: string, body = '', declared: readonly string[] = []) =>
  workOf({ title, body, declared });

describe('[I1] the work type and the commit type', () => {
  test.each([
    ['Fix the login', 'fix', 'fix'],
    ['The page crashes on start', 'fix', 'fix'],
    ['Tests fail on Windows', 'fix', 'fix'],
    ['Document a bug in the parser', 'fix', 'fix'],
    ['로그인 오류 수정', 'fix', 'fix'],
    ['fix(cli): say it', 'fix', 'fix'],
    ['Bump the linter', 'chore', 'chore'],
    ['Clean up old flags', 'chore', 'chore'],
    ['Cleanup', 'chore', 'chore'],
    ['docs: say it', 'chore', 'chore'],
    ['perf: say it faster', 'chore', 'chore'],
    ['의존성 업그레이드', 'chore', 'chore'],
    ['Refactor the parser', 'chore', 'refactor'],
    ['파서 리팩터링', 'chore', 'refactor'],
    ['Add tests for the parser', 'chore', 'test'],
    ['Cover the parser', 'chore', 'test'],
    ['파서 테스트 추가', 'chore', 'test'],
    ['Add an error page', 'feature', 'feat'],
    ['Values read from a document have names', 'feature', 'feat'],
    ['Show the wrong answers in red', 'feature', 'feat'],
    ['Add a prefix option', 'feature', 'feat'],
    ['feat!: fix the name', 'feature', 'feat'],
    ['Debugger support', 'feature', 'feat'],
    ['로그인 화면 추가', 'feature', 'feat'],
    ['', 'feature', 'feat'],
  ] as const)('of %j are %s and %s', (title, workType, commitType) => {
    expect(work(title)).toEqual({ workType, commitType });
  });

  test('are what the ticket says of itself, whatever its words', () => {
    expect(work('Fix it', '', ['epic', 'Enhancement'])).toMatchObject({ workType: 'feature' });
    expect(work('Add it', '', ['tech-debt'])).toEqual({ workType: 'chore', commitType: 'refactor' });
  });

  test.each([
    ['## Steps to reproduce\n1. Open it\n', 'fix'],
    ['실제 결과: 아무것도 없음', 'fix'],
    ['It crashes.', 'fix'],
    ['It is nice.', 'feature'],
    ['`a(1)` is true there, should be false.', 'fix'],
    ['The reader says so. Here that is not so.', 'fix'],
    ['A number should not be a list.', 'fix'],
    ['It gives two instead of three.', 'fix'],
  ])('come from a body %j where the title does not tell: %s', (body, workType) => {
    expect(work('The list', body)).toMatchObject({ workType });
  });
});

test('[I1] a label is the same with space around it, a capital or another sign between its words', () => {
  const plain = work('Anything', '', ['bug']);
  expect(work('Anything', '', [' Bug '])).toEqual(plain);
  expect(work('Anything')).not.toEqual(plain);
});
