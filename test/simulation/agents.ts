// The agents of the simulation: how each launch behaves, and what it brings back. What comes back is what our own
// border would make of it: an agent that lies about its work ends as `no-change`, because git saw none.

import type { Charge } from '../../src/core/budget/budget.ts';
import type { AskInput, AskResult, Effect, Outcome, Provenance } from '../../src/core/effects.ts';
import { fenceVerdict } from '../../src/core/fence/fence.ts';
import type { Run } from '../../src/core/run.ts';
import { planFor } from './plans.ts';
import type { AgentRates } from './swarm.ts';
import { addCommit, commitOf, idFor, type World } from './world.ts';

export type Launch = Effect<'ask' | 'attempt'>;
export type Behaviour = 'honest' | keyof AgentRates;

const anywhere: readonly Behaviour[] = ['slow', 'hang', 'fail', 'malformed', 'question', 'quota', 'login'];
const byImplementers: readonly Behaviour[] = ['breach', 'protectedPath', 'noChange', 'badTask', 'badRun'];
const byReviewers: readonly Behaviour[] = ['revise', 'reject', 'abstain', 'unfounded'];
const reviewing: ReadonlySet<string> = new Set([
  'reviewer',
  'auditor',
  'assumption-verifier',
  'executability-verifier',
]);

export function drawBehaviour(world: World, effect: Launch): Behaviour {
  if (world.quiet) return 'honest';
  const own = effect.kind === 'attempt' ? byImplementers : [];
  const judging = effect.kind === 'ask' && reviewing.has(effect.input.role) ? byReviewers : [];
  const found = [...anywhere, ...own, ...judging].find(
    (behaviour) => behaviour !== 'honest' && world.random.chance(world.swarm.agents[behaviour]),
  );
  return found ?? 'honest';
}

/** How long it works. A hanging agent is ended by its limit. */
export function workMs(world: World, behaviour: Behaviour): number {
  if (behaviour === 'hang') return 600_000;
  return behaviour === 'slow' ? world.random.between(20_000, 200_000) : world.random.between(10, 5_000);
}

export function outcomeOf(world: World, run: Run, effect: Launch, behaviour: Behaviour): Outcome {
  const charge = chargeOf(world);
  switch (behaviour) {
    case 'hang':
      return { type: 'failed', reason: world.random.pick(['agent-timeout', 'agent-stalled']), charge };
    case 'fail':
      return { type: 'failed', reason: world.random.pick(['agent-failed', 'network', 'overloaded']), charge };
    case 'quota':
      return {
        type: 'failed',
        reason: 'quota',
        ...(world.random.chance(0.5) ? { resetsAt: world.now + 60_000 } : {}),
        charge,
      };
    case 'login':
      return { type: 'failed', reason: 'auth', charge, provenance: provenance(effect) };
    case 'malformed':
      if (effect.kind === 'ask' && world.random.chance(0.5)) return almost(world, run, effect, charge);
      return { type: 'failed', reason: 'malformed-answer', detail: blob(world, effect, 'bad'), charge };
    case 'question': {
      const result = { answer: 'question', blob: blob(world, effect, 'question'), options: 3 } as const;
      return { type: 'done', kind: effect.kind, result: { ...result, ...provenance(effect) }, charge };
    }
    case 'honest':
    case 'slow':
    case 'breach':
    case 'protectedPath':
    case 'noChange':
    case 'badTask':
    case 'badRun':
    case 'revise':
    case 'reject':
    case 'abstain':
    case 'unfounded':
      return effect.kind === 'ask'
        ? answered(world, run, effect, behaviour, charge)
        : worked(world, run, effect, behaviour, charge);
  }
}

function chargeOf(world: World): Charge {
  const tokens = world.random.between(10, 9_000);
  const usd = world.random.chance(0.7) ? { usd: world.random.below(30) / 100 } : {};
  return { ...usd, tokens, agentMs: world.random.between(1, 60_000) };
}

/** Every role is played by the same agent, so that its login is in the way of every run. */
export const theAgent = 'simulated';

function provenance(effect: Launch): Provenance {
  return { agent: theAgent, transcript: `transcript-${effect.key}` };
}

