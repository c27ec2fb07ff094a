// From the events of a run to its story, in one walk, linear in the number of events. Pure.
//   S1. What an answer brought (a verdict, evidence) follows the end of its effect in the same append, so it belongs
//       to the effect that ended last.

import { allGood } from '../../core/evidence/evidence.ts';
import type { RunEvent } from '../../core/events.ts';
import { fold } from '../../core/evolve/evolve.ts';
import { firstStage, isOfKind } from '../../core/pipeline/pipeline.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import { effective } from '../../core/roles/verdict.ts';
import type { Asked, Blocked, Mishap, Rounds, Span, Stay, Story, Told } from './story.ts';

/** Undefined while nothing is recorded of the run. */
export function storyOf(events: readonly Told[]): Story | undefined {
  const run = fold(events);
  const last = events.at(-1);
  if (run === undefined || last === undefined) return undefined;
  const draft = newDraft();
  for (const told of events) take(draft, told);
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
  readonly gates: Map<string, Open<Asked>>;
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

type When = Pick<Told, 'at' | 'seq'>;
type Named<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

function take(draft: Draft, { event, at, seq }: Told): void {
  switch (event.type) {
    case 'run.started':
      draft.visits.push({ n: 1, stage: firstStage, because: 'the run started', carry: [], enteredAt: at });
      return;
    case 'stage.entered':
      return entered(draft, event, at);
    case 'stage.skipped':
      return skipped(draft, event);
    case 'effect.begun':
      draft.spans.set(event.effect.key, { effect: event.effect, stage: draft.stage, begunAt: at });
      return;
    case 'effect.ended':
      return ended(draft, event, at);
    case 'failure.recorded':
      return failed(draft, event, at);
    case 'analysis.recorded':
      draft.lists.analyses.push(event.analysis);
      return;
    case 'plan.proposed':
    case 'plan.edited':
      return proposed(draft, event, at);
    case 'design.recorded':
      draft.lists.designs.push(event.blob);
      return;
    case 'verdict.recorded':
      return judged(draft, event, { at, seq });
    case 'evidence.recorded':
      return proved(draft, event, at);
    case 'gate.opened':
    case 'gate.decided':
      return asked(draft, event, { at, seq });
    case 'task.delivered':
      draft.lists.commits.push({ task: event.task, commit: event.commit, at });
      draft.times.firstChangeAt ??= at;
      return;
    case 'base.moved':
      draft.lists.integrated.length = 0; // all of it comes again
      return;
    case 'task.integrated':
      draft.lists.integrated.push({ task: event.task, commit: event.head.commit, at });
      return;
    case 'ticket.recorded':
      draft.times.ticketAt = at;
      return;
    case 'pull-request.merged':
      draft.times.mergedAt = at;
      return;
    case 'run.blocked':
      draft.blocks.push({ because: event.because, at, seq, stage: draft.stage });
      return moved(draft, 'blocked');
    case 'run.retried':
      return retried(draft, event, at);
    case 'run.cancelled':
    case 'run.completed':
    case 'run.failed':
      draft.times.endedAt = at;
      return left(draft, at);
    case 'survey.recorded':
    case 'baseline.recorded':
    case 'plan.given':
    case 'reproduction.tried':
    case 'reproduction.committed':
    case 'plan.drafted':
    case 'plan.chosen':
    case 'audit.concluded':
    case 'change.compared':
    case 'coverage.measured':
    case 'coverage.planned':
    case 'coverage.skipped':
    case 'coverage.stopped':
    case 'ticket.refined':
    case 'question.raised':
    case 'search.asked':
    case 'search.recorded':
    case 'docs.refreshed':
    case 'docs.committed':
    case 'budget.raised':
    case 'day.reached':
    case 'day.passed':
    case 'task.saved':
    case 'task.accepted':
    case 'queue.formed':
    case 'task.failed':
    case 'task.reopened':
    case 'task.granted':
    case 'task.taken':
    case 'task.handed-out':
    case 'task.given':
    case 'task.returned':
    case 'command.taken':
    case 'note.added':
    case 'discard.ordered':
    case 'change.discarded':
    case 'delivery.screened':
    case 'branch.pushed':
    case 'pull-request.opened':
    case 'pull-request.seen':
    case 'merge.ordered':
    case 'landing.ordered':
    case 'change.landed':
    case 'run.paused':
    case 'run.resumed':
      return;
  }
}

function entered(draft: Draft, event: Named<'stage.entered'>, at: number): void {
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
function skipped(draft: Draft, event: Named<'stage.skipped'>): void {
  const stay = draft.visits.findLast((item) => item.stage === event.stage);
  if (stay !== undefined) stay.skipped = event.because;
}

function ended(draft: Draft, event: Named<'effect.ended'>, at: number): void {
  const span = draft.spans.get(event.key);
  if (span === undefined) return;
  span.endedAt = at;
  span.how = event.how;
  if (event.charge !== undefined) span.charge = event.charge;
  draft.ended = span;
}

function proposed(draft: Draft, event: Named<'plan.proposed' | 'plan.edited'>, at: number): void {
  const { plans } = draft.lists;
  const { plan } = event;
  const before =
    event.type === 'plan.edited' ? plans.at(-1) : plans.findLast((item) => item.plan.hash === event.revises);
  const item = { plan, at, n: plans.length + 1, ...(before === undefined ? {} : { before: before.n }) };
  plans.push(draft.fixing ? { ...item, fix: draft.fixes } : item);
}

function failed(draft: Draft, event: Named<'failure.recorded'>, at: number): void {
  const span = draft.spans.get(event.key);
  if (span !== undefined) span.reason = event.reason;
  mishap(draft, { at, stage: draft.stage, what: event, ...(span === undefined ? {} : { span }) });
}

function judged(draft: Draft, { subject, verdict }: Named<'verdict.recorded'>, { at, seq }: When): void {
  const span = draft.ended; // S1
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

function proved(draft: Draft, { subject, evidence }: Named<'evidence.recorded'>, at: number): void {
  const span = draft.ended; // S1
  if (span !== undefined) span.evidence = evidence;
  draft.lists.evidence.push({ subject, evidence, at, plan: draft.lists.plans.length });
  if (subject !== 'run' || allGood(evidence)) return;
  const what = { type: 'evaluation' as const, evidence };
  mishap(draft, { at, stage: draft.stage, what, ...(span === undefined ? {} : { span }) });
}

function asked(draft: Draft, event: Named<'gate.opened'> | Named<'gate.decided'>, { at, seq }: When): void {
  if (event.type === 'gate.decided') {
    const gate = draft.gates.get(event.gate);
    if (gate === undefined) return;
    gate.decision = event.decision;
    gate.decidedAt = at;
    gate.decidedSeq = seq;
    return;
  }
  draft.gates.set(event.gate, {
    id: event.gate,
    request: event.request,
    stage: draft.stage,
    openedAt: at,
    openedSeq: seq,
    rounds: draft.rounds,
  });
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

function retried(draft: Draft, event: Named<'run.retried'>, at: number): void {
  const block = draft.blocks.at(-1);
  const words = event.comment === undefined ? {} : { comment: event.comment };
  if (block !== undefined) block.retried = { at, who: event.by.who, ...words };
}
