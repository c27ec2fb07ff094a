// What is done to a home: one flip, cut, swap or deletion a case, drawn from a seed.

import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { must } from '../../../src/core/run.ts';
import { loadSqliteDriver } from '../../../src/journal/sqlite/driver.ts';
import type { Random } from '../../simulation/random.ts';
import type { Size } from '../support/proof.ts';
import type { World } from '../support/world.ts';

export type Part = 'database' | 'wal' | 'blobs' | 'anchors' | 'store';

export interface Case {
  readonly name: string;
  readonly part: Part;
  readonly hurt: (world: World) => void | Promise<void>;
}

const pageBytes = 4096;

/** How many of each at the size of CI; in full it is so many times more. */
const fullTimes = 4;

export function casesOf(
  waiting: { readonly run: string; readonly closed: World; readonly killed: World },
  size: Size,
  random: Random,
): readonly Case[] {
  const times = size === 'full' ? fullTimes : 1;
  const { run, closed, killed } = waiting;
  const [database, wal] = ['slipway.db', 'slipway.db-wal'];
  const blobs = filesUnder(closed.home, 'blobs').filter((file) => /\/[0-9a-f]{2}\/[0-9a-f]{62}$/.test(file));
  const anchors = filesUnder(closed.home, 'anchors');
  const store = filesUnder(closed.home, 'repos').filter((file) => file.includes('/store.git/'));
  const some = (count: number): readonly number[] => Array.from({ length: count * times }, (_, n) => n);
  const one = (files: readonly string[]): string => must(random.maybe(files), 'there are files');
  return [
    ...some(64).map(() => flip('database', database, random, sizeIn(closed, database))),
    ...some(10).map(() => flip('database', database, random, 100)),
    ...some(10).map(() => cut('database', database, random, sizeIn(closed, database))),
    ...some(12).map(() =>
      swapPages('database', database, random, sizeIn(closed, database), { bytes: pageBytes, from: 0 }),
    ),
    ...some(8).map(() => zero('database', database, random, sizeIn(closed, database))),
    ...rowCases(run, random, some(1).length),
    ...whole('database', database),
    ...some(30).map(() => flip('wal', wal, random, sizeIn(killed, wal))),
    ...some(12).map(() => cut('wal', wal, random, sizeIn(killed, wal))),
    ...some(8).map(() =>
      swapPages('wal', wal, random, sizeIn(killed, wal), { bytes: pageBytes + 24, from: 32 }),
    ),
    ...whole('wal', wal),
    ...some(24).map(() => flipIn('blobs', one(blobs), random)),
    ...some(12).map(() => cutIn('blobs', one(blobs), random)),
    ...some(12).map(() => gone('blobs', one(blobs))),
    ...some(8).map(() => swapFiles('blobs', one(blobs), one(blobs))),
    ...anchors.flatMap((file) => [
      ...some(16).map(() => flipIn('anchors', file, random)),
      ...some(8).map(() => cutIn('anchors', file, random)),
      gone('anchors', file),
      ...whole('anchors', file).slice(1),
    ]),
    ...some(4).map(() => anchorsAndTail(run, random)),
    ...some(16).map(() => flipIn('store', one(store), random)),
    ...some(8).map(() => cutIn('store', one(store), random)),
    ...some(8).map(() => gone('store', one(store))),
    ...some(3).map(() => swapFiles('store', one(store), one(store))),
    {
      name: 'store: gone',
      part: 'store',
      hurt: ({ home }) =>
        rmSync(path.join(home, `${(store[0] ?? '').split('/store.git/')[0]}`, 'store.git'), {
          recursive: true,
        }),
    },
  ];
}

function sizeIn(world: World, file: string): number {
  return statSync(path.join(world.home, file)).size;
}

