// An event as a line people read while a run is at work. Events that only repeat another, or that nobody waits
// for, have none. `run` is the state before the event. Pure; text from outside comes out safe for a terminal.

import type { Effect } from '../../core/effects.ts';
import type { Evidence } from '../../core/evidence.ts';
import type { RunEvent } from '../../core/events.ts';
import type { FailureReason } from '../../core/failure.ts';
import type { Run } from '../../core/run.ts';
import { isTaskLine } from '../../core/run.ts';
import { ordinalOf } from '../../core/stages/lines.ts';
import { effective } from '../../core/verdict.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { nameOf } from '../../views/summarise.ts';
import { ticketNotes } from '../../views/ticket-words.ts';
import { clip, duration, list, plural, pointInTime, short } from '../../views/words.ts';

type Named<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;
type Words = string | undefined;

const textCharsMax = 160;

export function eventWords(event: RunEvent, run: Run): Words {
  switch (event.type) {
    case 'run.started':
      return `run ${event.run} started: ${safe(event.title)}`;
    case 'effect.begun':
      return begunWords(event.effect, run);
    case 'effect.ended':
      return endedWords(event, run);
    case 'failure.recorded':
      return failureWords(event, run);
    case 'stage.entered':
      return `${event.stage} begins: ${safe(event.because)}`;
    case 'stage.skipped':
      return event.stage === run.visit.stage ? `${event.stage}: skipped, ${safe(event.because)}` : undefined;
    case 'ticket.recorded':
      return [
        `intake: ticket ${safe(event.ticket.id)} recorded, branch ${safe(event.branch)}`,
        ...ticketNotes(event.ticket).map(safe),
      ].join('; ');
    case 'ticket.refined':
      return `intake: the ticket is made clear, ${plural(event.refined.criteria.length, 'criterion', 'criteria')}, ${plural(event.refined.openPoints, 'open point')}`;
    case 'survey.recorded':
      return surveyWords(event);
    case 'analysis.recorded':
      return `analysis: written, ${plural(event.analysis.related.length, 'piece')} of related code`;
    case 'plan.edited':
      return `${run.visit.stage}: ${safe(event.by.who)} edited the plan: ${plural(event.plan.tasks.length, 'task')} now`;
    case 'reproduction.tried':
      return event.red
        ? 'analysis: the bug was seen failing'
        : 'analysis: the test that should show the bug does not fail because of it';
    case 'plan.chosen':
      return `${run.visit.stage}: ${safe(event.by.who)} took an earlier version of the plan, which scored better`;
    case 'audit.concluded':
      return `${run.visit.stage}: the audits come to ${event.conclusion}${event.score === undefined ? '' : `, score ${event.score}`}`;
    case 'note.added':
      return `${safe(event.by.who)} told the agents something${event.task === undefined ? '' : ` about task ${safe(event.task)}`}`;
    case 'plan.given':
      return `${safe(event.by.who)} handed in a plan of ${plural(event.plan.tasks.length, 'task')}`;
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
    case 'question.raised':
      return `${whereOf(event.line, run)}: asks a question`;
    case 'gate.opened':
    case 'gate.decided':
    case 'budget.raised':
      return gateWords(event, run);
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
    case 'delivery.screened':
    case 'branch.pushed':
    case 'pull-request.opened':
    case 'pull-request.seen':
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

function begunWords(effect: Effect, run: Run): Words {
  switch (effect.kind) {
    case 'attempt':
      return `${run.visit.stage}: task ${safe(effect.subject)}, attempt ${effect.input.ordinal} began`;
    case 'ask': {
      const again = effect.input.ordinal === 1 ? '' : `, attempt ${effect.input.ordinal}`;
      return `${whereOf(effect.line, run)}: the ${effect.input.role} is at work${again}`;
    }
    case 'check':
      return effect.input.checks.length === 0
        ? undefined
        : `${whereOf(effect.line, run)}: checks run: ${list(effect.input.checks.map((check) => check.name))}`;
    case 'wait-until':
      return waitBegun(effect, run);
    case 'reserve':
    case 'fetch-ticket':
    case 'survey':
    case 'integrate':
    case 'screen':
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
      return undefined;
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

/** What ended well says so by its own event. */
function endedWords(event: Named<'effect.ended'>, run: Run): Words {
  const effect = run.inFlight.find((item) => item.key === event.key);
  if (event.how !== 'stopped' || effect === undefined) return undefined;
  return effect.kind === 'attempt' || effect.kind === 'ask'
    ? `${whereOf(effect.line, run)}: ${effect.kind === 'ask' ? `the ${effect.input.role}` : 'the attempt'} was stopped`
    : undefined;
}

function failureWords(event: Named<'failure.recorded'>, run: Run): Words {
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
      return `${what}; the agent ${safe(event.remedy.agent)} has to be logged in`;
    case 'warn':
      return `${what}; the run goes on without it`;
  }
}

/** The reason as it is in the journal, made readable: `checks-failed` reads "checks failed". */
function reasonWords(reason: FailureReason): string {
  return reason.replaceAll('-', ' ');
}

function surveyWords({ survey }: Named<'survey.recorded'>): Words {
  if (survey.problems.length > 0) return `intake: ${safe(survey.problems.join(' '))}`;
  const names = survey.checks.map((check) => check.name);
  const found = names.length === 0 ? 'intake: no check was found' : `intake: checks are ${list(names)}`;
  const later = (survey.warnings ?? []).map((warning) => `; may be missed later: ${safe(warning)}`);
  return `${found}${later.join('')}`;
}

function verdictWords({ subject, verdict }: Named<'verdict.recorded'>, run: Run): Words {
  const findings = verdict.findings.length === 0 ? '' : `, ${plural(verdict.findings.length, 'finding')}`;
  const where = subject === 'run' || isTaskLine(subject) ? whereOf(subject, run) : run.visit.stage;
  return `${where}: the ${verdict.role} says ${effective(verdict)}${findings}`;
}

function checkWords(evidence: Evidence): string {
  const { counts } = evidence;
  const counted = counts === undefined ? '' : ` (${counts.passed} passed, ${counts.failed} failed)`;
  return `${evidence.check} ${evidence.verdict}${counted}`;
}

function gateWords(event: Named<'gate.opened' | 'gate.decided' | 'budget.raised'>, run: Run): Words {
  switch (event.type) {
    case 'gate.opened':
      return `${run.visit.stage}: waits for you: the ${safe(nameOf(event.request))} (${event.gate})`;
    case 'gate.decided': {
      const gate = run.gates.find((item) => item.id === event.gate);
      const name = gate === undefined ? event.gate : `the ${safe(nameOf(gate))}`;
      return `${run.visit.stage}: ${safe(event.decision.by.who)} answered ${event.decision.answer} to ${name}`;
    }
    case 'budget.raised':
      return `${run.visit.stage}: the budget was raised`;
  }
}

function taskWords(event: Extract<RunEvent, { type: `task.${string}` }>, run: Run): string {
  const task = `task ${safe(event.task)}`;
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
      return event.replan
        ? `${task} has to be planned again`
        : `${task} failed: ${reasonWords(event.reason)}`;
    case 'task.reopened':
      return `${task} is worked on again`;
    case 'task.taken':
      return `${safe(event.by.who)} takes ${task}`;
    case 'task.handed-out':
      return `${task} lies ready for you`;
    case 'task.given':
      return `${safe(event.by.who)} gives ${task} back`;
    case 'task.returned':
      return `${task} is yours again: what you gave back cannot be used`;
    case 'task.granted':
      return `${task} may touch ${safe(list(event.paths))}`;
  }
}

type Delivery = Named<
  | 'delivery.screened'
  | 'branch.pushed'
  | 'pull-request.opened'
  | 'pull-request.seen'
  | 'pull-request.merged'
  | 'merge.ordered'
  | 'landing.ordered'
  | 'change.landed'
>;

function deliveryWords(event: Delivery, run: Run): Words {
  const { stage } = run.visit;
  switch (event.type) {
    case 'delivery.screened':
      return `${stage}: screening of what leaves: ${event.verdict}`;
    case 'branch.pushed':
      return `${stage}: branch ${safe(event.branch)} pushed at ${short(event.commit)}`;
    case 'pull-request.opened':
      return `${stage}: pull request #${event.number} opened`;
    case 'pull-request.seen':
      return undefined;
    case 'pull-request.merged':
      return `${stage}: pull request merged as ${short(event.commit)}`;
    case 'merge.ordered':
      return `${stage}: ${safe(event.by.who)} ordered the merge of ${short(event.head)}`;
    case 'landing.ordered':
      return `${stage}: ${safe(event.by.who)} ordered the landing`;
    case 'change.landed':
      return `landed on ${safe(event.landed.branch)} in your repository`;
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
      return `${safe(event.by.who)} paused the run`;
    case 'run.resumed':
      return `${safe(event.by.who)} let the run go on`;
    case 'run.blocked':
      return `blocked: ${safe(event.because)}`;
    case 'run.retried':
      return `${safe(event.by.who)} asked the run to go on`;
    case 'run.cancelled':
      return `${safe(event.by.who)} cancelled the run`;
    case 'discard.ordered':
      return `${safe(event.by.who)} wants what it published taken back`;
    case 'change.discarded':
      return 'the pull request is closed and the branch deleted';
    case 'run.completed':
      return 'completed';
    case 'run.failed':
      return `failed: ${safe(event.because)}`;
  }
}

/** A line of work as a place: a task by its id, everything else by the stage the run is in. */
function whereOf(line: string, run: Run): string {
  return isTaskLine(line) ? `${run.visit.stage}: task ${safe(line.slice('task/'.length))}` : run.visit.stage;
}

function safe(text: string): string {
  return clip(forTerminal(text), textCharsMax);
}

function versionWords(revision = 1): string {
  return revision === 1 ? 'a' : `version ${revision}, a`;
}
