// The compiled program, serving a home that is thrown away, with nothing of the environment of whoever runs the proof. Owns how it is
// started, asked beside its page, and ended.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Sample } from '../../support/sample.ts';
import { main } from '../../support/sample.ts';
import type { Server } from './session.ts';

export interface Served extends Server {
  /** Signs one browser in, once. */
  readonly code: string;
  readonly hasEnded: () => boolean;
  /** Has its clock go on by so much at once. */
  readonly pass: () => Promise<void>;
  readonly end: () => Promise<void>;
}

const firstLine = z.object({ url: z.string(), code: z.string(), port: z.int() });

const startMs = 60_000;
const endMs = 20_000;
const passedMs = 24 * 3_600_000;

/**
 * Before the program: a clock that jumps by a day for each SIGUSR2, and says so. Waiting for a code to get old would take as long as
 * it is good for.
 */
const jumping = `
const now = Date.now;
let jumpedMs = 0;
Date.now = () => now() + jumpedMs;
process.on('SIGUSR2', () => { jumpedMs += ${passedMs}; process.stderr.write('jumped\\n'); });
`;

export async function serve(sample: Sample): Promise<Served> {
  const before = `data:text/javascript,${encodeURIComponent(jumping)}`;
  const words = ['--import', before, main, 'serve', '--port', '0', '--foreground', '--json'];
  const child = spawn(process.execPath, words, {
    cwd: sample.repository.dir,
    env: sample.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (said = `${said}${piece}`.slice(-8_000)));
  const { url, code, port } = firstLine.parse(JSON.parse(await lineOf(child, () => said)));
  const { origin, host } = new URL(url);
  return {
    port,
    origin,
    host,
    code: codeIn(code),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    pass: async () => {
      const heard = once(child.stderr, 'data', { signal: AbortSignal.timeout(endMs) });
      child.kill('SIGUSR2');
      await heard;
    },
    end: () => ended(child),
  };
}

/** Of a code, or of the link it stands in. */
function codeIn(text: string): string {
  return /#code=(.+)$/.exec(text)?.[1] ?? text;
}

async function lineOf(child: ChildProcess, said: () => string): Promise<string> {
  if (child.stdout === null) throw new Error('The program has no stdout.');
  const lines = createInterface({ input: child.stdout });
  const gone = once(child, 'exit').then(([exit]) => {
    throw new Error(`slipway serve ended with ${exit}: ${said()}`);
  });
  const [line]: readonly string[] = await Promise.race([
    once(lines, 'line', { signal: AbortSignal.timeout(startMs) }),
    gone,
  ]);
  gone.catch(() => undefined);
  return line ?? '';
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), endMs);
  child.kill('SIGTERM');
  await exited;
  clearTimeout(timer);
}
