// From the events of a run to its story, in one walk, linear in the number of events. Pure.
//   VIEWS-ARTIFACTS-WALK-1. What an answer brought (a verdict, evidence) follows the end of its effect in the same append, so it belongs
//       to the effect that ended last.

import { allGood } from '../../core/evidence/evidence.ts';
import type { EventOf, RunEventType } from '../../core/events.ts';
import { fold } from '../../core/evolve/evolve.ts';
import { firstStage, isOfKind } from '../../core/pipeline/pipeline.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import { effective } from '../../core/roles/verdict.ts';
import type { GateStory, Blocked, Mishap, Rounds, Span, Stay, Story } from './story.ts';
import type { RecordedEvent } from '../events/recorded-event.ts';

/** Undefined while nothing is recorded of the run. */
export function storyOf(events: readonly RecordedEvent[]): Story | undefined {
  const run = fold(events);
  const last = events.at(-1);
  if (run === undefined || last === undefined) return undefined;
  const draft = newDraft();
  for (const told of events) take(draft, told.event.type, told.event, told);
  return {
    run,
    events,
    last,
    ...draft.times,
    ...draft.lists,
    visits: draft.visits,
    spans: [...draft.spans.values()],
    gates: [...draft.gates.values()],
    failures: draft.failures,
    blocks: draft.blocks,
  };
}

type Open<T> = { -readonly [K in keyof T]: T[K] };

/** A story while it is being written; it does not leave this file. */
interface Draft {
  readonly times: Open<Pick<Story, 'endedAt' | 'ticketAt' | 'mergedAt' | 'firstChangeAt'>>;
  readonly visits: Open<Stay>[];
  readonly spans: Map<string, Open<Span>>;
  readonly gates: Map<string, Open<GateStory>>;
  readonly failures: Open<Mishap>[];
  readonly blocks: Open<Blocked>[];
  readonly lists: {
    readonly analyses: Story['analyses'][number][];
    readonly plans: Story['plans'][number][];
    readonly designs: string[];
    readonly verdicts: Story['verdicts'][number][];
    readonly evidence: Story['evidence'][number][];
    readonly commits: Story['commits'][number][];
    readonly integrated: Story['integrated'][number][];
  };
  stage: StageName;
  rounds: Rounds;
  fixes: number;
  fixing: boolean;
  ended?: Open<Span>;
  /** Failures of which it is not said yet where they sent the run. */
  unmoved: Open<Mishap>[];
}

function newDraft(): Draft {
  return {
    times: {},
    visits: [],
    spans: new Map(),
    gates: new Map(),
    failures: [],
    blocks: [],
    lists: { analyses: [], plans: [], designs: [], verdicts: [], evidence: [], commits: [], integrated: [] },
    stage: firstStage,
    rounds: {},
    fixes: 0,
    fixing: false,
    unmoved: [],
  };
}

type When = Pick<RecordedEvent, 'at' | 'seq'>;

/** What an event brings to the story; most bring nothing. */
type Brings = { readonly [T in RunEventType]?: (draft: Draft, event: EventOf<T>, when: When) => void };

const ends = (draft: Draft, _: unknown, { at }: When): void => {
  draft.times.endedAt = at;
  left(draft, at);
};

const brings: Brings = {
  'run.started': (draft, _, { at }) => {
    draft.visits.push({ n: 1, stage: firstStage, because: 'the run started', carry: [], enteredAt: at });
  },
  'stage.entered': entered,
  'stage.skipped': skipped,
  'effect.begun': (draft, { effect }, { at }) => {
    draft.spans.set(effect.key, { effect, stage: draft.stage, begunAt: at });
  },
  'effect.ended': ended,
  'failure.recorded': failed,
  'ticket.recorded': (draft, _, { at }) => {
    draft.times.ticketAt = at;
  },
  'analysis.recorded': (draft, { analysis }) => {
    draft.lists.analyses.push(analysis);
  },
  'plan.proposed': proposed,
  'plan.edited': proposed,
  'design.recorded': (draft, { blob }) => {
    draft.lists.designs.push(blob);
  },
  'verdict.recorded': judged,
  'evidence.recorded': proved,
  'gate.opened': opened,
  'gate.decided': decided,
  'task.delivered': (draft, { task, commit }, { at }) => {
    draft.lists.commits.push({ task, commit, at });
    draft.times.firstChangeAt ??= at;
  },
  'task.integrated': (draft, { task, head }, { at }) => {
    draft.lists.integrated.push({ task, commit: head.commit, at });
  },
  'base.moved': (draft) => {
    draft.lists.integrated.length = 0; // all of it comes again
  },
  'pull-request.merged': (draft, _, { at }) => {
    draft.times.mergedAt = at;
  },
  'run.blocked': (draft, { because }, { at, seq }) => {
    draft.blocks.push({ because, at, seq, stage: draft.stage });
    moved(draft, 'blocked');
  },
  'run.retried': retried,
  'run.cancelled': ends,
  'run.completed': ends,
  'run.failed': ends,
};

