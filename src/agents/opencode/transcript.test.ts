import { describe, expect, test } from 'vitest';
import { recordedLines } from '../../../test/support/transcript-words.ts';

describe('a recording of opencode reads', () => {
  test.each([
    ['completed-edit', ['edits hello.txt', 'I changed the greeting.', 'done, $0.0004']],
    [
      'completed-failed-command',
      ['runs ls nowhere; exit 3', 'that failed: exit 3', 'The command failed.', 'done, $0.0004'],
    ],
    [
      'permission-rejected',
      ['reads /etc/hostname', 'that failed: The user rejected permission to use this specific tool call.'],
    ],
    ['quota-429', ['error: Rate limit reached']],
  ])('%s', (name, words) => {
    expect(recordedLines('opencode', name)).toEqual(words);
  });
});
