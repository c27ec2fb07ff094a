// How much of a program's time no child of it was running.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { timed } from './compare.ts';
import type { Ended } from './program.ts';
import { nodeProgram } from './program.ts';

const watcher = fileURLToPath(new URL('watch-children.mjs', import.meta.url));

const Line = z.union([z.object({ fromMs: z.number(), toMs: z.number() }), z.object({ cpuMs: z.number() })]);

interface Interval {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface OwnTime {
  readonly wallMs: number;
  /** Time in which at least one child was running, by what the program itself saw of their ends. */
  readonly coveredMs: number;
  /** What the program itself computed, also while children ran. */
  readonly cpuMs: number;
  readonly children: number;
  readonly ended: Ended;
}

export async function ownTimeOf(
  args: readonly string[],
  options: { readonly cwd: string; readonly times: string },
): Promise<OwnTime> {
  let ended: Ended = { exit: 1, stdout: '', stderr: '' };
  const wallMs = await timed(async () => {
    ended = await nodeProgram(['--import', watcher, ...args], {
      cwd: options.cwd,
      env: { CHILD_TIMES: options.times },
    });
  });
  const lines = readFileSync(options.times, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)));
  const children = lines.flatMap((line): Interval[] => ('fromMs' in line ? [line] : []));
  const cpuMs = lines.reduce((sum, line) => sum + ('cpuMs' in line ? line.cpuMs : 0), 0);
  return { wallMs, coveredMs: coveredBy(children), cpuMs, children: children.length, ended };
}

/** The length of the union: what two children share counts once. */
function coveredBy(intervals: readonly Interval[]): number {
  let [coveredMs, untilMs] = [0, 0];
  for (const { fromMs, toMs } of intervals.toSorted((a, b) => a.fromMs - b.fromMs)) {
    coveredMs += Math.max(0, toMs - Math.max(fromMs, untilMs));
    untilMs = Math.max(untilMs, toMs);
  }
  return coveredMs;
}
