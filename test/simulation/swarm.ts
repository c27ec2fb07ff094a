// What one seed is about. Each seed draws its own rates, and most of them are zero: a batch in which everything
// goes wrong at once never gets deep, a batch of specialists does.

import type { Kind } from '../../src/core/effects.ts';
import { defaultPolicy, type Policy } from '../../src/core/policy.ts';
import { coverageDefaults } from '../support/core.ts';
import type { Level } from '../../src/core/roles/modes.ts';
import type { Random } from './random.ts';

export interface Swarm {
  readonly runs: number;
  readonly safetyStepsMax: number;
  /** How likely the same actor goes on for another step. */
  readonly burst: number;
  /** The kind of effect whose boundaries this seed watches for, if it has one. */
  readonly focus?: Kind;
  /** Faults strike nowhere else: the run gets as far as that kind before anything goes wrong. */
  readonly focusOnly: boolean;
  readonly faults: FaultRates;
  readonly agents: AgentRates;
  readonly forge: ForgeRates;
  readonly persons: PersonRates;
  readonly clients: ClientRates;
  readonly policy: Policy;
  /** How strongly agents are contained, and so whether a person is asked before their scripts run. */
  readonly level: Level;
}

/** Per boundary of an effect, or per act, or per append. */
export interface FaultRates {
  readonly crash: number;
  readonly pause: number;
  /** How many steps a paused owner sleeps: long enough, sometimes, for the run to move on by stages. */
  readonly pauseStepsMax: number;
  readonly lostAnswer: number;
  readonly unavailable: number;
  /** Only the owner in charge is cut off from the world; whoever was superseded still reaches it. */
  readonly cutOff: boolean;
  readonly journalIo: number;
  readonly clockJump: number;
}

export interface AgentRates {
  readonly slow: number;
  readonly hang: number;
  readonly fail: number;
  readonly malformed: number;
  readonly breach: number;
  readonly protectedPath: number;
  readonly noChange: number;
  readonly badTask: number;
  readonly badRun: number;
  readonly question: number;
  readonly quota: number;
  readonly login: number;
  readonly revise: number;
  readonly reject: number;
  readonly abstain: number;
  /** Wants something mended, and names only what is not so. */
  readonly unfounded: number;
}

export interface ForgeRates {
  readonly red: number;
  /** What was green is red when it is looked at again. */
  readonly turnsRed: number;
  readonly pending: number;
  readonly conflict: number;
  readonly closed: number;
  readonly mergedByHand: number;
  /** Somebody else pushes to the branch of an open pull request. */
  readonly pushedByHand: number;
  readonly integrationConflict: number;
  /** Two good changes are bad together. */
  readonly redTogether: number;
  readonly secret: number;
  readonly noTests: number;
  readonly notReady: number;
  /** A program that a check starts is not on this machine. */
  readonly programMissing: number;
  /** The home has seen the base checkable before a run begins. */
  readonly seenCheckable: number;
  readonly landingRefused: number;
  /** Somebody pushes to a branch in the moment in which it is merged. */
  readonly pushedAtMerge: number;
  /** Somebody commits to the branch that pull requests go into. */
  readonly targetMoves: number;
}

export interface PersonRates {
  readonly revise: number;
  readonly reject: number;
  readonly stale: number;
  readonly twice: number;
  readonly together: number;
  readonly cancel: number;
  readonly pause: number;
  readonly order: number;
  readonly land: number;
}

/** What brings orders. */
export interface ClientRates {
  /** How many of the orders are brought, and not said to an owner there and then. */
  readonly through: number;
  readonly lost: number;
  /** How many steps an order may take. */
  readonly lateStepsMax: number;
  readonly leaves: number;
  /** Whoever gives another order the name of one. */
  readonly reuse: number;
}

const kinds: readonly [Kind, ...Kind[]] = [
  'reserve',
  'fetch-ticket',
  'survey',
  'ask',
  'search',
  'run-probes',
  'attempt',
  'check',
  'fire',
  'compare',
  'measure',
  'integrate',
  'commit-docs',
  'screen',
  'push',
  'open-pull-request',
  'update-pull-request',
  'publish-checks',
  'label',
  'comment-ticket',
  'transition-ticket',
  'inspect',
  'merge',
  'land',
  'wait-until',
  'write-artifacts',
];

