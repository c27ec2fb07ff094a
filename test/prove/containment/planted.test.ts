// A proof that finds nothing is worth what it would have found: where no box can be made, it finds it.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';

const proof = fileURLToPath(new URL('../containment.ts', import.meta.url));

const reported = z.looseObject({
  cases: z.number(),
  escapes: z.number(),
  secretsRead: z.number(),
  survivors: z.number(),
});

interface Proved {
  readonly exit: number;
  readonly last: string;
}

function prove(...args: readonly string[]): Promise<Proved> {
  return new Promise((resolve) => {
    const given = ['--import', 'tsx', proof, ...args];
    const running = execFile(process.execPath, given, (_error, stdout) => {
      resolve({ exit: running.exitCode ?? -1, last: stdout.trimEnd().split('\n').at(-1) ?? '' });
    });
  });
}

test('the proof fails where nothing guards, and says what took hold', async () => {
  const { exit, last } = await prove('--plant', 'open', '--only', 'cases in review');
  expect(exit).toBe(1);
  const found = reported.parse(JSON.parse(last));
  expect(found.cases).toBeGreaterThan(10);
  expect(found.escapes).toBeGreaterThan(0);
  expect(found.secretsRead).toBeGreaterThan(0);
  expect(found.survivors).toBeGreaterThan(0);
});

test('the proof of nothing fails', async () => {
  expect((await prove('--only', 'no play has this name')).exit).toBe(1);
});
