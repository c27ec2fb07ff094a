import { describe, expect, test } from 'vitest';
import { registriesOf, type RegistrySources } from './registries.ts';

const of = (sources: Partial<RegistrySources>): ReturnType<typeof registriesOf> =>
  registriesOf({ env: {}, npmrc: [], pipConf: [], ...sources });

describe('the registries of a setup', () => {
  test('are the usual ones where nobody names any', () => {
    const { egress, own, env } = of({});
    expect(egress).toEqual(expect.arrayContaining(['registry.npmjs.org', 'pypi.org', 'proxy.golang.org']));
    expect({ own, env }).toEqual({ own: [], env: {} });
  });

  test('are also those of the environment, without logins', () => {
    const { egress, own, env } = of({
      env: {
        npm_config_registry: 'https://me:token@npm.corp.test/repository/',
        PIP_INDEX_URL: 'http://pip.corp.test:8081/simple',
        GOPROXY: 'https://u:p@go.corp.test,direct',
        CARGO_REGISTRIES_MINE_INDEX: 'sparse+https://cargo.corp.test/index/',
      },
    });
    expect(egress).toEqual(
      expect.arrayContaining(['npm.corp.test', 'pip.corp.test:8081', 'go.corp.test', 'cargo.corp.test']),
    );
    expect(own).toEqual(['npm.corp.test', 'pip.corp.test', 'go.corp.test', 'cargo.corp.test']);
    expect(env).toEqual({
      npm_config_registry: 'https://npm.corp.test/repository/',
      PIP_INDEX_URL: 'http://pip.corp.test:8081/simple',
      GOPROXY: 'https://go.corp.test,direct',
    });
    expect(JSON.stringify({ egress, own, env })).not.toMatch(/token|u:p/);
  });

  test('are also those of the user’s files, of which nothing else is taken', () => {
    const { egress, env } = of({
      npmrc: [
        'registry=https://old.test/\n',
        '; a comment\nregistry = http://npm.corp.test/\n@mine:registry=https://scope.corp.test/\n//npm.corp.test/:_authToken=secret\n',
      ],
      pipConf: [
        '[global]\nindex-url = https://pip.corp.test/simple\nextra-index-url = https://more.corp.test/simple\n',
      ],
    });
    expect(egress).toEqual(
      expect.arrayContaining(['npm.corp.test:80', 'scope.corp.test', 'pip.corp.test', 'more.corp.test']),
    );
    expect(egress).not.toContain('old.test');
    expect(env).toEqual({
      npm_config_registry: 'http://npm.corp.test/',
      PIP_INDEX_URL: 'https://pip.corp.test/simple',
      PIP_EXTRA_INDEX_URL: 'https://more.corp.test/simple',
    });
  });

  test('are not what is no address', () => {
    expect(
      of({ env: { npm_config_registry: '${REGISTRY}', GOPROXY: 'off' }, npmrc: ['registry=${X}'] }),
    ).toMatchObject({
      own: [],
      env: { GOPROXY: 'off' },
    });
  });

  test('of pip are several, and some are folders of this machine, which a setup may read', () => {
    const { egress, env, folders } = of({
      env: { PIP_FIND_LINKS: '/opt/wheels' },
      pipConf: [
        '[global]\nindex-url = https://pypi.corp.test/simple\nextra-index-url = file:///opt/pypi/simple\n  https://me:pw@more.corp.test/simple\ncert = /etc/x.crt\n',
      ],
    });
    expect(env).toEqual({
      PIP_INDEX_URL: 'https://pypi.corp.test/simple',
      PIP_EXTRA_INDEX_URL: 'file:///opt/pypi/simple https://more.corp.test/simple',
      PIP_FIND_LINKS: '/opt/wheels',
    });
    expect(folders).toEqual(['/opt/pypi/simple', '/opt/wheels']);
    expect(egress).toEqual(expect.arrayContaining(['pypi.corp.test', 'more.corp.test']));
  });
});
