// git as the owner of a repository runs it, without anything of this machine's configuration.

import { spawn } from 'node:child_process';

const env = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  HOME: '/dev/null',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
};

export function ownersGit(cwd: string, args: readonly string[], stdin = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', [...args], { cwd, env, stdio: ['pipe', 'ignore', 'inherit'] });
    child.on('error', reject);
    // Where git ends before it has read everything, its exit says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    child.on('close', (exit) => {
      if (exit === 0) resolve();
      else reject(new Error(`git ${args[0] ?? ''} ended with ${exit ?? 'a signal'}.`));
    });
  });
}
