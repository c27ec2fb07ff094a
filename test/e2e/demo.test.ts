// The demo as a person on a fresh machine meets it: the compiled command line, an empty home directory, no git
// configuration.

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const demoMsMax = 120_000;
let root = '';

beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'slipway-demo-test-')));
  await mkdir(path.join(root, 'person'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

interface Ended {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

function run(file: string, args: readonly string[]): Promise<Ended> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: path.join(root, 'person'), TMPDIR: root };
  return new Promise((resolve) => {
    const child = execFile(file, args, { env, cwd: root, timeout: demoMsMax }, (_error, out, err) => {
      resolve({ exit: child.exitCode ?? -1, out, err });
    });
  });
}

const slipway = (...args: readonly string[]): Promise<Ended> => run(process.execPath, [program, ...args]);

describe('slipway demo', () => {
  it(
    'lands a tested change, tells the mishaps on the way, and says where to look',
    async () => {
      const { exit, out, err } = await slipway('demo');
      expect(err).toContain('it left its fence and touched src/teas.js: dropped');
      expect(err).toContain('its tests failed. Tried again with the diagnosis');
      expect(err).toContain('The plan gate: approved by the demo');
      expect(err).toContain('A review of the pull request came in');
      expect(err).toContain('Task command is worked on again');
      expect(out).toContain('9 tests passed on a fresh clone of the landed branch');
      const log = /git -C (\S+) log --stat (\S+)/.exec(out);
      const told = await run('git', ['-C', log?.[1] ?? '', 'log', '--format=%s', log?.[2] ?? '']);
      expect(told.out.trim().split('\n')).toEqual([
        'feat: say when the tea is ready',
        'feat: how to brew a tea',
      ]);
      expect(exit).toBe(0);
    },
    demoMsMax,
  );

  it(
    'works a second time, in a folder that was named, and answers as JSON',
    async () => {
      const { exit, out } = await slipway('demo', '--json', '--dir', 'second');
      const result: unknown = JSON.parse(out);
      expect(result).toMatchObject({
        landed: true,
        dir: path.join(root, 'second'),
        branch: 'feature/TEA-7_say_when_tea',
        pullRequest: 1,
        tasks: 3,
        testsPassed: 9,
      });
      expect(exit).toBe(0);
    },
    demoMsMax,
  );

  it('leaves nothing in the home directory of the person', async () => {
    expect(await readdir(path.join(root, 'person'))).toEqual([]);
  });

  it('refuses a folder that has something in it, and touches nothing there', async () => {
    await mkdir(path.join(root, 'mine'));
    await writeFile(path.join(root, 'mine', 'letter.txt'), 'dear');
    const { exit, err } = await slipway('demo', '--dir', 'mine');
    expect(err).toContain('is not empty');
    expect(exit).toBe(6);
    expect(await readdir(path.join(root, 'mine'))).toEqual(['letter.txt']);
  });
});
