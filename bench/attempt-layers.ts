// The fixed cost of one attempt with its dependencies: what `attempt.ts` measures, and besides it finding the layer,
// looking at its seal, showing it, and a program that sees it. 20,000 files of its own and 250 MB of dependencies, as
// an overlay, against the same attempt without dependencies; and as a copy, which is what there is without overlays.

import { rmSync } from 'node:fs';
import path from 'node:path';
import { createChecks } from '../src/checks/run-checks.ts';
import { openContainment } from '../src/containment/open.ts';
import { processRunner } from '../src/containment/process-runner.ts';
import { viewMeans } from '../src/containment/overlays.ts';
import { createScreener } from '../src/screening/screen.ts';
import { systemClock } from '../src/telemetry/system-clock.ts';
import { gitRunner } from '../src/workspace/git-runner.ts';
import type { Layer, Layers, LayerShown } from '../src/workspace/layer.ts';
import { createLayers } from '../src/workspace/layers.ts';
import type { AttemptTimes, Base } from './support/attempts.ts';
import { attempting, baseOf } from './support/attempts.ts';
import type { Measured, Measurement } from './support/bench.ts';
import type { Turn } from './support/compare.ts';
import { compare, median, rounded, timed } from './support/compare.ts';
import { dependencies, someFile, writeDependencies } from './support/dependencies.ts';
import { folderInMemory, newFolder } from './support/folder.ts';
import { largeRepository } from './support/large-repository.ts';

const msMax = 3000;
/** A store, the dependencies, their layer, and an attempt with a copy of them. */
const roomBytesMin = 2 * 1024 * 1024 * 1024;
const folder = 'node_modules';
const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' };
const limits = { timeMs: 60_000, silenceMs: 60_000, outputBytesMax: 1_000_000, graceMs: 1_000 } as const;
const marks = { tag: 'bench', signal: new AbortController().signal } as const;

export const attemptLayers: Measurement = async ({ size, say }) => {
  const source = await largeRepository(say);
  const dir = newFolder(folderInMemory(roomBytesMin));
  try {
    const means = await viewMeans(dir);
    if (means === undefined) throw new Error('No overlay can be mounted here; there is only copying.');
    writeDependencies(path.join(dir, 'dependencies'));
    const base = await baseOf(path.join(dir, 'home'), source);
    const world = worldOf(
      dir,
      base,
      openContainment(() => Promise.resolve(means)),
    );
    const madeMs = await timed(() => world.layer(world.layersBy('overlay')));
    say(`a layer of ${dependencies.files} files is there after ${Math.round(madeMs)} ms`);
    return { ...(await measured(world, size.attemptRounds, say)), madeMs: rounded(madeMs), ...dependencies };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};

async function measured(world: World, rounds: number, say: (line: string) => void): Promise<Measured> {
  const overlays: AttemptTimes[] = [];
  const comparison = { ours: world.turn('overlay', overlays), against: world.turn('without', []) };
  // The ratio is for reading; what counts is how long somebody waits.
  const ratio = await compare({ ...comparison, rounds, warmUps: 1, say }, Number.POSITIVE_INFINITY);
  const copies: AttemptTimes[] = [];
  const copy = world.turn('copy', copies);
  const copyMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) copyMs.push(await copy(round));
  return {
    ms: ratio.oursMs,
    msMax,
    ok: ratio.oursMs <= msMax,
    withoutMs: ratio.againstMs,
    ratioToWithout: ratio.ratio,
    copyMs: rounded(median(copyMs)),
    discardMs: rounded(median(overlays.map((times) => times.discardMs))),
    copyDiscardMs: rounded(median(copies.map((times) => times.discardMs))),
    rounds,
  };
}

type How = 'overlay' | 'copy' | 'without';

interface World {
  readonly layersBy: (how: How) => Layers;
  readonly layer: (layers: Layers) => Promise<Layer>;
  readonly turn: (how: How, times: AttemptTimes[]) => Turn;
}

function worldOf(dir: string, base: Base, containment: ReturnType<typeof openContainment>): World {
  const { workspaces, repository, commit } = base;
  const clock = systemClock();
  const processes = processRunner(clock, containment);
  const checks = createChecks({ processes, screener: createScreener(), environment });
  const command = `cp -a '${path.join(dir, 'dependencies')}' ${folder}`;
  const setup = [{ name: 'setup', kind: 'setup', command, timeoutMs: 600_000, when: 'task' } as const];
  const layersBy = (how: How): Layers =>
    createLayers({
      home: path.join(dir, 'home'),
      git: gitRunner(),
      checks,
      processes,
      clock,
      environment,
      canMount: () => Promise.resolve(how === 'overlay'),
    });
  const layer = async (layers: Layers): Promise<Layer> => {
    const request = { repository, commit, base: commit, run: 'r-bench', setup, ...marks };
    const found = await layers.prepare(request);
    if (found === undefined) throw new Error('No layer was made.');
    return found;
  };
  /** An agent's first look at its dependencies is part of what it waits for. */
  const look = async (workspace: string, { views }: LayerShown): Promise<void> => {
    const result = await processes.run({
      file: '/bin/sh',
      args: ['-c', `test -s ${folder}/${someFile} && echo x > ${folder}/new`],
      cwd: workspace,
      env: environment,
      box: { writable: [workspace], readable: [], hidden: [], egress: [], views },
      limits,
      signal: marks.signal,
    });
    if (result.exit !== 0) throw new Error(`The dependencies are not there: ${result.stderrTail}`);
  };
  const turn = (how: How, times: AttemptTimes[]): Turn => {
    const layers = layersBy(how);
    const begin = async (name: string): Promise<string> => {
      if (how === 'without') return workspaces.clone(repository, commit, name);
      const [workspace, found] = await Promise.all([
        workspaces.clone(repository, commit, name),
        layer(layers),
      ]);
      await look(workspace, await layers.show({ layer: found, workspace, ...marks }));
      return workspace;
    };
    return attempting(base, begin, (time) => times.push(time));
  };
  return { layersBy, layer, turn };
}