function blob(world: World, effect: Launch, what: string): string {
  return idFor(world, 'b', `${effect.key}/${what}/${world.ids.size}`);
}

function answered(
  world: World,
  run: Run,
  effect: Effect<'ask'>,
  behaviour: Behaviour,
  charge: Charge,
): Outcome {
  const result = answerOf(world, run, effect, behaviour);
  return { type: 'done', kind: 'ask', result, charge };
}

function answerOf(world: World, run: Run, effect: Effect<'ask'>, behaviour: Behaviour): AskResult {
  const { input } = effect;
  const who = provenance(effect);
  if (input.search === true && !world.quiet && world.random.chance(0.5)) {
    return { answer: 'search', queries: blob(world, effect, 'queries'), refused: 0, ...who };
  }
  // A seed about probes has them mostly: at its other rate their boundaries would hardly ever be struck.
  const probes = world.swarm.focus === 'run-probes' ? 0.9 : 0.4;
  if (input.probe === true && !world.quiet && world.random.chance(probes)) {
    const given = ['one', 'two', 'three'].slice(0, world.random.between(1, 3)).map((name) => ({
      name,
      path: `${name}.mjs`,
      blob: blob(world, effect, name),
      command: `node ${name}.mjs`,
    }));
    return { answer: 'probes', probes: given, blob: blob(world, effect, 'probes'), ...who };
  }
  if (input.docs !== undefined) {
    const documents = input.docs.map((path) => ({
      path,
      blob: blob(world, effect, path),
      cites: world.random.chance(0.5) ? ['src/'] : [],
    }));
    return { answer: 'docs', documents, ...who };
  }
  switch (input.role) {
    case 'planner':
    case 'splitter':
      return { answer: 'plan', plan: planFor(world, run), ...who };
    case 'designer':
      return { answer: 'design', blob: blob(world, effect, 'design'), ...who };
    case 'reviewer':
    case 'auditor':
    case 'assumption-verifier':
    case 'executability-verifier':
      return { answer: 'verdict', verdict: verdictOf(world, effect, input, behaviour), ...who };
    case 'interpreter':
    case 'investigator':
    case 'implementer':
    case 'tester':
    case 'documenter':
    case 'dispatcher':
      return { answer: 'analysis', analysis: analysisOf(world, effect, 900), ...who };
  }
}

/** Well formed, and still not what the core can use: an analysis that is too short, a plan in a circle or without tasks. */
function almost(world: World, run: Run, effect: Effect<'ask'>, charge: Charge): Outcome {
  const answer = answerOf(world, run, effect, 'abstain');
  if (answer.answer === 'analysis') {
    const result = { ...answer, analysis: { ...answer.analysis, chars: 10 } };
    return { type: 'done', kind: 'ask', result, charge };
  }
  if (answer.answer !== 'plan') return { type: 'done', kind: 'ask', result: answer, charge };
  if (world.random.chance(0.5)) {
    const draft = { draft: blob(world, effect, 'draft'), problems: blob(world, effect, 'problems') };
    return {
      type: 'done',
      kind: 'ask',
      result: { answer: 'draft', ...draft, ...provenance(effect) },
      charge,
    };
  }
  const tasks = answer.plan.tasks.map((task) => ({ ...task, dependsOn: [task.id] }));
  return { type: 'done', kind: 'ask', result: { ...answer, plan: { ...answer.plan, tasks } }, charge };
}

function analysisOf(world: World, effect: Launch, chars: number) {
  return {
    blob: blob(world, effect, 'analysis'),
    chars,
    related: [{ file: 'src/a.ts' }],
    missing: [],
    ...(world.random.chance(0.5)
      ? { reproduced: false, reproduction: reproductionOf(world, effect) }
      : { reproduced: world.quiet || world.random.chance(0.8) }),
  };
}

/** A test of its own on the commit that was analysed. That it is red is for the check of it to say. */
function reproductionOf(world: World, effect: Launch) {
  const parent = effect.kind === 'ask' ? effect.input.commit : effect.input.parent;
  const { defect, heals } = commitOf(world, parent);
  const commit = addCommit(world, `${parent}/reproduction`, { defect, heals, onto: parent });
  const { tree } = commitOf(world, commit);
  return {
    commit,
    tree,
    path: `test/bug-${effect.visit}.js`,
    blob: blob(world, effect, 'reproduction'),
    parent,
  };
}

