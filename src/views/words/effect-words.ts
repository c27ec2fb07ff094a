// What is being done, in words for people: effects, lines of work, and what is done about a failure. Pure. Names come from
// outside: whoever prints these words makes them safe first.

import type { Effect } from '../../core/effects.ts';
import type { RunEvent } from '../../core/events.ts';
import { shotOf } from '../../core/evidence/live-fire.ts';
import { mergingOf } from '../../core/tasks/queue.ts';
import { shotWords } from './live-fire-words.ts';
import { duration } from './words.ts';

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
    case 'search':
      return 'searching the web';
    case 'run-probes':
      return `running probes of the ${effect.subject} (${effect.input.probes.map(({ name }) => name).join(', ')})`;
    case 'attempt':
      return `attempt ${effect.input.ordinal} at task ${effect.input.task}`;
    case 'check':
      return `checking ${checkedWords(effect)} (${effect.input.checks.map((check) => check.name).join(', ')})`;
    case 'fire':
      return shotWords[shotOf(effect.subject)];
    case 'compare':
      return 'looking whether the change weakens what it is checked with';
    case 'measure':
      return effect.input.head === undefined
        ? 'measuring which of the changed lines tests execute'
        : 'measuring what tests execute at the base';
    case 'hand-out':
      return `making task ${effect.input.task} ready for a person`;
    case 'hand-in':
      return `reading what a person did for task ${effect.input.task}`;
    case 'discard':
      return 'taking back what was published';
    case 'revert':
      return `taking back pull request #${effect.input.number}`;
    case 'integrate':
      return `integrating ${taskNames(mergingOf(effect.input).map((item) => item.task))}`;
    case 'commit-docs':
      return 'committing refreshed documents';
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
    case 'reply':
      return `answering ${effect.input.id} on pull request #${effect.input.number}`;
    case 'request-review':
      return `asking ${effect.input.people.join(', ')} to look at pull request #${effect.input.number} again`;
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

function checkedWords({ subject }: Effect<'check'>): string {
  if (subject === 'run') return 'the whole change';
  if (subject === 'baseline') return 'the base commit';
  if (subject === 'reproduction') return 'the reproduction of the bug';
  return subject === 'queue' ? 'accepted tasks together' : subject.replace(/^task-/, 'task ');
}

/** "task a", "tasks a and b", or how many there are. */
export function taskNames(tasks: readonly string[]): string {
  if (tasks.length > namesMax) return `${tasks.length} tasks`;
  const last = tasks.at(-1) ?? '';
  return tasks.length < 2 ? `task ${last}` : `tasks ${tasks.slice(0, -1).join(', ')} and ${last}`;
}

const namesMax = 4;

function asking({ input }: Effect<'ask'>): string {
  const about = input.task === undefined ? docsWords(input) : ` about task ${input.task}`;
  const again = input.ordinal === 1 ? '' : ` (attempt ${input.ordinal})`;
  return `asking the ${input.role}${about}${again}`;
}

function docsWords({ docs }: Effect<'ask'>['input']): string {
  return docs === undefined ? '' : ` for ${docs.length === 1 ? docs[0] : `${docs.length} documents`}`;
}

/** The line on which accepted tasks are brought onto the branch, or what their evidence is recorded under. */
export function isQueueLine(line: string): boolean {
  return /^(\d+\/queue|queue\/.*)$/.test(line);
}

/** A line of work as people call it. */
export function lineWords(line: string): string {
  if (line.startsWith('task/')) return `task ${line.slice('task/'.length)}`;
  if (isQueueLine(line)) return 'accepted tasks together';
  return line.replace(/^\d+\//, '').replaceAll('/', ' ');
}

export function remedyWords(remedy: Extract<RunEvent, { type: 'failure.recorded' }>['remedy']): string {
  switch (remedy.type) {
    case 'retry':
      return remedy.waitMs === 0 ? 'it is tried again' : `it is tried again after ${duration(remedy.waitMs)}`;
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
