// What a finished world holds, read from the outside: the journal, the forge, the tracker, and the user's repository
// through git. Two worlds that came to the same end have equal facts, whatever happened on the way.

import { spawnSync } from 'node:child_process';
import { theRepository } from '../../support/the-repository.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openReader, readRun } from '../../../src/app/home/reader.ts';
import { homeTag } from '../../../src/app/parts.ts';
import { tagVariable } from '../../../src/containment/process.ts';
import { processFile, processIds } from '../../../src/containment/process-table.ts';
import { isLaunch } from '../../../src/core/effects.ts';
import type { Effect } from '../../../src/core/effects.ts';
import type { RunEvent } from '../../../src/core/events.ts';
import type { Run } from '../../../src/core/run.ts';
import { must } from '../../../src/core/run.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { short } from '../../../src/views/words/words.ts';
import type { Acknowledged } from './drive.ts';
import type { World } from './world.ts';
import { names, placesIn } from './world.ts';

type Counts = Readonly<Record<string, number>>;

export interface Facts {
  readonly ended: string;
  readonly landed: boolean;
  /** In which order tasks came onto the run branch. Independent ones may come in either; commit ids tell which. */
  readonly order: readonly string[];
  readonly landedCommit: string;
  /** The same commit without what depends on the order of integration. */
  readonly landedChange: string;
  readonly branches: Readonly<Record<string, string>>;
  readonly targetCommits: number;
  readonly pullRequests: readonly string[];
  readonly ticketStatus: string;
  readonly comments: readonly string[];
  readonly tasks: readonly string[];
  readonly evidence: readonly string[];
  readonly gates: readonly string[];
  /** How often each line of work failed, by class: the retries it used. */
  readonly failures: string;
  /** How often each loop turned; those that did not are left out. */
  readonly rounds: Counts;
  /** How often the target moved under the run, and how often a change did not fit. */
  readonly basesMoved: number;
  readonly conflicts: number;
  /** Effects that ended as done, by visit, kind and subject: launches, the writing of artifacts, and all others. */
  readonly done: Counts;
  readonly doneLaunches: Counts;
  readonly doneArtifacts: Counts;
  /** Launches that were begun and neither ended as done nor failed nor were cut short. */
  readonly lostLaunches: number;
  readonly begunTwice: readonly string[];
  readonly reserved: number;
  readonly artifacts: readonly string[];
  /** Workspaces nobody works in any more. */
  readonly workspaces: readonly string[];
  readonly verified: boolean;
  readonly survivors: number;
  readonly events: readonly Acknowledged[];
}

export async function factsOf(world: World): Promise<Facts> {
  const reader = await openReader(placesIn(world));
  try {
    const journal = must(reader.journal, 'a finished world has a journal');
    const id = must((await journal.summaries())[0], 'a finished world has a run').run;
    const { run, events } = await readRun(journal, id);
    return {
      ...stateFacts(run),
      ...eventFacts(events.map((item) => item.event)),
      ...repositoryFacts(world, run),
      ...recordFacts(world, run),
      ...(await journalFacts(journal, id)),
      artifacts: names(path.join(placesIn(world).runs, id)).toSorted(),
      workspaces: names(path.join(world.home, 'workspaces')).filter((name) => name.startsWith(`${id}-`)),
      survivors: await leftBehind(world),
    };
  } finally {
    await reader.close();
  }
}

