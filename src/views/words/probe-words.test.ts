import { expect, test } from 'vitest';
import { probedWords, probeEnd } from './probe-words.ts';

test.each([
  [{ because: 'ok', exit: 0, ms: 1_234 }, 'exit 0, 1.2 s'],
  [{ because: 'exit', exit: 3, ms: 50 }, 'exit 3, 0.1 s'],
  [{ because: 'exit', ms: 700 }, 'ended by a signal after 0.7 s'],
  [{ because: 'timeout', ms: 60_000 }, 'ended by its time limit after 60.0 s'],
  [{ because: 'output-limit', ms: 900 }, 'ended after 0.9 s, because it printed too much'],
  [{ because: 'not-run', ms: 0 }, 'did not run'],
] as const)('a probe that ended like %j is told as: %s', (ended, words) => {
  expect(probeEnd(ended)).toBe(words);
});

test('several are told by their names', () => {
  const ran = ['one', 'two'].map((name) => ({ name, because: 'not-run' as const, ms: 0 }));
  expect(probedWords({ ran })).toBe('one (did not run) and two (did not run)');
  expect(probedWords({ ran: [] })).toBe('nothing');
});