export { kinds as allKinds };

/** Late kinds come up once a run, if at all: they are looked at more often. */
const focuses: readonly [Kind, ...Kind[]] = [
  ...kinds,
  ...lateKinds(['screen', 'push', 'open-pull-request', 'update-pull-request', 'publish-checks', 'label']),
  ...lateKinds(['comment-ticket', 'inspect', 'merge', 'land', 'update-pull-request', 'merge', 'land']),
  ...lateKinds(['run-probes']),
];

function lateKinds(late: readonly Kind[]): readonly Kind[] {
  return [...late, ...late];
}

export function drawSwarm(random: Random): Swarm {
  const rate = (max: number, zero = 0.6): number => (random.chance(zero) ? 0 : random.next() * max);
  const focus = random.chance(0.7) ? random.pick(focuses) : undefined;
  const mixed: Swarm = {
    runs: random.pick([1, 1, 1, 2, 2, 3]),
    safetyStepsMax: random.between(400, 3_200),
    burst: random.pick([0, 0.7, 0.9, 0.98]),
    ...(focus === undefined ? {} : { focus }),
    focusOnly: focus !== undefined && random.chance(0.7),
    faults: {
      crash: rate(0.04, 0.4),
      pause: rate(0.06, 0.5),
      pauseStepsMax: random.pick([20, 100, 600]),
      lostAnswer: rate(0.4),
      unavailable: rate(0.3),
      cutOff: random.chance(0.2),
      journalIo: rate(0.01, 0.8),
      clockJump: rate(0.1),
    },
    agents: drawAgents(random.chance(0.5) ? rate : never),
    forge: drawForge(random.chance(0.7) ? rate : never),
    persons: drawPersons(rate),
    clients: drawClients(random, rate),
    policy: drawPolicy(random),
    level: random.pick(['contained', 'open']),
  };
  if (random.chance(0.2)) return superseded(random, mixed);
  // Only who delivers documents commits them.
  if (focus === 'commit-docs') {
    return { ...mixed, policy: { ...mixed.policy, docs: { refresh: 'stale', deliver: 'commit' } } };
  }
  // They come up once a run, early and seldom: a person in between would make that seldomer still.
  if (focus === 'run-probes') return { ...mixed, level: 'contained' };
  // Only a second delivery updates a pull request: something has to be wrong with the first.
  return focus === 'update-pull-request' ? { ...mixed, forge: { ...mixed.forge, red: 0.6 } } : mixed;
}

/**
 * A seed about one thing: an owner sleeps with something outward at hand, and wakes when the run is rounds further.
 * Everything else goes well, so that the run gets that far.
 */
function superseded(random: Random, mixed: Swarm): Swarm {
  const calm: Swarm = {
    ...mixed,
    runs: 1,
    safetyStepsMax: 3_000,
    focus: random.pick<Kind>(['push', 'push', 'open-pull-request', 'comment-ticket', 'attempt']),
    focusOnly: true,
    faults: { ...quietFaults, crash: 0.002, pause: 0.03, pauseStepsMax: 700 },
    agents: drawAgents(never),
    forge: { ...drawForge(never), red: 0.7 },
    persons: { ...drawPersons(never), order: mixed.persons.order, land: 0.5 },
    clients: drawClients(random, never),
    // Nothing that only makes the way longer.
    policy: {
      ...defaultPolicy,
      rounds: { ...defaultPolicy.rounds, triage: 3 },
      coverage: { ...coverageDefaults, enabled: false },
    },
  };
  if (!random.chance(0.4)) return calm;
  // A head moves after its merge was ordered only if the merge fails for long and something else turns up meanwhile.
  return {
    ...calm,
    focus: 'merge',
    faults: { ...calm.faults, unavailable: 0.085, cutOff: true, pauseStepsMax: 500 },
    forge: { ...calm.forge, red: 0, turnsRed: 0.3, pending: 0.85 },
  };
}

