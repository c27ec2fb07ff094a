// An event in words: a line people read while a run is at work, the last act of a run, what one event says. `run` is the
// state before the event. Pure. Texts from outside are cut to one line; whoever prints these words makes them oneLine first.

import { limitOf } from '../../core/budget/budget.ts';
import type { Effect, Searched } from '../../core/effects.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';
import type { RunEvent } from '../../core/events.ts';
import type { FailureReason } from '../../core/failures/failure.ts';
import type { Run } from '../../core/run.ts';
import { comparedWords } from '../words/tamper-words.ts';
import { isTaskLine } from '../../core/run.ts';
import { ordinalOf } from '../../core/stages/lines.ts';
import { effective } from '../../core/roles/verdict.ts';
import { usedWords } from '../words/amount-words.ts';
import { measuredWords, stopWords } from '../words/coverage-words.ts';
import { effectWords, isQueueLine, taskNames } from '../words/effect-words.ts';
import { nameOf } from '../run/summarise.ts';
import { ticketNotes } from '../words/ticket-words.ts';
import { clip, duration, list, plural, pointInTime, short } from '../words/words.ts';

type Named<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

const textCharsMax = 160;

const toldKinds: ReadonlySet<Effect['kind']> = new Set<Effect['kind']>([
  'attempt',
  'ask',
  'check',
  'measure',
  'wait-until',
]);

/** Whether somebody who watches is told: not what only repeats another event, nor what nobody waits for. */
export function isTold(event: RunEvent, run: Run): boolean {
  if (event.type === 'effect.begun') return toldKinds.has(event.effect.kind) && !isEmptyCheck(event.effect);
  if (event.type === 'effect.ended') return event.how === 'stopped' && launchOf(event, run) !== undefined;
  if (event.type === 'stage.skipped') return event.stage === run.visit.stage;
  return event.type !== 'pull-request.seen' && event.type !== 'command.taken';
}

function isEmptyCheck(effect: Effect): boolean {
  return effect.kind === 'check' && effect.input.checks.length === 0;
}

