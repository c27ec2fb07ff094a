// What an agent that prints a gigabyte does to our memory: its output goes the way of every attempt, through the runner,
// the reader of its dialect and the screener into a transcript, in a process of its own that watches how large it gets.

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Measurement } from './support/bench.ts';
import { rounded } from './support/compare.ts';
import { nodeProgram } from './support/program.ts';

const growthMbMax = 64;
const outputMb = 1024;
const attempting = fileURLToPath(new URL('support/attempt-output.ts', import.meta.url));

const Seen = z.object({
  seconds: z.number(),
  /** At rest, after some output of the same kind. */
  restMb: z.number(),
  peakMb: z.number(),
  samples: z.number(),
  keptMb: z.number(),
  answer: z.string(),
});

export const output: Measurement = async ({ dir, say }) => {
  mkdirSync(dir, { recursive: true });
  say(`an agent prints ${outputMb} MB`);
  const ended = await nodeProgram(['--import', 'tsx', attempting, dir, String(outputMb)], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  });
  if (ended.exit !== 0) throw new Error(`The attempt failed. ${ended.stderr.trim().slice(-300)}`);
  const { restMb, peakMb, seconds, keptMb, answer, samples } = Seen.parse(JSON.parse(ended.stdout));
  if (keptMb < outputMb || answer !== 'done') {
    throw new Error(`Only ${Math.round(keptMb)} MB of ${outputMb} came through.`);
  }
  const growthMb = peakMb - restMb;
  return {
    growthMb: rounded(growthMb),
    growthMbMax,
    ok: growthMb <= growthMbMax,
    outputMb,
    restMb: rounded(restMb),
    peakMb: rounded(peakMb),
    samples,
    seconds: rounded(seconds),
    mbPerSecond: rounded(outputMb / seconds),
  };
};
