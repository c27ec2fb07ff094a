// A process of the user's that has nothing to do with any run: it holds secrets in its arguments, environment, memory,
// folder and descriptors, one canary it could be made to write, and it notices when it is sent a signal.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface BystanderSecrets {
  readonly argument: string;
  readonly variable: string;
  readonly deleted: string;
  readonly memory: string;
}

export interface Bystander {
  readonly pid: number;
  readonly close: () => Promise<void>;
}

/** Descriptor 8 reads a file that is deleted, 9 writes the canary `held.txt`; the memory is only ever on stdin. */
const script = `printf '%s\\n' "$DELETED" > deleted.txt
exec 8< deleted.txt 9>> ../held.txt
rm deleted.txt
unset DELETED
read -r memory
trap 'echo hit > ../marks/signalled' USR1
echo ready
while :; do sleep 600 & wait; kill $!; done
`;

export async function startBystander(dir: string, secrets: BystanderSecrets): Promise<Bystander> {
  const child = spawn('bash', ['-c', script, 'bystander', '--password', secrets.argument], {
    cwd: dir,
    env: { PATH: '/usr/bin:/bin', DATABASE_PASSWORD: secrets.variable, DELETED: secrets.deleted },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  child.stdin.write(`memory-canary:${secrets.memory}\n`);
  const [ready] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  const { pid } = child;
  if (pid === undefined || !(ready instanceof Buffer)) throw new Error('the bystander did not start');
  return { pid, close: () => ended(child, pid) };
}

/** The group is its own and was started here, so its child goes with it. */
async function ended(child: ChildProcess, pid: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  process.kill(-pid, 'SIGKILL');
  await exited;
}