function filesUnder(home: string, folder: string): readonly string[] {
  return readdirSync(path.join(home, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => statSync(path.join(home, file)).isFile())
    .toSorted();
}

const at = ({ home }: World, file: string): string => path.join(home, file);

/** A file of the store may be readable only, for its owner too. */
function put(file: string, bytes: Buffer): void {
  unlinkSync(file);
  writeFileSync(file, bytes, { mode: 0o600 });
}

function flip(part: Part, file: string, random: Random, below: number): Case {
  const [offset, bit] = [random.below(below), random.below(8)];
  return {
    name: `${part}: bit ${bit} of byte ${offset} of ${file}`,
    part,
    hurt: (world) => {
      const bytes = readFileSync(at(world, file));
      bytes.writeUInt8(bytes.readUInt8(offset) ^ (1 << bit), offset);
      put(at(world, file), bytes);
    },
  };
}

/** Where the size is that of the file when its turn comes. */
function flipIn(part: Part, file: string, random: Random): Case {
  const [share, bit] = [random.next(), random.below(8)];
  return {
    name: `${part}: bit ${bit} at ${share.toFixed(4)} of ${file}`,
    part,
    hurt: (world) => {
      const bytes = readFileSync(at(world, file));
      if (bytes.length === 0) throw new Error(`${file} is empty`);
      const offset = Math.floor(share * bytes.length);
      bytes.writeUInt8(bytes.readUInt8(offset) ^ (1 << bit), offset);
      put(at(world, file), bytes);
    },
  };
}

function cut(part: Part, file: string, random: Random, below: number): Case {
  const bytes = random.below(below);
  return {
    name: `${part}: ${file} cut at ${bytes}`,
    part,
    hurt: (world) => truncateSync(at(world, file), bytes),
  };
}

function cutIn(part: Part, file: string, random: Random): Case {
  const share = random.next();
  return {
    name: `${part}: ${file} cut at ${share.toFixed(4)}`,
    part,
    hurt: (world) => {
      const bytes = readFileSync(at(world, file));
      put(at(world, file), bytes.subarray(0, Math.floor(share * bytes.length)));
    },
  };
}

function swapPages(
  part: Part,
  file: string,
  random: Random,
  below: number,
  page: { readonly bytes: number; readonly from: number },
): Case {
  const pages = Math.floor((below - page.from) / page.bytes);
  const [one, other] = [random.below(pages), random.below(pages)];
  return {
    name: `${part}: pages ${one} and ${other} of ${file} swapped`,
    part,
    hurt: (world) => {
      const bytes = readFileSync(at(world, file));
      const place = (n: number): Buffer =>
        bytes.subarray(page.from + n * page.bytes, page.from + (n + 1) * page.bytes);
      const [first, second] = [Buffer.from(place(one)), Buffer.from(place(other))];
      second.copy(place(one));
      first.copy(place(other));
      put(at(world, file), bytes);
    },
  };
}

function zero(part: Part, file: string, random: Random, below: number): Case {
  const page = random.below(Math.floor(below / pageBytes));
  return {
    name: `${part}: page ${page} of ${file} is blank`,
    part,
    hurt: (world) => {
      const bytes = readFileSync(at(world, file));
      bytes.fill(0, page * pageBytes, (page + 1) * pageBytes);
      put(at(world, file), bytes);
    },
  };
}

function whole(part: Part, file: string): readonly Case[] {
  return [
    gone(part, file),
    { name: `${part}: ${file} is empty`, part, hurt: (world) => truncateSync(at(world, file)) },
    {
      name: `${part}: ${file} is something else`,
      part,
      hurt: (world) => put(at(world, file), Buffer.from('Something else stands here.\n'.repeat(400))),
    },
  ];
}

function gone(part: Part, file: string): Case {
  return { name: `${part}: ${file} is gone`, part, hurt: (world) => rmSync(at(world, file)) };
}

function swapFiles(part: Part, one: string, other: string): Case {
  return {
    name: `${part}: ${one} and ${other} swapped`,
    part,
    hurt: (world) => {
      const beside = `${at(world, one)}.swap`;
      renameSync(at(world, one), beside);
      if (existsSync(at(world, other))) renameSync(at(world, other), at(world, one));
      renameSync(beside, at(world, other));
    },
  };
}

async function sql({ home }: World, text: string): Promise<void> {
  const driver = await loadSqliteDriver();
  if (driver instanceof Error) throw driver;
  const connection = driver.open(path.join(home, 'slipway.db'), { readOnly: false });
  connection.exec(text);
  connection.close();
}

/** What no bit that flips by itself does: somebody changed rows, and the file is whole. */
function rowCases(run: string, random: Random, times: number): readonly Case[] {
  const ofRun = `stream = 'run/${run}'`;
  const seqs = Array.from({ length: 6 * times }, () => random.between(2, 60));
  const changes = [
    ...seqs.flatMap((seq) => [
      `delete from event where ${ofRun} and seq = ${seq}`,
      `delete from event where ${ofRun} and seq >= ${seq}`,
      `update event set at = at + 1 where ${ofRun} and seq = ${seq}`,
      `update event set body = replace(body, 'a', 'b') where ${ofRun} and seq = ${seq} and body like '%a%'`,
      `update event set seq = -1 where ${ofRun} and seq = ${seq}; update event set seq = ${seq} where ${ofRun} and seq = ${seq + 1}; update event set seq = ${seq + 1} where ${ofRun} and seq = -1`,
    ]),
    `delete from event where ${ofRun}`,
    'delete from event',
    "update event set body = replace(body, 'a', 'b') where stream = 'home'",
    "delete from event where stream = 'home'",
    'delete from run_summary',
    'update run_summary set open = 0',
    "update run_summary set body = replace(body, 'waiting', 'running')",
    "update run_summary set run = 'r-other'",
    'delete from inbox',
    "update inbox set body = replace(body, 'merge', 'plan')",
    'drop table run_summary',
    'drop table event',
    'delete from meta',
    'update meta set value = value + 7',
  ];
  return changes.map((change) => ({
    name: `database: ${change}`,
    part: 'database',
    hurt: (world) => sql(world, change),
  }));
}

function anchorsAndTail(run: string, random: Random): Case {
  const seq = random.between(20, 60);
  return {
    name: `anchors: gone, with every event from ${seq} on`,
    part: 'anchors',
    hurt: async (world) => {
      rmSync(path.join(world.home, 'anchors'), { recursive: true });
      await sql(world, `delete from event where stream = 'run/${run}' and seq >= ${seq}`);
    },
  };
}
