// `slipway demo --serve` as a process of its own, in a folder that goes with it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { isRecord, parseJson } from '../../src/plain/json.ts';
import { main } from '../support/sample.ts';

export interface DemoServed {
  readonly link: string;
  /** Ctrl-C, and how it ended. */
  readonly end: () => Promise<number>;
}

export async function demoServed(): Promise<DemoServed> {
  const root = await mkdtemp(path.join(tmpdir(), 'slipway-demo-page-'));
  await mkdir(path.join(root, 'rt'), { mode: 0o700 });
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, XDG_RUNTIME_DIR: path.join(root, 'rt') };
  const args = [main, 'demo', '--serve', '--json', '--dir', path.join(root, 'demo')];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  const first = once(createInterface({ input: child.stdout }), 'line');
  const [line] = await Promise.race([first, ended.then(() => ['{}'])]);
  const told = parseJson(String(line));
  if (!isRecord(told) || typeof told['link'] !== 'string') throw new Error(`The demo said no link: ${said}`);
  return {
    link: told['link'],
    end: async () => {
      child.kill('SIGINT');
      const [exit] = await ended;
      await rm(root, { recursive: true, force: true });
      return typeof exit === 'number' ? exit : -1;
    },
  };
}
