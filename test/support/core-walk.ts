// Random walks through the core: a world and a person that do anything at all, from one seed, so that the same
// seed is the same walk. Then a fair world, in which everything is answered and a person says yes.

import * as fc from 'fast-check';
import { theRepository } from './the-repository.ts';
import { nothingSpent } from '../../src/core/budget/budget.ts';
import type { Command, Refusal } from '../../src/core/commands.ts';
import { isRefusal } from '../../src/core/commands.ts';
import { decide } from '../../src/core/decide.ts';
import type { AskResult, Effect, Outcome, Survey } from '../../src/core/effects.ts';
import type { Seen } from '../../src/core/remarks/seen.ts';
import { effectsDue } from '../../src/core/effects-due.ts';
import { shotOf } from '../../src/core/evidence/live-fire.ts';
import type { Evidence } from '../../src/core/evidence/evidence.ts';
import type { RunEvent } from '../../src/core/events.ts';
import { evolve } from '../../src/core/evolve/evolve.ts';
import { earlierStages } from '../../src/core/pipeline/earlier.ts';
import type { StageName } from '../../src/core/pipeline/stage.ts';
import { failureReasons } from '../../src/core/failures/failure.ts';
import type { Decision, Gate } from '../../src/core/gates/gate.ts';
import type { Role } from '../../src/core/roles/modes.ts';
import type { Plan, Task } from '../../src/core/plan/plan.ts';
import type { Policy } from '../../src/core/policy.ts';
import type { Run } from '../../src/core/run.ts';
import { openGates } from '../../src/core/run.ts';
import type { Conclusion, Finding } from '../../src/core/roles/verdict.ts';
import { aPlan, aPolicy, aRun, aTask, aTicket, answered, approval, happy, me, planAnswer } from './core.ts';
import type { PolicyChange, World } from './core.ts';
import {
  aVerdict,
  coverageSpec,
  docsAnswer,
  draftAnswer,
  measuredBefore,
  measuredOf,
  question,
  refinedAnswer,
} from './core.ts';
import type { Remark } from '../../src/core/remarks/remark.ts';
import { remarkClasses } from '../../src/core/remarks/remark.ts';
import { aProbe, aRemark, probesAnswer, seenAs, sortedAnswer, testCheck, unclear, you } from './core.ts';

/** Where the numbers of a walk come from. */
export interface Dice {
  /** A whole number from 0 up to, and without, `sides`. */
  readonly roll: (sides: number) => number;
  readonly chance: (percent: number) => boolean;
  readonly pick: <T>(items: readonly T[]) => T;
}

/** A small generator (mulberry32): the same seed gives the same numbers everywhere. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const roll = (sides: number): number => Math.floor(next() * sides);
  return {
    roll,
    chance: (percent) => next() * 100 < percent,
    pick: (items) => {
      for (const item of items.slice(roll(items.length))) return item;
      throw new Error('there is nothing to pick from');
    },
  };
}

/** One command and what came of it; a refusal leaves the state as it was. */
export interface WalkStep {
  readonly before: Run;
  readonly command: Command;
  readonly answer: readonly RunEvent[] | Refusal;
  readonly after: Run;
}

export interface Walk {
  readonly start: Run;
  readonly steps: readonly WalkStep[];
  /** What was thrown where the walk had to end early; nothing, where `decide` is total. */
  readonly thrown?: string;
}

export interface Shape {
  readonly seed: number;
  readonly stepsMax: number;
}

/** Walks of all lengths; what fails is shrunk to the shortest start of it that fails. */
export const shapes: fc.Arbitrary<Shape> = fc.record({
  seed: fc.integer({ min: 0 }),
  stepsMax: fc.integer({ min: 1, max: 260 }),
});

const walked = new Map<string, Walk>();

/** The same shape is walked once, however many properties look at it. */
export function walkOf(shape: Shape): Walk {
  const name = `${shape.seed}/${shape.stepsMax}`;
  const known = walked.get(name);
  if (known !== undefined) return known;
  const walk = randomWalk(shape);
  walked.set(name, walk);
  return walk;
}

