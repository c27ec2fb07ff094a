import { describe, expect, test } from 'vitest';
import { nothingWorked } from '../../core/roles/worked.ts';
import { levelSentence, levelShort } from './level-words.ts';

describe('the level of a run', () => {
  test('is the one it was started at, as long as nothing else is known', () => {
    const run = { level: 'fenced', worked: nothingWorked } as const;
    expect(levelSentence(run)).toMatch(/^Agents were fenced: /);
    expect(levelShort(run)).toBe('fenced');
  });

  test('is the one at which agents and checks worked, wherever it was started', () => {
    const run = { level: 'contained', worked: { agents: { open: 2 }, checks: { open: 1 } } } as const;
    expect(levelSentence(run)).toBe('Agents were not contained; what they left was audited afterwards.');
    expect(levelShort(run)).toBe('open');
  });

  test('is every one of them where a run was resumed at another', () => {
    const run = {
      level: 'contained',
      worked: { agents: { contained: 3, open: 1 }, checks: { open: 2 } },
    } as const;
    expect(levelSentence(run)).toBe(
      'The run worked at more than one level: agents worked contained 3 times and open 1 time; checks ran open 2 times. What was left in the open was audited afterwards.',
    );
    expect(levelShort(run)).toBe('contained and open');
  });

  test('says nothing of checks where none ran, and nothing of the open where nobody was there', () => {
    const run = { level: 'contained', worked: { agents: { contained: 1, fenced: 1 }, checks: {} } } as const;
    expect(levelSentence(run)).toBe(
      'The run worked at more than one level: agents worked contained 1 time and fenced 1 time.',
    );
  });
});
