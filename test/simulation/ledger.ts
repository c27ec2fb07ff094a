// One run as an independent reader of its journal sees it: a second fold, and what was intended, approved and
// decided so far. Written from the events alone, without asking the core what it thinks of them.
//
// Invariants checked here, on every event
//   W1. A run never fails: that would be an invariant of the core, broken.
//   W2. An effect is begun once and ended once, in this order.
//   W3. A gate is decided once, by a person who had read what it is about.
//   W4. Work starts on a plan that was approved, or that stays inside one that was; review, tests and
//       delivery have their approvals where policy asks for them.
//   W5. Launches in the journal stay within the budget, and failures on a line within their retries.
//   W6. Visits are numbered without a hole.
//   W7. A coverage round starts from what is pushed, and touches tests only.
//   W9. Nobody is launched while a program of a check is missing at the base and no person waived that, nor before the base was
//       checked where nobody had seen that it can be, or where other commands were given.
//   W11. A reviewer's verdict that counts has a ground that code did not refute, or is an abstention.
//   W10. A line probes once, with three scripts at most, and below contained only after a person approved exactly these.

import type { Effect } from '../../src/core/effects.ts';
import { theRepository } from '../support/the-repository.ts';
import { isLaunch } from '../../src/core/effects.ts';
import type { RunEvent } from '../../src/core/events.ts';
import { evolve } from '../../src/core/evolve/evolve.ts';
import { startOf } from '../../src/core/evolve/start.ts';
import type { Plan } from '../../src/core/plan/plan.ts';
import { planFiles } from '../../src/core/plan/plan.ts';
import type { Verdict } from '../../src/core/roles/verdict.ts';
import type { Run } from '../../src/core/run.ts';
import { must } from '../../src/core/run.ts';
import { insist } from './trace.ts';

export interface Ledger {
  run: Run;
  seq: number;
  readonly begun: Map<string, Effect>;
  readonly ended: Map<string, 'done' | 'failed' | 'stopped'>;
  launches: number;
  readonly gates: Map<string, { readonly kind: string; readonly subject: string; readonly digest: string }>;
  readonly decided: Set<string>;
  /** Ids of orders that were taken. */
  readonly orders: Set<string>;
  /** Kind, subject and digest of every gate that was approved. */
  readonly approvals: Set<string>;
  readonly orderedHeads: Set<string>;
  /** Since the target moved: tasks that were done anew. Undefined where it did not move under an ordered change. */
  redone?: Set<string>;
  /** The documents of that change, as path and text: they come again after its tasks. */
  orderedDocs: ReadonlySet<string>;
  /** The gate that asks about a target which changed planned files. */
  drifting?: string;
  readonly pushedHeads: Set<string>;
  /** Heads on whose tree every check of the run reported and none failed, and those that the reviewer, or a person in their place, passed. */
  readonly goodHeads: Set<string>;
  readonly passedHeads: Set<string>;
  readonly accepted: Plan[];
  /** Tasks of coverage rounds, by id. */
  readonly covering: Set<string>;
  proposed?: Plan;
  readonly failures: Map<string, number>;
  retries: number;
  /** What is known of the base: unknown, and nobody may be launched; good; or something is missing there. */
  base: 'seen' | 'unknown' | 'good' | 'lacking';
  waived: boolean;
  /** The words of the probes that were asked for, by line. */
  readonly probed: Map<string, string>;
}

type Of<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

export function openLedger(event: Of<'run.started'>, at: number): Ledger {
  return {
    run: startOf(event, at),
    seq: 1,
    begun: new Map(),
    ended: new Map(),
    launches: 0,
    gates: new Map(),
    decided: new Set(),
    orders: new Set(),
    approvals: new Set(),
    orderedHeads: new Set(),
    orderedDocs: new Set(),
    pushedHeads: new Set(),
    goodHeads: new Set(),
    passedHeads: new Set(),
    accepted: [],
    covering: new Set(),
    failures: new Map(),
    retries: 0,
    base: event.repositories.every(({ checkable }) => checkable === true) ? 'seen' : 'unknown',
    waived: false,
    probed: new Map(),
  };
}

/** `saw` is what each person had read, by name. */
export function enter(ledger: Ledger, event: RunEvent, at: number, saw: ReadonlyMap<string, string>): void {
  check(ledger, event, saw);
  ledger.run = evolve(ledger.run, event, at);
  ledger.seq += 1;
  insist(
    ledger.launches === ledger.run.spend.launches && ledger.launches <= ledger.run.budget.launches,
    'W5 launches stay within the budget',
    `${ledger.launches} begun, ${ledger.run.spend.launches} counted, ${ledger.run.budget.launches} allowed`,
  );
}

