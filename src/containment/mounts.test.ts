import { describe, expect, test } from 'vitest';
import { bubblewrapArgs, type BubblewrapWords } from './bubblewrap-args.ts';
import { type Mount, type MountPlan, mountsOf, type DiskPlace } from './mounts.ts';

const folder = (name: string, real = name): DiskPlace => ({ path: name, real, kind: 'folder' });
const file = (name: string, real = name): DiskPlace => ({ path: name, real, kind: 'file' });
const nothing = { file: '/box/file', folder: '/box/folder' };
const plan = (changes: Partial<MountPlan> = {}): readonly Mount[] =>
  mountsOf({
    system: [
      { type: 'readable', from: '/usr', at: '/usr' },
      { type: 'link', to: 'usr/bin', at: '/bin' },
    ],
    programs: [],
    writable: [],
    readable: [],
    hidden: [],
    scratch: [],
    nothing,
    ...changes,
  });

/** The mount that decides what is seen at a place: the last one made at it or above it. */
function at(mounts: readonly Mount[], place: string): string {
  const last = mounts.findLast((mount) => place === mount.at || place.startsWith(`${mount.at}/`));
  if (last === undefined) return 'absent';
  return 'from' in last ? `${last.type} ${last.from}` : last.type;
}

describe('the mounts of a box', () => {
  test('let the more specific path win, in whatever order they are named (MOUNTS-1)', () => {
    const mounts = plan({
      writable: [folder('/w/ws/.git/hooks'), folder('/w/ws')],
      readable: [folder('/w/ws/.git')],
    });
    expect(at(mounts, '/w/ws/a.ts')).toBe('writable /w/ws');
    expect(at(mounts, '/w/ws/.git/config')).toBe('readable /w/ws/.git');
    expect(at(mounts, '/w/ws/.git/hooks/x')).toBe('writable /w/ws/.git/hooks');
  });

  test('hide last, over everything else (MOUNTS-2)', () => {
    const mounts = plan({
      writable: [folder('/w/ws'), folder('/w/ws/secret/inner')],
      hidden: [folder('/w/ws/secret'), file('/w/ws/.env')],
    });
    expect(at(mounts, '/w/ws/secret/inner/x')).toBe('readable /box/folder');
    expect(at(mounts, '/w/ws/.env')).toBe('readable /box/file');
  });

  test('make no place for hiding what is not shown', () => {
    expect(at(plan({ hidden: [folder('/home/me/.ssh')] }), '/home/me/.ssh')).toBe('absent');
  });

  test('only let read what is both writable and readable (MOUNTS-3)', () => {
    const mounts = plan({ writable: [folder('/w/ws')], readable: [folder('/w/ws')] });
    expect(at(mounts, '/w/ws/x')).toBe('readable /w/ws');
  });

  test('show a linked folder under both its names, and hide what is hidden under both', () => {
    const mounts = plan({
      readable: [folder('/home/me/tools', '/data/tools')],
      hidden: [file('/home/me/tools/token', '/data/tools/token')],
    });
    expect(at(mounts, '/home/me/tools/x')).toBe('readable /data/tools');
    expect(at(mounts, '/data/tools/x')).toBe('readable /data/tools');
    expect(at(mounts, '/home/me/tools/token')).toBe('readable /box/file');
    expect(at(mounts, '/data/tools/token')).toBe('readable /box/file');
  });

  test('make no mount for a program that is shown anyway, least of all inside a workspace', () => {
    const mounts = plan({
      writable: [folder('/w/ws')],
      programs: [file('/bin/sh', '/usr/bin/dash'), file('/w/ws/run.sh'), file('/opt/x/run')],
    });
    expect(mounts.filter((mount) => mount.at.endsWith('sh'))).toEqual([]);
    expect(at(mounts, '/opt/x/run')).toBe('readable /opt/x/run');
  });

  test('give HOME and TMPDIR a folder of their own where the box has none', () => {
    const mounts = plan({ writable: [folder('/w/ws')], scratch: ['/home/me', '/w/ws/tmp', '/tmp'] });
    expect(at(mounts, '/home/me/x')).toBe('scratch');
    expect(at(mounts, '/w/ws/tmp/x')).toBe('writable /w/ws');
    expect(mounts.find((mount) => mount.at === '/tmp')).toMatchObject({ mode: '1777' });
  });

  test('always cover the places where sockets and the files of others lie', () => {
    for (const place of ['/tmp/x', '/run/docker.sock', '/var/tmp/x'])
      expect(at(plan(), place)).toBe('scratch');
    expect(at(plan(), '/etc/shadow')).toBe('absent');
  });
});

function words(changes: Partial<BubblewrapWords> = {}): readonly string[] {
  return bubblewrapArgs({
    uid: 7,
    gid: 8,
    mounts: plan({ writable: [folder('/w/ws')] }),
    cwd: '/w/ws',
    program: ['/bin/prog', '--flag'],
    limits: true,
    ...changes,
  });
}

describe('the words for bubblewrap', () => {
  test('take every namespace, every right and every capability away, and die with Slipway', () => {
    expect(words()).toEqual(
      expect.arrayContaining([
        '--unshare-all',
        '--unshare-user',
        '--disable-userns',
        '--die-with-parent',
        'ALL',
      ]),
    );
    expect(words()).not.toContain('--share-net');
    expect(words()).not.toContain('--dev-bind');
  });

  test('make the rest unwritable when every mount is made, and end with the program', () => {
    const all = words();
    expect(all.indexOf('--remount-ro')).toBeGreaterThan(all.lastIndexOf('--bind'));
    expect(all.slice(-5)).toEqual(['--default-signal=TERM', '-u', 'PWD', '/bin/prog', '--flag']);
    expect(words({ pwd: '/w' }).slice(-3)).toEqual(['PWD=/w', '/bin/prog', '--flag']);
  });

  test('limit processes where there is something to limit them with', () => {
    expect(words()).toContain('--nproc=4096');
    expect(words({ limits: false })).not.toContain('/usr/bin/prlimit');
  });
});
