import { describe, expect, test } from 'vitest';
import type { Fact } from './facts.ts';
import type { Role } from '../roles/modes.ts';
import { roles } from '../roles/modes.ts';
import {
  charsMax,
  factsMax,
  knownText,
  layered,
  recalled,
  recalls,
  searchTextOf,
  searchWordsOf,
} from './recall.ts';

function fact(id: string, change: Partial<Fact> = {}): Fact {
  return {
    id,
    key: `key/${id}`,
    text: `Text of ${id}.`,
    kind: 'project',
    origin: 'slipway',
    scope: 'repository',
    state: 'promoted',
    sources: [{ run: 'r-0', stage: 'intake', rule: 'survey' }],
    changedAt: 0,
    ...change,
  };
}

const said = (id: string, change: Partial<Fact> = {}, task?: string): Fact =>
  fact(id, {
    kind: 'feedback',
    origin: 'person',
    scope: task === undefined ? 'run' : 'task',
    state: 'candidate',
    sources: [
      { run: 'r-1', stage: 'planning', rule: 'answer', who: 'ada', ...(task === undefined ? {} : { task }) },
    ],
    ...change,
  });

const ids = (facts: readonly Fact[]): readonly string[] => facts.map(({ id }) => id);

function told(
  role: Role,
  facts: readonly Fact[],
  about: { ticket?: string; files?: readonly string[]; at?: number } = {},
) {
  return recalled(facts, { role, run: 'r-1', task: 't-1', ticket: '', files: [], at: 0, ...about });
}

describe('[C6] searching', () => {
  test.each(['date helper', 'Date_Helper', 'DATE-helper', ' helper  date '])('parts "%s" alike', (words) => {
    expect(searchWordsOf(words).toSorted()).toEqual(['date', 'helper']);
  });

  test('looks for a limited number of words, in key and text', () => {
    expect(searchWordsOf('a '.repeat(99))).toHaveLength(12);
    expect(searchWordsOf(' - ')).toEqual([]);
    expect(searchTextOf({ key: 'check/Test', text: 'Use_it-now' })).toBe('check/test use it now');
  });
});

describe('[C6] scopes', () => {
  test('are read from the narrowest, and a narrower fact hides a wider one of its key (RECALL-1)', () => {
    const facts = [
      fact('wide', { key: 'date-helper' }),
      fact('other'),
      said('run', { key: 'date_helper' }),
      said('task', { key: 'DATE helper' }, 't-1'),
    ];
    expect(ids(layered(facts, { run: 'r-1', task: 't-1' }))).toEqual(['task', 'other']);
    expect(ids(layered(facts, { run: 'r-1', task: 't-2' }))).toEqual(['run', 'other']);
    expect(ids(layered(facts, { run: 'r-2' }))).toEqual(['wide', 'other']);
    expect(ids(layered(facts, {}))).toEqual(['wide', 'other']);
  });

  test('hold nothing that was withdrawn', () => {
    expect(
      layered([fact('a', { state: 'withdrawn' }), said('b', { state: 'withdrawn' })], { run: 'r-1' }),
    ).toEqual([]);
  });
});

