// The words of a plan, out of the document it was made from. What is erased, or was never kept, is left out.

import type { Plan } from '../../core/plan/plan.ts';
import type { Words } from './texts.ts';
import { fieldOf, parsed } from './texts.ts';
import type { Data } from './yaml.ts';

export interface PlanWords {
  readonly summary: string;
  readonly tasks: ReadonlyMap<string, TaskWords>;
  /** What is said of a risk, by its kind. */
  readonly notes: ReadonlyMap<string, string>;
  readonly openQuestions: readonly string[];
}

interface TaskWords {
  readonly description: string;
  readonly doneWhen: readonly string[];
  readonly assumes: readonly Data[];
}

export function planWords(plan: Plan, words: Words): PlanWords {
  const source = plan.source === undefined ? undefined : parsed(words(plan.source));
  return {
    summary: textOf(fieldOf(source, 'summary')),
    tasks: new Map(
      listOf(fieldOf(source, 'tasks')).map((task) => [textOf(fieldOf(task, 'id')), taskWords(task)]),
    ),
    notes: new Map(
      listOf(fieldOf(source, 'risks')).map((risk) => [
        textOf(fieldOf(risk, 'category')),
        textOf(fieldOf(risk, 'note')),
      ]),
    ),
    openQuestions: listOf(fieldOf(source, 'openQuestions')).map(textOf),
  };
}

function taskWords(task: unknown): TaskWords {
  return {
    description: textOf(fieldOf(task, 'description')),
    doneWhen: listOf(fieldOf(task, 'successCriteria')).map(textOf),
    assumes: listOf(fieldOf(task, 'assumes')).map((item) => ({
      kind: textOf(fieldOf(item, 'kind')),
      name: textOf(fieldOf(item, 'name')),
      file: fieldOf(item, 'file') === undefined ? undefined : textOf(fieldOf(item, 'file')),
    })),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
