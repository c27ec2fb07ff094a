import { describe, expect, test } from 'vitest';
import { criteriaOf } from './criteria.ts';
import { fieldOf } from './headings.ts';
import { missingFields } from './missing.ts';
import { fieldsOf } from './sections.ts';

describe('[I1] a heading names a part', () => {
  test.each([
    ['Acceptance criteria', 'acceptance_criteria'],
    ['2. Acceptance Criteria (AC)', 'acceptance_criteria'],
    ['인수 조건', 'acceptance_criteria'],
    ['수용 기준', 'acceptance_criteria'],
    ['완료조건', 'acceptance_criteria'],
    ['✅ Done when', 'acceptance_criteria'],
    ['Steps to reproduce', 'steps_to_reproduce'],
    ['재현 방법', 'steps_to_reproduce'],
    ['Expected behaviour', 'expected'],
    ['기대 결과', 'expected'],
    ['Actual', 'actual'],
    ['실제 결과', 'actual'],
    ['Background', 'background'],
    ['배경', 'background'],
    ['Scope', 'scope'],
    ['작업 범위', 'scope'],
    ['Out-of-scope', 'out_of_scope'],
    ['제외 사항', 'out_of_scope'],
    ['Constraints', 'constraints'],
    ['제약 조건', 'constraints'],
    ['Environment', 'environment'],
    ['환경', 'environment'],
    ['설명', 'description'],
    ['영향도', 'impact'],
    ['선행 작업', 'dependencies'],
    ['해결 방안', 'design'],
    ['비고', 'notes'],
    ['참고 자료', 'references'],
    ['The list of teas', undefined],
    ['', undefined],
    ['Scope '.repeat(20), undefined],
  ])('%j is %s', (heading, field) => {
    expect(fieldOf(heading)).toBe(field);
  });
});

describe('[I1] the parts of a text', () => {
  test('are found by headings, labels and lines with a label, outside code', () => {
    const text = [
      'It is slow.',
      '## 배경',
      'Many ask.',
      '### More of it',
      'Very many.',
      '## Something else',
      'not a part',
      '**Expected**',
      'fast',
      'Actual: slow',
      '```',
      '## Scope',
      '```',
      '- Notes: an item',
    ].join('\n');
    expect(fieldsOf(text)).toEqual({
      description: 'It is slow.',
      background: 'Many ask.\n### More of it\nVery many.',
      expected: 'fast',
      actual: 'slow\n```\n## Scope\n```\n- Notes: an item',
    });
  });

  test('that stand in two places are one part', () => {
    expect(fieldsOf('Scope: a\n\n## 범위\nb')).toEqual({ scope: 'a\n\nb' });
  });
});

