// The splitter: tasks from a plan's words, where the planner's own could not be used.

import { planner } from './planner.ts';
import type { RoleTemplate } from './template.ts';

export const splitter: RoleTemplate = {
  purpose:
    'A planner has said what to do, but its tasks are missing or cannot be used. You turn its words into tasks. You decide nothing new: what the plan leaves open stays in openQuestions.',
  steps: [
    'Read the plan and what was found wrong with its tasks.',
    'Cut the work into 1 to 10 tasks that can each be built and tested alone, each with its files, its tests and an executor.',
    'Set dependsOn only where a task needs what another one makes. Tasks without it and without a common file run at the same time.',
    'Put names of configured checks into verification and ids of acceptance criteria into covers, so that every criterion is covered.',
    'Keep summary, risks, grants and confidence of the plan. Lower the confidence where its words did not carry a task.',
  ],
  never: [
    'Do not add work the plan does not name, and drop none.',
    'No code blocks, no command lines, no step done by hand, nothing put off.',
  ],
  good: planner.good,
  bad: [
    'Tasks by layer ("types", "logic", "tests"): none of them can be tested alone.',
    'Two tasks that change the same file and do not depend on each other: they cannot run at the same time.',
  ],
};
