import { describe, expect, test } from 'vitest';
import type { Candidate, Fact } from './facts.ts';
import { indexOf } from './near.ts';

const text = 'The dates of all reports are kept in the time zone of the shop that wrote them';

function fact(id: string, change: Partial<Fact> = {}): Fact {
  return {
    id,
    key: `finding/${id}`,
    text,
    kind: 'feedback',
    origin: 'reviewer',
    scope: 'repository',
    state: 'candidate',
    sources: [{ run: 'r-1', stage: 'review', rule: 'finding' }],
    changedAt: 0,
    ...change,
  };
}

function candidate(words: string, change: Partial<Candidate> = {}): Candidate {
  const { id, key, kind, origin, scope } = fact('new');
  return {
    id,
    key,
    kind,
    origin,
    scope,
    text: words,
    source: { run: 'r-2', stage: 'review', rule: 'finding' },
    ...change,
  };
}

const nearTo = (known: readonly Fact[], one: Candidate): string | undefined =>
  indexOf(new Map(known.map((item) => [item.id, item]))).near(one)?.id;

describe('a fact in nearly the same words', () => {
  test.each([
    'All dates of the reports are kept in the time zone of the shop that wrote them.',
    'The dates of all reports are kept in the time zone of the shop which wrote them',
    'the DATES of all reports are kept in the time-zone of the shop that wrote them!',
  ])('is found (NEAR-1): %s', (words) => {
    expect(nearTo([fact('a')], candidate(words))).toBe('a');
  });

  test.each([
    ['other words', 'The dates of all invoices and of all orders are kept in the time zone of their shop'],
    ['a word that turns it round', text.replace('are kept', 'are not kept')],
    ['a number', `${text} in 2020`],
    ['a name of code', `${text} by toZone`],
    ['nothing in common', 'Use tabs'],
    ['a part of its words', 'The dates of all reports'],
    [
      'as many words, and too few of them the same',
      text.replace('dates', 'times').replace('shop', 'till').replace('zone', 'place'),
    ],
    ['no word at all', '…'],
  ])('is another one with %s (NEAR-1, NEAR-2)', (_how, words) => {
    expect(nearTo([fact('a')], candidate(words))).toBeUndefined();
  });

  test('is another one where only its rare words are the same (NEAR-1)', () => {
    const other = fact('b', {
      text: 'every till keeps times for each place where somebody else often looks again today',
    });
    const words = text.replace('dates', 'times').replace('shop', 'till').replace('zone', 'place');
    expect(nearTo([fact('a'), other], candidate(words))).toBeUndefined();
  });

  test('has the same names, numbers and turns, in whatever order and marks (NEAR-2)', () => {
    const known = fact('a', {
      text: "The 3 callers of `toZone()` don't say which zone they mean, and nobody asks them for it",
    });
    const words = 'the 3 callers of `toZone()` don’t say which zone they mean and nobody asks them about it';
    expect(nearTo([known], candidate(words))).toBe('a');
  });

  test.each([
    ['kind', { kind: 'project' }],
    ['origin', { origin: 'program' }],
    ['scope', { scope: 'run' }],
    ['sort of key', { key: 'failure/a' }],
    ['file', { paths: ['src/a.ts'] }],
  ] as const)('of another %s is another one (NEAR-1)', (_what, change) => {
    expect(nearTo([fact('a', change)], candidate(`${text}.`))).toBeUndefined();
  });

  test('is found though it was promoted from a run, or a person withdrew it (NEAR-3)', () => {
    const run = candidate(`${text}.`, { scope: 'run' });
    expect(nearTo([fact('a', { state: 'promoted' })], run)).toBe('a');
    expect(nearTo([fact('a', { state: 'withdrawn' })], run)).toBe('a');
  });

  test('is not found where another one took its place (NEAR-3)', () => {
    const replaced = fact('a', { state: 'withdrawn', supersededBy: 'b' });
    expect(nearTo([replaced], candidate(`${text}.`))).toBeUndefined();
  });

  test('is the one that is most like it, and of equals the oldest', () => {
    const close = fact('b', { text: `${text} down` });
    expect(nearTo([close, fact('a'), fact('c')], candidate(`${text}.`))).toBe('a');
  });
});

describe('an index of facts', () => {
  test('finds them by their key, however it is spelled, those that came later too', () => {
    const facts = new Map([['a', fact('a', { key: 'check/Unit test' })]]);
    const index = indexOf(facts);
    const later = fact('b', { key: 'Check/unit_test', text: 'It is slow' });
    facts.set('b', later);
    index.take(later);
    expect(index.under('check/unit-test').map(({ id }) => id)).toEqual(['a', 'b']);
    expect(index.under('check/lint')).toEqual([]);
    expect(index.near(candidate('It is slow', { key: 'check/x' }))?.id).toBe('b');
  });

  test('leaves out what it was told of and is not there', () => {
    const index = indexOf(new Map());
    index.take(fact('a'));
    expect(index.near(candidate(text))).toBeUndefined();
    expect(index.under('finding/a')).toEqual([]);
  });
});
