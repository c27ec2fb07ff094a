// One line a decision: what a gate, an audit or a review concluded, under the field names of a gate event that other
// orchestrators use. A gate that waits for a person is a line too, and its decision is another.

import type { Answer, GateKind } from '../../core/gates/gate.ts';
import { roundsOf } from '../../core/pipeline/rounds.ts';
import type { RoundName, Run } from '../../core/run.ts';
import type { Conclusion } from '../../core/roles/verdict.ts';
import { effective } from '../../core/roles/verdict.ts';
import { nameOf } from '../words/gate-name.ts';
import type { Artifact } from './artifact.ts';
import { linesOf } from './artifact.ts';
import { isoOf } from './say.ts';
import type { GateStory, Blocked, VerdictStory, Rounds, Story } from './story.ts';
import { traceIdOf } from './trace-id.ts';

interface GateEvent {
  readonly at: number;
  readonly seq: number;
  readonly event_type: GateEventType;
  readonly workflow_state: 'PLANNING' | 'ACTING' | 'REVIEWING' | 'WAITING_APPROVAL' | 'COMPLETE';
  readonly phase_id: string;
  readonly decision: 'GO' | 'REPLAN' | 'ABSTAIN' | 'BLOCKED';
  readonly agent: string;
  readonly confidence: number;
  readonly requires_human_approval: boolean;
  readonly reason: string;
  readonly next_action: string;
  readonly iteration_index: number;
  readonly max_iterations: number;
}

type GateEventType =
  | 'PLAN_GATE'
  | 'PREFLECT_GATE'
  | 'PHASE_REVIEW_GATE'
  | 'HIGH_RISK_APPROVAL_GATE'
  | 'COMPLETION_GATE';

const schemaVersion = '1.1.0';
const iterationsMax = 5;

export function gateEventArtifact(story: Story): readonly Artifact[] {
  const events: readonly GateEvent[] = [
    ...story.gates.flatMap((gate) => [opened(story.run, gate), ...decided(story.run, gate)]),
    ...story.verdicts.map((item) => judged(story.run, item)),
    ...story.blocks.map((block) => blocked(block)),
  ].toSorted((a, b) => a.seq - b.seq);
  if (events.length === 0) return [];
  const trace_id = traceIdOf(story.run.id);
  const lines = events.map(({ at, agent, ...event }) => ({
    schema_version: schemaVersion,
    at: isoOf(at),
    agent,
    ...event,
    trace_id,
    run: story.run.id,
  }));
  return [{ path: 'gate-events.ndjson', text: linesOf(lines) }];
}

function typeOf(kind: GateKind): GateEventType {
  switch (kind) {
    case 'plan':
    case 'drift':
      return 'PLAN_GATE';
    case 'question':
    case 'waiver':
    case 'login':
      return 'PREFLECT_GATE';
    case 'wave':
    case 'budget':
    case 'probe':
    case 'destructive':
    case 'widen-scope':
      return 'HIGH_RISK_APPROVAL_GATE';
    case 'review':
    case 'remarks':
    case 'delivery':
    case 'merge':
      return 'COMPLETION_GATE';
  }
}

function opened(run: Run, gate: GateStory): GateEvent {
  return {
    at: gate.openedAt,
    seq: gate.openedSeq,
    event_type: typeOf(gate.request.kind),
    workflow_state: 'WAITING_APPROVAL',
    phase_id: gate.request.subject,
    decision: 'ABSTAIN',
    agent: 'slipway',
    confidence: 1,
    requires_human_approval: true,
    reason: `the run waits for the ${nameOf(gate.request)}`,
    next_action: `a person decides gate ${gate.id}`,
    ...turnAt(run, gate.rounds, gate.request.kind),
  };
}

const decisionFor: Readonly<Record<Answer, GateEvent['decision']>> = {
  approve: 'GO',
  revise: 'REPLAN',
  reject: 'BLOCKED',
};

function decided(
  run: Run,
  { request, decision, decidedAt, decidedSeq, id, rounds }: GateStory,
): readonly GateEvent[] {
  if (decision === undefined || decidedAt === undefined || decidedSeq === undefined) return [];
  const { answer, by } = decision;
  return [
    {
      at: decidedAt,
      seq: decidedSeq,
      event_type: typeOf(request.kind),
      workflow_state: request.kind === 'merge' && answer === 'approve' ? 'COMPLETE' : 'WAITING_APPROVAL',
      phase_id: request.subject,
      decision: decisionFor[answer],
      agent: by.who,
      confidence: 1,
      requires_human_approval: true,
      reason: `${by.who} answered ${answer} at gate ${id}, through ${by.channel}, known by ${by.authenticated}`,
      next_action: answer === 'approve' ? 'go on' : answer === 'revise' ? 'revise and ask again' : 'stop',
      ...turnAt(run, rounds, request.kind),
    },
  ];
}

const conclusionFor: Readonly<Record<Conclusion, GateEvent['decision']>> = {
  pass: 'GO',
  revise: 'REPLAN',
  reject: 'REPLAN',
  abstain: 'ABSTAIN',
};

function judged(run: Run, { subject, verdict, at, seq, rounds }: VerdictStory): GateEvent {
  const conclusion = effective(verdict);
  const isTask = subject.startsWith('task/');
  const isAudit = subject !== 'run' && !isTask;
  return {
    at,
    seq,
    event_type: isAudit ? 'PLAN_GATE' : isTask ? 'PHASE_REVIEW_GATE' : 'COMPLETION_GATE',
    workflow_state: isAudit ? 'PLANNING' : 'REVIEWING',
    phase_id: isTask ? subject.slice('task/'.length) : subject,
    decision: conclusionFor[conclusion],
    agent: verdict.role,
    confidence: verdict.confidence,
    requires_human_approval: false,
    reason: `the ${verdict.role} concludes ${conclusion}, with ${verdict.findings.length} findings`,
    next_action: conclusion === 'pass' ? 'go on' : 'revise',
    ...(isTask
      ? turn(rounds.fix, roundsOf(run.policy, 'fix'))
      : turnAt(run, rounds, isAudit ? 'plan' : 'delivery')),
  };
}

function blocked({ because, at, seq, stage }: Blocked): GateEvent {
  return {
    at,
    seq,
    event_type: 'PREFLECT_GATE',
    workflow_state: 'WAITING_APPROVAL',
    phase_id: stage,
    decision: 'BLOCKED',
    agent: 'slipway',
    confidence: 1,
    requires_human_approval: true,
    reason: because,
    next_action: 'a person retries or cancels the run',
    iteration_index: 1,
    max_iterations: 1,
  };
}

type Turn = Pick<GateEvent, 'iteration_index' | 'max_iterations'>;

const roundAt: Readonly<Partial<Record<GateKind, RoundName>>> = {
  plan: 'plan',
  delivery: 'review',
  merge: 'triage',
};

function turnAt({ policy, plan }: Run, rounds: Rounds, kind: GateKind): Turn {
  const round = roundAt[kind];
  return round === undefined ? turn(0, 1) : turn(rounds[round], roundsOf(policy, round, plan?.tier));
}

/** The first turn is not a round yet, so there is one more of them than policy has rounds; readers know five at most. */
function turn(roundsUsed: number | undefined, roundsMax: number): Turn {
  const iteration_index = (roundsUsed ?? 0) + 1;
  return { iteration_index, max_iterations: Math.min(iterationsMax, Math.max(iteration_index, roundsMax)) };
}