describe('[I1] the criteria of a ticket', () => {
  test.each([
    [
      'a headed list',
      '## Acceptance criteria\n- one\n  more\n- two\n\n## Next\n- three',
      'listed',
      ['one more', 'two'],
    ],
    ['a list with more below an item', '## AC\n- one\n  - deeper\n\nBye.', 'listed', ['one deeper']],
    ['a part of a part', '## Done when\n### On Sundays\nIt is said.', 'listed', ['It is said.']],
    ['a Korean heading', '### 인수 조건\n1. 하나\n2. 둘', 'listed', ['하나', '둘']],
    ['a label', 'Done when:\n* one\n* two\n\nand more', 'listed', ['one', 'two']],
    [
      'paragraphs under a heading',
      '## Done when\nIt is said\ntwice.\n\n```\ncode\n```\n\nOnce more.',
      'listed',
      ['It is said twice.', 'Once more.'],
    ],
    ['a paragraph after a label', 'Criteria: it is said twice\n\nBye.', 'listed', ['it is said twice']],
    ['boxes', 'Do it:\n- [ ] one\n- [x] two\n- three', 'listed', ['one', 'two']],
    ['a numbered list', 'Do it:\n1. one\n2) two\n   3. deeper', 'listed', ['one', 'two']],
    [
      'what is expected',
      '## 재현 방법\n1. open\n\n## 기대 결과\nIt opens.\n## 실제 결과\nIt should not close.',
      'derived',
      ['It opens.'],
    ],
    [
      'sentences that oblige',
      'A list. It should be sorted. It must use zod. 이름순이어야 합니다.',
      'derived',
      ['Title: A list.', 'It should be sorted.', '이름순이어야 합니다.'],
    ],
    ['when and then', 'When it rains, then it pours.', 'derived', ['Title', 'When it rains, then it pours.']],
    ['nothing but the title', '', 'title', ['Title']],
    [
      'the title, and what the text says beside it',
      'Title.\n\nA list\nof teas.',
      'title',
      ['Title: A list of teas.'],
    ],
    [
      'sentences over the end of a line',
      'Where the name is\nempty the program\nshould say so. It is\nslow, e.g. on Sundays.\n',
      'derived',
      ['Title: It is slow, e.g. on Sundays.', 'Where the name is empty the program should say so.'],
    ],
    [
      'boxes that go on',
      '- [ ] one that\n  is long\n- [ ] two\nthat goes on\n\n  and on',
      'listed',
      ['one that is long', 'two that goes on and on'],
    ],
    ['a numbered list that goes on', '1. one\n   and more\n2. two', 'listed', ['one and more', 'two']],
    [
      'a list that says one thing twice',
      '## AC\n- It is  sorted.\n- it is sorted\n- two',
      'listed',
      ['It is  sorted.', 'two'],
    ],
    [
      'the text, where only what a program says obliges',
      'Two come with "a pattern must begin so". `It should` work.',
      'title',
      ['Title: Two come with "a pattern must begin so". `It should` work.'],
    ],
    [
      'the text, where what is expected stands in an example',
      'It is damaged.\n\n    # is: one\n    # expected: two\n\n    Expected: three\n\nThe same must hold elsewhere.',
      'derived',
      ['Title: It is damaged.', 'The example is expected to give two', 'The same must hold elsewhere.'],
    ],
    [
      'an item, whatever is indented below it',
      '- [ ] one\n\n    goes on\n\n\tand on\n- [ ] two',
      'listed',
      ['one goes on and on', 'two'],
    ],
    ['quoted lines', '> It should\n> be sorted.', 'derived', ['Title', 'It should be sorted.']],
    [
      'sentences said twice',
      'It must sort.\n\n## More\nIt must sort!',
      'derived',
      ['Title', 'It must sort.'],
    ],
    [
      'a complaint that the title makes too',
      'Title, I have to start it again. It is slow.',
      'title',
      ['Title: It is slow.'],
    ],
    ['nothing that counts', '## Notes\nIt should rain.\n1. not this', 'title', ['Title']],
  ] as const)('come from %s', (_, body, from, items) => {
    expect(criteriaOf('Title', body)).toEqual({ from, items });
  });

  test('that are only implied are bounded', () => {
    const body = Array.from({ length: 40 }, (_, n) => `It should be ${n}.`).join('\n');
    expect(criteriaOf('Title', body).items).toHaveLength(13);
    expect(criteriaOf('Title', `It should ${'x'.repeat(500)}`)).toEqual({ from: 'title', items: ['Title'] });
    const long = Array.from({ length: 90 }, (_, n) => `It is ${n}.`).join(' ');
    expect(criteriaOf('Title', long).items.join('').length).toBeLessThanOrEqual(410);
  });
});

describe('[I1] the criteria of a report read true when they are met (CRITERIA-4)', () => {
  test.each([
    [
      'where it tells a fault and wishes nothing',
      'Blank lines make a list loose',
      'As soon as one has a space in it, the list becomes loose: every item gets a `<p>`. That is wrong.',
      ['The fault is gone: Blank lines make a list loose'],
    ],
    [
      'where it tells a fault and what should be',
      'Blank lines make a list loose',
      'As soon as one has a space in it, it throws. Such lines should make no difference.',
      ['The fault is gone: Blank lines make a list loose', 'Such lines should make no difference.'],
    ],
    [
      'where the title orders something',
      'fix: stop the crash on blank lines',
      'I have to start it again. It must go on.',
      ['fix: stop the crash on blank lines: I have to start it again.', 'It must go on.'],
    ],
    [
      'where the title tells what is not there, of whatever type',
      'TypeScript does not know walk',
      'The declarations do not have it. Please declare it like its siblings.',
      ['The fault is gone: TypeScript does not know walk', 'Please declare it like its siblings.'],
    ],
    [
      'where what is to stay is said after the wish, and only there (WISHES-3)',
      'The parser loses keys',
      'The value stays quoted. Both should give the same. `A` stays as it is.',
      ['The fault is gone: The parser loses keys', 'Both should give the same.', '`A` stays as it is.'],
    ],
    [
      'where a feature tells how it is today',
      'A check for "not equal"',
      'Today I write two. It prints the number. It should behave as the others.',
      ['A check for "not equal": It prints the number.', 'It should behave as the others.'],
    ],
    [
      'where it says what becomes of it',
      'keep=True writes the wrong mark',
      'When it is kept, then it fails.',
      ['The fault is gone: keep=True writes the wrong mark'],
    ],
    [
      'where a label says that it is a bug',
      'Sundays',
      'Every Sunday.',
      ['The fault is gone: Sundays'],
      ['bug'],
    ],
  ] as const)('%s', (_, title, body, items, declared: readonly string[] = []) => {
    expect(criteriaOf(title, body, declared).items).toEqual(items);
  });
});

