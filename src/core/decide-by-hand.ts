// Decide what a person puts into a run themselves: words, a plan, their own hands, other commands.

import type { Command, Refusal } from './commands.ts';
import type { CommandAnswer } from './course.ts';
import { courseOf, endOf } from './course.ts';
import { retry } from './decide-order.ts';
import { ownRun } from './gates/own-run.ts';
import { openProblems } from './plan/open-questions.ts';
import { planProblems } from './plan/plan-contract.ts';
import type { Run, TaskState } from './run.ts';
import { naming, openGates } from './run.ts';
import { settled } from './pipeline/settle.ts';
import { takeable } from './tasks/schedule.ts';
import { mayReplace, replacedBy } from './stages/other-checks.ts';
import { planContext } from './stages/planning.ts';

type Shaping = Extract<
  Command,
  { type: 'run.tell' | 'run.triage' | 'plan.edit' | 'task.take' | 'task.give' | 'checks.replace' }
>;

/** What a person puts in themselves: words, a plan, their own hands, commands. */
export function shape(run: Run, command: Shaping, at: number): CommandAnswer {
  switch (command.type) {
    case 'run.tell': {
      const { by, note, task } = command;
      if (task === undefined) return courseOf(run, [{ type: 'note.added', note, by }], at);
      return taskOf(run, task) === undefined
        ? noSuchTask(run, task)
        : courseOf(run, [{ type: 'note.added', note, task, by }], at);
    }
    case 'run.triage':
      return paste(run, command, at);
    case 'plan.edit':
      return editPlan(run, command, at);
    case 'task.take':
      return take(run, command, at);
    case 'task.give':
      return give(run, command, at);
    case 'checks.replace': {
      const replaced = [replacedBy(run, command)];
      const events = run.blocked === undefined ? replaced : retry(run, { by: command.by }, replaced);
      return mayReplace(run) ?? settled(run, events, at);
    }
  }
}

/** It waits until the run looks at its pull request again; one that has none, or whose is merged, has nothing to mend. */
function paste(run: Run, { by, words }: Extract<Command, { type: 'run.triage' }>, at: number): CommandAnswer {
  const published = run.repositories.filter(({ pullRequest }) => pullRequest !== undefined);
  const open = published.find(({ pullRequest }) => pullRequest?.merged === undefined);
  if (open === undefined) {
    const actual = published.length === 0 ? 'none yet' : 'one that is merged';
    return { refused: 'STATE_MISMATCH', expected: 'an open pull request', actual };
  }
  return settled(run, [{ type: 'pull-request.told', ...naming(run, open), words, by }], at);
}

/** GATE-2 holds for editing too: nobody changes a plan they have not seen. */
function editPlan(run: Run, command: Extract<Command, { type: 'plan.edit' }>, at: number): CommandAnswer {
  const gate = openGates(run).find((item) => item.kind === 'plan');
  if (gate === undefined) return { refused: 'no-such-gate', gate: 'plan' };
  if (gate.digest !== command.seen) {
    return { refused: 'subject-changed', gate: gate.id, seen: command.seen, now: gate.digest };
  }
  const refusal = ownRun(run, command.by);
  if (refusal !== undefined) return refusal;
  const open = openProblems(command.plan, run.policy);
  const problems = [...planProblems(command.plan, planContext(run)), ...open];
  if (problems.length > 0) return { refused: 'plan-problems', problems };
  return settled(run, [{ type: 'plan.edited', plan: command.plan, by: command.by }], at);
}

/** A person who takes what the agents gave up on lets a blocked run go on, as a retry does. */
function take(run: Run, { task, by }: Extract<Command, { type: 'task.take' }>, at: number): CommandAnswer {
  const state = taskOf(run, task);
  if (state === undefined) return noSuchTask(run, task);
  const again = run.blocked === undefined ? [] : retry(run, { by });
  const now = endOf(run, courseOf(run, again, at));
  const free = run.visit.stage === 'implementation' && takeable(now).some((item) => item.task.id === task);
  return free
    ? settled(run, [...again, { type: 'task.taken', task, by }], at)
    : { refused: 'STATE_MISMATCH', expected: 'a task that could be worked on now', actual: state.at };
}

function give(run: Run, command: Extract<Command, { type: 'task.give' }>, at: number): CommandAnswer {
  const { task, by, work } = command;
  const state = taskOf(run, task);
  if (state === undefined) return noSuchTask(run, task);
  const has = state.at === 'taken' && state.workspace !== undefined;
  return has
    ? settled(run, [{ type: 'task.given', task, by, work }], at)
    : { refused: 'STATE_MISMATCH', expected: 'a task that was handed out', actual: state.at };
}

function taskOf(run: Run, id: string): TaskState | undefined {
  return run.tasks.find((state) => state.task.id === id && state.at !== 'dropped');
}

function noSuchTask(run: Run, task: string): Refusal {
  const tasks = run.tasks.filter((state) => state.at !== 'dropped').map((state) => state.task.id);
  return { refused: 'no-such-task', task, tasks };
}
