// One effect at work under one owner, as far as the world is concerned: agents take time, answers get lost, and
// between "the world did it" and "the owner heard it" there is always a moment.

import type { Effect, Outcome } from '../../src/core/effects.ts';
import type { Performance, PerformStep, StepAnswer } from '../../src/engine/perform.ts';
import type { Run } from '../../src/core/run.ts';
import { type Behaviour, drawBehaviour, type Launch, outcomeOf, theAgent, workMs } from './agents.ts';
import { act, type Deed, done, isLaunchEffect, probe, savedWork, unanswered } from './handlers.ts';
import type { Scene } from './scene.ts';
import { rateAt } from './swarm.ts';
import { count } from './trace.ts';
import { processName, strikes, type World } from './world.ts';

export interface Performing {
  readonly run: string;
  readonly effect: Effect;
  readonly recovered: boolean;
  readonly steps: Performance;
  step: PerformStep;
  /** When, in time that passed, it is ready for its next step. */
  readyMs: number;
  /** Told to stop. */
  aborted: boolean;
  behaviour?: Behaviour;
  waiting?: boolean;
  /** What the world answered, not heard yet. */
  answer?: Outcome;
}

/** What an effect needs to know of its owner. */
export interface OwnerView {
  readonly name: string;
  readonly inCharge: boolean;
  readonly scene: Scene;
}

export function begin(
  world: World,
  start: Pick<Performing, 'run' | 'effect' | 'recovered' | 'steps' | 'step'>,
): Performing {
  return { ...start, readyMs: world.passedMs, aborted: false };
}

export function isReady(world: World, item: Performing): boolean {
  return item.readyMs <= world.passedMs || item.aborted;
}

export function stepWorld(
  owner: OwnerView,
  item: Performing,
  step: 'probe' | 'act',
  run: Run,
): StepAnswer | undefined {
  const { scene } = owner;
  if (item.answer !== undefined) return heard(item);
  if (step === 'probe') return probed(owner, item, run);
  if (isLaunchEffect(item.effect)) return agentAtWork(owner, item, item.effect, run);
  if (item.effect.kind === 'wait-until') return waited(scene.world, item, item.effect, run);
  // Stopped before it began, as the engine has it: nothing is done after a person said so.
  if (item.aborted) return { outcome: { type: 'stopped' } };
  item.answer = acted(owner, item, item.effect, run);
  return undefined;
}

function heard(item: Performing): StepAnswer {
  const { answer } = item;
  delete item.answer;
  return answer === undefined ? {} : { outcome: answer };
}

/** How often nobody answers. Where a seed is about that, for long: retries are used up. */
function silence({ inCharge, scene }: OwnerView, effect: Effect): number {
  const { swarm } = scene.world;
  if (swarm.faults.cutOff && !inCharge) return 0;
  return rateAt(swarm, effect.kind, swarm.faults.unavailable, 0.9);
}

/** Asked over a wire; what lies in the home itself can always be read. */
function isRemote(effect: Effect): boolean {
  return !isLaunchEffect(effect) && effect.kind !== 'reserve' && effect.kind !== 'check';
}

function probed(owner: OwnerView, item: Performing, run: Run): StepAnswer {
  const { scene } = owner;
  const { world, tally, bug } = scene;
  const { effect, recovered } = item;
  if (bug === 'no-probe' && recovered && !isLaunchEffect(effect)) return {};
  // A probe that cannot tell is no answer; the act is safe to repeat.
  if (isRemote(effect) && strikes(world, silence(owner, effect))) {
    count(tally, 'probe-unavailable', effect.kind);
    return {};
  }
  const found = probe(scene, run, effect, recovered);
  if (found === undefined) return {};
  count(tally, recovered ? 'found-after-recovery' : 'found', effect.kind);
  return { outcome: found };
}

