// The policy a run lives by: the defaults, and over them what a person wrote.

import { coverageDefaults, defaultPolicy, rerunsOf, reuseMsOf } from '../core/policy.ts';
import type { Caps, Policy } from '../core/policy.ts';
import { withProfile } from './profiles.ts';
import type { ConfigFile } from './schema.ts';

const slotsMax = 10;
const slotsWhereUnknown = 2;
const checksAtOnceMax = 4;

export function policyOf(given: ConfigFile, cores: number): Policy {
  const file = withProfile(given);
  const { perTask, sameClass, wait, ...retries } = file.retries ?? {};
  const base = defaultPolicy;
  return {
    ...base,
    profile: file.profile ?? base.profile,
    gates: { ...base.gates, ...file.gates },
    onBlocked: file.onBlocked ?? base.onBlocked,
    onQuota: file.onQuota ?? base.onQuota,
    slots: file.slots ?? slotsFor(cores),
    rounds: roundsOf(file.rounds ?? {}),
    retries: { ...base.retries, ...retries },
    retriesPerTask: perTask ?? base.retriesPerTask,
    sameClassMax: sameClass ?? base.sameClassMax,
    waitMs: wait ?? base.waitMs,
    pollMs: file.limits?.poll ?? base.pollMs,
    quotaWaitMs: file.limits?.quotaWait ?? base.quotaWaitMs,
    gateMs: file.limits?.gate ?? base.gateMs,
    checksAtOnce: file.limits?.checksAtOnce ?? Math.min(checksAtOnceMax, slotsFor(cores)),
    reuseMs: file.limits?.reuse ?? reuseMsOf(base),
    budget: budgetOf(file.budget ?? {}),
    plan: planOf(file.plan ?? {}),
    authors: { ...base.authors, ...file.authors },
    interpret: file.interpret ?? base.interpret ?? 'auto',
    reruns: { ...rerunsOf(base), ...file.reruns },
    coverage: { ...coverageDefaults, ...file.coverage },
    reproduction: file.reproduction ?? base.reproduction,
    ...(file.search === undefined ? {} : { search: file.search }),
    ...(file.docs === undefined ? {} : { docs: { refresh: 'off', deliver: 'off', ...file.docs } }),
    protectedPaths: protectedPathsOf(file.protectedPaths ?? {}),
    limits: limitsOf(file.limits ?? {}),
  };
}

function slotsFor(cores: number): number {
  if (!Number.isFinite(cores) || cores < 1) return slotsWhereUnknown;
  return Math.min(slotsMax, Math.floor(cores));
}

function roundsOf(given: NonNullable<ConfigFile['rounds']>): Policy['rounds'] {
  const { plan, ...rest } = given;
  const base = defaultPolicy.rounds;
  const all = typeof plan === 'number' ? { TRIVIAL: plan, SMALL: plan, MEDIUM: plan, LARGE: plan } : plan;
  return { ...base, ...rest, plan: { ...base.plan, ...all } };
}

function budgetOf(given: NonNullable<ConfigFile['budget']>): Policy['budget'] {
  const { stages, task, day, reserveUsd, ...caps } = given;
  return {
    ...defaultPolicy.budget,
    ...capsOf(caps),
    ...(reserveUsd === undefined ? {} : { reserveUsd }),
    ...(task === undefined ? {} : { task: capsOf(task) }),
    ...(day === undefined ? {} : { day: capsOf(day) }),
    ...(stages === undefined ? {} : { stages: perStage(stages) }),
  };
}

type GivenBudget = NonNullable<ConfigFile['budget']>;

function perStage(given: NonNullable<GivenBudget['stages']>): NonNullable<Policy['budget']['stages']> {
  return Object.fromEntries(Object.entries(given).map(([stage, caps]) => [stage, capsOf(caps)]));
}

function capsOf({ time, ...rest }: NonNullable<GivenBudget['task']>): Caps {
  return { ...rest, ...(time === undefined ? {} : { agentMs: time }) };
}

function planOf(given: NonNullable<ConfigFile['plan']>): Policy['plan'] {
  const base = defaultPolicy.plan;
  return {
    tasksMax: given.tasks ?? base.tasksMax,
    filesPerTaskMax: given.filesPerTask ?? base.filesPerTaskMax,
    linesPerTaskMax: given.linesPerTask ?? base.linesPerTaskMax,
    auditConfidence: given.auditConfidence ?? base.auditConfidence,
    auditTasks: given.auditTasks ?? base.auditTasks,
    scoreMin: given.score ?? base.scoreMin,
    majorsMax: given.majors ?? base.majorsMax,
    confidenceMin: given.confidence ?? base.confidenceMin,
    walkConfidenceMin: given.walkConfidence ?? base.walkConfidenceMin,
    stagnationRound: given.stagnation ?? base.stagnationRound,
    gainMin: given.gain ?? base.gainMin,
    riskyWords: given.riskyWords ?? base.riskyWords,
  };
}

function protectedPathsOf(given: NonNullable<ConfigFile['protectedPaths']>): readonly string[] {
  const kept = defaultPolicy.protectedPaths.filter((path) => !(given.remove ?? []).includes(path));
  return [...new Set([...kept, ...(given.add ?? [])])];
}

function limitsOf(given: NonNullable<ConfigFile['limits']>): Policy['limits'] {
  const base = defaultPolicy.limits;
  return {
    attemptMs: given.attempt ?? base.attemptMs,
    silenceMs: given.silence ?? base.silenceMs,
    graceMs: given.grace ?? base.graceMs,
    outputBytesMax: given.output ?? base.outputBytesMax,
    checkMs: given.check ?? base.checkMs,
    turns: { ...base.turns, ...given.turns },
  };
}
