// Faults of the world around a run: the forge, the tracker, the checks, the disk, and somebody else who works in the same repository.
// They are put around the ports, so that whoever would find them out in a real run finds them out here.
//
//   WORLD-FAULTS-1. Each strikes as often as it says, over all processes of a rehearsal: a crash in between repeats none.
//   WORLD-FAULTS-2. A red check is one whose command fails and says so; a moved target is a commit that is made. What only a service can
//       say of itself (out of reach, asked too often), the port says, and nothing reaches what is behind it.

import type { Checks } from '../../checks/checks.ts';
import type { CheckSpec } from '../../core/evidence/evidence.ts';
import type { Forge, ForgeAnswer } from '../../forges/forge.ts';
import type { Tracker, TrackerFailure } from '../../trackers/tracker.ts';
import type { Tools } from '../parts.ts';

const forgeFaults = ['forge-unavailable', 'forge-limited', 'forge-refused', 'ref-moved'] as const;
const trackerFaults = ['tracker-unavailable', 'tracker-limited'] as const;
export const worldFaultNames = [
  ...forgeFaults,
  ...trackerFaults,
  'checks-failed',
  'disk-full',
  'target-moved',
] as const;
export type WorldFaultName = (typeof worldFaultNames)[number];

/** The kinds of effects that each may strike; the first where nothing is said. */
export const worldEffects = {
  'forge-unavailable': ['push', 'open-pull-request', 'inspect', 'merge'],
  'forge-limited': ['push', 'open-pull-request', 'inspect', 'merge'],
  'forge-refused': ['push', 'open-pull-request', 'merge'],
  'ref-moved': ['push', 'merge'],
  'tracker-unavailable': ['fetch-ticket', 'comment-ticket', 'transition-ticket'],
  'tracker-limited': ['fetch-ticket', 'comment-ticket', 'transition-ticket'],
  'checks-failed': ['check'],
  'disk-full': ['check'],
  'target-moved': ['open-pull-request', 'merge'],
} as const satisfies Readonly<Record<WorldFaultName, readonly string[]>>;

export interface WorldFault {
  readonly fault: WorldFaultName;
  /** The kind of effect it strikes. */
  readonly effect: string;
  /** Of checks: its name; any test check where it is left out. */
  readonly check?: string;
  /** Of a moved target: the file that somebody else changes there. */
  readonly file?: string;
  readonly times: number;
}

export interface World {
  readonly faults: readonly WorldFault[];
  /** Whether the fault of this number has not struck often enough, and counts it. */
  readonly strikes: (fault: number) => boolean;
  /** Somebody else commits to the branch that pull requests go into. */
  readonly moveTarget: (file: string | undefined) => Promise<void>;
  readonly now: () => number;
}

export function inWorld(tools: Tools, world: World): Tools {
  if (world.faults.length === 0) return tools;
  return {
    ...tools,
    forgeOf: (run) => forgeIn(tools.forgeOf(run), world),
    trackerOf: (source, run) => trackerIn(tools.trackerOf(source, run), world),
    checks: checksIn(tools.checks, world),
  };
}

/** The one that strikes now. */
function struck<Name extends WorldFaultName>(
  { faults, strikes }: World,
  names: readonly Name[],
  fits: (fault: WorldFault) => boolean,
): (WorldFault & { readonly fault: Name }) | undefined {
  for (const [at, fault] of faults.entries()) {
    const name = names.find((one) => one === fault.fault);
    if (name !== undefined && fits(fault) && strikes(at)) return { ...fault, fault: name };
  }
  return undefined;
}

const limitMs = 600_000;

function forgeIn(forge: Forge, world: World): Forge {
  const met = async <T>(effect: string, act: () => Promise<ForgeAnswer<T>>): Promise<ForgeAnswer<T>> => {
    const moved = struck(world, ['target-moved'], (fault) => fault.effect === effect);
    if (moved !== undefined) await world.moveTarget(moved.file);
    const fault = struck(world, forgeFaults, (one) => one.effect === effect)?.fault;
    if (fault === undefined) return act();
    const until = fault === 'forge-limited' ? { until: world.now() + limitMs } : {};
    return { ok: false, reason: fault, detail: `the rehearsal has the forge say so of ${effect}`, ...until };
  };
  return {
    ...forge,
    push: (request) => met('push', () => forge.push(request)),
    open: (request) => met('open-pull-request', () => forge.open(request)),
    inspect: (repository, number) => met('inspect', () => forge.inspect(repository, number)),
    merge: (request) => met('merge', () => forge.merge(request)),
  };
}

function trackerIn(tracker: Tracker, world: World): Tracker {
  const failure = (effect: string): TrackerFailure | undefined => {
    const fault = struck(world, trackerFaults, (one) => one.effect === effect)?.fault;
    if (fault === undefined) return undefined;
    const resets = fault === 'tracker-limited' ? { resetsAt: world.now() + limitMs } : {};
    return {
      ok: false,
      reason: fault,
      detail: `the rehearsal has the tracker say so of ${effect}`,
      ...resets,
    };
  };
  return {
    ...tracker,
    fetch: async (ref) => failure('fetch-ticket') ?? tracker.fetch(ref),
    comment: async (ref, marker, body) => failure('comment-ticket') ?? tracker.comment(ref, marker, body),
    transition: async (ref, to) => failure('transition-ticket') ?? tracker.transition(ref, to),
  };
}

/** Only of a change: a base that cannot be checked is another matter, and asked about before anybody works. */
function checksIn(checks: Checks, world: World): Checks {
  return {
    ...checks,
    run: (request) => {
      if (request.packages?.by !== 'change') return checks.run(request);
      const runs = (fault: WorldFault): boolean => request.checks.some((spec) => means(fault, spec));
      if (struck(world, ['disk-full'], runs) !== undefined) return Promise.reject(diskFull());
      const fault = struck(world, ['checks-failed'], runs);
      if (fault === undefined) return checks.run(request);
      const red = request.checks.map((spec) => (means(fault, spec) ? failing(spec) : spec));
      return checks.run({ ...request, checks: red });
    },
  };
}

function means({ check }: WorldFault, { name, kind }: CheckSpec): boolean {
  return check === undefined ? kind === 'test' : check === name;
}

function failing({ script: _script, tool: _tool, ...spec }: CheckSpec): CheckSpec {
  return { ...spec, command: "echo 'not ok 1 - the rehearsal has this fail'; echo '1..1'; exit 1" };
}

/** As the system says it. */
function diskFull(): Error {
  return Object.assign(new Error('the rehearsal has the disk full'), { code: 'ENOSPC' });
}