function check(ledger: Ledger, event: RunEvent, saw: ReadonlyMap<string, string>): void {
  switch (event.type) {
    case 'run.failed':
      insist(false, 'W1 a run never fails', event.because);
      return;
    case 'command.taken':
      insist(!ledger.orders.has(event.id), 'W8 an order takes hold once', event.id);
      ledger.orders.add(event.id);
      return;
    case 'effect.begun':
      return begun(ledger, event.effect);
    case 'effect.ended':
      return ended(ledger, event);
    case 'failure.recorded':
      return failed(ledger, event);
    case 'run.retried':
      ledger.retries += 1;
      ledger.failures.clear();
      return;
    case 'gate.opened':
      ledger.gates.set(event.gate, event.request);
      if (event.request.kind === 'drift') ledger.drifting = event.gate;
      return;
    case 'gate.decided':
      return decided(ledger, event, saw);
    case 'merge.ordered':
      insist(saw.get(event.by.who) === event.head, 'W3 a person decides on what they read', event.head);
      ledger.orderedHeads.add(event.head);
      return;
    case 'base.moved':
      return movedUnder(ledger, event.base.commit);
    case 'task.delivered':
      ledger.redone?.add(event.task);
      return;
    case 'task.integrated':
      return followed(ledger, event);
    case 'docs.committed':
      return documented(ledger, event);
    case 'evidence.recorded':
      return reported(ledger, event);
    case 'verdict.recorded':
      insist(
        event.verdict.role !== 'reviewer' || isFounded(event.verdict),
        'W11 a verdict that counts has a ground, or is an abstention',
        event.subject,
      );
      if (event.subject === 'run' && event.verdict.conclusion === 'pass') {
        ledger.passedHeads.add(theRepository(ledger.run).head.commit);
      }
      return;
    case 'branch.pushed':
      ledger.pushedHeads.add(event.commit);
      return;
    case 'branch.joined': {
      const { head, joining } = theRepository(ledger.run);
      const isSame = joining?.isTarget === true && event.left === undefined;
      if (isSame && ledger.orderedHeads.has(head.commit)) ledger.orderedHeads.add(event.head.commit);
      return;
    }
    case 'branch.followed':
      ledger.pushedHeads.add(event.head.commit);
      return;
    case 'landing.ordered':
      ledger.failures.delete('land'); // a person's order is a new try
      return;
    case 'plan.proposed':
    case 'plan.chosen':
    case 'plan.edited':
      ledger.proposed = event.plan;
      return;
    case 'baseline.recorded':
      ledger.base = event.evidence.some(({ exit }) => exit === 127) ? 'lacking' : 'good';
      return;
    case 'checks.replaced':
      ledger.base = 'unknown';
      ledger.waived = false;
      return;
    case 'coverage.planned':
      return covering(ledger, event);
    case 'probes.asked':
      insist(!ledger.probed.has(event.line), 'W10 a line probes once', event.line);
      insist(event.probes.length <= 3, 'W10 at most three probes', event.line);
      ledger.probed.set(event.line, event.blob);
      return;
    case 'stage.entered':
      return entered(ledger, event);
    case 'run.started':
    case 'stage.skipped':
    case 'plan.given':
    case 'plan.drafted':
    case 'reproduction.tried':
    case 'reproduction.committed':
    case 'audit.concluded':
    case 'change.fired':
    case 'change.compared':
    case 'coverage.measured':
    case 'coverage.based':
    case 'coverage.skipped':
    case 'coverage.stopped':
    case 'ticket.recorded':
    case 'ticket.refined':
    case 'survey.recorded':
    case 'analysis.recorded':
    case 'design.recorded':
    case 'question.raised':
    case 'search.asked':
    case 'search.recorded':
    case 'probes.recorded':
    case 'docs.refreshed':
    case 'budget.raised':
    case 'day.reached':
    case 'day.passed':
    case 'day.raised':
    case 'run.taken-up':
    case 'task.saved':
    case 'task.accepted':
    case 'queue.formed':
    case 'task.failed':
    case 'task.reopened':
    case 'task.granted':
    case 'task.strayed':
    case 'task.widened':
    case 'task.taken':
    case 'task.handed-out':
    case 'task.given':
    case 'task.returned':
    case 'note.added':
    case 'discard.ordered':
    case 'change.discarded':
    case 'delivery.screened':
    case 'pull-request.opened':
    case 'pull-request.seen':
    case 'pull-request.sorted':
    case 'pull-request.told':
    case 'pull-request.answered':
    case 'pull-request.shown':
    case 'base.tried':
    case 'base.checked':
    case 'pull-request.merged':
    case 'change.landed':
    case 'revert.ordered':
    case 'change.reverted':
    case 'run.paused':
    case 'run.resumed':
    case 'run.blocked':
    case 'run.cancelled':
    case 'run.completed':
  }
}

