// Escapes by way of the kernel: settings of the whole machine, keys of the user's session, calls that no program in a box needs.
// Each is only opened or asked for, never used: the unguarded control does the same on the machine that runs the proof.

import { spawnSync } from 'node:child_process';
import type { Escape } from '../case.ts';
import { proved } from '../judge.ts';

/** Numbers of calls here; nobody else's machine runs the proof. */
const calls =
  process.arch === 'arm64'
    ? { addKey: 217, keyctl: 219, mount: 40, own: 172 }
    : { addKey: 248, keyctl: 250, mount: 165, own: 39 };

/** Perl is on every machine that has git, and calls the kernel by number. */
const asking = (call: string): string => `perl -e 'exit(syscall(${call}) >= 0 ? 0 : 1)'`;

const session = asking(`${calls.keyctl}, 0, -3, 0`);
/** Into the keys of this process alone, which end with it. */
const adding = asking(`${calls.addKey}, "user", "slipway-proof", "x", 1, -2`);
const settings =
  'for f in /proc/sys/vm/overcommit_memory /proc/sys/kernel/core_pattern /proc/sysrq-trigger; do (: >> $f) 2>/dev/null && exit 0; done; exit 1';

/** Some machines refuse it to everybody; then nothing shows that the case can take hold. */
function unprovable(command: string, why: string): Pick<Escape, 'unprovable'> {
  return spawnSync('bash', ['-c', command]).status === 0 ? {} : { unprovable: why };
}

function asks(label: string, name: string, command: string, why: string): Escape {
  return {
    name,
    group: 'kernel',
    mode: 'execute',
    script: () => `(${command}) && proof ${label}`,
    succeeded: proved(label),
    ...unprovable(command, why),
  };
}

const refusedHere = 'this machine refuses the call to everybody';

export const kernelEscapes: readonly Escape[] = [
  asks('k01', 'opens a setting of the machine for writing', settings, 'only root may'),
  asks('k02', "reads the keyring of the user's session", session, refusedHere),
  asks('k03', 'adds a key to a keyring', adding, refusedHere),
  {
    name: 'opens anything below /proc and /sys for writing that is not its own',
    group: 'kernel',
    mode: 'review',
    script:
      () => `for f in $(find /proc /sys -type f ! -path '/proc/[0-9]*' ! -path '/proc/self/*' ! -path '/proc/thread-self/*' 2>/dev/null | head -n 4000); do
(: >> "$f") 2>/dev/null && { proof k04; break; }; done`,
    succeeded: proved('k04'),
    ...unprovable(settings, 'only root may'),
  },
  {
    name: 'calls the kernel by a number of another architecture',
    group: 'kernel',
    mode: 'execute',
    script: () => `perl -e 'exit(syscall(0x40000000 + ${calls.own}) > 0 ? 0 : 1)' && proof k05`,
    succeeded: proved('k05'),
    ...unprovable(`perl -e 'exit(syscall(0x40000000 + ${calls.own}) > 0 ? 0 : 1)'`, 'this kernel has no x32'),
  },
];