function randomWalk({ seed, stepsMax }: Shape): Walk {
  const dice = diceOf(seed);
  const policy = randomPolicy(dice);
  const fairness = dice.pick([50, 65, 80]);
  const start = startOf(dice, aPolicy(policy));
  const steps: WalkStep[] = [];
  let run = start;
  try {
    for (let step = 0; step < stepsMax; step += 1) {
      const taken = taking(run, randomCommand(run, dice, fairness), step);
      steps.push(taken);
      run = taken.after;
    }
  } catch (error) {
    return { start, steps, thrown: String(error) };
  }
  return { start, steps };
}

/** Now and then a plan comes with the ticket; now and then it does not hold. */
function startOf(dice: Dice, policy: Policy): Run {
  const run = aRun(policy);
  if (dice.chance(80)) return run;
  const plan = brokenPlan(randomPlan({ ...run, checks: [testCheck] }, dice), dice);
  return evolve(run, { type: 'plan.given', plan, by: me }, 1);
}

export function taking(run: Run, command: Command, at: number): WalkStep {
  const answer = decide(run, command, at);
  const after = isRefusal(answer) ? run : answer.reduce((state, event) => evolve(state, event, at), run);
  return { before: run, command, answer, after };
}

function randomPolicy(dice: Dice): PolicyChange {
  return {
    gates: {
      plan: dice.chance(50),
      wave: dice.chance(25),
      delivery: dice.chance(30),
      merge: dice.chance(60),
      destructive: dice.chance(80),
    },
    onBlocked: dice.pick(['halt', 'simplify']),
    slots: 1 + dice.roll(4),
    rounds: { bug: dice.roll(3), review: dice.roll(3), fix: dice.roll(3), triage: dice.roll(3) },
    budget: { launches: dice.pick([0, 3, 10, 40, 400]), usd: dice.pick([0, 1, 10, 1_000]) },
    reproduction: dice.pick(['off', 'prefer', 'require']),
    probes: dice.pick(['off', 'contained', 'ask']),
    profile: dice.pick(['quick', 'default', 'default']),
    alternatives: dice.chance(50) ? {} : { planner: 1, implementer: 2, reviewer: 1 },
    onQuota: dice.pick(['wait', 'fail-over']),
    ...(dice.chance(50) ? { search: { searxng: 'http://127.0.0.1/' } } : {}),
    ...(dice.chance(50)
      ? { docs: { refresh: dice.pick(['off', 'stale', 'stale']), deliver: dice.pick(['off', 'commit']) } }
      : {}),
    liveFire: { enabled: dice.chance(50), unproven: 'ask', noCanary: 'ask' },
  };
}

/** Every third person sees that what went wrong lies further back. No dice: walks of before stay as they are up to there. */
function fromEarlier(run: Run): { readonly from?: StageName } {
  const ways = run.visit.n % 3 === 0 ? earlierStages(run) : [];
  const from = ways[run.visit.n % 2] ?? ways[0];
  return from === undefined ? {} : { from };
}

/** `fairness` is the share of good answers, in percent. */
function randomCommand(run: Run, dice: Dice, fairness: number): Command {
  const die = dice.roll(100);
  if (die < 72) return worldMoves(run, dice, fairness);
  if (die < 84) return personDecides(run, dice);
  if (die < 92 && (run.blocked !== undefined || run.paused)) {
    return run.paused
      ? { type: 'run.resume', by: me }
      : { type: 'run.retry', by: me, ...words(dice), ...fromEarlier(run) };
  }
  return die < 96 ? worldMoves(run, dice, fairness) : anything(run, dice);
}

function words(dice: Dice): { readonly comment?: string } {
  return dice.chance(50) ? { comment: 'words' } : {};
}

/** Something is begun or ended; most of the time what was begun first ends first, but not always. */
function worldMoves(run: Run, dice: Dice, fairness: number): Command {
  const begun = new Set(run.inFlight.map((effect) => effect.key));
  const fresh = effectsDue(run).filter((effect) => !begun.has(effect.key));
  if (fresh.length > 0 && (run.inFlight.length === 0 || dice.chance(50))) {
    return { type: 'effect.begin', key: dice.pick(fresh).key };
  }
  if (run.inFlight.length === 0) return personDecides(run, dice);
  const effect = dice.pick(run.inFlight);
  return { type: 'effect.end', key: effect.key, outcome: randomOutcome(run, effect, dice, fairness) };
}

