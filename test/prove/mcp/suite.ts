// The official suite: fetched from npm into a folder that is thrown away, with the Node it wants, and run against an address.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import { z } from 'zod';

const versions = { suite: '0.1.16', node: '22' } as const;

const installMs = 120_000;
const runMs = 60_000;

export interface Started {
  readonly url: string;
  readonly close: () => void;
}

export interface Suite {
  readonly version: string;
  readonly node: string;
  /** Names of what it tries, of servers or of clients. */
  readonly names: (of: 'Server' | 'Client') => Promise<readonly string[]>;
  /** All of it against a server: what became of each scenario. */
  readonly againstServer: (url: string) => Promise<ReadonlyMap<string, Result>>;
  /** One scenario against a client. */
  readonly againstClient: (scenario: string, command: string) => Promise<Result>;
}

export interface Result {
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
  /** Why, of what failed. */
  readonly why: readonly string[];
}

export async function addressOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens nowhere');
  return `http://127.0.0.1:${address.port}`;
}

export async function fetchSuite(dir: string): Promise<Suite> {
  const packages = [`@modelcontextprotocol/conformance@${versions.suite}`, `node@${versions.node}`];
  // It runs on the Node beside it, and not on this one.
  const options = ['--loglevel=error', '--no-save', '--no-audit', '--no-fund', '--engine-strict=false'];
  await said('npm', ['install', ...options, '--prefix', dir, ...packages], { dir, timeMs: installMs });
  const modules = path.join(dir, 'node_modules');
  const node = path.join(modules, '.bin', 'node');
  const program = path.join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
  const suite = (...args: readonly string[]): Promise<string> =>
    said(node, [program, ...args], { dir, timeMs: runMs, mayFail: true });
  let runs = 0;
  const results = async (...args: readonly string[]): Promise<ReadonlyMap<string, Result>> => {
    const folder = path.join(dir, `results-${(runs += 1)}`);
    await suite(...args, '--output-dir', folder);
    return resultsIn(folder);
  };
  return {
    version: (await suite('--version')).trim(),
    node: (await said(node, ['--version'], { dir, timeMs: runMs })).trim(),
    names: async (of) => namesIn(await suite('list'), of),
    againstServer: (url) => results('server', '--url', url, '--suite', 'all'),
    againstClient: async (scenario, command) => {
      const all = await results('client', '--command', command, '--scenario', scenario);
      return [...all.values()][0] ?? { passed: 0, failed: 1, warned: 0, why: ['nothing was tried'] };
    },
  };
}

interface Saying {
  readonly dir: string;
  readonly timeMs: number;
  /** It ends with 1 where something did not pass, which its results say better. */
  readonly mayFail?: true;
}

async function said(
  file: string,
  args: readonly string[],
  { dir, timeMs, mayFail }: Saying,
): Promise<string> {
  const child = spawn(file, args, { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeMs });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (err += piece));
  const [exit] = await once(child, 'close');
  if (exit !== 0 && (mayFail !== true || exit === null))
    throw new Error(`${file} ${args[0]} ended with ${exit}: ${err.slice(-2_000)}`);
  return out;
}

function namesIn(list: string, of: 'Server' | 'Client'): readonly string[] {
  const [, part = ''] = list.split(`${of} scenarios`);
  const [own = ''] = part.split('\n\n');
  return [...own.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name ?? '');
}

const checks = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }));

/** A folder for each scenario: what it is of, its name, and when. */
async function resultsIn(folder: string): Promise<ReadonlyMap<string, Result>> {
  const found = new Map<string, Result>();
  for (const file of (await readdir(folder, { recursive: true })).filter((name) =>
    name.endsWith('checks.json'),
  )) {
    const name = path
      .dirname(file)
      .replace(/^server-/, '')
      .replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
    const all = checks.parse(JSON.parse(await readFile(path.join(folder, file), 'utf8')));
    const of = (status: string): typeof all => all.filter((check) => check.status === status);
    const failed = of('FAILURE');
    found.set(name, {
      passed: of('SUCCESS').length,
      failed: failed.length,
      warned: of('WARNING').length,
      why: failed.map(({ id, errorMessage }) => `${id}: ${errorMessage ?? ''}`),
    });
  }
  return found;
}
