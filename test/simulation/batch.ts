// Many seeds: what they add up to, whether each planted bug is found, and whether every fault struck everywhere it
// should. A batch that never fired a fault has not tested it.

import { allKinds } from './swarm.ts';
import { type PlantedBug, plantedBugs, seedsPerBugMax } from './planted.ts';
import { type SeedResult, simulate } from './simulate.ts';
import { count, type Tally } from './trace.ts';

export interface Batch {
  readonly seeds: number;
  readonly runs: number;
  readonly completed: number;
  readonly cancelled: number;
  readonly steps: number;
  readonly violations: readonly SeedResult[];
  readonly deterministic: boolean;
  readonly faults: Tally;
}

export interface Found {
  readonly bug: PlantedBug;
  readonly found: boolean;
  /** How many seeds it took. */
  readonly seeds: number;
  readonly invariant?: string;
}

/** Every so many seeds one is run twice. */
const twiceEvery = 50;

/** A large batch goes on after its seeds until every fault has struck where it should, at most as many again. */
export async function runBatch(
  wanted: number,
  onSeed: (result: SeedResult) => void = () => undefined,
): Promise<Batch> {
  const faults: Tally = new Map();
  const violations: SeedResult[] = [];
  let sums = { runs: 0, completed: 0, cancelled: 0, steps: 0 };
  let deterministic = true;
  let seeds = 0;
  const isDone = (): boolean =>
    seeds >= 2 * wanted ||
    (seeds >= wanted && (wanted < pairsFromSeeds || missingPairs(faults).length === 0));
  while (!isDone()) {
    seeds += 1;
    const seed = seeds;
    const result = await simulate({ seed });
    if (seed % twiceEvery === 0) {
      const again = await simulate({ seed });
      deterministic &&= again.digest === result.digest;
    }
    if (result.violation !== undefined) violations.push(result);
    sums = {
      runs: sums.runs + result.runs,
      completed: sums.completed + result.completed,
      cancelled: sums.cancelled + result.cancelled,
      steps: sums.steps + result.steps,
    };
    for (const [fault, row] of result.tally) {
      for (const [struck, times] of row) count(faults, fault, struck, times);
    }
    onSeed(result);
  }
  return { seeds, ...sums, violations, deterministic, faults };
}

/** Goes on until the bug shows, in a seed that is clean without it. */
export async function findPlanted(
  bug: PlantedBug,
  onSeed: (seed: number) => void = () => undefined,
): Promise<Found> {
  for (let seed = 1; seed <= seedsPerBugMax; seed += 1) {
    const { violation } = await simulate({ seed, bug });
    onSeed(seed);
    if (violation === undefined) continue;
    const without = await simulate({ seed });
    if (without.violation === undefined) {
      return { bug, found: true, seeds: seed, invariant: violation.invariant };
    }
  }
  return { bug, found: false, seeds: seedsPerBugMax };
}

export { plantedBugs };

/** From how many seeds on a pair that never fired is a gap, and not just bad luck. */
export const pairsFromSeeds = 500;

export function missingPairs(faults: Tally): readonly string[] {
  return requiredPairs
    .filter(([fault, struck]) => (faults.get(fault)?.get(struck) ?? 0) === 0)
    .map(([fault, struck]) => `${fault} × ${struck}`);
}

const launches = ['ask', 'attempt'];
const outward = [
  'reserve',
  'push',
  'open-pull-request',
  'update-pull-request',
  'publish-checks',
  'label',
  'comment-ticket',
  'transition-ticket',
  'merge',
  'land',
  'write-artifacts',
];
const looking = [
  'fetch-ticket',
  'survey',
  'search',
  'run-probes',
  'check',
  'integrate',
  'screen',
  'fire',
  'compare',
  'measure',
  'inspect',
];

const pairs = (fault: string, struck: readonly string[]): readonly (readonly [string, string])[] =>
  struck.map((item) => [fault, item] as const);

const requiredPairs: readonly (readonly [string, string])[] = [
  ...pairs('crash-before-intent', allKinds),
  ...pairs('crash-after-intent', allKinds),
  ...pairs('crash-after-act', allKinds),
  ...pairs('crash-after-record', allKinds),
  ...pairs('pause', allKinds),
  ...pairs('unavailable', [...outward, ...looking]),
  ...pairs('lost-answer', outward),
  ...pairs('stale-act', [...launches, ...outward.filter((kind) => kind !== 'reserve')]),
  ...pairs('found-after-recovery', ['push', 'open-pull-request', 'merge', 'comment-ticket', ...launches]),
  ...pairs('append-fenced', ['journal']),
  ...pairs('journal-io', ['written', 'not written']),
  ...['slow', 'hang', 'fail', 'malformed', 'question', 'quota', 'login'].flatMap((behaviour) =>
    pairs(`agent-${behaviour}`, launches),
  ),
  ...['breach', 'protectedPath', 'noChange', 'badTask', 'badRun'].flatMap((behaviour) =>
    pairs(`agent-${behaviour}`, ['attempt']),
  ),
  ...['revise', 'reject', 'abstain', 'unfounded'].flatMap((behaviour) =>
    pairs(`agent-${behaviour}`, ['ask']),
  ),
  ...pairs('launch-held', launches),
  ...pairs('program-missing', ['base', 'change']),
  ...pairs('stale-decision', ['plan', 'merge', 'delivery', 'review', 'question', 'budget', 'order']),
  ...pairs('two-persons-at-once', ['gate.decide']),
  ...pairs('same-command-twice', ['gate.decide', 'run.retry', 'run.pause', 'run.cancel', 'run.land']),
  ...pairs('command-subject-changed', ['gate.decide']),
  ...pairs('command-already-decided', ['gate.decide']),
  ...pairs('order-lost', ['before it was heard', 'with its answer']),
  ...pairs('order-late', ['gate.decide', 'run.retry', 'run.pause', 'run.resume', 'run.land']),
  ...pairs('order-heard-again', ['by the same owner', 'by another owner']),
  ...pairs('client-left', ['with an order on its way', 'with nothing']),
  ...pairs('client-lost-owner', ['with an order on its way', 'with nothing']),
  ...pairs('id-reused', ['id-reused']),
];
