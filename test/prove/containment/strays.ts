// Processes an agent left behind, found from outside by the nonce in whatever they cannot all hide: arguments, name,
// program file, folder. Environments are not looked at: they hold what is nobody's business here.

import { readFile, readdir, readlink } from 'node:fs/promises';
import { stateOf } from '../../support/app.ts';

const looksMax = 4;
const quietLooks = 3;
const lookEveryMs = 30;

/** The living processes that carry this text somewhere, but for this one. */
async function strays(text: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 1 && pid !== process.pid);
  const found = await Promise.all(pids.map(async (pid) => ((await carries(pid, text)) ? [pid] : [])));
  return found.flat();
}

async function carries(pid: number, text: string): Promise<boolean> {
  const read = (name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '');
  const link = (name: string): Promise<string> => readlink(`/proc/${pid}/${name}`).catch(() => '');
  const seen = await Promise.all([read('cmdline'), read('comm'), link('exe'), link('cwd')]);
  return seen.some((part) => part.includes(text)) && (await stateOf(pid)) !== 'gone';
}

/** Whether one is there at any of a few looks: one that becomes another every moment slips through a single one. */
export async function anyStray(text: string): Promise<boolean> {
  return (await strayIn(text)) !== undefined;
}

/** What one of them is called, but for those of a group that has a right to be there. */
export async function strayIn(text: string, group?: number): Promise<string | undefined> {
  for (let looks = 0; looks < looksMax; looks += 1) {
    for (const pid of await strays(text)) {
      const [command = '', stat = ''] = await Promise.all(
        ['cmdline', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '')),
      );
      if (stat !== '' && groupIn(stat) !== group) return `${pid} ${command.replaceAll('\0', ' ')}`;
    }
    await pause();
  }
  return undefined;
}

/** The third field behind the name, which may hold anything, brackets and spaces too. */
function groupIn(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
}

/**
 * Ends them one by one, by pid, until none was seen for a while: some start another as they go. They were started by a
 * case of this world, since nothing else knows its nonce.
 */
export async function endStrays(nonce: string): Promise<void> {
  let quiet = 0;
  for (let looks = 0; looks < 10 * looksMax && quiet < quietLooks; looks += 1) {
    const left = await strays(nonce);
    quiet = left.length === 0 ? quiet + 1 : 0;
    for (const pid of left) end(pid);
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, lookEveryMs);
  });
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