function personDecides(run: Run, dice: Dice): Command {
  if (run.gates.length === 0) return { type: 'run.merge', by: me, head: theRepository(run).head.commit };
  const open = openGates(run);
  const gate = dice.pick(open.length > 0 && dice.chance(90) ? open : run.gates);
  const seen = dice.chance(97) ? gate.digest : 'something older';
  return { type: 'gate.decide', gate: gate.id, seen, decision: randomDecision(gate, dice) };
}

function randomDecision(gate: Gate, dice: Dice): Decision {
  const answer = dice.pick(['approve', 'approve', 'approve', 'approve', 'revise', 'reject'] as const);
  const choice = dice.pick([undefined, undefined, 1, 2, 100, -1, 0.5, Number.NaN]);
  const asked = gate.kind === 'question' || gate.kind === 'budget';
  return {
    answer,
    by: dice.pick([me, you]),
    ...words(dice),
    ...(choice === undefined || !asked ? {} : { choice }),
  };
}

/** What nobody should send, and what people send at the wrong moment. */
function anything(run: Run, dice: Dice): Command {
  const garbage = dice.pick(['', 'main/1/ask/planner/1', 'main/99/merge/pull-request/1', '☂', 'g0']);
  const head = dice.chance(70) ? theRepository(run).head.commit : garbage;
  const commands: readonly Command[] = [
    { type: 'effect.begin', key: garbage },
    { type: 'effect.end', key: garbage, outcome: { type: 'stopped' } },
    { type: 'gate.decide', gate: garbage, seen: garbage, decision: approval },
    { type: 'run.pause', by: me },
    { type: 'run.pause', by: me },
    { type: 'run.resume', by: me },
    { type: 'run.retry', by: me },
    { type: 'run.triage', by: me, words: dice.pick(['p', 'q']) },
    { type: 'run.tell', by: me, note: 'note', ...(dice.chance(50) ? {} : { task: taskName(run, dice) }) },
    { type: 'task.take', by: me, task: taskName(run, dice) },
    { type: 'task.give', by: me, task: taskName(run, dice), work: dice.pick(['keep', 'drop']) },
    { type: 'task.give', by: me, task: taskName(run, dice), work: 'keep' },
    { type: 'plan.edit', by: me, seen: planGateDigest(run) ?? garbage, plan: editedPlan(run) },
    { type: 'launch.refuse', key: effectsDue(run).at(-1)?.key ?? garbage, reached: usedUp },
    { type: 'day.pass', day: dice.pick(['2026-11-16', '2026-11-17']) },
    { type: 'day.raise', day: '2026-11-16', cap: usedUp.cap, to: dice.pick([1, 1_000_000]) },
    { type: 'run.merge', by: you, head },
    { type: 'run.land', by: you, head, how: dice.pick(['branch', 'fast-forward']) },
    { type: 'run.start', start: { ...startAgain, run: garbage } },
    ...(dice.chance(10) ? [{ type: 'run.cancel' as const, by: me, discard: dice.chance(50) }] : []),
    ...(dice.chance(15) ? [{ type: 'run.fail' as const, because: 'a bug' }] : []),
  ];
  return dice.pick(commands);
}

const usedUp = { day: '2026-11-16', cap: 'launches', spent: nothingSpent } as const;

function taskName(run: Run, dice: Dice): string {
  const names = run.tasks.map((state) => state.task.id);
  return names.length === 0 || dice.chance(10) ? 'nobody' : dice.pick(names);
}

function planGateDigest(run: Run): string | undefined {
  return openGates(run).find((gate) => gate.kind === 'plan')?.digest;
}

function editedPlan(run: Run): Plan {
  return { ...(run.plan ?? aPlan([aTask('edited')])), hash: `edited ${run.gates.length}` };
}

