import { describe, expect, test } from 'vitest';
import { recordedLines } from '../../../test/support/transcript-words.ts';

describe('a recording of codex reads', () => {
  test.each([
    ['completed-edit', ['edits /workspace/hello.txt', 'I changed the greeting.', 'done, 300 tokens']],
    [
      'completed-several-tools',
      [
        'First I look around.',
        'runs cat hello.txt',
        'runs ls',
        'writes /workspace/notes.md',
        'edits /workspace/hello.txt',
        'I looked, wrote a note and changed the greeting.',
        'done, 600 tokens',
      ],
    ],
    [
      'completed-failed-command',
      [
        'runs ls nowhere; exit 3',
        "that failed: exit 3, ls: cannot access 'nowhere': No such file or directory",
        'The command failed.',
        'done, 300 tokens',
      ],
    ],
    [
      'overloaded-503-retried',
      [
        expect.stringMatching(/^tries again: Reconnecting... 1\/1 .*503/),
        expect.stringMatching(/^error: unexpected status 503/),
        'gave up',
      ],
    ],
    ['quota-usage-limit', [expect.stringMatching(/^error: You’ve hit your usage limit\./), 'gave up']],
    ['killed-sigterm-asked', []],
  ])('%s', (name, words) => {
    expect(recordedLines('codex', name)).toEqual(words);
  });
});
