// One real box around a small program that tries what a box must prevent. The facts are looked at from outside where they
// can be: what the program says of itself counts only for what it cannot gain from.

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Program } from './overlays.ts';

export type Tried =
  | { readonly ok: true }
  /** The box was not even made; `said` is what its maker said. */
  | { readonly ok: false; readonly because: 'not-made'; readonly said: string }
  | { readonly ok: false; readonly because: 'leaks'; readonly leaks: readonly string[] };

/** What the small program is to be boxed with. */
export interface ProbePlaces {
  readonly writable: string;
  readonly readable: string;
  readonly hidden: string;
  readonly nothing: string;
}

const probeMsMax = 10_000;
const saidCharsMax = 500;

/** Each step goes on whatever the one before did. */
const script = `
cat "$1/readable/plain"
cat "$1/readable/hidden"
cat "$1/outside/secret"
echo written > "$1/writable/file"
echo written > "$1/readable/file"
echo written > "$1/outside/file"
(: >> /proc/sys/vm/overcommit_memory) && echo settings
echo "net $(readlink /proc/self/ns/net)"
echo "pid $(readlink /proc/self/ns/pid)"
sed -n 's/^ *\\([^ :]*\\):.*/interface \\1/p' /proc/net/dev
echo end
`;

/** A program in a box, and the file it finds open beside input, output and errors. */
export interface BoxedProgram extends Program {
  readonly opened?: string;
}

/** `boxed` makes the words that run a program in a box with these places. */
export function tryBox(tmp: string, boxed: (program: Program, places: ProbePlaces) => BoxedProgram): Tried {
  const dir = realpathSync(mkdtempSync(path.join(tmp, 'slipway-probe-')));
  try {
    const secret = path.basename(dir);
    for (const name of ['writable', 'readable', 'outside', 'nothing']) mkdirSync(path.join(dir, name));
    writeFileSync(path.join(dir, 'readable/plain'), 'plain\n');
    writeFileSync(path.join(dir, 'readable/hidden'), `hidden-${secret}\n`);
    writeFileSync(path.join(dir, 'outside/secret'), `outside-${secret}\n`);
    writeFileSync(path.join(dir, 'nothing/file'), '');
    const { file, args, opened } = boxed(
      { file: '/bin/sh', args: ['-c', script, 'probe', dir] },
      {
        writable: path.join(dir, 'writable'),
        readable: path.join(dir, 'readable'),
        hidden: path.join(dir, 'readable/hidden'),
        nothing: path.join(dir, 'nothing'),
      },
    );
    const ran = spawnSync(file, args, {
      stdio: ['pipe', 'pipe', 'pipe', ...(opened === undefined ? [] : [openSync(opened, 'r')])],
      cwd: path.join(dir, 'writable'),
      env: { PATH: '/usr/bin:/bin' },
      encoding: 'utf8',
      timeout: probeMsMax,
    });
    if (!ran.stdout?.includes('end\n')) return notMade(ran.stderr ?? '', ran.error);
    return judged(dir, ran.stdout);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function notMade(stderr: string, error: Error | undefined): Tried {
  const said = stderr.trim() === '' ? (error?.message ?? 'nothing') : stderr.trim();
  return { ok: false, because: 'not-made', said: said.slice(0, saidCharsMax) };
}

function judged(dir: string, said: string): Tried {
  const lines = said.split('\n');
  const found = (name: string): boolean => existsSync(path.join(dir, name));
  const facts: readonly (readonly [string, boolean])[] = [
    ['it cannot read what it may', !lines.includes('plain')],
    ['it cannot write where it may', !found('writable/file')],
    ['it writes where it may only read', found('readable/file')],
    ['it writes outside', found('outside/file')],
    ['it reads what is hidden', said.includes('hidden-')],
    ['it reads what is outside', said.includes('outside-')],
    ['it may write settings of the machine', lines.includes('settings')],
    ['it has the network of the machine', hasNetwork(lines)],
    ['it sees the processes of the machine', lines.includes(`pid ${namespaceOf('pid')}`)],
  ];
  const leaks = facts.filter(([, holds]) => holds).map(([leak]) => leak);
  return leaks.length === 0 ? { ok: true } : { ok: false, because: 'leaks', leaks };
}

function hasNetwork(lines: readonly string[]): boolean {
  const interfaces = lines.filter((line) => line.startsWith('interface '));
  const isOwn =
    !lines.includes(`net ${namespaceOf('net')}`) && lines.some((line) => line.startsWith('net net:'));
  return !isOwn || interfaces.length !== 1 || interfaces[0] !== 'interface lo';
}

function namespaceOf(kind: 'net' | 'pid'): string {
  try {
    return readlinkSync(`/proc/self/ns/${kind}`);
  } catch {
    return '';
  }
}