const startAgain = {
  run: 'r2',
  pipeline: 'deliver' as const,
  source: { tracker: 'local', ref: 'x' },
  title: 't',
  repositories: [],
  policy: aPolicy(),
  policyHash: 'p',
  config: 'c',
  forge: 'local',
  level: 'open' as const,
  by: me,
};

function randomOutcome(run: Run, effect: Effect, dice: Dice, fairness: number): Outcome {
  if (dice.chance(fairness)) return { ...fair(run, effect, dice), ...charge(dice) };
  const die = dice.roll(38);
  if (die < 10) {
    const reason = dice.pick(failureReasons);
    const paths = dice.chance(50) ? { paths: ['.github/ci.yml'] } : {};
    return {
      type: 'failed',
      reason,
      ...paths,
      ...(dice.chance(50) ? { detail: 'log' } : {}),
      ...charge(dice),
    };
  }
  if (die < 14) {
    const saved = dice.chance(50) ? { saved: 'saved' } : {};
    const session = { provenance: { agent: 'a', transcript: 't', session: { id: 's', tokens: 1 } } };
    return { type: 'stopped', ...saved, ...(dice.chance(50) ? session : {}), ...charge(dice) };
  }
  if (die < 19 && (effect.kind === 'ask' || effect.kind === 'attempt')) {
    return question(effect.kind, dice.pick(['this', 'that']));
  }
  return perverse(run, effect, dice);
}

function charge(dice: Dice): Pick<Outcome, 'charge'> {
  if (dice.chance(40)) return {};
  return { charge: { ...(dice.chance(50) ? { usd: 0.5 } : {}), agentMs: 60_000 } };
}

function surveyWords(dice: Dice): Pick<Survey, 'words'> {
  return dice.chance(50) ? { words: 'survey' } : {};
}

function measuring(dice: Dice): Pick<Survey, 'coverage'> {
  return dice.chance(70) ? { coverage: coverageSpec } : {};
}

/** Done, but not as anybody hoped. */
function perverse(run: Run, effect: Effect, dice: Dice): Outcome {
  switch (effect.kind) {
    case 'survey': {
      const problems = dice.chance(50) ? ['git is missing'] : [];
      const checks = dice.chance(50) ? [testCheck] : [];
      return {
        type: 'done',
        kind: 'survey',
        result: {
          tree: 'tree c0',
          checks,
          dirty: 'docs',
          problems,
          ...surveyWords(dice),
          ...measuring(dice),
        },
      };
    }
    case 'fetch-ticket': {
      const bug = { ...aTicket, type: 'bugfix' as const, workType: 'fix' as const };
      const ticket = dice.chance(50) ? bug : { ...unclear, mandates: ['M1'], mandatesBlob: 'mandates' };
      return { type: 'done', kind: 'fetch-ticket', result: { ticket, branch: 'fix/T-1_x' } };
    }
    case 'ask':
      return answered(perverseAnswer(run, effect, dice));
    case 'check': {
      const verdict = dice.pick(['PASS', 'WARN', 'FAIL', 'FAIL'] as const);
      const tree = dice.chance(80) ? effect.input.tree : 'another tree';
      const evidence: readonly Evidence[] = effect.input.checks.map((spec) => ({
        check: spec.name,
        kind: spec.kind,
        tree,
        verdict,
        because: dice.pick(['exit', 'no-tests', 'timeout']),
        ms: 1,
        log: 'log',
      }));
      return { type: 'done', kind: 'check', result: { evidence } };
    }
    case 'measure': {
      if (dice.chance(20)) return { type: 'done', kind: 'measure', result: { problem: 'no report' } };
      if (effect.input.head !== undefined) {
        return { type: 'done', kind: 'measure', result: { before: measuredBefore(effect.input.tree) } };
      }
      const files = dice.pick([
        [['src/a.ts', ['test/a.test.ts']]],
        [
          ['src/a.ts', ['test/a.test.ts']],
          ['src/b.ts', ['test/b.test.ts']],
        ],
      ] as const);
      const measured = { ...measuredOf(effect.input.tree, dice.roll(10), files), unmeasured: dice.roll(2) };
      return { type: 'done', kind: 'measure', result: { measured } };
    }
    case 'fire': {
      const found = dice.chance(20) ? { findings: 'findings' } : {};
      return {
        type: 'done',
        kind: 'fire',
        result: { shot: shotOf(effect.subject), tree: effect.input.tree, ms: 1, ...found },
      };
    }
    case 'compare': {
      const findings = [{ kind: 'test-removed', file: 'test/a.ts' }] as const;
      return {
        type: 'done',
        kind: 'compare',
        result: {
          tree: effect.input.tree,
          weakened: { findings, blob: 'weakened' },
          ...(dice.chance(50)
            ? {
                destroyed: {
                  findings: [{ kind: 'file-deleted', file: 'src/a.ts', what: 'the file' }],
                  blob: 'destroyed',
                },
              }
            : {}),
        },
      };
    }
    case 'screen':
      return { type: 'done', kind: 'screen', result: { verdict: 'BLOCKED', rules: ['npm-token'] } };
    case 'inspect':
      return seenAs(randomSight(run, dice))(run);
    case 'search':
    case 'run-probes':
    case 'attempt':
    case 'hand-out':
    case 'hand-in':
    case 'discard':
    case 'revert':
    case 'integrate':
    case 'commit-docs':
    case 'reserve':
    case 'push':
    case 'open-pull-request':
    case 'update-pull-request':
    case 'reply':
    case 'request-review':
    case 'publish-checks':
    case 'label':
    case 'comment-ticket':
    case 'transition-ticket':
    case 'merge':
    case 'land':
    case 'wait-until':
    case 'write-artifacts':
      return fair(run, effect, dice);
  }
}