function stateFacts(run: Run) {
  return {
    ended: run.ended ?? run.blocked ?? run.visit.stage,
    landed: run.landed !== undefined,
    tasks: run.tasks.map((state) => `${state.task.id}: ${state.at}`),
    evidence: run.evidence.map(({ check, verdict, because, counts }) =>
      JSON.stringify({ check, verdict, because, counts }),
    ),
    gates: run.gates.map((gate) => `${gate.kind}: ${gate.decision?.answer ?? 'open'}`),
    rounds: Object.fromEntries(Object.entries(run.rounds).filter(([, count]) => count > 0)),
    failures: JSON.stringify(Object.entries(run.failures).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function eventFacts(events: readonly RunEvent[]) {
  const begun = events.flatMap((event) => (event.type === 'effect.begun' ? [event.effect] : []));
  const byKey = new Map(begun.map((effect) => [effect.key, effect]));
  const ended = events.flatMap((event) => (event.type === 'effect.ended' ? [event] : []));
  const done = ended.flatMap(({ key, how }) => {
    const effect = byKey.get(key);
    return how === 'done' && effect !== undefined ? [effect] : [];
  });
  const endedKeys = new Set(ended.map((event) => event.key));
  return {
    basesMoved: events.filter((event) => event.type === 'base.moved').length,
    conflicts: events.filter((event) => event.type === 'failure.recorded' && event.reason === 'conflict')
      .length,
    order: events.flatMap((event) => (event.type === 'task.integrated' ? [event.task] : [])),
    done: counted(done.filter((effect) => !isLaunch(effect.kind) && !dependsOnPace(effect))),
    doneLaunches: counted(done.filter((effect) => isLaunch(effect.kind))),
    doneArtifacts: counted(done.filter((effect) => effect.kind === 'write-artifacts')),
    lostLaunches: begun.filter((effect) => isLaunch(effect.kind) && !endedKeys.has(effect.key)).length,
    begunTwice: repeated(begun.map((effect) => effect.key)),
  };
}

/** How many tasks are accepted by the time the queue looks is a matter of pace; `order` tells that each came in once. */
function dependsOnPace({ kind, subject }: Effect): boolean {
  return kind === 'write-artifacts' || subject === 'queue';
}

function counted(effects: readonly Effect[]): Counts {
  const counts: Record<string, number> = {};
  for (const { visit, kind, subject } of effects) {
    const name = `${visit}/${kind}/${subject}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function repeated(items: readonly string[]): readonly string[] {
  return items.filter((item, index) => items.indexOf(item) !== index);
}

function repositoryFacts(world: World, run: Run) {
  const gitDir = path.join(world.repository, '.git');
  const listed = git(
    gitDir,
    'for-each-ref',
    '--format=%(refname:short) %(objectname) %(tree)',
    'refs/heads/',
  );
  const rows = listed.split('\n').map((row) => row.split(' '));
  const base = theRepository(run).base;
  const commit = run.landed?.commit;
  const branches = rows.map(([name = '', id = '', tree = '']) => [name, id === base.commit ? id : tree]);
  const text = commit === undefined ? '' : git(gitDir, 'cat-file', 'commit', commit);
  return {
    landedCommit: commit ?? '',
    landedChange: text.replace(/^Head: [0-9a-f]+$/m, `Head: ${theRepository(run).head.tree ?? ''}`),
    branches: Object.fromEntries(branches),
    targetCommits: Number(
      git(forgeOf(world, run), 'rev-list', '--count', `${base.commit}..refs/heads/${base.branch}`),
    ),
  };
}

/** What git printed; nothing where it could not answer, because a world that did not come to its end lacks things. */
function git(gitDir: string, ...args: readonly string[]): string {
  const { stdout } = spawnSync('git', [`--git-dir=${gitDir}`, ...args], {
    encoding: 'utf8',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return stdout.trim();
}

function folderOf(world: World, run: Run): string {
  return path.join(world.home, 'repos', theRepository(run).repository);
}

function forgeOf(world: World, run: Run): string {
  return path.join(folderOf(world, run), 'forge.git');
}

/** Heads are told as trees, commits by their tasks, and the squashed one is left to `landedChange`: all carry the order of integration. */
function recordFacts(world: World, run: Run) {
  const pulls = path.join(folderOf(world, run), 'pulls');
  const { pullRequest } = theRepository(run);
  const treeOf = (commit: string): string => git(forgeOf(world, run), 'rev-parse', `${commit}^{tree}`);
  const told = (file: string): string => {
    let text = readFileSync(file, 'utf8').replaceAll(
      /(?<="head": ")[0-9a-f]{40}(?=")/g, // also those of earlier rounds
      treeOf,
    );
    text = text.replace(witnessed, 'the head of its journal'); // which has the times of its events in it
    if (pullRequest?.merged !== undefined) text = text.replaceAll(pullRequest.merged, 'merged');
    for (const { task, as } of run.steps) text = text.replaceAll(short(as), `a commit of ${task}`);
    return text;
  };
  const tracked = path.join(world.home, 'tracker', `${run.source.ref}.json`);
  const entry: Entry = JSON.parse(readFileSync(tracked, 'utf8'));
  return {
    pullRequests: names(pulls)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .map((name) => told(path.join(pulls, name))),
    ticketStatus: entry.status,
    comments: entry.comments.map(({ marker, body }) => `${marker}: ${body}`),
  };
}

const witnessed = /(?<=Journal of this run: )event \d+, sha256 [0-9a-f]{64}/;

interface Entry {
  readonly status: string;
  readonly comments: readonly { readonly marker: string; readonly body: string }[];
}

async function journalFacts(journal: Journal, id: string) {
  const streams = await journal.streams('');
  const verified = await Promise.all(streams.map((stream) => journal.verify(stream)));
  return {
    reserved: (await journal.read('home')).filter(({ event }) => event.type === 'budget.reserved').length,
    verified: verified.every(({ ok }) => ok),
    events: (await journal.read(`run/${id}`)).map(({ seq, hash }) => ({ seq, hash })),
  };
}

/** What was told to end may take a moment to be gone, longer where the machine has much to do. */
const survivorsSettleMs = 10_000;
const survivorsLookMs = 20;

/** How many processes of this world still run once its run is over and its owner gone. */
export async function leftBehind(world: World): Promise<number> {
  const giveUpAt = performance.now() + survivorsSettleMs;
  let count = survivorsOf(world).length;
  while (count > 0 && performance.now() < giveUpAt) {
    await setTimeout(survivorsLookMs);
    count = survivorsOf(world).length;
  }
  return count;
}

/** Processes that carry the tag of this world's home. */
function survivorsOf(world: World): readonly number[] {
  const mark = `${tagVariable}=${homeTag(placesIn(world).home)}/`;
  return processIds().filter((pid) =>
    (processFile(pid, 'environ') ?? '').split('\0').some((line) => line.startsWith(mark)),
  );
}
