// Where the user's repository says that it came from and goes to.

import type { Context } from './places.ts';
import { locationOf } from './places.ts';
import type { RemoteOfUser } from './workspace.ts';

const key = /^remote\.(.+)\.url$/s;

/** In the order the user's configuration has them; of one with several addresses the first. */
export async function remotes(context: Context, repository: string): Promise<readonly RemoteOfUser[]> {
  const { gitDir } = await locationOf(context, repository);
  const listed = await context.git.run({
    gitDir,
    args: ['config', '--null', '--get-regexp', String.raw`^remote\..*\.url$`],
  });
  const found = new Map<string, string>();
  for (const entry of listed.stdout.split('\0')) {
    const end = entry.indexOf('\n');
    const remote = key.exec(entry.slice(0, end))?.[1];
    if (remote !== undefined && !found.has(remote)) found.set(remote, entry.slice(end + 1));
  }
  return [...found].map(([name, url]) => ({ name, url }));
}
