// Runs seeds of the simulation in a checkout, when its parent asks: the process that `bench/simulator.ts` times.

import { on } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { timed } from './compare.ts';

export interface SeedsWanted {
  readonly from: number;
  readonly to: number;
}

export interface SeedsDone {
  readonly ms: number;
  readonly steps: number;
  /** What each seed told, in order. */
  readonly digests: readonly string[];
}

export function isSeedsDone(value: unknown): value is SeedsDone {
  return typeof value === 'object' && value !== null && 'digests' in value;
}

function isSeedsWanted(value: unknown): value is SeedsWanted {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}

interface Simulation {
  readonly simulate: (options: { readonly seed: number }) => Promise<{
    readonly steps: number;
    readonly digest: string;
    readonly violation?: { readonly message: string };
  }>;
}

function isSimulation(module: unknown): module is Simulation {
  return typeof module === 'object' && module !== null && 'simulate' in module;
}

async function simulationIn(dir: string): Promise<Simulation> {
  const file = path.join(dir, 'test', 'simulation', 'simulate.ts');
  const module: unknown = await import(pathToFileURL(file).href);
  if (isSimulation(module)) return module;
  throw new Error(`There is no simulation in ${file}.`);
}

async function done({ simulate }: Simulation, { from, to }: SeedsWanted): Promise<SeedsDone> {
  const digests: string[] = [];
  let steps = 0;
  const ms = await timed(async () => {
    for (let seed = from; seed <= to; seed += 1) {
      const result = await simulate({ seed });
      if (result.violation !== undefined) throw new Error(`seed ${seed}: ${result.violation.message}`);
      digests.push(result.digest);
      steps += result.steps;
    }
  });
  return { ms, steps, digests };
}

const [, , dir] = process.argv;
if (dir !== undefined && process.send !== undefined) {
  const messages = on(process, 'message'); // from the beginning: the first one comes while the simulation is loaded
  const simulation = await simulationIn(dir);
  for await (const [wanted] of messages) {
    if (isSeedsWanted(wanted)) process.send(await done(simulation, wanted));
  }
}
