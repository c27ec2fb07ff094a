// Escapes by way of the kernel: settings of the whole machine, keys of the user's session, calls that no program in a box needs.
// Each is only opened or asked for, never used: the unguarded control does the same on the machine that runs the proof.

import { spawnSync } from 'node:child_process';
import type { Escape } from '../case.ts';
import { proved } from '../judge.ts';

/** Numbers of calls here; nobody else's machine runs the proof. */
const calls =
  process.arch === 'arm64'
    ? { addKey: 217, requestKey: 218, keyctl: 219, own: 172, ptrace: 117 }
    : { addKey: 248, requestKey: 249, keyctl: 250, own: 39, ptrace: 101 };

/**
 * Calls a box refuses and that, without arguments, do nothing where nobody refuses them: that another problem is told than that it is not
 * permitted shows that the kernel took them.
 */
const refusedCalls =
  process.arch === 'arm64'
    ? [
        219, 280, 241, 282, 425, 426, 427, 428, 429, 430, 431, 432, 433, 442, 40, 39, 41, 51, 224, 225, 105,
        106, 60, 268, 265, 270, 271, 272,
      ]
    : [
        250, 321, 298, 323, 425, 426, 427, 428, 429, 430, 431, 432, 433, 442, 165, 166, 155, 161, 167, 168,
        175, 176, 179, 308, 304, 310, 311, 312,
      ];
const notPermitted = 1;
const notThere = 38;

/** Perl is on every machine that has git, and calls the kernel by number. */
const asking = (call: string): string => `perl -e 'exit(syscall(${call}) >= 0 ? 0 : 1)'`;

const session = asking(`${calls.keyctl}, 0, -3, 0`);
/** Into the keys of this process alone, which end with it. */
const adding = asking(`${calls.addKey}, "user", "slipway-proof", "x", 1, -2`);
const anyRefused = `perl -e 'for (${refusedCalls.join(', ')}) { my $r = syscall($_, 0, 0, 0, 0, 0, 0); exit 0 if $r >= 0 || ($! != ${notPermitted} && $! != ${notThere}) } exit 1'`;
/** To a process it did not make itself, and is let go at once. */
const attaching = `sleep 20 & p=$!; perl -e 'my $r = syscall(${calls.ptrace}, 0x4206, $ARGV[0]+0, 0, 0); exit($r >= 0 ? 0 : 1)' $p; r=$?; kill -9 $p; exit $r`;
const sweeping = `perl -MFile::Find -e 'find({ no_chdir => 1, wanted => sub { if (m{^/proc/(?:[0-9]+|self|thread-self)$}) { $File::Find::prune = 1; return } return unless -f $_; open(my $f, ">>", $_) and exit 0 } }, "/proc", "/sys"); exit 1' 2>/dev/null`;
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
  asks(
    'k06',
    'asks for a key of the user',
    `perl -e '$r = syscall(${calls.requestKey}, "user", "slipway-proof", 0, -2); exit($r >= 0 || $! != 1 ? 0 : 1)'`,
    refusedHere,
  ),
  asks('k07', 'has the kernel take a call that no program in a box needs', anyRefused, refusedHere),
  asks('k08', 'attaches to a process it did not make', attaching, refusedHere),
  asks(
    'k09',
    'makes a file of 200 GB with nothing in it',
    'truncate -s 200G huge && rm huge',
    'no file here can be so large',
  ),
  asks(
    'k10',
    'may have as many processes, and cores as large, as it likes',
    'n=$(ulimit -u); [ "$n" = unlimited ] || [ "$n" -gt 4096 ] || [ "$(ulimit -c)" != 0 ]',
    'this machine has limits of its own',
  ),
  {
    name: 'opens anything below /proc and /sys for writing that is not its own',
    group: 'kernel',
    mode: 'review',
    script: () => `(${sweeping}) && proof k04`,
    succeeded: proved('k04'),
    ...unprovable(sweeping, 'only root may'),
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