function take<T extends RunEventType>(draft: Draft, type: T, event: EventOf<T>, when: When): void {
  brings[type]?.(draft, event, when);
}

function entered(draft: Draft, event: EventOf<'stage.entered'>, { at }: When): void {
  const { visit, stage, because, round, carry } = event;
  left(draft, at);
  const stay = { n: visit, stage, because, carry, enteredAt: at };
  draft.visits.push(round === undefined ? stay : { ...stay, round });
  draft.stage = stage;
  if (round !== undefined) draft.rounds = { ...draft.rounds, [round]: (draft.rounds[round] ?? 0) + 1 };
  if (round === 'bug' || round === 'simplify') {
    draft.fixes += 1;
    draft.fixing = true;
  } else if (isOfKind(stage, 'judging')) draft.fixing = false;
  moved(draft, stage);
}

function left(draft: Draft, at: number): void {
  const stay = draft.visits.at(-1);
  if (stay !== undefined) stay.leftAt ??= at;
}

/** A stage may be skipped as the run leaves it, so the visit meant is the last one to that stage. */
function skipped(draft: Draft, event: EventOf<'stage.skipped'>): void {
  const stay = draft.visits.findLast((item) => item.stage === event.stage);
  if (stay !== undefined) stay.skipped = event.because;
}

function ended(draft: Draft, event: EventOf<'effect.ended'>, { at }: When): void {
  const span = draft.spans.get(event.key);
  if (span === undefined) return;
  span.endedAt = at;
  span.how = event.how;
  if (event.charge !== undefined) span.charge = event.charge;
  draft.ended = span;
}

function proposed(draft: Draft, event: EventOf<'plan.proposed' | 'plan.edited'>, { at }: When): void {
  const { plans } = draft.lists;
  const { plan } = event;
  const before =
    event.type === 'plan.edited' ? plans.at(-1) : plans.findLast((item) => item.plan.hash === event.revises);
  const item = { plan, at, n: plans.length + 1, ...(before === undefined ? {} : { before: before.n }) };
  plans.push(draft.fixing ? { ...item, fix: draft.fixes } : item);
}

function failed(draft: Draft, event: EventOf<'failure.recorded'>, { at }: When): void {
  const span = draft.spans.get(event.key);
  if (span !== undefined) span.reason = event.reason;
  mishap(draft, { at, stage: draft.stage, what: event, ...(span === undefined ? {} : { span }) });
}

function judged(draft: Draft, { subject, verdict }: EventOf<'verdict.recorded'>, { at, seq }: When): void {
  const span = draft.ended; // VIEWS-ARTIFACTS-WALK-1
  if (span !== undefined) span.verdict = verdict;
  draft.lists.verdicts.push({
    subject,
    verdict,
    at,
    seq,
    stage: draft.stage,
    rounds: draft.rounds,
    plan: draft.lists.plans.length,
  });
  if (subject !== 'run' || effective(verdict) === 'pass') return;
  const what = { type: 'review' as const, verdict };
  mishap(draft, { at, stage: draft.stage, what, ...(span === undefined ? {} : { span }) });
}

function proved(draft: Draft, { subject, evidence }: EventOf<'evidence.recorded'>, { at }: When): void {
  const span = draft.ended; // VIEWS-ARTIFACTS-WALK-1
  if (span !== undefined) span.evidence = evidence;
  draft.lists.evidence.push({ subject, evidence, at, plan: draft.lists.plans.length });
  if (subject !== 'run' || allGood(evidence)) return;
  const what = { type: 'evaluation' as const, evidence };
  mishap(draft, { at, stage: draft.stage, what, ...(span === undefined ? {} : { span }) });
}

function opened(draft: Draft, event: EventOf<'gate.opened'>, { at, seq }: When): void {
  draft.gates.set(event.gate, {
    id: event.gate,
    request: event.request,
    stage: draft.stage,
    openedAt: at,
    openedSeq: seq,
    rounds: draft.rounds,
  });
}

function decided(draft: Draft, event: EventOf<'gate.decided'>, { at, seq }: When): void {
  const gate = draft.gates.get(event.gate);
  if (gate === undefined) return;
  gate.decision = event.decision;
  gate.decidedAt = at;
  gate.decidedSeq = seq;
}

/** What is retried or only warned about sends the run nowhere. */
function mishap(draft: Draft, item: Open<Mishap>): void {
  draft.failures.push(item);
  const remedy = item.what.type === 'failure.recorded' ? item.what.remedy.type : 'person';
  if (remedy === 'person' || remedy === 'replan') draft.unmoved.push(item);
}

function moved(draft: Draft, to: StageName | 'blocked'): void {
  for (const item of draft.unmoved) item.movedTo = to;
  draft.unmoved = [];
}

function retried(draft: Draft, event: EventOf<'run.retried'>, { at }: When): void {
  const block = draft.blocks.at(-1);
  const words = event.comment === undefined ? {} : { comment: event.comment };
  if (block !== undefined) block.retried = { at, who: event.by.who, ...words };
}
