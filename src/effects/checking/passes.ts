// Checks that passed, kept beyond their run: the next run on the same tree need not find out again that its base is green.
//
// Invariants
//   PASSES-1. Only whole lists that passed without a reservation are kept; a failure is found anew each time.
//   PASSES-2. A pass stands for the same tree, commands and surroundings, for as long as policy says, and never for its own run: a
//       run that is taken up after a crash must come to the same evidence as one that was not.
//   PASSES-3. What cannot be read, or whose log is gone, is no pass. Losing one costs time and nothing else.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CheckInput } from '../../core/effects.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';

export interface Pass {
  readonly run: string;
  readonly at: number;
  readonly evidence: readonly Evidence[];
}

export interface Passes {
  readonly get: (key: string) => Promise<Pass | undefined>;
  readonly put: (key: string, pass: Pass) => Promise<void>;
}

export function filePasses(dir: string): Passes {
  const file = (key: string): string => path.join(dir, `${key}.json`);
  return {
    get: async (key) => {
      const text = await readFile(file(key), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : passIn(text, key);
    },
    put: async (key, pass) => {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const unfinished = `${file(key)}.${randomUUID()}`;
      await writeFile(unfinished, JSON.stringify({ key, ...pass }), { mode: 0o600 });
      await rename(unfinished, file(key));
    },
  };
}

/** PASSES-3. A torn or foreign file is no pass. */
function passIn(text: string, key: string): Pass | undefined {
  try {
    const kept: { readonly key?: unknown } & Pass = JSON.parse(text);
    const { run, at, evidence } = kept;
    return kept.key === key && evidence.every(isPlainPass) ? { run, at, evidence } : undefined;
  } catch {
    return undefined;
  }
}

/** PASSES-2. All that is run, in its order: what comes first may make what comes later pass. */
export function passKey({ tree, checks }: CheckInput, surroundings: readonly string[]): string {
  const run = checks.map(({ name, kind, command, parser, alone, script }) => [
    name,
    kind,
    command,
    parser,
    alone,
    ...(script === undefined ? [] : [script.part, script.parts, script.besides]),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([tree, run, surroundings]))
    .digest('hex');
}

/** PASSES-1. What was taken over is not kept again, or it would never grow old; a layer stands for its setup each time. */
export function isPlainPass(evidence: Evidence): boolean {
  const { kind, verdict, because, flaky, known, fewer, vanished, rewrote, reused } = evidence;
  const reserved = flaky ?? known ?? fewer ?? vanished ?? rewrote ?? (kind === 'setup' ? undefined : reused);
  return verdict === 'PASS' && because === 'ok' && reserved === undefined;
}
