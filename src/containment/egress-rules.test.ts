import { describe, expect, test } from 'vitest';
import { isListed, mayLeadTo, parseTarget } from './egress-rules.ts';
import { goesThrough, outerProxyOf } from './outer-proxy.ts';

const target = (text: string) => parseTarget(text, 443) ?? { host: '', port: 0 };

describe('a target', () => {
  test.each([
    ['example.org:443', 'example.org', 443],
    ['EXAMPLE.org:8443', 'example.org', 8443],
    ['127.0.0.1:80', '127.0.0.1', 80],
    ['[::1]:80', '::1', 80],
    ['a_b.example.org', 'a_b.example.org', 443],
  ])('%s is understood', (text, host, port) => {
    expect(parseTarget(text, 443)).toEqual({ host, port });
  });

  test.each([
    '',
    ':443',
    'example.org:',
    'example.org:0',
    'example.org:70000',
    'example.org:443:443',
    'example.org\u0000.evil.test:443',
    'exämple.org:443',
    'example.org.:443',
    '.example.org:443',
    'a b:443',
    'user@example.org:443',
    'example.org/path:443',
    '2130706433:80',
    '0x7f.1:80',
    '127.1:80',
    '0177.0.0.1:80',
    '127.0.0.1.:80',
    '[::ffff:7f00:1%25lo]:80',
    '[0:0:0:0:0:0:0:1]:80',
    '::1:80',
    `${'a'.repeat(64)}.org:443`,
  ])('%j is nothing (E3)', (text) => {
    expect(parseTarget(text, 443)).toBeUndefined();
  });
});

describe('a list', () => {
  test.each([
    ['example.org:443', ['example.org'], true],
    ['example.org:80', ['example.org'], false],
    ['example.org:80', ['example.org:80'], true],
    ['sub.example.org:443', ['example.org'], false],
    ['notexample.org:443', ['example.org'], false],
    ['sub.example.org:443', ['*.example.org'], true],
    ['example.org:443', ['*.example.org'], false],
    ['evilexample.org:443', ['*.example.org'], false],
    ['example.org:443', ['*.org'], false],
    ['example.org:443', ['*'], false],
    ['127.0.0.1:8080', ['127.0.0.1:8080'], true],
    ['127.0.0.1:8081', ['127.0.0.1:8080'], false],
    ['10.0.0.1:443', ['*.0.0.1'], false],
    ['[::1]:80', ['[::1]:80'], true],
    ['example.org:443', [], false],
  ] as const)('has %s in %j: %s (E1, E2)', (text, list, expected) => {
    expect(isListed(target(text), list)).toBe(expected);
  });
});

describe('a listed name', () => {
  const listed = ['inner.test', '10.0.0.5:443'];
  test.each([
    ['93.184.216.34', true],
    ['10.0.0.5', true],
    ['10.0.0.6', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['192.168.1.1', false],
    ['172.16.0.1', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['fe80::1', false],
    ['fd00:ec2::254', false],
    ['2606:2800:220:1::1', true],
  ])('may lead to %s: %s', (address, expected) => {
    expect(mayLeadTo(target('inner.test'), address, { listed, own: [] })).toBe(expected);
  });

  test('of the user’s own may lead into the private network, but not to where credentials are handed out', () => {
    const lists = { listed: ['registry.corp.test'], own: ['registry.corp.test'] };
    expect(mayLeadTo(target('registry.corp.test'), '10.1.2.3', lists)).toBe(true);
    expect(mayLeadTo(target('registry.corp.test'), '169.254.169.254', lists)).toBe(false);
  });

  test('that is localhost leads to this machine and nowhere else', () => {
    const lists = { listed: ['localhost:80'], own: [] };
    expect(mayLeadTo(target('localhost:80'), '127.0.0.1', lists)).toBe(true);
    expect(mayLeadTo(target('localhost:80'), '10.0.0.1', lists)).toBe(false);
  });
});

describe('the proxy of the surroundings', () => {
  const env = {
    HTTPS_PROXY: 'http://me:pw@proxy.corp.test:3128',
    NO_PROXY: 'direct.test, .corp.test,odd.test:8443',
  };
  const outer = outerProxyOf(env);
  test.each([
    ['example.org:443', true],
    ['direct.test:443', false],
    ['sub.corp.test:443', false],
    ['odd.test:443', true],
    ['odd.test:8443', false],
    ['127.0.0.1:80', false],
    ['localhost:80', false],
  ])('is asked for %s: %s', (text, expected) => {
    expect(goesThrough(outer, target(text))).toBe(expected);
  });

  test('is found in either spelling, and is nothing where it is no address', () => {
    expect(outerProxyOf({ https_proxy: 'proxy:1' })?.url.host).toBe('proxy:1');
    expect(outerProxyOf({ HTTPS_PROXY: '' })).toBeUndefined();
    expect(outerProxyOf({ HTTPS_PROXY: 'socks5://proxy:1' })).toBeUndefined();
  });
});
