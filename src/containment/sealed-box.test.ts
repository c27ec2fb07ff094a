// What a box could be left through beside its mounts: descriptors of whoever started Slipway, settings of the machine, calls to
// the kernel. Real boxes around real programs; where there are none, the tests are skipped, and their name says so.

import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { systemClock } from '../telemetry/system-clock.ts';
import type { Box } from './box.ts';
import { containmentHere } from './levels.ts';
import { viewMeans } from './overlays.ts';
import { processRunner } from './process-runner.ts';
import type { Processes, ProcessResult } from './process.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'slipway-sealed-'));
const workspace = path.join(dir, 'workspace');
mkdirSync(workspace);
const containment = containmentHere({
  home: dir,
  env: process.env,
  uid: process.getuid?.() ?? 0,
  gid: process.getgid?.() ?? 0,
  tmp: tmpdir(),
  slipwayHome: path.join(dir, 'slipway'),
  ownHosts: () => [],
  platform: process.platform,
  means: () => viewMeans(tmpdir()),
});
const { level, why } = containment.found();
const reason = level === 'contained' ? 'bubblewrap' : `SKIPPED, no boxes here: ${why}`;

afterAll(() => rmSync(dir, { recursive: true, force: true }));

const limits = { timeMs: 60_000, silenceMs: 60_000, outputBytesMax: 1e7, graceMs: 1_000 };

function inBox(processes: Processes, script: string, more: Partial<Box> = {}): Promise<ProcessResult> {
  return processes.run({
    file: '/bin/sh',
    args: ['-c', script],
    cwd: workspace,
    env: { PATH: '/usr/bin:/bin' },
    box: { writable: [workspace], readable: [], hidden: [], egress: [], views: [], ...more },
    limits,
    signal: new AbortController().signal,
  });
}

/** Runs a shell in a box, in a process that was started with more than its three descriptors open. */
const launcher = `
import { containmentHere } from ${JSON.stringify(new URL('levels.ts', import.meta.url).href)};
import { processRunner } from ${JSON.stringify(new URL('process-runner.ts', import.meta.url).href)};
import { systemClock } from ${JSON.stringify(new URL('../telemetry/system-clock.ts', import.meta.url).href)};
const [dir, workspace, boxed, script] = process.argv.slice(1);
const containment = containmentHere({
  home: dir, env: process.env, uid: process.getuid(), gid: process.getgid(), tmp: ${JSON.stringify(tmpdir())},
  slipwayHome: dir + '/slipway', ownHosts: () => [], platform: process.platform, means: async () => undefined,
});
const box = { writable: [workspace], readable: [], hidden: [], egress: [], views: [] };
const ran = await processRunner(systemClock(), boxed === 'box' ? containment : undefined).run({
  file: '/bin/sh', args: ['-c', script], cwd: workspace, env: { PATH: '/usr/bin:/bin' }, box,
  limits: ${JSON.stringify(limits)}, signal: new AbortController().signal,
});
process.stdout.write(ran.stdoutTail);
process.stderr.write(ran.stderrTail);
`;

async function startedWith(
  { at, folder }: { readonly at: number; readonly folder: string },
  boxed: 'box' | 'open',
  script: string,
): Promise<string> {
  const descriptor = openSync(folder, 'r');
  const nothing = Array.from({ length: at - 3 }, () => 'ignore' as const);
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', launcher, '--', dir, workspace, boxed, script],
    {
      stdio: ['ignore', 'pipe', 'pipe', ...nothing, descriptor],
      cwd: path.resolve(import.meta.dirname, '../..'),
    },
  );
  closeSync(descriptor);
  const { stdout } = child;
  if (stdout === null) throw new Error('invariant: its output is a pipe');
  return text(stdout);
}

const listed = 'for fd in /proc/self/fd/*; do echo "${fd##*/} $(readlink "$fd")"; done';

/** Attaches to processes that are none of its children, in both ways there are; then is traced by whoever started it. */
const tracing = (call: number): string => `sleep 60 & one=$!; sleep 60 & other=$!
perl -e 'my @to = ([16, $ARGV[0]], [0x4206, $ARGV[1]], [0, 0]);
for (@to) { my $r = syscall(${call}, $_->[0], $_->[1]+0, 0, 0); print $r == -1 ? $!+0 : "let", " " }' $one $other; kill -9 $one $other`;