function verdictOf(world: World, effect: Launch, input: AskInput, behaviour: Behaviour) {
  const conclusion =
    behaviour === 'revise' || behaviour === 'reject' || behaviour === 'abstain' ? behaviour : 'pass';
  const isUnfounded = behaviour === 'unfounded';
  const finding = {
    severity: 'MAJOR',
    file: 'src/a.ts',
    title: 'something is wrong',
    validation: isUnfounded ? 'rejected' : 'confirmed',
  } as const;
  return {
    role: input.role,
    // A pass with something blocking in it counts as a revise: half of the revisions come that way.
    conclusion: isUnfounded
      ? world.random.pick(['revise', 'reject'] as const)
      : conclusion === 'revise' && world.random.chance(0.5)
        ? ('pass' as const)
        : conclusion,
    confidence: 0.95,
    findings: conclusion === 'revise' || conclusion === 'reject' || isUnfounded ? [finding] : [],
    criteria: [],
    concerns: world.random.chance(0.3) ? ('design' as const) : ('plan' as const),
    blob: blob(world, effect, 'verdict'),
    ...(input.role === 'auditor' ? { marks: { correctness: 1 + Math.floor(world.random.next() * 5) } } : {}),
    // The only HIGH risk that plans have here; who has no ground says nothing of it either.
    ...(input.role === 'auditor' && !isUnfounded
      ? { risks: [{ category: 'migration_rollback', state: 'dealt_with' }] as const }
      : {}),
    ...(input.role === 'executability-verifier'
      ? { walk: { unclear: behaviour === 'revise' ? 1 : 0, blocked: 0 } }
      : {}),
  };
}

function worked(
  world: World,
  run: Run,
  effect: Effect<'attempt'>,
  behaviour: Behaviour,
  charge: Charge,
): Outcome {
  const { input } = effect;
  if (behaviour === 'noChange') return { type: 'failed', reason: 'no-change', charge };
  const path = changedPath(world, behaviour) ?? input.fence[0] ?? 'src/a.ts';
  const verdict = fenceVerdict([{ path, mode: '100644' }], {
    files: input.fence,
    grants: input.grants,
    protectedPaths: run.policy.protectedPaths,
  });
  if (!verdict.inside) {
    const { reason, paths } = verdict;
    return { type: 'failed', reason, paths, charge, ...kept(world, run, effect, verdict.ordinary === true) };
  }
  const defect = defectOf(behaviour);
  const content = `${input.parent}/${effect.key}/${run.id}/${defect}`;
  const commit = addCommit(world, content, { defect, heals: defect === 'none' });
  const head = { commit, tree: commitOf(world, commit).tree, parent: input.parent };
  return {
    type: 'done',
    kind: 'attempt',
    result: { answer: 'delivered', ...head, files: 1, ...provenance(effect) },
    charge,
  };
}

/** Work that is good but for where it is; now and then there is more against it. */
function kept(
  world: World,
  run: Run,
  effect: Effect<'attempt'>,
  ordinary: boolean,
): Pick<Extract<Outcome, { type: 'failed' }>, 'strayed'> {
  if (!ordinary || world.random.chance(0.3)) return {};
  const { parent } = effect.input;
  const commit = addCommit(world, `${parent}/${effect.key}/${run.id}/strayed`, {
    defect: 'none',
    heals: true,
  });
  const { tree } = commitOf(world, commit);
  const why = blob(world, effect, 'why');
  return { strayed: { work: { commit, tree, parent, files: 1 }, why } };
}

function changedPath(world: World, behaviour: Behaviour): string | undefined {
  if (behaviour === 'breach') return world.random.pick(['elsewhere/file.ts', 'src/beside.ts']);
  return behaviour === 'protectedPath' ? 'package-lock.json' : undefined;
}

function defectOf(behaviour: Behaviour): 'none' | 'task' | 'run' {
  if (behaviour === 'badTask') return 'task';
  return behaviour === 'badRun' ? 'run' : 'none';
}