export function eventWords(event: RunEvent, run: Run): string {
  switch (event.type) {
    case 'run.started':
      return `run ${event.run} started: ${oneLine(event.title)}`;
    case 'command.taken':
      return `an order came in under the id ${oneLine(event.id)}`;
    case 'effect.begun':
      return begunWords(event.effect, run);
    case 'effect.ended':
      return endedWords(event, run);
    case 'failure.recorded':
      return failureWords(event, run);
    case 'stage.entered':
      return `${event.stage} begins: ${oneLine(event.because)}`;
    case 'stage.skipped':
      return `${event.stage}: skipped, ${oneLine(event.because)}`;
    case 'ticket.recorded':
      return [
        `intake: ticket ${oneLine(event.ticket.id)} recorded, branch ${oneLine(event.branch)}`,
        ...ticketNotes(event.ticket).map(oneLine),
      ].join('; ');
    case 'ticket.refined':
      return `intake: the ticket is made clear, ${plural(event.refined.criteria.length, 'criterion', 'criteria')}, ${plural(event.refined.openPoints, 'open point')}`;
    case 'survey.recorded':
      return surveyWords(event);
    case 'baseline.recorded':
      return `${run.visit.stage}: the base commit: ${list(event.evidence.map(checkWords))}`;
    case 'analysis.recorded':
      return `analysis: written, ${plural(event.analysis.related.length, 'piece')} of related code`;
    case 'plan.edited':
      return `${run.visit.stage}: ${oneLine(event.by.who)} edited the plan: ${plural(event.plan.tasks.length, 'task')} now`;
    case 'reproduction.tried':
      return event.red
        ? 'analysis: the bug was seen failing'
        : 'analysis: the test that should show the bug does not fail because of it';
    case 'reproduction.committed':
      return `implementation: the test that shows the bug is committed first, as ${oneLine(event.path)}`;
    case 'plan.chosen':
      return `${run.visit.stage}: ${oneLine(event.by.who)} took an earlier version of the plan, which scored better`;
    case 'audit.concluded':
      return `${run.visit.stage}: the audits come to ${event.conclusion}${event.score === undefined ? '' : `, score ${event.score}`}`;
    case 'note.added':
      return `${oneLine(event.by.who)} told the agents something${event.task === undefined ? '' : ` about task ${oneLine(event.task)}`}`;
    case 'plan.given':
      return `${oneLine(event.by.who)} handed in a plan of ${plural(event.plan.tasks.length, 'task')}`;
    case 'plan.drafted':
      return 'planning: the planner gave no tasks; the splitter cuts them';
    case 'plan.proposed':
      return `planning: ${versionWords(event.revision)} ${event.plan.tier} plan of ${plural(event.plan.tasks.length, 'task')}, confidence ${event.plan.confidence}`;
    case 'design.recorded':
      return 'design: written';
    case 'verdict.recorded':
      return verdictWords(event, run);
    case 'evidence.recorded':
      return `${whereOf(event.subject, run)}: ${list(event.evidence.map(checkWords))}`;
    case 'change.compared':
      return `${run.visit.stage}: ${comparedWords(event.compared)}`;
    case 'question.raised':
      return `${whereOf(event.line, run)}: asks a question`;
    case 'search.asked':
      return `${whereOf(event.line, run)}: the ${event.role} wants something looked up on the web`;
    case 'search.recorded':
      return `${whereOf(event.line, run)}: ${searchWords(event.searched)}`;
    case 'docs.refreshed':
      return `${run.visit.stage}: the documenter refreshed ${list(event.documents.map(({ path }) => oneLine(path)))}`;
    case 'docs.committed':
      return `${run.visit.stage}: ${committedWords(event)}`;
    case 'gate.opened':
    case 'gate.decided':
    case 'budget.raised':
      return gateWords(event, run);
    case 'day.reached':
      return `${run.visit.stage}: ${dayWords(event, run)}`;
    case 'day.passed':
      return `${run.visit.stage}: it is another day, and the run goes on`;
    case 'queue.formed':
      return `${run.visit.stage}: ${oneLine(taskNames(event.chain.map((item) => item.task)))} merged, to be checked together`;
    case 'task.delivered':
    case 'task.saved':
    case 'task.accepted':
    case 'task.integrated':
    case 'task.failed':
    case 'task.reopened':
    case 'task.taken':
    case 'task.handed-out':
    case 'task.given':
    case 'task.returned':
    case 'task.granted':
      return `${run.visit.stage}: ${taskWords(event, run)}`;
    case 'coverage.measured':
      return `coverage: ${measuredWords(event.measured)}`;
    case 'coverage.planned':
      return `${run.visit.stage}: a coverage round begins: ${list(event.tasks.map(({ task }) => oneLine(task.title)))}`;
    case 'coverage.skipped':
      return `${run.visit.stage}: ${oneLine(event.by.who)} wants no more coverage rounds`;
    case 'coverage.stopped':
      return `coverage: ${stopWords(event.because)}`;
    case 'delivery.screened':
    case 'branch.pushed':
    case 'pull-request.opened':
    case 'pull-request.seen':
    case 'base.moved':
    case 'pull-request.merged':
    case 'merge.ordered':
    case 'landing.ordered':
    case 'change.landed':
      return deliveryWords(event, run);
    case 'run.paused':
    case 'run.resumed':
    case 'run.blocked':
    case 'run.retried':
    case 'run.cancelled':
    case 'discard.ordered':
    case 'change.discarded':
    case 'run.completed':
    case 'run.failed':
      return runWords(event);
  }
}

function begunWords(effect: Effect, run: Run): string {
  switch (effect.kind) {
    case 'attempt':
      return `${run.visit.stage}: task ${oneLine(effect.subject)}, attempt ${effect.input.ordinal} began`;
    case 'ask': {
      const again = effect.input.ordinal === 1 ? '' : `, attempt ${effect.input.ordinal}`;
      return `${whereOf(effect.line, run)}: the ${effect.input.role} is at work${again}`;
    }
    case 'check':
      return `${whereOf(effect.line, run)}: checks run: ${list(
        effect.input.checks.map((check) => check.name),
        'none',
      )}`;
    case 'wait-until':
      return waitBegun(effect, run);
    case 'search':
    case 'reserve':
    case 'fetch-ticket':
    case 'survey':
    case 'integrate':
    case 'commit-docs':
    case 'screen':
    case 'compare':
    case 'measure':
    case 'push':
    case 'open-pull-request':
    case 'update-pull-request':
    case 'publish-checks':
    case 'label':
    case 'comment-ticket':
    case 'transition-ticket':
    case 'inspect':
    case 'merge':
    case 'land':
    case 'hand-out':
    case 'hand-in':
    case 'discard':
    case 'write-artifacts':
      return `${run.visit.stage}: ${oneLine(effectWords(effect))} began`;
  }
}

/** Only a quota names the time at which it is over, and not every program tells it. */
function waitBegun(effect: Effect<'wait-until'>, run: Run): string {
  const { waitMs, untilMs } = effect.input;
  const isQuota = run.holds.some((hold) => hold.line === effect.line && hold.quota === true);
  return untilMs === undefined
    ? `${whereOf(effect.line, run)}: ${isQuota ? 'waits for the quota and ' : ''}tries again in ${duration(waitMs ?? 0)}`
    : `${whereOf(effect.line, run)}: waits for the quota until ${pointInTime(untilMs, run.visit.enteredAt)}`;
}

type Launch = Effect<'ask' | 'attempt'>;

