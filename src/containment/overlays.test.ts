// Views are mounted for real, with whatever rights the tests have; where there are none, the tests say so.

import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../telemetry/system-clock.ts';
import type { View } from './box.ts';
import { processRunner } from './process-runner.ts';
import type { ProcessResult } from './process.ts';
import type { ViewMeans } from './overlays.ts';
import { canBeMounted, viewMeans, withViews } from './overlays.ts';

const found = await viewMeans(tmpdir());
const every: readonly ViewMeans[] =
  found === undefined ? [] : found.rights === 'root' ? [found, { ...found, rights: 'user' }] : [found];
const runner = processRunner(systemClock());
const PATH = process.env['PATH'] ?? '/usr/bin:/bin';

let dir = '';
let view: View;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway views ')));
  view = {
    layer: path.join(dir, 'layer'),
    at: path.join(dir, 'work/deps'),
    scratch: path.join(dir, 'scratch'),
  };
  mkdirSync(path.join(view.layer, 'a'), { recursive: true });
  mkdirSync(view.at, { recursive: true });
  writeFileSync(path.join(view.layer, 'a/file'), 'old');
});
afterEach(() => {
  // An overlay's own folder is closed even to its owner.
  execFileSync('chmod', ['-R', 'u+rwx', dir]);
  rmSync(dir, { recursive: true, force: true });
});

test('finding out how views are mounted leaves nothing behind, whoever tries', async () => {
  await viewMeans(dir);
  expect(readdirSync(dir).toSorted()).toEqual(['layer', 'work']);
});

const mounts = (): string => readFileSync('/proc/self/mountinfo', 'utf8');

function shell(
  script: string,
  means: ViewMeans,
  env: Readonly<Record<string, string>> = { PATH },
): Promise<ProcessResult> {
  return runner.run({
    ...withViews({ file: '/bin/sh', args: ['-c', script] }, [view], { means, env }),
    cwd: path.join(dir, 'work'),
    env,
    limits: { timeMs: 30_000, silenceMs: 30_000, outputBytesMax: 1e6, graceMs: 1_000 },
    signal: new AbortController().signal,
  });
}

describe.skipIf(every.length === 0)('a view (skipped where no overlay can be mounted)', () => {
  test.each(every)(
    'is seen in its place, can be written, and leaves the layer as it was ($rights)',
    async (means) => {
      const result = await shell(
        'cat deps/a/file; echo new > deps/a/file; touch deps/more; cat deps/a/file',
        means,
      );
      expect(result).toMatchObject({ exit: 0, stdoutTail: 'oldnew\n' });
      expect(readFileSync(path.join(view.layer, 'a/file'), 'utf8')).toBe('old');
      expect(readdirSync(view.layer)).toEqual(['a']);
    },
  );

  test.each(every)('keeps what one program wrote for the next ($rights)', async (means) => {
    await shell('echo new > deps/a/file; mkdir deps/b', means);
    expect((await shell('cat deps/a/file; ls deps', means)).stdoutTail).toBe('new\na\nb\n');
  });

  test.each(every)(
    'is no mount for anybody else, while it is used or after (MV1, $rights)',
    async (means) => {
      let during = '';
      const ended = await runner.run({
        ...withViews({ file: '/bin/sh', args: ['-c', 'ls deps; read line'] }, [view], {
          means,
          env: { PATH },
        }),
        cwd: path.join(dir, 'work'),
        env: { PATH },
        stdin: 'go on\n',
        limits: { timeMs: 30_000, silenceMs: 30_000, outputBytesMax: 1e6, graceMs: 1_000 },
        signal: new AbortController().signal,
        onOutput: () => {
          during += `${mounts()}${readdirSync(view.at).join()}`;
        },
      });
      expect(ended).toMatchObject({ exit: 0, stdoutTail: 'a\n' });
      expect(during).not.toContain(path.basename(dir));
      expect(mounts()).not.toContain(path.basename(dir));
    },
  );

  test.each(every)(
    'changes neither the user nor the environment of a program (MV2, $rights)',
    async (means) => {
      const user = await shell('id -u; id -g', means);
      expect(user.stdoutTail).toBe(`${process.getuid?.() ?? ''}\n${process.getgid?.() ?? ''}\n`);
      const env = { PWD: '/elsewhere', options: 'mine', EMPTY: '' };
      const printed = await runner.run({
        ...withViews({ file: '/usr/bin/env', args: [] }, [view], { means, env }),
        cwd: path.join(dir, 'work'),
        env,
        limits: { timeMs: 30_000, silenceMs: 30_000, outputBytesMax: 1e6, graceMs: 1_000 },
        signal: new AbortController().signal,
      });
      expect(printed.stdoutTail.trim().split('\n').toSorted()).toEqual([
        'EMPTY=',
        'PWD=/elsewhere',
        'options=mine',
      ]);
    },
  );

  test.each(every.filter((means) => means.rights === 'user'))(
    'cannot be taken away by the program that sees it (MV2, $rights)',
    async (means) => {
      const result = await shell('umount deps 2> /dev/null && echo gone; cat deps/a/file', means);
      expect(result.stdoutTail).toBe('old');
    },
  );

  test.each(every)(
    'that cannot be mounted ends the program before it begins (MV3, $rights)',
    async (means) => {
      rmSync(view.at, { recursive: true });
      const result = await shell('echo begun', means);
      expect(result).toMatchObject({ exit: 125, stdoutTail: '' });
      expect(result.stderrTail).toContain(`could not be shown at ${view.at}`);
    },
  );

  test.each(every)('passes signals and exits on ($rights)', async (means) => {
    expect(await shell('exit 7', means)).toMatchObject({ how: 'exited', exit: 7 });
    expect(await shell('kill -9 $$', means)).toMatchObject({ how: 'signalled' });
  });
});

test('paths that an overlay would misread are not mounted', () => {
  expect(canBeMounted([view])).toBe(true);
  for (const name of ['a,b', 'a:b', 'a\\b', 'a"b']) {
    expect(canBeMounted([{ ...view, layer: `/home/${name}/layer` }])).toBe(false);
    expect(canBeMounted([{ ...view, scratch: `/home/${name}/scratch` }])).toBe(false);
    expect(canBeMounted([{ ...view, at: `/home/${name}/at` }])).toBe(true);
  }
});

test('a program without views is started as it is', () => {
  const program = { file: '/bin/true', args: ['x'] };
  const means: ViewMeans = found ?? {
    rights: 'root',
    tools: { unshare: '/u', env: '/e', mount: '/m', mkdir: '/d' },
  };
  expect(withViews(program, [], { means, env: {} })).toBe(program);
});

test('where a folder cannot be written, there is no way to mount a view', async () => {
  expect(await viewMeans(path.join(dir, 'nowhere'))).toBeUndefined();
});
