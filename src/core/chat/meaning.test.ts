import { describe, expect, test } from 'vitest';
import { drive } from '../../../test/support/core.ts';
import { openGates } from '../run.ts';
import type { Meaning, Situation } from './meaning.ts';
import { meaningOf } from './meaning.ts';
import { spoken } from './phrases.ts';
import type { Wish } from './wish.ts';

const idle: Situation = { about: { run: undefined }, isTicketShown: false };
const offered: Situation = { ...idle, isTicketShown: true };
const fresh: Situation = { about: { run: drive().run() }, isTicketShown: false };
const atPlan: Situation = {
  about: {
    run: drive({ policy: { gates: { plan: true } } })
      .go((run) => openGates(run).length > 0)
      .run(),
  },
  isTicketShown: false,
};
const planGate = openGates(atPlan.about.run ?? drive().run())[0]?.id ?? '';

const planned = atPlan.about.run ?? drive().run();
const drifted = { ...planned, gates: planned.gates.map((gate) => ({ ...gate, kind: 'drift' as const })) };
const atDrift: Situation = { about: { run: drifted }, isTicketShown: false };

const wish = (name: Wish, words = ''): Meaning => ({ does: 'wish', wish: name, words });

describe('what is said in so many words', () => {
  test.each([
    ['yes', idle, { does: 'press', choice: 'yes' }],
    ['Yes!', fresh, { does: 'press', choice: 'yes' }],
    ['go ahead.', atPlan, { does: 'press', choice: 'yes' }],
    ['don’t', atPlan, { does: 'press', choice: 'no' }],
    ['/new', fresh, { does: 'new' }],
    ['help', idle, { does: 'show', what: 'help' }],
    ['status', fresh, { does: 'show', what: 'where' }],
    ['skip coverage', fresh, wish('skip-coverage')],
    ['Check reviews', fresh, wish('check-reviews')],
    ['stop', fresh, wish('pause')],
    ['full auto', fresh, wish('full-auto')],
    ['full auto', offered, { does: 'begin-as', wish: 'full-auto' }],
    ["just investigate this, don't fix it", offered, { does: 'begin-as', wish: 'investigate' }],
    ['just investigate', idle, { does: 'unable', unable: 'no-ticket' }],
    ['skip coverage', idle, wish('skip-coverage')],
    ['Just investigate: the totals are wrong', idle, wish('investigate', 'the totals are wrong')],
    [
      'The totals are wrong (just investigate, don’t fix it)',
      idle,
      wish('investigate', 'The totals are wrong'),
    ],
    ['Add a flag. Full auto', idle, wish('full-auto', 'Add a flag')],
    ['full auto: add a flag', idle, wish('full-auto', 'add a flag')],
    ['3', idle, wish('start', '3')],
    ['3', fresh, { does: 'ask' }],
  ] as const)('%s', (text, situation, meaning) => {
    expect(meaningOf(text, situation)).toEqual(meaning);
  });

  test.each([
    ['not yet', { says: 'no' }],
    ['investigate only', { says: 'wish', wish: 'investigate', rest: '' }],
    ['/new', { says: 'new' }],
    ['/status', { says: 'where' }],
    ['/investigate', { says: 'mode', mode: 'investigate' }],
    ['/execute', { says: 'mode', mode: 'execute' }],
    ['/commit', { says: 'mode', mode: 'commit' }],
    ['/coverage', { says: 'mode', mode: 'coverage' }],
    ['/review', { says: 'mode', mode: 'review' }],
    ['pause', { says: 'wish', wish: 'pause', rest: '' }],
    ['/stop', { says: 'wish', wish: 'pause', rest: '' }],
    ['resume', { says: 'wish', wish: 'resume', rest: '' }],
    ['continue', { says: 'wish', wish: 'resume', rest: '' }],
    ['retry', { says: 'wish', wish: 'retry', rest: '' }],
  ])('%s is a word for it, too', (text, said) => {
    expect(spoken(text)).toEqual(said);
  });

  test('a phrase in the middle of other words is none (PHRASES-1)', () => {
    for (const text of [
      'yes but not like this',
      'please skip coverage of the old files',
      'investigate why it is slow',
    ])
      expect(spoken(text)).toBeUndefined();
  });
});

describe('the five modes by name', () => {
  test.each([
    ['investigate', idle, { does: 'unable', unable: 'no-ticket' }],
    ['investigate', offered, { does: 'begin-as', wish: 'investigate' }],
    ['investigate', fresh, { does: 'show', what: 'findings' }],
    ['execute', idle, { does: 'unable', unable: 'no-run' }],
    ['execute', fresh, { does: 'unable', unable: 'nothing-asked' }],
    ['execute', atPlan, { does: 'wish', wish: 'approve', gate: planGate, words: '' }],
    ['execute', atDrift, { does: 'wish', wish: 'approve', gate: planGate, words: '' }],
    ['commit', atPlan, { does: 'unable', unable: 'nothing-asked' }],
    ['coverage', fresh, { does: 'show', what: 'coverage' }],
    ['review', fresh, wish('check-reviews')],
  ] as const)('%s', (text, situation, meaning) => {
    expect(meaningOf(text, situation)).toEqual(meaning);
  });
});

describe('everything else', () => {
  test('is a ticket where there is no run (MEANING-1), and for the dispatcher where there is one', () => {
    expect(meaningOf('Add a flag', idle)).toEqual(wish('start', 'Add a flag'));
    expect(meaningOf('what about the old files?', fresh)).toEqual({ does: 'ask' });
  });

  test('is what words were awaited for, but for a yes or a no', () => {
    const awaits = { wish: 'revise', gate: planGate } as const;
    expect(meaningOf('keep the second text', { ...atPlan, awaits })).toEqual({
      does: 'wish',
      wish: 'revise',
      gate: planGate,
      words: 'keep the second text',
    });
    expect(meaningOf('no', { ...atPlan, awaits })).toEqual({ does: 'press', choice: 'no' });
  });

  test('is an option where a question is asked', () => {
    const { run } = atPlan.about;
    const asking = run && {
      ...run,
      gates: run.gates.map((gate) => ({ ...gate, kind: 'question' as const })),
    };
    expect(meaningOf('option 2', { ...atPlan, about: { run: asking } })).toEqual({
      does: 'choose',
      option: 2,
    });
  });
});