function randomSight(run: Run, dice: Dice): Partial<Seen> {
  return {
    state: dice.pick(['open', 'open', 'open', 'open', 'open', 'merged', 'closed']),
    head: dice.chance(90) ? theRepository(run).head.commit : 'theirs',
    mergeable: dice.chance(70),
    checks: dice.pick(['success', 'pending', 'failure']),
    ...(dice.chance(50) ? { mergeCommit: 'm' } : {}),
    ...(dice.chance(30) ? { remarks: randomRemarks(run, dice) } : {}),
    ...(dice.chance(20) ? { approval: dice.pick(['approved', 'changes-requested', 'missing']) } : {}),
    ...(dice.chance(5) ? { target: 'elsewhere' } : {}),
    ...(dice.chance(10) ? { missing: ['ci'] } : {}),
  };
}

function randomRemarks(run: Run, dice: Dice): readonly Remark[] {
  const association = dice.pick(['MEMBER', 'NONE', undefined]);
  const author = { name: dice.pick(['ann', 'bob', 'dependabot[bot]']), ...(association && { association }) };
  const path = dice.pick([undefined, 'src/a.ts', 'elsewhere']);
  const change = { author, print: dice.pick(['p', 'q']), ...(path && { path }) };
  const demand = dice.chance(30) ? { isDemand: true as const } : {};
  return [aRemark(`c-${run.visit.n}-${dice.roll(4)}`, { ...change, ...demand })];
}

function randomSorted(run: Run, remarks: readonly string[], dice: Dice): AskResult {
  const heard = theRepository(run).pullRequest?.heard ?? [];
  const opposes = dice.chance(30) ? heard.at(-2)?.id : undefined;
  return sortedAnswer(remarks.slice(dice.roll(2)), {
    class: dice.pick(remarkClasses),
    ...(opposes === undefined ? {} : { opposes }),
    ...(dice.chance(20) ? { isOutside: true } : {}),
  });
}