const never: Rate = () => 0;
const quietFaults: FaultRates = {
  crash: 0,
  pause: 0,
  pauseStepsMax: 1,
  lostAnswer: 0,
  unavailable: 0,
  cutOff: false,
  journalIo: 0,
  clockJump: 0,
};

/** The rate at which a fault strikes at this kind of effect. */
export function rateAt(swarm: Swarm, kind: Kind, base: number, most = 0.35): number {
  if (swarm.focus === kind) return Math.min(most, base * 10);
  return swarm.focusOnly ? 0 : base;
}

type Rate = (max: number, zero?: number) => number;

function drawAgents(rate: Rate): AgentRates {
  return {
    slow: rate(0.5),
    hang: rate(0.15),
    fail: rate(0.3),
    malformed: rate(0.2),
    breach: rate(0.3, 0.8),
    protectedPath: rate(0.3, 0.8),
    noChange: rate(0.3, 0.8),
    badTask: rate(0.4, 0.7),
    badRun: rate(0.4, 0.7),
    question: rate(0.25, 0.7),
    quota: rate(0.2, 0.8),
    login: rate(0.1, 0.7),
    revise: rate(0.4, 0.7),
    reject: rate(0.3, 0.8),
    abstain: rate(0.2, 0.8),
    unfounded: rate(0.3, 0.7),
  };
}

function drawForge(rate: Rate): ForgeRates {
  return {
    red: rate(0.7, 0.6),
    turnsRed: rate(0.2, 0.6),
    pending: rate(0.6),
    conflict: rate(0.3, 0.8),
    closed: rate(0.01, 0.9),
    mergedByHand: rate(0.01, 0.9),
    pushedByHand: rate(0.2, 0.7),
    integrationConflict: rate(0.3, 0.8),
    redTogether: rate(0.4, 0.6),
    secret: rate(0.3, 0.9),
    noTests: rate(0.8, 0.8),
    notReady: rate(0.5, 0.9),
    programMissing: rate(0.8, 0.7),
    seenCheckable: rate(1, 0.5),
    landingRefused: rate(0.5, 0.8),
    targetMoves: rate(0.1, 0.6),
    pushedAtMerge: rate(0.5, 0.5),
  };
}

function drawPersons(rate: Rate): PersonRates {
  return {
    revise: rate(0.4),
    reject: rate(0.2, 0.7),
    stale: rate(0.4),
    twice: rate(0.5),
    together: rate(0.5),
    cancel: rate(0.02, 0.8),
    pause: rate(0.1, 0.7),
    order: rate(0.3),
    land: rate(1, 0.4),
  };
}

function drawClients(random: Random, rate: Rate): ClientRates {
  return {
    through: rate(1, 0.4),
    lost: rate(0.5, 0.4),
    lateStepsMax: random.pick([1, 30, 300]),
    leaves: rate(0.2, 0.4),
    reuse: rate(0.1),
  };
}

function drawPolicy(random: Random): Policy {
  const { budget, rounds, plan } = defaultPolicy;
  return {
    ...defaultPolicy,
    gates: {
      plan: random.chance(0.8),
      wave: random.chance(0.2),
      delivery: random.chance(0.3),
      merge: random.chance(0.8),
      destructive: random.chance(0.8),
    },
    ...(random.chance(0.5) ? { search: { searxng: 'http://127.0.0.1/' } } : {}),
    ...(random.chance(0.5) ? { docs: { refresh: 'stale', deliver: random.pick(['off', 'commit']) } } : {}),
    onBlocked: random.pick(['halt', 'simplify']),
    slots: random.between(1, 3),
    rounds: { ...rounds, fix: random.between(0, 2), bug: random.between(0, 3), triage: random.between(0, 3) },
    budget: {
      ...budget,
      launches: random.chance(0.3) ? random.between(2, 12) : budget.launches,
      usd: random.chance(0.15) ? random.between(1, 3) : budget.usd,
    },
    plan: { ...plan, auditTasks: random.between(1, 4) },
    reproduction: random.chance(0.1) ? 'require' : 'prefer',
    scope: { widen: random.pick(['ask', 'planned-folders', 'never']) },
  };
}