/** An order is for the change: on a target that moved it holds while nothing of it is done anew. */
function movedUnder(ledger: Ledger, base: string): void {
  const head = theRepository(ledger.run).head.commit;
  const ordered = ledger.orderedHeads.has(head) || ledger.approvals.has(approval('merge', 'merge', head));
  delete ledger.redone;
  if (!ordered) return;
  ledger.redone = new Set();
  ledger.orderedDocs = new Set(ledger.run.docs.committed.map(textOf));
  ledger.orderedHeads.add(base);
}

/** Only what is about the whole change, as it is then. */
function reported(ledger: Ledger, { subject, evidence }: Of<'evidence.recorded'>): void {
  const { commit, tree } = theRepository(ledger.run).head;
  if (subject !== 'run') return;
  const good = evidence.filter((item) => item.tree === tree && item.verdict !== 'FAIL');
  const names = new Set(good.map((item) => item.check));
  const isWhole = good.length === evidence.length && ledger.run.checks.every(({ name }) => names.has(name));
  if (isWhole) ledger.goodHeads.add(commit);
}

function documented(ledger: Ledger, { documents, head }: Of<'docs.committed'>): void {
  const isSame =
    ledger.redone !== undefined && documents.every((item) => ledger.orderedDocs.has(textOf(item)));
  if (isSame && ledger.orderedHeads.has(theRepository(ledger.run).head.commit))
    ledger.orderedHeads.add(head.commit);
}

function textOf({ path, blob }: { readonly path: string; readonly blob: string }): string {
  return `${path} ${blob}`;
}

function followed(ledger: Ledger, { task, head }: Of<'task.integrated'>): void {
  const before = theRepository(ledger.run).head.commit;
  const holds = ledger.redone?.has(task) === false && ledger.orderedHeads.has(before);
  if (holds) ledger.orderedHeads.add(head.commit);
}

function begun(ledger: Ledger, effect: Effect): void {
  insist(!ledger.begun.has(effect.key), 'W2 an effect is begun once', effect.key);
  ledger.begun.set(effect.key, effect);
  if (isLaunch(effect.kind)) {
    ledger.launches += 1;
    const { base, waived, run } = ledger;
    const isKnown = base !== 'unknown' || (run.preflight !== undefined && run.checks.length === 0);
    insist(
      isKnown && (base !== 'lacking' || waived),
      'W9 nobody is launched on a base that cannot be checked',
      `${effect.key} on a base that is ${base}`,
    );
  }
  if (effect.kind === 'run-probes') {
    const { leave } = effect.input;
    const scripts = must(ledger.probed.get(effect.line), 'probes are asked for before they run');
    const approved = ledger.approvals.has(approval('probe', 'investigator', scripts));
    const contained = ledger.run.level === 'contained';
    insist(
      leave === 'given' ? approved : leave === 'refused' ? !approved : contained,
      'W10 scripts run contained, or after a person approved them',
      effect.key,
    );
  }
  const { drifting } = ledger;
  insist(
    effect.kind !== 'integrate' || drifting === undefined || ledger.decided.has(drifting),
    'W4 nothing is put onto a target that changed planned files before a person knows',
    effect.key,
  );
}

function ended(ledger: Ledger, event: Of<'effect.ended'>): void {
  insist(ledger.begun.has(event.key), 'W2 an effect is begun before it ends', event.key);
  insist(!ledger.ended.has(event.key), 'W2 an effect is ended once', event.key);
  ledger.ended.set(event.key, event.how);
}