function perverseAnswer(run: Run, effect: Effect<'ask'>, dice: Dice): AskResult {
  const by = { agent: 'a', transcript: 't' };
  if (dice.chance(10)) return { ...by, answer: 'design', blob: 'design' };
  if (effect.input.search === true && dice.chance(40))
    return { ...by, answer: 'search', queries: 'queries', refused: dice.roll(3) };
  if (effect.input.probe === true && dice.chance(40)) {
    const probes = [aProbe, { ...aProbe, name: 'again' }, aProbe, aProbe].slice(0, dice.roll(5));
    return { ...probesAnswer(probes, dice.pick(['scripts', 'others'])), ...by };
  }
  if (effect.input.remarks !== undefined) return randomSorted(run, effect.input.remarks, dice);
  if (effect.input.docs !== undefined && dice.chance(60)) {
    return { ...docsAnswer(dice.pick([[], effect.input.docs, ['README.md']])), ...by };
  }
  switch (effect.input.role) {
    case 'planner':
    case 'splitter':
      if (dice.chance(40)) return draftAnswer();
      return planAnswer(brokenPlan(randomPlan(run, dice), dice));
    case 'investigator': {
      const analysis = { blob: 'b', related: [], missing: ['gone'], reproduced: dice.chance(50) };
      const reproduction = { commit: 'r', tree: 'rt', path: 'test/bug.js', blob: 'bug' };
      return {
        ...by,
        answer: 'analysis',
        analysis: {
          ...analysis,
          ...(dice.chance(50) ? { related: [{ file: 'a' }], missing: [], reproduction } : {}),
          chars: dice.roll(400),
        },
      };
    }
    case 'interpreter':
      return { ...refinedAnswer(dice.chance(50) ? [] : ['c1']), ...by };
    case 'designer':
      return { ...by, answer: 'design', blob: 'design' };
    case 'auditor':
    case 'assumption-verifier':
    case 'executability-verifier':
    case 'reviewer':
    case 'implementer':
    case 'tester':
    case 'documenter':
    case 'dispatcher': {
      const conclusion: Conclusion = dice.pick(['pass', 'revise', 'revise', 'reject', 'abstain']);
      const concerns = dice.pick(['plan', 'design', 'change'] as const);
      const findings = [randomFinding(run, dice), randomFinding(run, dice)].slice(dice.roll(3));
      const confidence = dice.chance(80) ? 1 : 0.1;
      const { role } = effect.input;
      const verdict = aVerdict({
        role,
        conclusion,
        concerns,
        findings: findings.map((finding, n) => ({ ...finding, id: `${run.visit.n}-${role}-${n}` })),
        confidence,
        ...(role === 'auditor' ? { marks: { correctness: dice.roll(6), tests: dice.roll(6) } } : {}),
        ...(role === 'auditor' && confidence === 1
          ? { risks: [{ category: 'concurrency', state: 'bearable' }] }
          : {}),
        ...(role === 'assumption-verifier' ? { mirages: dice.roll(5) } : {}),
        ...(role === 'executability-verifier'
          ? { walk: { unclear: dice.roll(2), blocked: dice.roll(3) } }
          : {}),
        earlier: run.points.map(({ id }) => ({ id, settled: dice.chance(50) })),
      });
      return { ...by, answer: 'verdict', verdict };
    }
  }
}

function randomFinding(run: Run, dice: Dice): Finding {
  const files = run.tasks.flatMap((state) => state.task.files);
  const file = dice.pick([undefined, 'elsewhere', ...files]);
  return {
    severity: dice.pick(['CRITICAL', 'MAJOR', 'MINOR']),
    ...(file === undefined ? {} : { file }),
    title: 'finding',
    validation: dice.pick(['confirmed', 'rejected', 'unvalidated']),
  };
}

/** A plan of 1 to 6 tasks that share some files and depend on earlier ones, or on what is integrated. */
function randomPlan(run: Run, dice: Dice): Plan {
  const integrated = run.tasks.filter((state) => state.at === 'integrated').map((state) => state.task.id);
  const reusable = run.tasks.filter((state) => state.at !== 'integrated').map((state) => state.task.id);
  const tasks: Task[] = [];
  const count = 1 + dice.roll(6);
  for (let n = 0; n < count; n += 1) {
    const before = [...integrated, ...tasks.map((task) => task.id)];
    const again = reusable.filter((id) => !tasks.some((task) => task.id === id));
    const id = again.length > 0 && dice.chance(40) ? dice.pick(again) : `t${run.visit.n}-${n}`;
    const files = [
      dice.chance(40) ? `shared/${dice.roll(3)}` : `own/${id}`,
      ...(dice.chance(10) ? ['own/'] : []),
    ];
    tasks.push(
      aTask(id, {
        files,
        tests: dice.chance(30) ? [`test/${id}`] : [],
        dependsOn: before.filter(() => dice.chance(35)),
        verification: run.checks.map((check) => check.name),
        criteria: run.ticket?.criteria ?? ['c1'],
        ...(run.ticket?.mandates === undefined ? {} : { mandates: run.ticket.mandates }),
        destructive: dice.chance(12),
      }),
    );
  }
  return aPlan(run.simplifying ? tasks.map((task) => inside(run, task, dice)) : tasks, {
    hash: `plan ${run.visit.n} ${dice.roll(1_000)}`,
    confidence: dice.pick([1, 1, 0.5]),
    grants: (run.visit.n + tasks.length) % 6 === 0 ? ['shared/1', 'go.sum'] : [],
    risks: dice.chance(10) ? [{ category: 'concurrency', impact: 'HIGH', resolved: false }] : [],
  });
}

