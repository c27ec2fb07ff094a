// Events and effects in words, for people: the last act, the next act, a line of a timeline. Pure. Titles, paths and
// names of checks come from outside: whoever prints these words makes them safe first.

import type { Effect } from '../core/effects.ts';
import type { RunEvent } from '../core/events.ts';
import type { Decider } from '../core/gate.ts';
import { nameOf } from './summarise.ts';
import { ticketNotes } from './ticket-words.ts';

/** What an effect does, as something that is being done: "asking the planner". */
export function effectWords(effect: Effect): string {
  switch (effect.kind) {
    case 'reserve':
      return 'reserving the budget';
    case 'fetch-ticket':
      return 'reading the ticket';
    case 'survey':
      return 'looking at the repository';
    case 'ask':
      return asking(effect);
    case 'attempt':
      return `attempt ${effect.input.ordinal} at task ${effect.input.task}`;
    case 'check':
      return `checking ${effect.subject === 'run' ? 'the whole change' : `task ${effect.subject}`} (${effect.input.checks.map((check) => check.name).join(', ')})`;
    case 'hand-out':
      return `making task ${effect.input.task} ready for a person`;
    case 'hand-in':
      return `reading what a person did for task ${effect.input.task}`;
    case 'discard':
      return 'taking back what was published';
    case 'integrate':
      return `integrating task ${effect.input.task}`;
    case 'screen':
      return 'screening what would be delivered';
    case 'push':
      return `pushing ${effect.input.branch}`;
    case 'open-pull-request':
      return 'opening the pull request';
    case 'update-pull-request':
      return `updating pull request #${effect.input.number}`;
    case 'publish-checks':
      return `publishing check results on pull request #${effect.input.number}`;
    case 'label':
      return `labelling pull request #${effect.input.number}`;
    case 'comment-ticket':
      return 'commenting on the ticket';
    case 'transition-ticket':
      return `setting the ticket to ${effect.input.to}`;
    case 'inspect':
      return `looking at pull request #${effect.input.number}`;
    case 'merge':
      return `merging pull request #${effect.input.number}`;
    case 'land':
      return `putting the change into the repository (${effect.input.how})`;
    case 'wait-until':
      return `waiting before ${lineWords(effect.line)} is tried again`;
    case 'write-artifacts':
      return 'writing the files for people';
  }
}

function asking({ input }: Effect<'ask'>): string {
  const about = input.task === undefined ? '' : ` about task ${input.task}`;
  const again = input.ordinal === 1 ? '' : ` (attempt ${input.ordinal})`;
  return `asking the ${input.role}${about}${again}`;
}

