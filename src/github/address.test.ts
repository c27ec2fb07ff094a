import { describe, expect, test } from 'vitest';
import { remoteOf } from './address.ts';

const widgets = { owner: 'acme', name: 'widgets' };

describe('the address of a remote', () => {
  test.each([
    'https://github.com/acme/widgets',
    'https://github.com/acme/widgets.git',
    'https://github.com/acme/widgets/',
    'https://someone@github.com/acme/widgets.git',
  ])('%s is a repository of github.com', (url) => {
    expect(remoteOf(url, {})).toEqual({
      hub: {
        host: 'github.com',
        web: 'https://github.com',
        rest: 'https://api.github.com',
        graphql: 'https://api.github.com/graphql',
      },
      slug: widgets,
    });
  });

  test.each([
    'git@github.com:acme/widgets.git',
    'ssh://git@github.com/acme/widgets',
    'ssh://git@ssh.github.com:443/acme/widgets.git',
  ])('%s is one that is reached over SSH', (url) => {
    expect(remoteOf(url, {})).toMatchObject({ slug: widgets, ssh: url, hub: { host: 'github.com' } });
  });

  test.each([
    'https://gitlab.com/acme/widgets',
    'git@bitbucket.org:acme/widgets.git',
    'https://github.com.evil.test/acme/widgets',
    'https://evilgithub.com/acme/widgets',
    'http://github.com/acme/widgets',
    'file:///srv/git/acme/widgets',
    '/srv/git/acme/widgets.git',
    'https://github.com/acme',
    'https://github.com/acme/widgets/tree/main',
    'https://github.com/acme/..',
    'https://github.com/ac%20me/widgets',
    '',
  ])('%s is none', (url) => {
    expect(remoteOf(url, {})).toBeUndefined();
  });

  test('a company below ghe.com has its interface at a name of its own', () => {
    expect(remoteOf('https://acme.ghe.com/acme/widgets', {})?.hub.rest).toBe('https://api.acme.ghe.com');
  });

  test('a server of a company is one only where the environment names it', () => {
    const url = 'git@git.acme.test:acme/widgets.git';
    expect(remoteOf(url, {})).toBeUndefined();
    expect(remoteOf(url, { GH_HOST: 'other.test' })).toBeUndefined();
    expect(remoteOf(url, { GH_HOST: 'git.acme.test' })?.hub).toEqual({
      host: 'git.acme.test',
      web: 'https://git.acme.test',
      rest: 'https://git.acme.test/api/v3',
      graphql: 'https://git.acme.test/api/graphql',
    });
  });

  test('where the interface lies is believed only of the server that is named with it', () => {
    const env = {
      GITHUB_SERVER_URL: 'https://git.acme.test',
      GITHUB_API_URL: 'https://api.git.acme.test/',
      GITHUB_GRAPHQL_URL: 'https://api.git.acme.test/graphql',
    };
    expect(remoteOf('https://git.acme.test/acme/widgets', env)?.hub.rest).toBe('https://api.git.acme.test');
    expect(remoteOf('https://github.com/acme/widgets', env)?.hub.rest).toBe('https://api.github.com');
  });

  test('a service without encryption is talked to on this machine only', () => {
    const env = { GITHUB_SERVER_URL: 'http://127.0.0.1:8080', GH_HOST: 'git.acme.test' };
    expect(remoteOf('http://127.0.0.1:8080/acme/widgets.git', env)?.hub.web).toBe('http://127.0.0.1:8080');
    expect(remoteOf('http://git.acme.test/acme/widgets.git', env)).toBeUndefined();
  });
});
