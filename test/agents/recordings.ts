// The recordings of the real programs, read back for tests.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type ProgramName, programNames } from './programs.ts';
import { outcomeWords, type Recording } from './recording/case.ts';

const folder = path.resolve(import.meta.dirname, '../fixtures/streams');

const form = z.strictObject({
  program: z.enum(programNames),
  version: z.string(),
  recordedAt: z.iso.datetime(),
  args: z.array(z.string()),
  exit: z.int().exactOptional(),
  signal: z.string().exactOptional(),
  stdout: z.string(),
  stderr: z.string(),
  expected: z.enum(outcomeWords),
});

/** By the name of their case. */
export function recordingsOf(program: ProgramName): ReadonlyMap<string, Recording> {
  const dir = path.join(folder, program);
  const files = readdirSync(dir).filter((file) => file.endsWith('.json'));
  return new Map(
    files.map((file) => [
      path.basename(file, '.json'),
      form.parse(JSON.parse(readFileSync(path.join(dir, file), 'utf8'))),
    ]),
  );
}