/** The simplification pass stays in the files the run has worked on. */
function inside(run: Run, task: Task, dice: Dice): Task {
  return { ...task, files: [dice.pick(run.tasks.flatMap((state) => state.task.files))], tests: [] };
}

function brokenPlan(plan: Plan, dice: Dice): Plan {
  const [first, ...rest] = plan.tasks;
  if (first === undefined || dice.chance(40)) return plan;
  const broken: readonly Task[] = [
    { ...first, dependsOn: [first.id] },
    { ...first, dependsOn: ['nobody'] },
    { ...first, files: ['../outside'] },
    { ...first, id: 'not an id' },
  ];
  return { ...plan, tasks: [dice.pick(broken), ...rest] };
}

/** A good answer, with plans and checks that fit whatever the run has been through. */
function fair(run: Run, effect: Effect, dice: Dice): Outcome {
  const world: World = { checks: [testCheck], coverage: coverageSpec };
  if (effect.kind !== 'ask' || !isPlanning(effect.input.role)) return fairTicket(run, effect, world);
  return answered(planAnswer(randomPlan(run, dice)));
}

function isPlanning(role: Role): boolean {
  return role === 'planner' || role === 'splitter';
}

/** A reproduction is found where policy requires one. */
function fairTicket(run: Run, effect: Effect, world: World): Outcome {
  const outcome = happy(run, effect, world);
  if (outcome.type !== 'done' || outcome.kind !== 'ask' || outcome.result.answer !== 'analysis')
    return outcome;
  return answered({ ...outcome.result, analysis: { ...outcome.result.analysis, reproduced: true } });
}

export interface Rest {
  readonly run: Run;
  readonly steps: number;
}

/** Goes on in a fair world until nothing but a retry could move the run; more steps than `stepsMax` are a spin. */
export function comeToRest(start: Run, dice: Dice, stepsMax: number): Rest {
  let run = start;
  for (let steps = 0; steps < stepsMax; steps += 1) {
    const command = fairCommand(run, dice);
    if (command === undefined) return { run, steps };
    const taken = taking(run, command, steps);
    if (isRefusal(taken.answer)) {
      throw new Error(`a fair ${command.type} was refused: ${JSON.stringify(taken.answer)}`);
    }
    run = taken.after;
  }
  throw new Error(`the run is in ${run.visit.stage} and did not come to rest within ${stepsMax} steps`);
}

function fairCommand(run: Run, dice: Dice): Command | undefined {
  if (run.paused && run.ended === undefined) return { type: 'run.resume', by: me };
  const [late] = run.inFlight;
  if (late !== undefined) return { type: 'effect.end', key: late.key, outcome: fair(run, late, dice) };
  const [due] = effectsDue(run);
  if (due !== undefined) return { type: 'effect.begin', key: due.key };
  if (run.ended !== undefined || run.blocked !== undefined) return undefined;
  const theirs = run.tasks.find((state) => state.at === 'taken');
  if (theirs !== undefined) return { type: 'task.give', by: me, task: theirs.task.id, work: 'keep' };
  const [gate] = openGates(run);
  if (gate === undefined) return undefined;
  return { type: 'gate.decide', gate: gate.id, seen: gate.digest, decision: approval };
}
