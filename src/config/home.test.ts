import { describe, expect, test } from 'vitest';

import { ConfigProblem } from './config.ts';
import { homeFolder, runtimeFolder, socketPath } from './home.ts';

describe('the home', () => {
  test.each([
    ['SLIPWAY_HOME first', { SLIPWAY_HOME: '/data/slip/', XDG_STATE_HOME: '/state' }, '/data/slip'],
    ['then the state folder', { XDG_STATE_HOME: '/state' }, '/state/slipway'],
    ['then the usual place', {}, '/home/ada/.local/state/slipway'],
    ['not an empty variable', { SLIPWAY_HOME: '', XDG_STATE_HOME: '' }, '/home/ada/.local/state/slipway'],
    ['not a relative state folder', { XDG_STATE_HOME: 'state' }, '/home/ada/.local/state/slipway'],
  ])('is %s', (_, env, folder) => {
    expect(homeFolder(env, '/home/ada')).toBe(folder);
  });

  test('is never a relative path, which would be another home in every directory', () => {
    expect(() => homeFolder({ SLIPWAY_HOME: 'slip' }, '/home/ada')).toThrow(ConfigProblem);
  });
});

describe('the runtime folder', () => {
  const request = { env: {}, home: '/home/ada/.local/state/slipway', tmp: '/tmp', uid: 1000 };

  test('lies in the runtime directory of the user, else in the temporary one under their number', () => {
    expect(runtimeFolder({ ...request, env: { XDG_RUNTIME_DIR: '/run/user/1000' } })).toMatch(
      /^\/run\/user\/1000\/slipway\/[0-9a-f]{12}$/,
    );
    expect(runtimeFolder(request)).toMatch(/^\/tmp\/slipway-1000\/[0-9a-f]{12}$/);
  });

  test('is another one for another home, and the same for the same', () => {
    expect(runtimeFolder(request)).toBe(runtimeFolder({ ...request }));
    expect(runtimeFolder(request)).not.toBe(runtimeFolder({ ...request, home: '/other' }));
  });

  test('keeps the socket path under 100 bytes, however long the folders around it are', () => {
    const long = `/${'é'.repeat(60)}`;
    for (const given of [
      request,
      { ...request, home: long.repeat(20) },
      { ...request, tmp: long },
      { ...request, env: { XDG_RUNTIME_DIR: long } },
      { ...request, env: { XDG_RUNTIME_DIR: long }, tmp: long, uid: 4_294_967_294 },
    ]) {
      expect(Buffer.byteLength(socketPath(given))).toBeLessThan(100);
    }
    expect(runtimeFolder({ ...request, env: { XDG_RUNTIME_DIR: long } })).toBe(runtimeFolder(request));
  });
});
