import { describe, expect, test } from 'vitest';
import type { Box } from './box.ts';
import { seatbelt, seatbeltProfile } from './seatbelt.ts';

const keeping = { home: '/Home/me', never: ['/Home/me/.slipway'] };
const box = (changes: Partial<Box> = {}): Box => ({
  writable: [],
  readable: [],
  hidden: [],
  egress: [],
  views: [],
  ...changes,
});
const lines = (changes: Partial<Box> = {}, port?: number): readonly string[] =>
  seatbeltProfile(box(changes), keeping, port).split('\n');

/** Later rules win: the last line that speaks of the same thing. */
const after = (all: readonly string[], one: string, other: string): boolean =>
  all.includes(one) && all.includes(other) && all.lastIndexOf(one) > all.lastIndexOf(other);

describe('a profile for Seatbelt', () => {
  test('denies every write but those into what is writable', () => {
    const all = lines({ writable: ['/w/ws'] });
    expect(after(all, '(allow file-write* (subpath "/w/ws"))', '(deny file-write*)')).toBe(true);
  });

  test('lets the more specific path win', () => {
    const all = lines({ writable: ['/w/ws', '/w/ws/.git/x'], readable: ['/w/ws/.git'] });
    const denied = '(deny file-write* (subpath "/w/ws/.git"))';
    expect(after(all, denied, '(allow file-write* (subpath "/w/ws"))')).toBe(true);
    expect(after(all, '(allow file-write* (subpath "/w/ws/.git/x"))', denied)).toBe(true);
  });

  test('hides credentials and the home of Slipway, apart from what the box names in it', () => {
    const ws = '/Home/me/.slipway/workspaces/one';
    const all = lines({ writable: [ws] });
    expect(all).toContain('(deny file-read* (subpath "/Home/me/.ssh"))');
    expect(
      after(all, `(allow file-read* (subpath "${ws}"))`, '(deny file-read* (subpath "/Home/me/.slipway"))'),
    ).toBe(true);
  });

  test('hides last what is hidden', () => {
    const all = lines({ writable: ['/w/ws'], hidden: ['/w/ws/.env'] });
    expect(
      after(
        all,
        '(deny file-read* file-write* (subpath "/w/ws/.env"))',
        '(allow file-write* (subpath "/w/ws"))',
      ),
    ).toBe(true);
  });

  test('denies the network, apart from the proxy where there is one', () => {
    expect(lines()).toContain('(deny network*)');
    expect(lines().some((line) => line.startsWith('(allow network'))).toBe(false);
    const all = lines({}, 4321);
    expect(after(all, '(allow network-outbound (remote ip "localhost:4321"))', '(deny network*)')).toBe(true);
  });

  test('cannot be broken out of by the name of a folder', () => {
    expect(lines({ writable: ['/w/a"b\\c'] })).toContain('(allow file-write* (subpath "/w/a\\"b\\\\c"))');
  });
});

test('a fence runs the program under the profile and leads it to the proxy', async () => {
  const fence = seatbelt({ ...keeping, env: {}, ownHosts: [] });
  const request = {
    file: '/bin/prog',
    args: ['x'],
    cwd: '/w/ws',
    env: { A: 'b' },
    limits: { timeMs: 1, silenceMs: 1, outputBytesMax: 1, graceMs: 1 },
    signal: new AbortController().signal,
  };
  const without = await fence.confine(request, box());
  expect(without.request).toMatchObject({ file: '/usr/bin/sandbox-exec', env: { A: 'b' } });
  expect(without.request.args.slice(-2)).toEqual(['/bin/prog', 'x']);
  const confined = await fence.confine(request, box({ egress: ['example.org'] }));
  expect(confined.request.env['HTTPS_PROXY']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await confined.close()).toEqual({ refused: [] });
  const copies = [{ copy: '/w/copy', at: '/w/ws' }];
  await expect(fence.confine(request, box({ copies }))).rejects.toThrow('at another place');
});