describe('[C6] what reaches a role', () => {
  const everything = [
    fact('about-limits', { key: 'limits', text: 'The limits stand in one table.' }),
    fact('about-file', { text: 'Generated.', paths: ['src/gen/'] }),
    fact('names-file', { text: 'Keep src/limit.ts small.' }),
    fact('feedback', { kind: 'feedback' }),
    fact('project'),
    said('said'),
    said('said-of-task', {}, 't-1'),
    said('said-of-other-task', {}, 't-2'),
  ];
  const about = { ticket: 'Raise the limits', files: ['src/gen/a.ts', 'src/limit.ts'] };
  const byTicket = ['said-of-task', 'said', 'about-limits'];
  const byFiles = ['said-of-task', 'said', 'about-file', 'names-file'];
  const forReview = ['said-of-task', 'said', 'feedback'];
  const forAudits = ['about-limits', 'about-file', 'names-file', 'project'];

  test.each<[Role, readonly string[]]>([
    ['interpreter', []],
    ['investigator', byTicket],
    ['planner', byTicket],
    ['splitter', []],
    ['designer', byTicket],
    ['auditor', forAudits],
    ['assumption-verifier', forAudits],
    ['executability-verifier', forAudits],
    ['implementer', byFiles],
    ['reviewer', forReview],
    ['tester', byFiles],
    ['documenter', byFiles],
    ['dispatcher', []],
  ])('%s: %j', (role, expected) => {
    expect(ids(told(role, everything, about))).toEqual(expected);
  });

  test.each([
    ['src/**/*.ts', ['about-file']],
    ['test/*.ts', []],
  ])('a task that names the glob %j hears of the files it may stand for: %j', (glob, expected) => {
    const facts = [fact('about-file', { text: 'Generated.', paths: ['src/gen/'] })];
    expect(ids(told('implementer', facts, { ticket: '', files: [glob] }))).toEqual(expected);
  });

  test('has a row for every role, or none on purpose', () => {
    expect(roles.filter((role) => recalls[role] === undefined)).toEqual([
      'interpreter',
      'splitter',
      'dispatcher',
    ]);
  });

  test.each([
    ['a candidate of the repository', fact('x', { state: 'candidate' })],
    ['a withdrawn fact', fact('x', { state: 'withdrawn' })],
    ['what was withdrawn of the run', said('x', { state: 'withdrawn' })],
    [
      'what was said in another run',
      said('x', { sources: [{ run: 'r-2', stage: 'review', rule: 'answer' }] }),
    ],
    [
      'a note, which travels as a note',
      said('x', { sources: [{ run: 'r-1', stage: 'review', rule: 'note' }] }),
    ],
    ['what code noticed in this run', said('x', { origin: 'program' })],
  ])('is never %s (R2)', (_, hidden) => {
    const same = { ...hidden, key: 'src/limit.ts limits', text: 'limits' };
    for (const role of roles) expect(told(role, [same], about)).toEqual([]);
  });

  test('comes in the order of how much it has to do with the ticket, in any script', () => {
    const facts = [
      fact('none', { text: 'they should not use the for' }),
      fact('one', { text: 'Vouchers expire.' }),
      fact('two', { text: 'Vouchers and gift-cards expire.' }),
      fact('han', { text: '쿠폰 규칙' }),
    ];
    const ticket = 'They should use the gift_cards, the vouchers and 쿠폰 for all';
    expect(ids(told('planner', facts, { ticket }))).toEqual(['two', 'one', 'han']);
  });

  test('is limited in number and in characters, and nothing is cut (RECALL-3)', () => {
    const many = Array.from({ length: 50 }, (_, n) => fact(`f${n}`));
    expect(told('auditor', many)).toHaveLength(factsMax);
    const long = Array.from({ length: 20 }, (_, n) => fact(`f${n}`, { text: 'x'.repeat(380) }));
    const text = knownText(told('auditor', long), 0);
    expect(text.length).toBeLessThanOrEqual(charsMax);
    expect(text.length).toBeGreaterThan(charsMax - 500);
    expect(
      text
        .trimEnd()
        .split('\n')
        .every((line) => line.includes('x'.repeat(380))),
    ).toBe(true);
  });

  const day = 86_400_000;

  test('counts half where no run has seen it for three months, and is told as old (RECALL-4)', () => {
    const facts = [
      fact('old'),
      fact('seen', { confirmed: { run: 'r-9', at: 50 * day } }),
      fact('new', { changedAt: 80 * day }),
    ];
    expect(ids(told('auditor', facts, { at: 89 * day }))).toEqual(['old', 'seen', 'new']);
    const at = 100 * day;
    expect(ids(told('auditor', facts, { at }))).toEqual(['seen', 'new', 'old']);
    expect(knownText(facts, at).split('\n').slice(0, 2)).toEqual([
      '- [project] key/old: Text of old. (seen by Slipway, run r-0, old: not seen for 100 days, so look whether it is still so)',
      '- [project] key/seen: Text of seen. (seen by Slipway, run r-0)',
    ]);
    expect(knownText([fact('since', { changedAt: 10 * day })], 120 * day)).toContain('not seen for 110 days');
  });

  test('counts ever less, and is never left out for its age alone (RECALL-4)', () => {
    const facts = [fact('older'), fact('old', { changedAt: 100 * day })];
    expect(ids(told('auditor', facts, { at: 200 * day }))).toEqual(['old', 'older']);
    expect(ids(told('auditor', facts, { at: 9_000 * day }))).toEqual(['old', 'older']);
  });

  test('does not grow old where it is the word of a person (RECALL-4)', () => {
    const by = { who: 'bob', authenticated: 'os', channel: 'cli' };
    const facts = [fact('seen'), fact('said', { origin: 'person' }), fact('promoted', { by })];
    expect(ids(told('auditor', facts, { at: 100 * day }))).toEqual(['said', 'promoted', 'seen']);
  });

  test('says whose words it is', () => {
    const by = { who: 'bob', authenticated: 'os', channel: 'cli' };
    const lines = knownText(
      [
        fact('a', { origin: 'person', by, sources: [] }),
        said('b'),
        fact('c', { origin: 'person', sources: [] }),
        fact('d'),
        fact('e', { origin: 'reviewer' }),
        fact('f', { origin: 'program' }),
      ],
      0,
    ).split('\n');
    expect(lines.map((line) => /\(([^(]*)\)$/.exec(line)?.[1] ?? line)).toEqual([
      'said by bob',
      'said by ada, run r-1',
      'said by a person',
      'seen by Slipway, run r-0',
      'found by a reviewer, run r-0',
      'printed by a program, run r-0',
      '',
    ]);
    expect(lines[1]).toBe('- [feedback] key/b: Text of b. (said by ada, run r-1)');
  });
});
