// The table of tasks of one plan, for people and for programs; `run --plan` takes it as a plan.

import type { Plan, Task } from '../../core/plan/plan.ts';
import type { Run } from '../../core/run.ts';
import type { PlanWords } from './plan-words.ts';
import { planWords } from './plan-words.ts';
import { isoOf, orNull } from './say.ts';
import type { Proposed } from './story.ts';
import type { Words } from './texts.ts';
import type { TaskStatus, Wave } from './waves.ts';
import { taskStatus, waveOf, wavesOf } from './waves.ts';
import type { Data } from './yaml.ts';
import { yamlOf } from './yaml.ts';

export function tasksYaml(run: Run, { plan, at }: Proposed, words: Words): string {
  const groups = wavesOf(plan);
  const said = planWords(plan, words);
  return yamlOf({
    plan: plan.hash,
    summary: said.summary,
    tier: plan.tier,
    confidence: plan.confidence,
    proposed_at: isoOf(at),
    validation_policy: validationOf(run, plan),
    tasks: plan.tasks.map((task) => taskData(task, said, groups, statusIn(run, plan, task.id))),
    parallel_groups: Object.fromEntries(groups.map((group) => [group.name, group.tasks])),
    execution_order: groups.map((group) => ({
      group: group.name,
      strategy: strategyOf(group),
      tasks: group.tasks,
    })),
    strategy: groups.some((group) => group.tasks.length > 1) ? 'parallel' : 'sequential',
    risks: plan.risks.map(({ category, impact, resolved }) => ({
      category,
      impact,
      resolved,
      note: said.notes.get(category) ?? 'not said',
    })),
    open_questions: said.openQuestions,
    grants: plan.grants,
  });
}

function taskData(task: Task, said: PlanWords, groups: readonly Wave[], status: TaskStatus): Data {
  const words = said.tasks.get(task.id);
  return {
    id: task.id,
    title: task.title,
    description: words?.description ?? task.title,
    files_to_modify: task.files,
    new_files: task.creates,
    test_files: task.tests,
    changed_lines: task.changedLines,
    assumes: words === undefined || words.assumes.length === 0 ? undefined : words.assumes,
    success_criteria: words?.doneWhen ?? [],
    covers: task.criteria,
    mandates: task.mandates,
    parallel_group: orNull(waveOf(groups, task)),
    depends_on: task.dependsOn,
    executor: task.executor,
    speciality: task.speciality,
    verification: task.verification,
    destructive: task.destructive,
    status,
  };
}

/** What the configuration says for every task, and what the plan adds to it. */
function validationOf(run: Run, { validation }: Plan): Data {
  const added = validation?.checksPerTask ?? [];
  const perTask = run.checks
    .filter((check) => check.when === 'task' || added.includes(check.name))
    .map((check) => check.name);
  return {
    working_directory: validation?.workingDirectory ?? '.',
    checks_per_task: perTask,
    checks_per_run: run.checks.map((check) => check.name),
    known_failures: validation?.knownFailures ?? [],
  };
}

function strategyOf(group: Wave): string {
  return group.tasks.length > 1 ? 'parallel' : 'sequential';
}

/** A task of a plan that another one took the place of was dropped, unless it had been integrated by then. */
function statusIn(run: Run, plan: Plan, id: string): TaskStatus {
  const state = run.tasks.find((item) => item.task.id === id);
  const current = run.accepted?.hash === plan.hash;
  if (state !== undefined && (current || state.at === 'integrated')) return taskStatus(state);
  return run.plan?.hash === plan.hash ? 'pending' : 'dropped';
}
