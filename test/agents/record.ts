// Records what the real programs print, for tests that cannot run them. By hand, after a pin has changed:
//
//   npx tsx test/agents/record.ts [claude|codex|opencode] [case …]
//
// Every case becomes test/fixtures/streams/<program>/<case>.json. Progress goes to stderr. Needs npm's registry once;
// the programs themselves talk to loopback only.

import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { installProgram } from './install.ts';
import { programNames } from './programs.ts';
import type { Driver } from './recording/case.ts';
import { drivers } from './recording/drivers.ts';
import { runCase } from './recording/run-case.ts';

const package_ = path.resolve(import.meta.dirname, '../..');
const recordingBytesMax = 60_000;

async function record(driver: Driver, wanted: readonly string[]): Promise<void> {
  const binary = await installProgram(driver.program);
  const dir = path.join(package_, 'test/fixtures/streams', driver.program);
  await mkdir(dir, { recursive: true });
  for (const one of driver.cases) {
    if (wanted.length > 0 && !wanted.includes(one.name)) continue;
    const startedMs = performance.now();
    const recording = await runCase(driver, one, binary);
    const text = `${JSON.stringify(recording, undefined, 2)}\n`;
    if (Buffer.byteLength(text) > recordingBytesMax) throw new Error(`${one.name} is too large to keep.`);
    await writeFile(path.join(dir, `${one.name}.json`), text);
    const how = recording.signal ?? `exit ${recording.exit}`;
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
    process.stderr.write(`${driver.program} ${one.name}: ${how}, ${seconds} s\n`);
  }
  await promisify(execFile)(path.join(package_, 'node_modules/.bin/oxfmt'), [dir], { cwd: package_ });
}

const [only, ...wanted] = process.argv.slice(2);
for (const name of programNames) if (only === undefined || only === name) await record(drivers[name], wanted);
