// What each type of event means for a run: what follows from it. One sentence each. Pure.

import type { RunEventType } from '../../core/events.ts';

export const eventMeaning: Readonly<Record<RunEventType, string>> = {
  'run.started': 'The ticket, the base commit and the policy of the run are fixed from here on.',
  'command.taken':
    'The same order under the same id does nothing more; it is answered with what this one did.',
  'effect.begun':
    'The intent is written before anything is done, so that a crash is found and nothing is done twice.',
  'effect.ended':
    'What the world answered is recorded with its cost; the facts it brought follow as events of their own.',
  'failure.recorded': 'What went wrong, its class, and the remedy code chose for it from the policy.',
  'stage.entered': 'A row of the transition table held, so the run began a new visit to a stage.',
  'stage.skipped': 'The stage has nothing to do here, and that is recorded instead of left out.',
  'ticket.recorded':
    'The ticket was screened and its text kept; its id and the name of the branch are fixed.',
  'ticket.refined':
    'The ticket was not clear; the roles now read what the interpreter made of it beside the ticket itself.',
  'survey.recorded':
    'The repository was looked at: its checks, its state, and whether a run can start at all.',
  'baseline.recorded':
    'Slipway ran the checks on the base commit. What fails there is known, and not charged to the change.',
  'analysis.recorded': 'The analysis is long enough and everything it cites exists at the base commit.',
  'plan.given':
    'A plan came with the ticket. It takes the place of the planner, and is checked, audited and asked about like any other.',
  'plan.drafted': 'The planner said what to do, but in no tasks; the splitter is asked to cut them.',
  'plan.proposed':
    'The plan passed its contract; it is still to be audited and, where policy asks, approved.',
  'reproduction.tried':
    'Slipway ran the test that should show the bug, on the base with that one file added; only red counts.',
  'reproduction.committed':
    'The test that shows the bug is a commit of its own on the run branch; every task starts from there, and none may touch it.',
  'audit.concluded':
    'Every audit that was due has answered; the score, what is open and what passed are fixed for later rounds.',
  'plan.chosen':
    'Rounds brought nothing better, so a person took the best-scored version with what is open in it.',
  'plan.edited':
    'A person changed the plan at its gate. It holds, and is audited and asked about like any other.',
  'note.added': 'The words of a person go into every later prompt they are meant for.',
  'design.recorded': 'A design for the plan exists.',
  'verdict.recorded': 'A reviewing role concluded; code decides what that opens.',
  'question.raised': 'An agent asks a person; its line of work stands still until there is an answer.',
  'search.asked':
    'A role wants something looked up on the web before it answers; Slipway looks, and asks it again.',
  'search.recorded':
    'What was found, and what did not work, goes into the next prompt of the role as the words of strangers.',
  'docs.refreshed':
    'The documenter wrote documents about the repository anew; every later prompt carries them instead of the old ones.',
  'docs.committed':
    'The refreshed documents are on the run branch in a commit of their own, before the change is evaluated.',
  'gate.opened': 'The run asks a person, and binds the answer to the digest of what is shown.',
  'gate.decided': 'A person answered. The first answer stands.',
  'budget.raised': 'A person raised a cap, so launches are possible again.',
  'day.reached':
    'All runs of the home together have used what a day allows: nothing is launched until tomorrow, or until a person raises the cap.',
  'day.passed': 'Another day has begun, so launches are possible again.',
  'task.delivered':
    'An attempt stayed inside its files, and Slipway made the commit. It is still to be checked.',
  'task.saved': 'What a stopped attempt left is kept for the next one, and seen by nobody else.',
  'task.accepted': 'The checks of the task passed on a clean checkout, and its review where it has one.',
  'queue.formed':
    'Accepted tasks are merged one onto the other. The branch moves to them once checks are good with all of them.',
  'task.integrated': 'The change of the task is on the run branch.',
  'task.failed': 'The attempts of the task are used up, or it has to be planned differently.',
  'task.reopened': 'The task is worked on once more, with the words of whoever asked for it.',
  'task.taken': 'A person works on the task: no agent starts on it, and one at work is stopped.',
  'task.handed-out': 'The files of the task lie in a workspace for the person who took it.',
  'task.given':
    'The person is done with the task: what they did is read, fenced and checked like any attempt.',
  'task.returned':
    'What the person gave back cannot be used as it is: the task is theirs again, with the reason.',
  'task.granted': 'A person allowed the task to touch these files too.',
  'evidence.recorded': 'Slipway ran the checks itself. The result counts for this tree only.',
  'change.compared':
    'Code compared the change with its base: whether tests, limits or configuration ask for less than before.',
  'coverage.measured': 'Slipway ran the tests and looked which of the changed lines they execute.',
  'coverage.planned': 'Testers write tests for changed lines that none executes yet, in test files only.',
  'coverage.skipped':
    'A person wants no tests for the sake of coverage: nothing is measured any more, and a round under way is left out.',
  'coverage.stopped': 'Nothing more is done about coverage, and this is why.',
  'delivery.screened': 'Everything that would leave the machine was searched for secrets.',
  'branch.pushed': 'The branch is on the forge.',
  'pull-request.opened': 'The pull request exists, once.',
  'pull-request.seen': 'The forge was asked how the pull request stands.',
  'base.moved':
    'The target branch has moved on; everything that was done is put onto it again and checked there.',
  'pull-request.merged': 'The change is in the target branch on the forge.',
  'merge.ordered': 'The merge of exactly this head is ordered; another head voids the order.',
  'landing.ordered': 'After the merge the change goes into the repository of its owner.',
  'change.landed': 'The change is in the repository of its owner.',
  'run.paused': 'A person paused the run: agents are stopped, their work is kept.',
  'run.resumed': 'A person let the run go on.',
  'run.blocked': 'Nothing is left to try by itself: only the choice of a person moves the run now.',
  'run.retried': 'A person let a blocked run go on: every loop gets one more round.',
  'run.cancelled': 'A person ended the run. What it made is kept, nothing more is done.',
  'discard.ordered': 'A person wants what the cancelled run published to be taken back.',
  'change.discarded': 'The pull request is closed and its branch deleted.',
  'run.completed': 'The pull request is merged and the tracker told.',
  'run.failed': 'A rule inside Slipway was broken, so the run was stopped with its journal intact.',
};
