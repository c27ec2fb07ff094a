import { describe, expect, test } from 'vitest';
import { clarityOf } from './clarity.ts';
import { criteriaOf } from './criteria.ts';

const judge = (title: string, body = title, isTyped = false) =>
  clarityOf({ title, body, criteria: criteriaOf(title, body).from, isTyped });

describe('[I2] a ticket is clear', () => {
  test.each([
    'Change a',
    'Change a.txt',
    'Add a --version flag that prints the version',
    'Fix the crash on empty input',
    'The report command crashes when the file is empty',
    'Stopped timers are started again',
    'Rename src/better/improve.ts to src/plain.ts',
    'Print "improve me" after the greeting',
    'Moving a card keeps its colour',
    '로그인 오류 수정',
    '버전을 출력하는 옵션 추가',
    'fix: typo in readme',
    'List the teas by name',
  ])('where a plain sentence says what is to be done: %j', (title) => {
    expect(judge(title)).toEqual({ verdict: 'clear', reasons: [] });
  });

  test.each([
    ['The list', 'The list should be sorted by name.', true],
    ['Tidy the list', '## Acceptance criteria\n- sorted\n- nothing else, etc.', true],
    ['Fix it', 'The greeting on the start page says "undefined" where no name is given.', false],
    ['The list', 'I would like to see the names first.', false],
    ['Type declarations', 'The declarations lack `walkAll`. Declare it like its siblings.', false],
    ['Could the parser be faster?', 'Please cache what `parse` gave for the same text.', false],
  ])('where its text says more: %j', (title, body, isTyped) => {
    expect(judge(title, body, isTyped).verdict).toBe('clear');
  });
});

describe('[I2] words that leave something open', () => {
  test.each([
    [
      'tell of the fault (CLARITY-2)',
      'Fix the parser',
      'A quote is not seen, and everything up to the next is swallowed.',
    ],
    [
      'stand in brackets (CLARITY-2)',
      'Fix items',
      'A scalar (float, integer, dates and so on) should not offer access.',
    ],
    [
      'are said of what is named exactly (CLARITY-3)',
      'Fix the log',
      'With `--all` it should print everything.',
    ],
    [
      'stand in a title whose wish is exact (CLARITY-3)',
      'Improve the message',
      'It should name the file: "cannot read a.txt".',
    ],
  ])('ask nobody where they %s', (_where, title, body) => {
    expect(judge(title, body)).toEqual({ verdict: 'clear', reasons: [] });
  });

  test.each([
    ['Improve performance', 'The start takes long. It should be better.'],
    ['Improve performance', 'It is slow, and everybody says so.'],
    ['Improve `parse`', 'Improve `parse`'],
    ['Change the list', 'Please improve `list`, too.'],
    ['The list', 'We need various things here.'],
    ['The main page', 'It has three columns, and a menu.'],
  ])('ask a person where a wish is nothing else: %j, %j', (title, body) => {
    expect(judge(title, body).verdict).toBe('ambiguous');
  });
});

describe('[I2] a ticket is ambiguous', () => {
  test.each([
    ['The dashboard', 'no word of the title says what is to be done'],
    ['로그인 화면', 'no word of the title says what is to be done'],
    ['Improve the dashboard', "'improve' leaves open how much is meant"],
    ['Make the list better', "'better' leaves open how much is meant"],
    ['Fix the list, the board, etc.', "'etc' leaves open how much is meant"],
    ['Clean up things', "'things' leaves open how much is meant"],
    ['Update the various forms somehow', "'somehow' leaves open how much is meant"],
    ['대시보드 개선 작업 추가', "'개선' leaves open how much is meant"],
    ['!!!', 'nothing says what it is about, or when it is done'],
    ['Fix it', 'nothing says what it is about, or when it is done'],
    ['Fix a bug', 'nothing says what it is about, or when it is done'],
    ['버그 수정', 'nothing says what it is about, or when it is done'],
    ['Refactor', 'nothing says what it is about, or when it is done'],
    ['Can we use another parser?', 'the title is a question'],
    ['파서를 바꿔도 될까？', 'the title is a question'],
  ])('%j, because %s', (title, reason) => {
    const { verdict, reasons } = judge(title);
    expect(verdict).toBe('ambiguous');
    expect(reasons).toContain(reason);
  });

  test('where only its body is vague, unless it lists its criteria', () => {
    expect(judge('Change the list', 'It has to look nicer, somehow.').reasons).toEqual([
      "'nicer' leaves open how much is meant",
      "'somehow' leaves open how much is meant",
    ]);
    expect(judge('Improve the list', '- [ ] sorted').verdict).toBe('ambiguous');
  });
});
