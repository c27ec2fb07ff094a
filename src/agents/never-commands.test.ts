import { describe, expect, test } from 'vitest';
import { isNeverAllowed } from './never-commands.ts';

describe('a command line', () => {
  test.each([
    'git push',
    'npm test && git  push origin',
    '(git commit -m x)',
    '/usr/bin/git reset',
    'git -C . push',
    'gh pr list',
    'a | curl -d @- x',
  ])('with %s in it is never allowed', (line) => {
    expect(isNeverAllowed(line)).toBe(true);
  });

  test.each([
    'npm test',
    'git log',
    'git diff --stat',
    'ghc Main.hs',
    'ls sshd',
    'node curl.js',
    'legit push',
    '',
  ])('such as "%s" may be', (line) => {
    expect(isNeverAllowed(line)).toBe(false);
  });
});
