import { expect, test } from 'vitest';
import { cleanEnvironment } from './environment.ts';

test('a clean environment keeps what a program needs to run and no credential', () => {
  const from = {
    PATH: '/bin',
    LANG: 'C.UTF-8',
    LC_ALL: 'C',
    TZ: 'UTC',
    TMPDIR: '/tmp',
    HOME: '/home/somebody',
    GITHUB_TOKEN: 'secret',
    AWS_SECRET_ACCESS_KEY: 'secret',
    NODE_OPTIONS: '--require ./x.js',
    LD_PRELOAD: '/x.so',
    TERM: undefined,
  };
  expect(cleanEnvironment(from, {})).toEqual({
    PATH: '/bin',
    LANG: 'C.UTF-8',
    LC_ALL: 'C',
    TZ: 'UTC',
    TMPDIR: '/tmp',
  });
});

test('what the caller adds stands over what was there', () => {
  expect(cleanEnvironment({ PATH: '/bin' }, { HOME: '/private', PATH: '/usr/bin' })).toEqual({
    HOME: '/private',
    PATH: '/usr/bin',
  });
});
