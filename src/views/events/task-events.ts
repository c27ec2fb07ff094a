// What happens to tasks, and to the change they make together: work, evidence, coverage, in words. Pure.

import type { EventOf, RunEventType } from '../../core/events.ts';
import { ordinalOf } from '../../core/stages/lines.ts';
import { percentOf } from '../../core/evidence/coverage.ts';
import { measuredWords, stopWords } from '../words/coverage-words.ts';
import { taskNames } from '../words/effect-words.ts';
import { firedWords } from '../words/live-fire-words.ts';
import { comparedWords } from '../words/tamper-words.ts';
import { savedWords } from '../words/saved-words.ts';
import { list, plural } from '../words/words.ts';
import type { EventRows } from './event-row.ts';
import { checkWords, oneLine, reasonWords, whereOf } from './event-row.ts';

export const taskEvents = {
  'task.delivered': {
    meaning: 'An attempt stayed inside its files, and Slipway made the commit. It is still to be checked.',
    words: (event, run) =>
      event.again === true
        ? `${run.visit.stage}: ${taskOf(event)}: the attempt found nothing to change, so what was delivered before stands and is checked again`
        : `${run.visit.stage}: ${taskOf(event)} delivered ${plural(event.files, 'file')} (attempt ${ordinalOf(run, `task/${event.task}`)})`,
  },
  'task.saved': {
    meaning:
      'What an attempt has done so far, or left when it was stopped, is kept for the next one, and seen by nobody else.',
    words: (event, run) =>
      `${run.visit.stage}: ${taskOf(event)}: what the attempt did is saved${inBrackets(savedWords(event))}`,
  },
  'task.accepted': {
    meaning: 'The checks of the task passed on a clean checkout, and its review where it has one.',
    words: (event, run) => `${run.visit.stage}: ${taskOf(event)} accepted`,
  },
  'queue.formed': {
    meaning:
      'Accepted tasks are merged one onto the other. The branch moves to them once checks are good with all of them.',
    words: (event, run) =>
      `${run.visit.stage}: ${oneLine(taskNames(event.chain.map((item) => item.task)))} merged, to be checked together`,
  },
  'task.integrated': {
    meaning: 'The change of the task is on the run branch.',
    words: (event, run) => `${run.visit.stage}: ${taskOf(event)} integrated`,
  },
  'task.failed': {
    meaning: 'The attempts of the task are used up, or it has to be planned differently.',
    words: (event, run) => `${run.visit.stage}: ${failedWords(event)}`,
  },
  'task.reopened': {
    meaning: 'The task is worked on once more, with the words of whoever asked for it.',
    words: (event, run) => `${run.visit.stage}: ${taskOf(event)} is worked on again`,
  },
  'task.taken': {
    meaning: 'A person works on the task: no agent starts on it, and one at work is stopped.',
    words: (event, run) => `${run.visit.stage}: ${oneLine(event.by.who)} takes ${taskOf(event)}`,
  },
  'task.handed-out': {
    meaning: 'The files of the task lie in a workspace for the person who took it.',
    words: (event, run) => `${run.visit.stage}: ${taskOf(event)} lies ready for you`,
  },
  'task.given': {
    meaning: 'The person is done with the task: what they did is read, fenced and checked like any attempt.',
    words: (event, run) => `${run.visit.stage}: ${oneLine(event.by.who)} gives ${taskOf(event)} back`,
  },
  'task.returned': {
    meaning: 'What the person gave back cannot be used as it is: the task is theirs again, with the reason.',
    words: (event, run) =>
      `${run.visit.stage}: ${taskOf(event)} is yours again: what you gave back cannot be used`,
  },
  'task.granted': {
    meaning: 'A person allowed the task to touch these files too.',
    words: (event, run) => `${run.visit.stage}: ${taskOf(event)} may touch ${oneLine(list(event.paths))}`,
  },
  'task.strayed': {
    meaning:
      'An attempt needs ordinary files that are not of its task. What it did is kept until a person or policy says whether the task may have them.',
    words: (event, run) =>
      `${run.visit.stage}: ${taskOf(event)} needs ${oneLine(list(event.paths))}, outside its files; what it did is kept`,
  },
  'task.widened': {
    meaning: 'These files are of the task now: a person gave them, or policy did (scope.widen).',
    words: (event, run) =>
      `${run.visit.stage}: ${event.by === undefined ? 'policy' : oneLine(event.by)} gives ${taskOf(event)} ${oneLine(list(event.paths))} too`,
  },
  'evidence.recorded': {
    meaning: 'Slipway ran the checks itself. The result counts for this tree only.',
    words: (event, run) => `${whereOf(event.subject, run)}: ${list(event.evidence.map(checkWords))}`,
  },
  'change.fired': {
    meaning:
      'Tests were run where they should fail: those of the base on the new code, new ones on the old code, or one planted to fail.',
    words: (event, run) => `${run.visit.stage}: ${firedWords(event.fired)}`,
    isTold: ({ fired }) => fired.findings !== undefined || fired.told !== undefined,
  },
  'change.compared': {
    meaning:
      'Code compared the change with its base: whether tests, limits or configuration ask for less than before, and what it destroys.',
    words: (event, run) => `${run.visit.stage}: ${comparedWords(event.compared)}`,
  },
  'coverage.measured': {
    meaning: 'Slipway ran the tests and looked which of the changed lines they execute.',
    words: (event) => `coverage: ${measuredWords(event.measured)}`,
  },
  'coverage.based': {
    meaning: 'Slipway ran the tests at the base commit, and looked how much they execute there.',
    words: ({ before: { whole } }) =>
      whole === undefined
        ? 'coverage: what tests execute at the base could not be measured'
        : `coverage: at the base tests execute ${percentOf(whole)} % of the lines that the report counts`,
  },
  'coverage.planned': {
    meaning: 'Testers write tests for changed lines that none executes yet, in test files only.',
    words: (event, run) =>
      `${run.visit.stage}: a coverage round begins: ${list(event.tasks.map(({ task }) => oneLine(task.title)))}`,
  },
  'coverage.skipped': {
    meaning:
      'A person wants no tests for the sake of coverage: nothing is measured any more, and a round under way is left out.',
    words: (event, run) => `${run.visit.stage}: ${oneLine(event.by.who)} wants no more coverage rounds`,
  },
  'coverage.stopped': {
    meaning: 'Nothing more is done about coverage, and this is why.',
    words: (event) => `coverage: ${stopWords(event.because)}`,
  },
} satisfies Partial<EventRows>;

function taskOf({ task }: EventOf<Extract<RunEventType, `task.${string}`>>): string {
  return `task ${oneLine(task)}`;
}

function inBrackets(words: string | undefined): string {
  return words === undefined ? '' : ` (${words})`;
}

function failedWords(event: EventOf<'task.failed'>): string {
  if (event.dropped === true) return `${taskOf(event)} is left out: ${reasonWords(event.reason)}`;
  return event.replan
    ? `${taskOf(event)} has to be planned again`
    : `${taskOf(event)} failed: ${reasonWords(event.reason)}`;
}
