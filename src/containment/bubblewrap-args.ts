// The words bubblewrap is started with. Pure. Secrets are never among them: everybody on the machine can read the arguments
// of a process, so the environment is inherited, not spelled out.
//
// The chain is env → (what mounts views →) bwrap → prlimit → env → program, each taking the place of the one before, so
// that bwrap is a child of Slipway itself and dies with it. SIGTERM goes to the whole group: bwrap ignores it, the
// program does not, and so has its grace; SIGKILL ends bwrap, and with it everything in the process namespace.

import type { Mount } from './mounts.ts';

/** Memory, since such folders live there; enough for a build's temporary files. */
const scratchBytesMax = 4 * 1024 ** 3;
/** Of one file, holes included: a sparse one of any size costs nothing to make and everything to copy. */
const fileBytesMax = 64 * 1024 ** 3;
/** Against a fork bomb. The system does not hold its root user to it; `load-watch.ts` does. */
const processesMax = 4_096;

export interface BubblewrapWords {
  readonly uid: number;
  readonly gid: number;
  readonly mounts: readonly Mount[];
  readonly cwd: string;
  /** What the request says PWD is, if it does: bwrap sets one of its own. */
  readonly pwd?: string;
  readonly program: readonly string[];
  /** Which descriptor its filter of system calls is read from. */
  readonly filter?: number;
  /** Whether there is a `prlimit` to hold it to limits with. */
  readonly limits: boolean;
}

/** Before the program that is to outlive a SIGTERM to its group. */
export const deafToTerm = { file: '/usr/bin/env', args: ['--ignore-signal=TERM'] } as const;

/** No session of its own: the runner has made one, without a terminal, and the group must stay one to be signalled. */
export function bubblewrapArgs({
  uid,
  gid,
  mounts,
  cwd,
  pwd,
  program,
  filter,
  limits,
}: BubblewrapWords): readonly string[] {
  return [
    '--unshare-all',
    '--unshare-user',
    '--disable-userns',
    '--die-with-parent',
    '--cap-drop',
    'ALL',
    '--uid',
    String(uid),
    '--gid',
    String(gid),
    '--hostname',
    'box',
    ...mounts.flatMap(mountArgs),
    '--remount-ro',
    '/',
    ...(filter === undefined ? [] : ['--seccomp', String(filter)]),
    '--chdir',
    cwd,
    '--',
    ...(limits ? ['/usr/bin/prlimit', '--core=0', `--nproc=${processesMax}`, `--fsize=${fileBytesMax}`] : []),
    '/usr/bin/env',
    '--default-signal=TERM',
    ...(pwd === undefined ? ['-u', 'PWD'] : [`PWD=${pwd}`]),
    ...program,
  ];
}

function mountArgs(mount: Mount): readonly string[] {
  switch (mount.type) {
    case 'readable':
      return ['--ro-bind', mount.from, mount.at];
    case 'writable':
      return ['--bind', mount.from, mount.at];
    case 'scratch':
      return ['--perms', mount.mode, '--size', String(scratchBytesMax), '--tmpfs', mount.at];
    case 'link':
      return ['--symlink', mount.to, mount.at];
    case 'processes':
      return ['--proc', mount.at];
    case 'devices':
      return ['--dev', mount.at];
  }
}
