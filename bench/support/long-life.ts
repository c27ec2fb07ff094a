// A run that never comes to its end: plans are revised, checks fail, a reviewer and a person want changes, the forge is
// red, agents ask, fail and are told things, round after round. Every limit is raised, so that nothing stops it.

import type { Command } from '../../src/core/commands.ts';
import type { Effect, Outcome } from '../../src/core/effects.ts';
import { effectsDue } from '../../src/core/effects-due.ts';
import type { Gate } from '../../src/core/gates/gate.ts';
import type { Run } from '../../src/core/run.ts';
import { must, openGates } from '../../src/core/run.ts';
import type { World } from '../../test/support/core.ts';
import {
  aPolicy,
  aStart,
  answered,
  approval,
  checkedAs,
  failing,
  happy,
  me,
  question,
  saying,
  seenAs,
  verdictAnswer,
} from '../../test/support/core.ts';
import { sampleWorld } from './sample-run.ts';

const many = 1_000_000;

const policy = aPolicy({
  rounds: {
    plan: { TRIVIAL: many, SMALL: many, MEDIUM: many, LARGE: many },
    design: many,
    bug: many,
    review: many,
    fix: many,
    replan: many,
    triage: many,
    rebase: many,
  },
  retries: {
    transient: many,
    fixable: many,
    replan: many,
    model_unavailable: many,
    malformed: many,
    escalate: many,
    login: many,
    quota: many,
  },
  retriesPerTask: many,
  sameClassMax: many,
  gates: { delivery: true },
  budget: { usd: many, launches: many, agentMs: many * many },
});

const world: World = sampleWorld;

export function startOf(run: string): Command {
  return { type: 'run.start', start: { ...aStart(policy), run } };
}

/** What happens to the run next; the same after the same history. */
export function nextCommand(run: Run): Command {
  const [effect] = effectsDue(run);
  if (effect !== undefined) return moveOf(run, effect);
  const gate = must(
    openGates(run)[0],
    `run ${run.id} waits for somebody in ${run.visit.stage} (${run.blocked})`,
  );
  return { type: 'gate.decide', gate: gate.id, seen: gate.digest, decision: decisionOn(gate) };
}

function moveOf(run: Run, effect: Effect): Command {
  const begun = run.inFlight.some(({ key }) => key === effect.key);
  if (!begun) return { type: 'effect.begin', key: effect.key };
  // While an agent is at work somebody tells it something, once.
  const told = run.notes.some(({ blob }) => blob === noteOn(effect));
  if (effect.kind === 'attempt' && turnOf(effect, 5) === 1 && !told) {
    return { type: 'run.tell', note: noteOn(effect), task: effect.subject, by: me };
  }
  return { type: 'effect.end', key: effect.key, outcome: trouble(effect, run) ?? happy(run, effect, world) };
}

function noteOn(effect: Effect): string {
  return `note on ${effect.key}`;
}

/** Everything happens every few visits, and never twice in a row. */
function turnOf({ visit, n }: Pick<Effect, 'visit' | 'n'>, every: number): number {
  return n > 1 ? -1 : visit % every;
}

function trouble(effect: Effect, run: Run): Outcome | undefined {
  if (effect.kind === 'ask') return judged(effect);
  if (effect.kind === 'inspect') return isRed(run) ? seenAs({ checks: 'failure' })(run) : undefined;
  if (effect.kind === 'attempt') {
    if (turnOf(effect, 7) === 3) return question('attempt', `question of ${effect.key}`);
    return turnOf(effect, 5) === 2 ? failing('agent-killed', { detail: `log of ${effect.key}` }) : undefined;
  }
  if (effect.kind !== 'check') return undefined;
  const isBad = effect.subject === 'run' ? effect.visit % 3 === 0 : turnOf(effect, 4) === 1;
  return isBad ? checkedAs('FAIL', effect) : undefined;
}

/** By what was decided so far: a round of triage has its own delivery, so it does not find the same again. */
function isRed({ visit, gates }: Run): boolean {
  return visit.stage === 'triage' && gates.length % 3 === 0;
}

function judged(effect: Effect<'ask'>): Outcome | undefined {
  const { role } = effect.input;
  if (role === 'auditor' && turnOf(effect, 3) === 1)
    return answered(verdictAnswer({ role, conclusion: 'revise' }));
  if (role === 'reviewer' && effect.input.task === undefined && effect.visit % 4 === 1) {
    return answered(verdictAnswer({ role, conclusion: 'revise' }));
  }
  return undefined;
}

/** The merge gate is never passed, so that there is always a next round. */
function decisionOn({ kind, id }: Gate): typeof approval {
  if (kind === 'merge') return saying('revise', `wish at ${id}`);
  if (kind === 'question') return { ...saying('approve', `answer to ${id}`), choice: 1 };
  return kind === 'plan' && id.endsWith('3') ? saying('revise', `wish at ${id}`) : approval;
}
