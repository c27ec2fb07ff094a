// Which commits are judged: the newest of each repository before a commit that is named, so that it is the same everywhere. Those of
// bots and merges are left out. What was said of each that is flagged, after reading it, is in `labels.ts`.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Subject {
  /** Owner and name on github.com. */
  readonly name: string;
  /** The newest commit that is looked at. */
  readonly head: string;
}

export const subjects: readonly Subject[] = [
  { name: 'expressjs/express', head: 'a3714473feb3d2908add734d340e7755fd85e0a3' },
  { name: 'pallets/flask', head: '2ac89889f4cc330eabd50f295dcef02828522c69' },
  { name: 'gin-gonic/gin', head: 'dcaa4296d111981ffb31ac3eba90bb63e1eb5ab9' },
  { name: 'miniflux/v2', head: '106cdd09e1557222303f3ed1376e1dadf0638621' },
  { name: 'lobsters/lobsters', head: '57268d762e1c2c95b7a8e64ee8deb259cddd8cc0' },
  { name: 'google/gson', head: '9835b6f90192f79cdf5300c528fc6212455fb6c1' },
  { name: 'sharkdp/fd', head: 'ee20f426ddf338ac7ead5c5f00ea49258005caaf' },
  { name: 'firefly-iii/firefly-iii', head: 'a95b82b14cb01b6e40491f2a94c53b47b71766e7' },
  { name: 'umami-software/umami', head: 'c0ea3aefbee7a3429ee2f824b06dc4a9dbe0b7e1' },
  { name: 'sinatra/sinatra', head: 'cb22afd7902b566b6eaba6c4ea89739494a65d12' },
  { name: 'BurntSushi/ripgrep', head: '3fce3b5bb0236da2df6d99672afb8a719642eca7' },
];

const bot = /\[bot\]|\bbot\b|dependabot|renovate|-ci\b/i;
/** Among so many of the newest are enough that a person wrote. */
const searchedMax = 2_000;

export interface Commit {
  readonly id: string;
  readonly parent: string;
}

/** The newest first. */
export async function commitsOf(dir: string, { head }: Subject, count: number): Promise<readonly Commit[]> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['-C', dir, 'log', '--no-merges', `--max-count=${searchedMax}`, '--format=%H %P %aN <%aE>', head, '--'],
    { maxBuffer: 16_777_216 },
  );
  return stdout
    .split('\n')
    .flatMap((line) => {
      const [, id, parent, author = ''] = /^([0-9a-f]+) ([0-9a-f]+) (.*)$/.exec(line) ?? [];
      return id === undefined || parent === undefined || bot.test(author) ? [] : [{ id, parent }];
    })
    .slice(0, count);
}