/** Started, then at work, then ended: each a step of its own. */
function agentAtWork(owner: OwnerView, item: Performing, effect: Launch, run: Run): StepAnswer | undefined {
  const { world, watch, tally, trace } = owner.scene;
  const name = processName(run.id, effect.key);
  if (item.behaviour === undefined) {
    // Stopped before it began: an agent is not started only to be told to stop.
    if (item.aborted) return { outcome: { type: 'stopped' } };
    item.behaviour = drawBehaviour(world, effect);
    item.readyMs = world.passedMs + workMs(world, item.behaviour);
    world.launches.set(name, (world.launches.get(name) ?? 0) + 1);
    const files = effect.kind === 'attempt' ? effect.input.fence : [];
    world.processes.set(name, { owner: owner.name, run: run.id, files });
    trace.say(`${owner.name} launches ${run.id} ${effect.key} (${item.behaviour})`);
    count(tally, `agent-${item.behaviour}`, effect.kind);
    if (!owner.inCharge) count(tally, 'stale-act', effect.kind);
    watch.launched(run.id, effect, owner);
    return undefined;
  }
  const outcome = agentEnded(owner, item, effect, run);
  item.readyMs = world.passedMs;
  item.answer = outcome;
  return undefined;
}

function agentEnded({ scene, inCharge }: OwnerView, item: Performing, effect: Launch, run: Run): Outcome {
  const { world } = scene;
  const name = processName(run.id, effect.key);
  // Somebody else recovered this effect and ended what was left of it.
  if (!world.processes.delete(name)) return { type: 'failed', reason: 'agent-killed' };
  const cutShort = item.aborted && item.readyMs > world.passedMs;
  const outcome = cutShort
    ? cut(world, run, effect)
    : outcomeOf(world, run, effect, item.behaviour ?? 'honest');
  // Before the receipt; who was taken over from cannot append to the home any more.
  if (outcome.type === 'failed' && outcome.reason === 'auth' && inCharge) world.halted.add(theAgent);
  world.receipts.set(name, outcome); // on disk before the journal hears of it
  return outcome;
}

function cut(world: World, run: Run, effect: Launch): Outcome {
  const charge = { agentMs: 5 };
  return effect.kind === 'attempt' && world.random.chance(0.5)
    ? { type: 'stopped', saved: savedWork(world, run, effect), charge }
    : { type: 'stopped', charge };
}

function waited(
  world: World,
  item: Performing,
  effect: Effect<'wait-until'>,
  run: Run,
): StepAnswer | undefined {
  if (item.waiting === true || item.aborted) {
    return { outcome: item.aborted ? { type: 'stopped' } : done(effect) };
  }
  const { waitMs, untilMs } = effect.input;
  // What is left of it by the clock on the wall, which may have jumped; never more than a day.
  const left = untilMs === undefined ? (waitMs ?? 0) : untilMs - Math.max(world.now, run.startedAt);
  item.waiting = true;
  item.readyMs = world.passedMs + Math.min(86_400_000, Math.max(0, left));
  return undefined;
}

const readers: ReadonlySet<string> = new Set([
  'fetch-ticket',
  'survey',
  'search',
  'run-probes',
  'screen',
  'fire',
  'compare',
  'measure',
  'inspect',
  'integrate',
]);

function acted(owner: OwnerView, item: Performing, effect: Deed, run: Run): Outcome {
  const { scene } = owner;
  const { world, tally, trace, watch } = scene;
  const { faults } = world.swarm;
  const rate = (base: number): number => rateAt(world.swarm, effect.kind, base);
  if (strikes(world, silence(owner, effect))) {
    count(tally, 'unavailable', effect.kind);
    return unanswered(effect.kind);
  }
  // What is reserved is an append to the home's own stream, and fenced as every append is.
  if (effect.kind === 'reserve' && !owner.inCharge) return unanswered(effect.kind);
  const { outcome, changed } = act(scene, run, effect);
  trace.say(`${owner.name} acts ${run.id} ${effect.key}${changed ? '' : ' (nothing changed)'}`);
  if (!owner.inCharge && !readers.has(effect.kind)) count(tally, 'stale-act', effect.kind);
  if (changed) watch.acted(run.id, effect);
  const known = watch.ledgers.get(run.id)?.run;
  // Not a violation, but worth knowing: the person was told "paused" or "cancelled" before this was done.
  if (changed && (known?.paused === true || known?.ended === 'cancelled'))
    count(tally, 'late-act', effect.kind);
  item.readyMs = world.passedMs + world.random.below(2_000);
  if (!readers.has(effect.kind) && strikes(world, rate(faults.lostAnswer))) {
    count(tally, 'lost-answer', effect.kind);
    return unanswered(effect.kind);
  }
  return outcome;
}
