// The simulated world. Its durable part (journal store, forge, tracker, the user's repository, receipts, what the
// home reserved) outlives every owner; agents at work outlive the owner that started them too, as survivors.
// What an owner holds in memory is not here: a crash drops it by dropping the owner.

import type { Outcome, TicketStatus } from '../../src/core/effects.ts';
import type { followed } from '../../src/core/evolve/evolve.ts';
import { fakeStore, type FakeStore } from '../../src/journal/fake-journal.ts';
import type { Clock } from '../../src/telemetry/clock.ts';
import type { Random } from './random.ts';
import { rememberedFold } from './remembered-fold.ts';
import type { Swarm } from './swarm.ts';

export interface World {
  readonly random: Random;
  readonly swarm: Swarm;
  readonly store: FakeStore;
  /** How owners fold what they read from it. */
  readonly fold: typeof followed;
  /** How many moves were made so far, by anybody. */
  step: number;
  /** What clocks on walls show; jumps. */
  now: number;
  /** What passed; never goes back. */
  passedMs: number;
  /** Faults are over: agents are honest, the forge answers, people approve. */
  quiet: boolean;
  /** Where the branch is that pull requests go into. */
  target: string;
  /** Every commit a branch on the forge pointed at, oldest first. */
  readonly branches: Map<string, string[]>;
  readonly pullRequests: PullRequest[];
  readonly tickets: Map<string, TicketRecord>;
  /** Branches in the user's repository that Slipway wrote. */
  /** Commits that somebody else pushed to a branch of ours. */
  readonly strangers: Set<string>;
  readonly landed: Map<string, string>;
  readonly reservations: Map<string, number>;
  readonly artifacts: Set<string>;
  readonly receipts: Map<string, Outcome>;
  /** What the home knows: agents whose login does not work. */
  readonly halted: Set<string>;
  /** Agents at work, by run and effect key. */
  readonly processes: Map<string, AgentProcess>;
  readonly launches: Map<string, number>;
  readonly commits: Map<string, Commit>;
  readonly ids: Map<string, string>;
  /** What the forge thinks of a head, once it was asked. */
  readonly opinions: Map<string, boolean>;
  /** What each person had read when they decided, by their name; a name decides once. */
  readonly saw: Map<string, string>;
}

export interface PullRequest {
  readonly number: number;
  readonly branch: string;
  state: 'open' | 'merged' | 'closed';
  readonly labels: Set<string>;
  readonly checked: Set<string>;
  readonly merges: Merge[];
}

interface Merge {
  readonly head: string;
  readonly commit: string;
  /** Where the target was; undefined where somebody merged it by hand. */
  readonly onto?: string;
}

export interface TicketRecord {
  readonly statuses: TicketStatus[];
  /** One entry a comment, by marker. */
  readonly comments: string[];
}

export interface AgentProcess {
  readonly owner: string;
  readonly run: string;
  readonly files: readonly string[];
}

export interface Commit {
  readonly tree: string;
  /** Where its defect shows: in a task's own checks, or only when everything is checked. */
  readonly defect: 'none' | 'task' | 'run';
  /** Whoever integrates it mends what was broken before. */
  readonly heals: boolean;
  /** The commit it was made on, where that matters: what somebody else pushed is in it for good. */
  readonly onto?: string;
}

export function newWorld(random: Random, swarm: Swarm): World {
  return {
    random,
    swarm,
    store: fakeStore(),
    fold: rememberedFold(),
    step: 0,
    now: 1_700_000_000_000,
    passedMs: 0,
    quiet: false,
    target: 'base',
    branches: new Map(),
    pullRequests: [],
    tickets: new Map(),
    strangers: new Set(),
    landed: new Map(),
    reservations: new Map(),
    artifacts: new Set(),
    receipts: new Map(),
    halted: new Set(),
    processes: new Map(),
    launches: new Map(),
    commits: new Map([['base', { tree: 'tree-base', defect: 'none', heals: false }]]),
    ids: new Map(),
    opinions: new Map(),
    saw: new Map(),
  };
}

/** The same content always has the same id, as in git. */
export function idFor(world: World, prefix: string, content: string): string {
  const known = world.ids.get(content);
  if (known !== undefined) return known;
  const id = `${prefix}${world.ids.size + 1}`;
  world.ids.set(content, id);
  return id;
}

export function addCommit(world: World, content: string, commit: Omit<Commit, 'tree'>): string {
  const id = idFor(world, 'c', content);
  if (!world.commits.has(id)) world.commits.set(id, { ...commit, tree: `tree-${id}` });
  return id;
}

/** What somebody else does is good in itself. */
export const sound = { defect: 'none', heals: false } as const;

/** Somebody else pushes to a branch of ours. */
export function pushByHand(world: World, branch: string): void {
  const pushed = world.branches.get(branch) ?? [];
  const onto = pushed.at(-1);
  const lineage = onto === undefined ? {} : { onto };
  const commit = addCommit(world, `stranger/${branch}/${pushed.length}`, { ...sound, ...lineage });
  world.strangers.add(commit);
  world.branches.set(branch, [...pushed, commit]);
}

export function commitOf(world: World, id: string): Commit {
  const commit = world.commits.get(id);
  if (commit === undefined) throw new Error(`the world has no commit ${id}`);
  return commit;
}

/** Whether one commit is in the history of the other. */
export function isIn(world: World, older: string, newer: string): boolean {
  for (let at: string | undefined = newer; at !== undefined; at = world.commits.get(at)?.onto) {
    if (at === older) return true;
  }
  return false;
}

export function tipOf(world: World, branch: string): string | undefined {
  return world.branches.get(branch)?.at(-1);
}

export function pullRequestOf(world: World, number: number): PullRequest {
  const found = world.pullRequests.find((item) => item.number === number);
  if (found === undefined) throw new Error(`the forge has no pull request ${number}`);
  return found;
}

export function ticketOf(world: World, ref: string): TicketRecord {
  const found = world.tickets.get(ref) ?? { statuses: [], comments: [] };
  world.tickets.set(ref, found);
  return found;
}

export function processName(run: string, key: string): string {
  return `${run}:${key}`;
}

/** A rate while faults are on, nothing afterwards. */
export function strikes(world: World, rate: number): boolean {
  return !world.quiet && world.random.chance(rate);
}

export function passTime(world: World, ms: number): void {
  world.passedMs += ms;
  world.now += ms;
  if (strikes(world, world.swarm.faults.clockJump)) {
    world.now += world.random.pick([-3_600_000, -5_000, 3_600_000, 90 * 86_400_000, -90 * 86_400_000]);
  }
}

/** Only its `now` is used; nothing in the simulation waits by itself. */
export function clockOf(world: World): Clock {
  return {
    now: () => world.now,
    monotonic: () => world.passedMs,
    until: () => Promise.reject(new Error('nothing waits by itself in the simulation')),
  };
}
