import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { containmentHere, type LevelOptions } from './levels.ts';
import { raiseByInstalling, raiseNamespaces } from './raise.ts';

let dir = '';
beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway-level-')));
  for (const name of ['bin', 'tmp', 'home']) mkdirSync(path.join(dir, name));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const options = (changes: Partial<LevelOptions> = {}): LevelOptions => ({
  home: path.join(dir, 'home'),
  env: { PATH: path.join(dir, 'bin') },
  uid: process.getuid?.() ?? 0,
  gid: process.getgid?.() ?? 0,
  tmp: path.join(dir, 'tmp'),
  slipwayHome: path.join(dir, 'slipway'),
  ownHosts: () => [],
  platform: 'linux',
  means: () => Promise.resolve(undefined),
  ...changes,
});

/** A program that calls itself bwrap, and counts how often it was started. */
function pretend(script: string): void {
  const file = path.join(dir, 'bin/bwrap');
  writeFileSync(file, `#!/bin/sh\necho x >> ${dir}/started\n${script}\n`);
  chmodSync(file, 0o755);
}

/** Runs what stands after the box's own words, with nothing around it. */
const withoutBox = 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"';

describe('the level', () => {
  test('is not looked for until somebody asks', () => {
    pretend('exit 1');
    containmentHere(options());
    expect(existsSync(path.join(dir, 'started'))).toBe(false);
  });

  test('is open where a box cannot be made, with what was said and what to do', () => {
    pretend('echo "bwrap: No permissions to create new namespace" >&2; exit 1');
    const found = containmentHere(options()).found();
    expect(found.level).toBe('open');
    expect(found.why).toContain('No permissions to create new namespace');
    expect(found.raise).not.toBe('');
  });

  test('is open where the box is none, whatever its maker says', () => {
    pretend(withoutBox);
    const found = containmentHere(options()).found();
    expect(found.level).toBe('open');
    for (const leak of ['writes outside', 'reads what is hidden', 'network', 'processes']) {
      expect(found.why).toContain(leak);
    }
  });

  test('that is open is looked for again by the next process, and only once by this one', () => {
    pretend('exit 1');
    const first = containmentHere(options());
    expect([first.level, first.level, first.found().level]).toEqual(['open', 'open', 'open']);
    expect(containmentHere(options()).level).toBe('open');
    expect(readdirSync(path.join(dir, 'tmp'))).toEqual([]);
  });

  test('that was found is believed until the program changes', (context) => {
    const real = containmentHere(options({ env: { PATH: process.env['PATH'] } }));
    if (real.level !== 'contained') context.skip(`no boxes here: ${real.found().why}`);
    expect(real.found()).toMatchObject({ level: 'contained', by: 'bubblewrap' });
    expect(existsSync(path.join(dir, 'slipway'))).toBe(false);
    mkdirSync(path.join(dir, 'slipway'));
    pretend('exec /usr/bin/bwrap "$@"');
    expect(containmentHere(options()).level).toBe('contained');
    rmSync(path.join(dir, 'started'));
    expect(containmentHere(options()).level).toBe('contained');
    expect(existsSync(path.join(dir, 'started'))).toBe(false);
    pretend(`${withoutBox} # another program`);
    expect(containmentHere(options()).level).toBe('open');
  });

  test('is open where the person asks for that, and nothing is tried', () => {
    pretend('exit 1');
    const env = { PATH: path.join(dir, 'bin'), SLIPWAY_LEVEL: 'open' };
    expect(containmentHere(options({ env })).found()).toEqual({
      level: 'open',
      why: 'SLIPWAY_LEVEL asks for it.',
      raise: 'unset SLIPWAY_LEVEL',
    });
    expect(existsSync(path.join(dir, 'started'))).toBe(false);
  });

  test('is open on a system without boxes, and boxes change nothing there', async () => {
    const here = containmentHere(options({ platform: 'win32' }));
    expect(here.found().why).toContain('win32');
    const box = { writable: [], readable: [], hidden: [], egress: [], views: [] };
    const request = {
      file: '/bin/true',
      args: ['x'],
      cwd: dir,
      env: {},
      box,
      limits: { timeMs: 1, silenceMs: 1, outputBytesMax: 1, graceMs: 1 },
      signal: new AbortController().signal,
    };
    const confined = await here.confine(request, box);
    expect(confined.request).toMatchObject({ file: '/bin/true', args: ['x'] });
    expect(await confined.close()).toEqual({ refused: [] });
    const copies = [{ copy: '/copy', at: dir }];
    await expect(here.confine(request, { ...box, copies })).rejects.toThrow('no copy can be shown');
  });
});

describe('what raises it', () => {
  test.each([
    ['ID=ubuntu\nID_LIKE=debian\n', 'sudo apt install bubblewrap'],
    ['ID="rocky"\nID_LIKE="rhel centos fedora"\n', 'sudo dnf install bubblewrap'],
    ['NAME="Arch Linux"\nID=arch\n', 'sudo pacman -S bubblewrap'],
    ['ID=unheard-of\n', 'install the package bubblewrap'],
    [undefined, 'install the package bubblewrap'],
  ])('where it is not installed (%j)', (release, command) => {
    expect(raiseByInstalling(release)).toBe(command);
  });

  test.each([
    [
      'apparmor_restrict_unprivileged_userns',
      '1\n',
      'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
    ],
    ['unprivileged_userns_clone', '0\n', 'sudo sysctl -w kernel.unprivileged_userns_clone=1'],
    ['max_user_namespaces', '0\n', 'sudo sysctl -w user.max_user_namespaces=15000'],
  ])('where %s forbids it', (name, value, command) => {
    expect(raiseNamespaces((file) => (file.endsWith(`/${name}`) ? value : undefined))).toBe(command);
  });

  test('where nothing of that is to blame', () => {
    expect(raiseNamespaces(() => undefined)).toContain('container');
  });
});
