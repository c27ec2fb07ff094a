// How the home and the process that looks after it are: what is broken, what is overdue, how much is kept.

import { stat } from 'node:fs/promises';
import type { HostFacts } from '../home/host.ts';
import { knownFolders } from '../home/known-folders.ts';
import type { Overdue } from '../home/overdue.ts';
import { overdueIn } from '../home/overdue.ts';
import { whoDrives } from '../home/who-drives.ts';
import { nameOf } from '../words/list-text.ts';
import { buildHere } from '../home/build.ts';
import { plural } from '../../views/words/words.ts';
import type { Look } from './verb.ts';

export interface SystemShown {
  readonly version: string;
  readonly node: string;
  readonly home: string;
  /** The process that owns the home, where it is the one that answers. */
  readonly engine?: HostFacts | undefined;
  readonly owned: boolean;
  readonly journalBytes: number;
  readonly runs: number;
  readonly repositories: readonly {
    readonly id: string;
    readonly name: string;
    readonly runs: number;
    readonly open: number;
  }[];
  /** Where the repositories lie that runs were started in. */
  readonly folders: readonly string[];
  readonly overdue: readonly Overdue[];
  readonly lost: readonly string[];
}

export const system: Look<Readonly<Record<string, never>>, SystemShown> = {
  look: async ({ journal, places, driven, clock, host }) => {
    const [runs, open, lost, { owned, drives }, file] = await Promise.all([
      journal?.summaries() ?? [],
      journal?.inbox() ?? [],
      journal?.lost() ?? [],
      whoDrives(places, driven),
      stat(places.database).catch(() => undefined),
    ]);
    const ids = [...new Set(runs.map(({ repository }) => repository))];
    return {
      version: buildHere(),
      node: process.version,
      home: places.home,
      engine: host?.facts(),
      owned,
      journalBytes: file?.size ?? 0,
      runs: runs.length,
      repositories: ids.map((id) => {
        const its = runs.filter(({ repository }) => repository === id);
        const isOpen = its.filter(
          ({ status }) => status === 'running' || status === 'waiting' || status === 'blocked',
        );
        return { id, name: nameOf(id), runs: its.length, open: isOpen.length };
      }),
      folders: [...(await knownFolders(places.home))],
      overdue: await overdueIn(journal, { runs, inbox: open, drives, now: clock.now() }),
      lost,
    };
  },
  words: ({ version, runs, journalBytes }) => ({
    data: `Slipway ${version}, ${plural(runs, 'run')}, ${journalBytes} bytes of journal\n`,
  }),
};
