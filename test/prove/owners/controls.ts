// Owners that do what no owner may, in copies of a home that nobody disturbed: a second writer beside the first, one that takes
// back what it recorded, one that leaves somebody behind. Each has to be seen by the judges of the proof.

import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { factsIn } from '../../../src/engine/memory-ledger.ts';
import { rebuildView } from '../../../src/app/home/rebuild-view.ts';
import { openSqliteJournal } from '../../../src/journal/sqlite/sqlite.ts';
import { loadSqliteDriver } from '../../../src/journal/sqlite/driver.ts';
import type { Acknowledged } from '../support/drive.ts';
import type { Facts } from '../support/facts.ts';
import { factsOf } from '../support/facts.ts';
import { say } from '../support/proof.ts';
import type { World } from '../support/world.ts';
import { copyWorld, placesIn } from '../support/world.ts';
import type { Wrong } from './judge.ts';
import { factsThere, judge } from './judge.ts';
import { orphansOf, partyOf } from './parties.ts';
import type { Scene } from './scene.ts';
import { sceneAt } from './scene.ts';

export interface Undisturbed {
  readonly world: World;
  readonly facts: Facts;
  readonly seen: readonly Acknowledged[];
}

/** One process after another, each to its end. */
export async function undisturbed(root: string): Promise<Undisturbed> {
  const scene = await sceneAt(path.join(root, 'control'), 1);
  await ended(scene, ['run', '--file', 'ticket.md', '--auto', '--trust']);
  const sight = await scene.eye.look();
  await ended(scene, ['land', sight?.run ?? '', '--seen', sight?.digest ?? '']);
  await scene.eye.look();
  await scene.eye.rest();
  return { world: scene.world, facts: await factsOf(scene.world), seen: scene.eye.seen };
}

async function ended({ seat }: Scene, words: readonly string[]): Promise<void> {
  const { exit, err } = await partyOf(seat, 'foreground', words).ended;
  if (exit !== 0 && exit !== 7) throw new Error(`${words.join(' ')} ended with ${exit}: ${err}`);
}

interface Broken {
  readonly name: string;
  readonly category: Wrong['category'];
  readonly act: (world: World) => Promise<(() => void) | undefined>;
}

const broken: readonly Broken[] = [
  { name: 'a pull request is opened again', category: 'doubled', act: onFile(openedAgain) },
  { name: 'a comment is written again', category: 'doubled', act: onFile(commentedAgain) },
  { name: 'the change is merged again', category: 'doubled', act: onFile(mergedAgain) },
  { name: 'a second writer records the same', category: 'doubled', act: recordedAgain },
  { name: 'what was recorded is taken back', category: 'lost', act: takenBack },
  { name: 'somebody is left behind', category: 'orphans', act: leftBehind },
];

export interface Controlled {
  readonly name: string;
  readonly seen: boolean;
}

export async function controlsOf(root: string, control: Undisturbed): Promise<readonly Controlled[]> {
  const told: Controlled[] = [];
  const clean = await judged(control, control.world);
  if (clean.length > 0) throw new Error(`a home nobody disturbed: ${JSON.stringify(clean)}`);
  for (const [at, { name, category, act }] of broken.entries()) {
    const world = copyWorld(control.world, path.join(root, `broken-${at}`));
    const tidy = await act(world);
    const wrong = await judged(control, world);
    tidy?.();
    const seen = wrong.some((one) => one.category === category);
    if (!seen) say(`NOT SEEN: ${name}`);
    told.push({ name, seen });
  }
  return told;
}

async function judged({ facts: control, seen }: Undisturbed, world: World): Promise<readonly Wrong[]> {
  const orphans = await orphansOf(world, 500);
  return judge({ control, facts: await factsThere(world), runs: 1, seen, orphans });
}

function onFile(change: (world: World) => void): Broken['act'] {
  return (world) => {
    change(world);
    return Promise.resolve(undefined);
  };
}

function folderOf(world: World): string {
  const repos = path.join(world.home, 'repos');
  return path.join(repos, readdirSync(repos)[0] ?? '');
}

function openedAgain(world: World): void {
  const pulls = path.join(folderOf(world), 'pulls');
  copyFileSync(path.join(pulls, '1.json'), path.join(pulls, '2.json'));
}

function commentedAgain(world: World): void {
  const tracker = path.join(world.home, 'tracker');
  const file = path.join(tracker, readdirSync(tracker).find((name) => name.endsWith('.json')) ?? '');
  const entry: { readonly comments: readonly unknown[] } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...entry, comments: [...entry.comments, entry.comments[0]] }));
}

function mergedAgain(world: World): void {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', [`--git-dir=${path.join(folderOf(world), 'forge.git')}`, ...args], {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'] ?? '',
        GIT_AUTHOR_NAME: 'x',
        GIT_AUTHOR_EMAIL: 'x@slipway.invalid',
        GIT_COMMITTER_NAME: 'x',
        GIT_COMMITTER_EMAIL: 'x@slipway.invalid',
      },
    }).trim();
  const again = git('commit-tree', '-p', 'refs/heads/main', '-m', 'again', 'refs/heads/main^{tree}');
  git('update-ref', 'refs/heads/main', again);
}

/** It asks nobody for the lock, and appends what is there already with a chain that holds. */
async function recordedAgain(world: World): Promise<undefined> {
  const { database, anchors } = placesIn(world);
  const opened = await openSqliteJournal({
    file: database,
    anchorsDir: anchors,
    rebuildView,
    rebuildFacts: factsIn,
  });
  if (!opened.ok) throw new Error(opened.problem.message);
  const { journal } = opened;
  await journal.takeOver();
  const stream = (await journal.streams('run/'))[0] ?? '';
  const events = await journal.read(stream);
  const twice = events.filter(({ event }) => event.type === 'effect.begun').slice(0, 1);
  await journal.append({
    stream,
    after: events.length,
    at: events.at(-1)?.at ?? 0,
    events: twice.map(({ event }) => event),
  });
  await journal.close();
}

/** The last events, and what is written down of them outside. */
async function takenBack(world: World): Promise<undefined> {
  const driver = await loadSqliteDriver();
  if (driver instanceof Error) throw driver;
  const connection = driver.open(placesIn(world).database, { readOnly: false });
  connection.exec('delete from event where position > (select max(position) - 2 from event)');
  connection.close();
}

function leftBehind({ home }: World): Promise<() => void> {
  const child = spawn('sleep', ['60'], { env: { PATH: process.env['PATH'] ?? '', SLIPWAY_HOME: home } });
  return Promise.resolve(() => void child.kill('SIGKILL'));
}