function failed(ledger: Ledger, event: Of<'failure.recorded'>): void {
  if (event.class === 'quota' || event.class === 'login') return; // waits, not retries
  if (event.reason === 'forge-unavailable' || event.reason === 'tracker-unavailable') return; // waited for, a day at most
  if (event.key.includes('/hand-in/')) return; // a person's, who has it again
  const failures = (ledger.failures.get(event.line) ?? 0) + 1;
  ledger.failures.set(event.line, failures);
  // Once the retries are used up, each later round of the run may bring one more failure to the same line.
  const { retriesPerTask } = ledger.run.policy;
  const rounds = Object.values(ledger.run.rounds).reduce((sum, round) => sum + round, 0);
  insist(
    failures <= retriesPerTask + 1 + rounds,
    'W5 failures on a line stay within their retries',
    `${failures} on ${event.line}`,
  );
}

function decided(ledger: Ledger, event: Of<'gate.decided'>, saw: ReadonlyMap<string, string>): void {
  const gate = ledger.gates.get(event.gate);
  insist(gate !== undefined, 'W3 a gate is opened before it is decided', event.gate);
  insist(!ledger.decided.has(event.gate), 'W3 a gate is decided once', event.gate);
  ledger.decided.add(event.gate);
  const { who } = event.decision.by;
  const read = saw.get(who);
  insist(
    read === gate?.digest,
    'W3 a person decides on what they read',
    `${who} read ${read}, gate ${event.gate} is about ${gate?.digest}`,
  );
  if (gate !== undefined && event.decision.answer === 'approve') {
    ledger.approvals.add(approval(gate.kind, gate.subject, gate.digest));
    if (gate.kind === 'waiver' && gate.subject === 'base') ledger.waived = true;
    if (gate.kind === 'review' && gate.subject === 'change') ledger.passedHeads.add(gate.digest);
  }
}

function isFounded({ conclusion, confidence, findings }: Verdict): boolean {
  if (conclusion === 'abstain') return true;
  return (
    confidence >= 0.7 && (conclusion === 'pass' || findings.some((item) => item.validation === 'confirmed'))
  );
}

export function approval(kind: string, subject: string, digest: string): string {
  return `${kind} ${subject} ${digest}`;
}

function entered(ledger: Ledger, event: Of<'stage.entered'>): void {
  const { run } = ledger;
  insist(event.visit === run.visit.n + 1, 'W6 visits are numbered without a hole', `${event.visit}`);
  const { base, head } = theRepository(run);
  if (event.from === 'intake' && event.stage === 'analysis') {
    const tested = run.checks.some((item) => item.kind === 'test');
    const waiver = ledger.approvals.has(approval('waiver', 'no-tests', `no-tests.${base.commit}`));
    insist(tested || waiver, 'W4 without tests a person waives them', run.id);
  }
  if (event.from === 'review' && event.stage === 'completion' && run.policy.gates.delivery) {
    const approved = ledger.approvals.has(approval('delivery', 'delivery', head.commit));
    insist(approved, 'W4 a delivery is approved', head.commit);
  }
  if (event.from === 'plan-review' && event.stage === 'implementation') accepted(ledger);
}

/** Nobody approves these tasks: they follow a pull request, and may touch tests alone. */
function covering(ledger: Ledger, { tasks }: Of<'coverage.planned'>): void {
  const { head, pushed } = theRepository(ledger.run);
  insist(pushed === head.commit, 'W7 a coverage round starts from what is pushed', ledger.run.id);
  for (const { task } of tasks) {
    const testsOnly = task.files.length === 0 && task.executor === 'tester';
    insist(testsOnly, 'W7 a coverage round touches tests only', task.id);
    ledger.covering.add(task.id);
  }
}

function accepted(ledger: Ledger): void {
  const { run } = ledger;
  const plan = must(ledger.proposed, 'a plan was proposed');
  const digest = `${plan.hash}.${theRepository(run).base.commit}.${run.policyHash}`;
  const before = ledger.accepted.at(-1);
  const approved =
    !run.policy.gates.plan ||
    ['plan', 'rejected', 'abstained', 'stagnation', 'rounds'].some((subject) =>
      ledger.approvals.has(approval('plan', subject, digest)),
    ) ||
    (before !== undefined && staysInside(plan, before));
  insist(approved, 'W4 work starts on an approved plan', digest);
  ledger.accepted.push(plan);
}

function staysInside(plan: Plan, before: Plan): boolean {
  const files = planFiles(before);
  const isThere = (file: string): boolean =>
    files.some((entry) => entry === file || (entry.endsWith('/') && file.startsWith(entry)));
  return (
    planFiles(plan).every(isThere) &&
    plan.grants.every((path) => before.grants.includes(path)) &&
    plan.risks.every((risk) => risk.impact !== 'HIGH' || risk.resolved)
  );
}
