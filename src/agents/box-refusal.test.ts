import { describe, expect, test } from 'vitest';
import { boxRefusal } from './box-refusal.ts';

const box = { writable: ['/w/here', '/state'], readable: ['/usr'], hidden: [], egress: [], views: [] };
const contained = { level: 'contained', box } as const;

describe('a box is in the way', () => {
  test.each([
    "Error: EROFS: read-only file system, mkdir '/home/me/.tool'",
    'sh: 1: cannot create /etc/x: Read-only file system',
    'OSError: [Errno 30] Read-only file system',
    "Error: EACCES: permission denied, open '/home/me/.cache/log'",
    'first line\n/opt/data/x: Permission denied\nlast line',
    "EACCES: permission denied, open '/w/hereafter'",
  ])('of a program that ended with %j', (said) => {
    expect(boxRefusal(said, contained)).toBe(
      "The agent's box refused it that: at level contained it can write only to /w/here, /state. " +
        'SLIPWAY_LEVEL=open in the environment of slipway has agents and checks work without a box; ' +
        '`--level open` alone only permits that.',
    );
  });
});

describe('a box is not in the way', () => {
  test.each([
    ['of what the program may write anyway', "EACCES: permission denied, open '/w/here/locked'"],
    ['of a refusal that names no place', 'Permission denied (publickey).'],
    ['of a file that is read-only by itself', "EROFS: read-only file system, open '/w/here/mounted/x'"],
    ['of any other end', 'Segmentation fault'],
    ['of an address', 'https://example.org/a: 403'],
  ])('%s', (_what, said) => {
    expect(boxRefusal(said, contained)).toBeUndefined();
  });

  test('where there is none', () => {
    expect(boxRefusal("EROFS, open '/x'", { level: 'open', box })).toBeUndefined();
    expect(boxRefusal("EROFS, open '/x'", { level: 'contained', box: undefined })).toBeUndefined();
  });
});
