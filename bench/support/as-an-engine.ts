// What is measured in the bench's own process is what an engine does in its: it gets the room for young objects that an engine
// is started with, or the collector is measured instead.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { engineNodeOptions } from '../../src/app/home/start-engine.ts';

/** Does the work here, where this process has an engine's options; else in one that has, and ends as that does. */
export async function asAnEngine(work: () => Promise<number>): Promise<number> {
  if (engineNodeOptions.every((option) => process.execArgv.includes(option))) return work();
  const child = spawn(
    process.execPath,
    [...process.execArgv, ...engineNodeOptions, ...process.argv.slice(1)],
    { stdio: 'inherit' },
  );
  await once(child, 'exit');
  return child.exitCode ?? 1;
}
