import { describe, expect, test } from 'vitest';
import { recordedLines } from '../../../test/support/transcript-words.ts';

describe('a recording of claude reads', () => {
  test.each([
    ['completed-edit', ['edits hello.txt', 'I changed the greeting.', 'done, 2 turns, $0.0026']],
    [
      'completed-several-tools',
      [
        'First I look around.',
        'runs ls',
        'runs cat hello.txt',
        'writes notes.md',
        'edits hello.txt',
        'I looked, wrote a note and changed the greeting.',
        'done, 5 turns, $0.0053',
      ],
    ],
    ['completed-structured', ['gives its answer', 'done, 2 turns, $0.0013']],
    [
      'completed-quota-warning',
      [
        'It is done.',
        'quota (five hour): 95 % used, resets 2030-03-17 17:46:40 UTC',
        'done, 1 turn, $0.0007',
      ],
    ],
    [
      'quota-429-unified-reset-subscription',
      [
        'quota (five hour): rejected, resets 2030-03-17 17:46:40 UTC',
        "You've hit your 5-hour limit · resets Mar 17, 2030, 5:46pm (UTC)",
        'failed, 1 turn, $0.00',
      ],
    ],
    [
      'permission-denied',
      [
        'runs npm test',
        'that failed: This command requires approval',
        'I was not allowed to.',
        'done, 2 turns, $0.0026',
      ],
    ],
    ['max-turns', ['runs ls', 'runs ls', 'failed (max turns), 3 turns, $0.0026']],
    ['budget', ['runs ls', 'failed (max budget usd), 1 turn, $1.40']],
    ['killed-sigkill-tool', ['runs touch started && sleep 120']],
  ])('%s', (name, words) => {
    expect(recordedLines('claude', name)).toEqual(words);
  });

  test('with its retries', () => {
    expect(recordedLines('claude', 'quota-429-bare')[0]).toBe(
      'tries again in 0.5 s (1 of 1): rate_limit 429',
    );
  });
});
