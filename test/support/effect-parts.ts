// The real parts that effects are made of, on a small repository: for tests of single effects.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { memoryKeeper } from '../../src/app/home/memory-keeper.ts';
import type { Tools } from '../../src/app/parts.ts';
import { effectParts, toolsOf } from '../../src/app/parts.ts';
import { makeHome, placesOf } from '../../src/app/home/home-places.ts';
import type { Effect, Kind, Kinds } from '../../src/core/effects.ts';
import type { Config } from '../../src/config/config.ts';
import { defaultPolicy } from '../../src/core/policy.ts';
import type { Run } from '../../src/core/run.ts';
import type { EffectContext } from '../../src/effects/effect.ts';
import type { EffectParts } from '../../src/effects/parts.ts';
import { HomeLedger } from '../../src/engine/home-ledger.ts';
import { MemoryLedger } from '../../src/engine/memory-ledger.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { fakeJournal, fakeStore } from '../../src/journal/fake-journal.ts';
import type { Clock } from '../../src/telemetry/clock.ts';
import { counterClock } from '../../src/telemetry/counter-clock.ts';
import { sampleFiles, surroundingsIn } from './app.ts';
import { aPlan, aRun, aTask, testCheck } from './core.ts';
import type { TestRepository } from './repository.ts';
import { makeRepository } from './repository.ts';

export interface TestParts {
  readonly repository: TestRepository;
  readonly parts: EffectParts;
  /** The home of Slipway. */
  readonly home: string;
  /** The id of the repository, and its first commit. */
  readonly id: string;
  readonly base: string;
  /** Makes a commit in the store with these files over those of its parent; nothing deletes a file. */
  readonly commit: (files: Readonly<Record<string, string>>, parent?: string) => Promise<string>;
  /** A run of this repository, on its first commit, with a ticket in the tracker. */
  readonly run: (change?: Partial<Run>) => Promise<Run>;
  /** What an effect is told besides its input. */
  readonly context: (run: Run, change?: Partial<EffectContext>) => EffectContext;
  readonly close: () => Promise<void>;
}

/** Over the folder of a test repository that is there: another process may have made it. */
export async function partsIn(
  root: string,
  env: Readonly<Record<string, string>> = {},
  clock: Clock = counterClock(1_000, 1),
): Promise<{ readonly tools: Tools; readonly parts: EffectParts }> {
  const usual = surroundingsIn(root);
  const surroundings = { ...usual, env: { ...usual.env, ...env } };
  const tools = toolsOf(placesOf(surroundings), surroundings, clock);
  await makeHome(tools.places);
  const journal = await memoryOwner();
  const parts = effectParts(tools, {
    home: new HomeLedger(journal, clock),
    artifacts: { write: () => Promise.resolve(), failures: () => Promise.resolve('') },
    memory: memoryKeeper({ ...tools, journal, ledger: new MemoryLedger(journal, clock) }),
  });
  return { tools, parts };
}

export async function startParts(
  files: Readonly<Record<string, string>> = sampleFiles,
  env: Readonly<Record<string, string>> = {},
  clock?: Clock,
): Promise<TestParts> {
  const repository = await makeRepository(files);
  const { tools, parts } = await partsIn(repository.root, env, clock);
  const seen = await tools.workspaces.look(repository.dir);
  if ('problem' in seen) throw new Error(seen.problem);
  const { repository: id, commit: base } = seen;
  await tools.workspaces.ensure(id, base);
  return {
    repository,
    parts,
    home: tools.places.home,
    id,
    base,
    commit: (content, parent = base) => commitIn(parts, { id, parent, content }),
    run: async (change = {}) => runIn(tools, { id, base }, change),
    context: (run, change = {}) => ({
      run,
      begunAt: 1_000,
      recovered: false,
      signal: new AbortController().signal,
      save: () => Promise.resolve(),
      ...change,
    }),
    close: () => repository.remove(),
  };
}

async function memoryOwner(): Promise<Journal> {
  const journal = fakeJournal(fakeStore());
  await journal.takeOver();
  return journal;
}

async function commitIn(
  { workspaces }: EffectParts,
  {
    id,
    parent,
    content,
  }: { readonly id: string; readonly parent: string; readonly content: Readonly<Record<string, string>> },
): Promise<string> {
  const dir = await workspaces.clone(id, parent, 'commit');
  for (const [name, text] of Object.entries(content)) {
    await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
    await writeFile(path.join(dir, name), text);
  }
  const { tree } = await workspaces.importTree(id, dir, parent);
  await workspaces.discard('commit');
  return workspaces.commit(id, { tree, parents: [parent], message: 'a change\n', at: 1_000 });
}

/** What a run is kept with where nobody configured anything. */
const noConfig = { policy: defaultPolicy, agents: {}, roles: {}, chosen: {} } satisfies Config;

async function runIn(
  tools: Tools,
  { id, base }: { readonly id: string; readonly base: string },
  change: Partial<Run>,
): Promise<Run> {
  const ref = await tools.localTracker.add({
    id: 'T-1',
    title: 'Change it',
    body: '',
    criteria: ['It differs.'],
  });
  const ticket = {
    id: 'T-1',
    title: 'Change it',
    type: 'feature',
    workType: 'feature',
    blob: await tools.blobs.put(tools.screener.redact('Change it, please.\n')),
    criteria: ['AC1'],
    screening: 'CLEAN',
    rules: [],
  } as const;
  const config = await tools.blobs.put(tools.screener.redact(JSON.stringify(noConfig)));
  return {
    ...aRun(),
    config,
    accepted: aPlan([aTask('one')]),
    source: { tracker: 'local', ref },
    repositories: [
      { alias: 'main', repository: id, base: { branch: 'main', commit: base }, head: { commit: base } },
    ],
    ticket,
    branch: 'feature/T-1_change_it',
    checks: [testCheck],
    ...change,
  };
}

/** An effect as the engine hands it out. */
export function effectOf<K extends Kind>(
  kind: K,
  input: Kinds[K]['input'],
): Effect<K> & { readonly input: Kinds[K]['input'] } {
  return {
    key: `main/1/${kind}/subject/1`,
    kind,
    repository: 'main',
    visit: 1,
    subject: 'subject',
    n: 1,
    line: `1/${kind}`,
    input,
  };
}
