// Ends the gits of this process when it is gone, however it went: nobody can catch a kill. One small program beside us is told which
// gits are at work and reads until its input ends, which the system does for us. It asks them to end, so that they clear their locks away,
// and ends those that do not. It is started with the first git and keeps nothing from ending.

import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

const graceSeconds = 1;

/** Numbers of groups, each on a line of its own: `+` at work, `-` done. */
const script = `
trap '' TERM INT HUP
groups=' '
while read -r sign group; do
  case "$sign" in
    +) groups="$groups$group " ;;
    -) groups="\${groups%% $group *} \${groups#* $group }" ;;
  esac
done
[ "$groups" = ' ' ] && exit
for group in $groups; do kill -s TERM -- "-$group"; done 2>/dev/null
sleep ${graceSeconds}
for group in $groups; do kill -s KILL -- "-$group"; done 2>/dev/null
`;

let reaper: ChildProcess | undefined;

function reaping(): ChildProcess {
  if (reaper !== undefined) return reaper;
  const child = spawn('/bin/sh', ['-c', script], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    detached: true, // a signal to our group is not for it
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const forget = (): void => {
    if (reaper === child) reaper = undefined;
  };
  child.on('error', forget);
  child.on('exit', forget);
  child.stdin.on('error', forget);
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  reaper = child;
  return child;
}

/** Says that a git leads this group now; what comes back says that it has ended. */
export function reapedWithUs(group: number): () => void {
  const told = reaping();
  told.stdin?.write(`+ ${group}\n`);
  return () => void told.stdin?.write(`- ${group}\n`);
}