function launchOf(event: Named<'effect.ended'>, run: Run): Launch | undefined {
  return run.inFlight.find(
    (item): item is Launch => item.key === event.key && (item.kind === 'attempt' || item.kind === 'ask'),
  );
}

const endWords = { done: 'is done', failed: 'failed', stopped: 'was stopped' } as const;

function endedWords(event: Named<'effect.ended'>, run: Run): string {
  const launch = launchOf(event, run);
  if (launch === undefined) return `${run.visit.stage}: ${event.key} ${endWords[event.how]}`;
  const who = launch.kind === 'ask' ? `the ${launch.input.role}` : 'the attempt';
  return `${whereOf(launch.line, run)}: ${who} ${endWords[event.how]}`;
}

function failureWords(event: Named<'failure.recorded'>, run: Run): string {
  const what = `${whereOf(event.line, run)}: ${reasonWords(event.reason)}`;
  switch (event.remedy.type) {
    case 'retry':
      return `${what}; it is tried again`;
    case 'park':
      return `${what}; it waits until that is over`;
    case 'replan':
      return `${what}; it has to be planned again`;
    case 'person':
      return event.reason === 'protected-path'
        ? `${what}; a person decides`
        : `${what}; nothing is left to try`;
    case 'fail-over':
      return `${what}; another agent takes over`;
    case 'login':
      return `${what}; the agent ${oneLine(event.remedy.agent)} has to be logged in`;
    case 'warn':
      return event.key.includes('/hand-in/') ? what : `${what}; the run goes on without it`;
  }
}

/** The reason as it is in the journal, made readable: `checks-failed` reads "checks failed". */
function reasonWords(reason: FailureReason): string {
  return reason.replaceAll('-', ' ');
}

function surveyWords({ survey }: Named<'survey.recorded'>): string {
  if (survey.problems.length > 0) return `intake: ${oneLine(survey.problems.join(' '))}`;
  const names = survey.checks.map((check) => check.name);
  const found = names.length === 0 ? 'intake: no check was found' : `intake: checks are ${list(names)}`;
  const later = (survey.warnings ?? []).map((warning) => `; may be missed later: ${oneLine(warning)}`);
  return `${found}${later.join('')}`;
}

function searchWords({ found, failed }: Searched): string {
  const trouble = failed === 0 ? '' : `; ${plural(failed, 'search', 'searches')} failed, and the run goes on`;
  return `the web search found ${plural(found, 'page')}${trouble}`;
}

function verdictWords({ subject, verdict }: Named<'verdict.recorded'>, run: Run): string {
  const findings = verdict.findings.length === 0 ? '' : `, ${plural(verdict.findings.length, 'finding')}`;
  const where = subject === 'run' || isTaskLine(subject) ? whereOf(subject, run) : run.visit.stage;
  return `${where}: the ${verdict.role} says ${effective(verdict)}${findings}`;
}