/** A line of work as people call it. */
export function lineWords(line: string): string {
  if (line.startsWith('task/')) return `task ${line.slice('task/'.length)}`;
  return line.replace(/^\d+\//, '').replaceAll('/', ' ');
}

/** What happened, in one sentence without its full stop. */
export function eventWords(event: RunEvent): string {
  switch (event.type) {
    case 'run.started':
      return `${who(event.by)} started the run`;
    case 'effect.begun':
      return `began ${effectWords(event.effect)}`;
    case 'effect.ended':
      return `${event.key} ${endWords[event.how]}`;
    case 'failure.recorded':
      return `${lineWords(event.line)} failed: ${event.reason} (${event.class}); ${remedyWords(event.remedy)}`;
    case 'stage.entered':
      return `entered ${event.stage} (visit ${event.visit}): ${event.because}`;
    case 'stage.skipped':
      return `skipped ${event.stage}: ${event.because}`;
    case 'ticket.recorded':
      return [
        `recorded the ticket ${event.ticket.id} (${event.ticket.screening})`,
        ...ticketNotes(event.ticket),
      ].join('; ');
    case 'ticket.refined':
      return `made the ticket clear: criteria ${event.criteria.join(', ')}, open points: ${event.refined.openPoints}`;
    case 'survey.recorded':
      return surveyWords(event.survey);
    case 'analysis.recorded':
      return `recorded the analysis (${event.analysis.chars} characters, ${event.analysis.related.length} places cited)`;
    case 'plan.given':
      return `${who(event.by)} handed in a plan of ${event.plan.tasks.length} tasks`;
    case 'plan.drafted':
      return 'the planner gave no tasks: the splitter is asked for them';
    case 'plan.proposed': {
      const version = (event.revision ?? 1) > 1 ? `version ${event.revision} of the plan, of` : 'a plan of';
      return `${version} ${event.plan.tasks.length} tasks holds (${event.plan.tier})`;
    }
    case 'plan.edited':
      return `${who(event.by)} edited the plan: ${event.plan.tasks.length} tasks (${event.plan.tier})`;
    case 'reproduction.tried':
      return event.red
        ? 'the bug was seen failing'
        : 'the test that should show the bug does not fail because of it';
    case 'plan.chosen':
      return `${who(event.by)} took an earlier version of the plan, which scored better`;
    case 'audit.concluded':
      return `the audits come to ${event.conclusion}${event.score === undefined ? '' : ` (score ${event.score})`}`;
    case 'note.added':
      return `${who(event.by)} told the agents something${event.task === undefined ? '' : ` about task ${event.task}`}`;
    case 'design.recorded':
      return 'recorded the design';
    case 'verdict.recorded':
      return `verdict on ${event.subject}: ${event.verdict.conclusion} by the ${event.verdict.role}`;
    case 'question.raised':
      return `${lineWords(event.line)} has a question`;
    case 'gate.opened':
      return `opened ${event.gate}: the ${nameOf(event.request)}`;
    case 'gate.decided':
      return `${who(event.decision.by)} answered ${event.decision.answer} at ${event.gate}`;
    case 'budget.raised':
      return `the caps are $${event.budget.usd}, ${event.budget.launches} launches now`;
    case 'evidence.recorded':
      return `evidence for ${event.subject}: ${event.evidence.map((item) => `${item.check} ${item.verdict}`).join(', ')}`;
    case 'delivery.screened':
      return `screened the delivery: ${event.verdict}`;
    case 'branch.pushed':
      return `pushed ${event.branch}`;
    case 'pull-request.opened':
      return `opened pull request #${event.number}`;
    case 'pull-request.seen':
      return `the forge says: ${event.seen.state}, checks ${event.seen.checks}, ${event.seen.mergeable ? 'mergeable' : 'not mergeable'}`;
    case 'pull-request.merged':
      return 'the pull request is merged';
    case 'merge.ordered':
      return `${who(event.by)} ordered the merge`;
    case 'landing.ordered':
      return `${who(event.by)} ordered the landing (${event.how})`;
    case 'change.landed':
      return `the change is in your repository, on ${event.landed.branch}`;
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
      return taskWords(event);
    case 'run.paused':
      return `${who(event.by)} paused the run`;
    case 'run.resumed':
      return `${who(event.by)} let the run go on`;
    case 'run.blocked':
      return `blocked: ${event.because}`;
    case 'run.retried':
      return `${who(event.by)} asked to go on after a block`;
    case 'run.cancelled':
      return `${who(event.by)} cancelled the run`;
    case 'discard.ordered':
      return `${who(event.by)} ordered what was published to be taken back`;
    case 'change.discarded':
      return 'closed the pull request and deleted the branch';
    case 'run.completed':
      return 'the run is completed';
    case 'run.failed':
      return `the run failed by a bug of Slipway: ${event.because}`;
  }
}

type TaskEvent = Extract<RunEvent, { readonly type: `task.${string}` }>;

function taskWords(event: TaskEvent): string {
  switch (event.type) {
    case 'task.delivered':
      return `task ${event.task} delivered a change of ${event.files} ${event.files === 1 ? 'file' : 'files'}`;
    case 'task.saved':
      return `kept what an attempt at task ${event.task} left when it was stopped`;
    case 'task.accepted':
      return `accepted task ${event.task}${event.reviewed ? ' after its review' : ''}`;
    case 'task.integrated':
      return `integrated task ${event.task}`;
    case 'task.failed':
      return `task ${event.task} ${event.replan ? 'has to be planned again' : 'used up its attempts'} (${event.reason})`;
    case 'task.reopened':
      return `opened task ${event.task} again`;
    case 'task.taken':
      return `${who(event.by)} took task ${event.task}`;
    case 'task.handed-out':
      return `task ${event.task} lies ready for a person`;
    case 'task.given':
      return `${who(event.by)} gave task ${event.task} back${event.work === 'drop' ? ' without any change' : ''}`;
    case 'task.returned':
      return `task ${event.task} went back to the person who took it`;
    case 'task.granted':
      return `task ${event.task} may touch ${event.paths.join(', ')}`;
  }
}

const endWords = { done: 'is done', failed: 'failed', stopped: 'was stopped' } as const;

function surveyWords(survey: Extract<RunEvent, { type: 'survey.recorded' }>['survey']): string {
  if (survey.problems.length > 0) return `pre-flight failed: ${survey.problems.join('; ')}`;
  const names = survey.checks.map((check) => check.name);
  const later = (survey.warnings ?? []).map((warning) => `; may be missed later: ${warning}`);
  return `pre-flight passed; checks: ${names.length === 0 ? 'none found' : names.join(', ')}${later.join('')}`;
}

export function remedyWords(remedy: Extract<RunEvent, { type: 'failure.recorded' }>['remedy']): string {
  switch (remedy.type) {
    case 'retry':
      return remedy.waitMs === 0 ? 'it is tried again' : `it is tried again after ${remedy.waitMs / 1000} s`;
    case 'park':
      return 'it waits until the quota is free again';
    case 'replan':
      return 'it is planned again';
    case 'person':
      return 'a person has to decide';
    case 'fail-over':
      return 'another agent takes over';
    case 'login':
      return `a person has to log the agent ${remedy.agent} in`;
    case 'warn':
      return 'the run goes on without it';
  }
}

function who(by: Decider): string {
  return by.who;
}