describe.skipIf(level !== 'contained')(`a box (${reason})`, () => {
  test('has nothing open that whoever started Slipway had open (PROCESS-4)', async () => {
    const outside = path.join(dir, 'outside');
    mkdirSync(outside);
    writeFileSync(path.join(outside, 'secret'), 'kept');
    const said = await startedWith(
      { at: 40, folder: outside },
      'box',
      `${listed}; cat /proc/self/fd/40/secret; echo more > /proc/self/fd/40/more; echo end`,
    );
    expect(said).toContain('end');
    expect(said).not.toContain('kept');
    expect(said).not.toContain('outside');
    expect(() => readFileSync(path.join(outside, 'more'))).toThrow('ENOENT');
  });

  test('hands on nothing but what the program gets anyway', async () => {
    const { stdoutTail } = await inBox(processRunner(systemClock(), containment), listed);
    const kept = stdoutTail
      .split('\n')
      .filter((line) => !/^$|^[012] |^\d+ (?:\/proc\/\d+\/fd|\/dev\/null)?$/.test(line));
    expect(kept).toEqual([]);
  });

  test('may write no setting of the machine, whoever its user is', async () => {
    const script = `find /proc /sys -xdev -type f ! -path '/proc/[0-9]*' ! -path '/proc/self/*' ! -path '/proc/thread-self/*' 2>/dev/null |
      while read -r file; do (: >> "$file") 2>/dev/null && echo "$file"; done; find /proc/sys -type f 2>/dev/null |
      while read -r file; do (: >> "$file") 2>/dev/null && echo "$file"; done; echo end`;
    const { stdoutTail } = await inBox(processRunner(systemClock(), containment), script);
    expect(stdoutTail).toBe('end\n');
  }, 60_000);

  test.each([
    ['keyctl', 250, 219],
    ['add_key', 248, 217],
    ['request_key', 249, 218],
    ['bpf', 321, 280],
    ['perf_event_open', 298, 241],
    ['userfaultfd', 323, 282],
    ['io_uring_setup', 425, 425],
    ['mount', 165, 40],
    ['setns', 308, 268],
    ['process_vm_readv', 310, 270],
  ])('cannot call %s', async (_name, x64, arm64) => {
    const call = process.arch === 'arm64' ? arm64 : x64;
    const script = `perl -e '$r = syscall(${call}, 0, 0, 0, 0, 0, 0); print $r == -1 ? $!+0 : "let through"'`;
    const { stdoutTail } = await inBox(processRunner(systemClock(), containment), script);
    expect(stdoutTail).toBe('1');
  });

  test.skipIf(process.arch !== 'x64')(
    'cannot make a call by its number of x32 (SYSTEM-CALLS-1)',
    async () => {
      const script = `perl -e '$r = syscall(0x40000000 + 39); print $r == -1 ? $!+0 : "let through"'`;
      const { stdoutTail } = await inBox(processRunner(systemClock(), containment), script);
      expect(stdoutTail).toBe('1');
    },
  );

  test.each([
    ['attach to no process it did not start', {}, '1 1 let '],
    ['attach to others of its box where it may', { tracing: true }, 'let let let '],
  ])('can %s (SYSTEM-CALLS-3)', async (_what, more, said) => {
    const script = tracing(process.arch === 'arm64' ? 117 : 101);
    const { stdoutTail } = await inBox(processRunner(systemClock(), containment), script, more);
    expect(stdoutTail).toBe(said);
  });

  test('makes every other call as outside', async () => {
    const script = `perl -e 'print syscall(${process.arch === 'arm64' ? 172 : 39}) == $$ ? "itself" : "somebody else"'`;
    const { stdoutTail } = await inBox(processRunner(systemClock(), containment), script);
    expect(stdoutTail).toBe('itself');
  });
});

test('in the open nothing is inherited either (PROCESS-4)', async () => {
  const said = await startedWith({ at: 40, folder: dir }, 'open', `${listed}; echo end`);
  expect(said).toContain('end');
  expect(said).not.toMatch(new RegExp(`^40 ${dir}$`, 'm'));
});