function checkWords({ check, verdict, counts, known = 0, reused }: Evidence): string {
  const notes = [
    ...(counts === undefined ? [] : [`${counts.passed} passed, ${counts.failed} failed`]),
    ...(known === 0 ? [] : [`${known} red at the base already`]),
    ...(reused === true ? ['not run again'] : []),
  ];
  return `${check} ${verdict}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
}

function gateWords(event: Named<'gate.opened' | 'gate.decided' | 'budget.raised'>, run: Run): string {
  switch (event.type) {
    case 'gate.opened':
      return `${run.visit.stage}: waits for you: the ${oneLine(nameOf(event.request))} (${event.gate})`;
    case 'gate.decided': {
      const gate = run.gates.find((item) => item.id === event.gate);
      const name = gate === undefined ? event.gate : `the ${oneLine(nameOf(gate))}`;
      return `${run.visit.stage}: ${oneLine(event.decision.by.who)} answered ${event.decision.answer} to ${name}`;
    }
    case 'budget.raised':
      return `${run.visit.stage}: the budget was raised`;
  }
}

function taskWords(event: Extract<RunEvent, { type: `task.${string}` }>, run: Run): string {
  const task = `task ${oneLine(event.task)}`;
  switch (event.type) {
    case 'task.delivered': {
      const ordinal = ordinalOf(run, `task/${event.task}`);
      return `${task} delivered ${plural(event.files, 'file')} (attempt ${ordinal})`;
    }
    case 'task.saved':
      return `${task}: what the attempt did is saved`;
    case 'task.accepted':
      return `${task} accepted`;
    case 'task.integrated':
      return `${task} integrated`;
    case 'task.failed':
      if (event.dropped === true) return `${task} is left out: ${reasonWords(event.reason)}`;
      return event.replan
        ? `${task} has to be planned again`
        : `${task} failed: ${reasonWords(event.reason)}`;
    case 'task.reopened':
      return `${task} is worked on again`;
    case 'task.taken':
      return `${oneLine(event.by.who)} takes ${task}`;
    case 'task.handed-out':
      return `${task} lies ready for you`;
    case 'task.given':
      return `${oneLine(event.by.who)} gives ${task} back`;
    case 'task.returned':
      return `${task} is yours again: what you gave back cannot be used`;
    case 'task.granted':
      return `${task} may touch ${oneLine(list(event.paths))}`;
  }
}

type Delivery = Named<
  | 'delivery.screened'
  | 'branch.pushed'
  | 'pull-request.opened'
  | 'pull-request.seen'
  | 'base.moved'
  | 'pull-request.merged'
  | 'merge.ordered'
  | 'landing.ordered'
  | 'change.landed'
>;

function deliveryWords(event: Delivery, run: Run): string {
  const { stage } = run.visit;
  switch (event.type) {
    case 'delivery.screened':
      return `${stage}: screening of what leaves: ${event.verdict}`;
    case 'branch.pushed':
      return `${stage}: branch ${oneLine(event.branch)} pushed at ${short(event.commit)}`;
    case 'pull-request.opened':
      return `${stage}: pull request #${event.number} opened`;
    case 'pull-request.seen':
      return `${stage}: the forge says: ${event.seen.state}, checks ${event.seen.checks}, ${event.seen.mergeable ? 'mergeable' : 'not mergeable'}`;
    case 'base.moved':
      return `${stage}: the target branch is at ${short(event.base.commit)} now; the change is put onto it and checked again${driftWords(event.base.drift)}`;
    case 'pull-request.merged':
      return event.found === true
        ? `${stage}: the forge says that the pull request was merged, as ${short(event.commit)}`
        : `${stage}: pull request merged as ${short(event.commit)}`;
    case 'merge.ordered':
      return `${stage}: ${oneLine(event.by.who)} ordered the merge of ${short(event.head)}`;
    case 'landing.ordered':
      return `${stage}: ${oneLine(event.by.who)} ordered the landing`;
    case 'change.landed':
      return `landed on ${oneLine(event.landed.branch)} in your repository`;
  }
}

type Whole = Named<
  | 'run.paused'
  | 'run.resumed'
  | 'run.blocked'
  | 'run.retried'
  | 'run.cancelled'
  | 'discard.ordered'
  | 'change.discarded'
  | 'run.completed'
  | 'run.failed'
>;

function runWords(event: Whole): string {
  switch (event.type) {
    case 'run.paused':
      return `${oneLine(event.by.who)} paused the run`;
    case 'run.resumed':
      return `${oneLine(event.by.who)} let the run go on`;
    case 'run.blocked':
      return `blocked: ${oneLine(event.because)}`;
    case 'run.retried':
      return `${oneLine(event.by.who)} asked the run to go on`;
    case 'run.cancelled':
      return `${oneLine(event.by.who)} cancelled the run`;
    case 'discard.ordered':
      return `${oneLine(event.by.who)} wants what it published taken back`;
    case 'change.discarded':
      return 'the pull request is closed and the branch deleted';
    case 'run.completed':
      return 'completed';
    case 'run.failed':
      return `the run failed by a bug of Slipway: ${oneLine(event.because)}`;
  }
}

/** A line of work as a place: a task by its id, everything else by the stage the run is in. */
function whereOf(line: string, run: Run): string {
  return isTaskLine(line)
    ? `${run.visit.stage}: task ${oneLine(line.slice('task/'.length))}`
    : `${run.visit.stage}${isQueueLine(line) ? ': accepted tasks together' : ''}`;
}

function oneLine(text: string): string {
  return clip(text, textCharsMax);
}

function versionWords(revision = 1): string {
  return revision === 1 ? 'a' : `version ${revision}, a`;
}

function committedWords({
  documents,
  head,
  left = [],
}: Extract<RunEvent, { type: 'docs.committed' }>): string {
  const written =
    documents.length === 0
      ? 'no document committed'
      : `${list(documents.map(({ path }) => oneLine(path)))} committed as ${short(head.commit)}`;
  return left.length === 0
    ? written
    : `${written}; ${list(left.map(oneLine))} left as somebody wrote it on the target meanwhile`;
}

function dayWords({ cap, spent }: Named<'day.reached'>, { budget }: Run): string {
  const limit = limitOf(budget, { cap, scope: 'day' });
  return `the budget of the day is used up (${usedWords(cap, spent[cap], limit)}, over all runs); it goes on tomorrow, or when the cap is raised`;
}

/** What of the plan the target changed on the way there. */
function driftWords(paths: readonly string[] = []): string {
  return paths.length === 0 ? '' : `; on the way it changed planned files: ${list(paths.map(oneLine))}`;
}