describe('[I1] a wish takes the example that follows it (CRITERIA-5)', () => {
  test.each([
    [
      'as code',
      'The usual form is a colon:\n\n    failed: why\n',
      ['Title', 'The usual form is a colon: `failed: why`'],
    ],
    [
      'in a fence, with its indent',
      'It should print:\n```sh\n  a  b\n\n    c\n```\n',
      ['Title', 'It should print: `a  b`, `c`'],
    ],
    [
      'and what is listed after a paragraph that follows it does not',
      'It should print:\n\nthe name of it\n\n- be quick\n',
      ['Title: be quick', 'It should print: the name of it'],
    ],
    ['without a colon', 'I would like to write\n\n    ne(0)\n', ['Title', 'I would like to write: `ne(0)`']],
    ['not after a full stop', 'It should be so.\n\n    ne(0)\n', ['Title', 'It should be so.']],
    [
      'cut after three lines',
      'It should be:\n\n    row(0)\n    row(1)\n    row(2)\n    row(3)',
      ['Title', 'It should be: `row(0)`, `row(1)`, `row(2)`, …'],
    ],
    [
      'cut at a word',
      `It should be:\n\n    ${'word '.repeat(60)}`,
      ['Title', `It should be: \`${'word '.repeat(39)}word…\``],
    ],
    [
      'cut where there is no word',
      `It should be:\n\n    ${'x'.repeat(300)}`,
      ['Title', `It should be: \`${'x'.repeat(199)}…\``],
    ],
    ['with marks of code in it', 'It should be:\n\n    a `b` c', ['Title', 'It should be: `` a `b` c ``']],
    [
      'as a quotation',
      'It should say:\n\n> No such file. Bye.\n',
      ['Title: Bye.', 'It should say: No such file.'],
    ],
    [
      'as a list',
      'It should:\n\n- sort. Well.\n- count\n\nBye.',
      ['Title: Bye.', 'It should: sort. Well.', 'It should: count'],
    ],
    ['but no heading', '## Summary\nIt should be:\n### Bye\nNow.', ['Title: Bye Now.', 'It should be:']],
    ['but no empty fence', 'It should be:\n```\n```\n', ['Title', 'It should be:']],
    ['but only a wish does', 'It is so:\n\n    ne(0)\n\nIt must end', ['Title: It is so:', 'It must end']],
  ])('%s', (_, body, items) => {
    expect(criteriaOf('Title', body).items).toEqual(items);
  });

  test.each([
    ['beside it', "m('a')   // true, should be false", ["`m('a')` should be false"]],
    ['beside it, as expected', 's(1) # false, I expect true', ['`s(1)` is expected to give true']],
    ['below it', "old()\n\nr('a',\n  'b')\n# is: 1\n# expected: 2", ["`r('a', 'b')` is expected to give 2"]],
    ['with nothing beside it', '/* must be 3 */', ['The example must be 3']],
    ['that says more than that', 'go() // this works as expected', []],
  ])('or what a comment in it says %s', (_, code, items) => {
    const body = `It should be:\n\n\`\`\`\n${code}\n\`\`\`\n`;
    expect(criteriaOf('Title', body, ['feature']).items).toEqual([
      'Title',
      ...(items.length > 0 ? items : [`It should be: \`${code}\``]),
    ]);
  });
});

describe('[I1] what a ticket leaves out is told', () => {
  test.each([
    ['feature', 'A list.', 'derived', []],
    ['feature', '', 'title', ['description', 'acceptance_criteria']],
    ['feature', '## Why\nMany ask.', 'title', ['acceptance_criteria']],
    ['bugfix', '', 'title', ['steps_to_reproduce', 'expected', 'actual']],
    ['bugfix', 'It fails.', 'title', ['steps_to_reproduce', 'expected']],
    ['bugfix', 'It should be sorted.', 'derived', ['steps_to_reproduce', 'actual']],
    ['bugfix', 'The list is `[]` after `a`.', 'title', ['steps_to_reproduce', 'expected']],
    ['bugfix', 'It gives 3 instead of 4.', 'title', ['steps_to_reproduce']],
    ['bugfix', '`list --all` should be sorted.', 'derived', ['actual']],
    ['bugfix', '`list(1)` should be 4, but became 3.', 'derived', []],
    ['bugfix', 'The list becomes loose:\n\n    m(1) // 3, should be 4', 'derived', []],
    ['bugfix', '    m(1) // 3, should be 4', 'derived', []],
    ['bugfix', '    m(1)', 'title', ['expected', 'actual']],
    ['bugfix', '1. Open it\n2. Close it\n', 'listed', ['expected', 'actual']],
    ['bugfix', '## Of lists\n', 'title', ['steps_to_reproduce', 'expected', 'actual']],
    ['bugfix', '재현 절차: 열기\n기대 결과: 열림\n실제 결과: 닫힘', 'derived', []],
    ['code_review', 'Look.', 'title', ['scope']],
    ['release', 'Scope: all', 'title', []],
  ] as const)('for a %s with %j', (type, body, criteria, missing) => {
    expect(missingFields({ type, body, criteria })).toEqual(missing);
  });
});
