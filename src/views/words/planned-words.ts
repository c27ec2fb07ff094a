// Planned and touched files of a task in words, for reports and reviewers. Pure. Paths come from outside: whoever prints
// these words makes them safe first.

import { plannedAndActual } from '../../core/fence/fence.ts';
import type { TaskState } from '../../core/run.ts';
import { list, plural } from './words.ts';

/** "2 files touched; planned and not touched: src/c.ts; touched by grant: go.sum". */
export function plannedWords({ task, delivered }: TaskState): string | undefined {
  const seen = plannedAndActual(task, delivered?.touched);
  if (seen === undefined) return undefined;
  const { touched, untouched, granted } = seen;
  return [
    `${plural(touched.length, 'file')} touched`,
    ...(untouched.length === 0 ? [] : [`planned and not touched: ${list(untouched)}`]),
    ...(granted.length === 0 ? [] : [`touched by grant: ${list(granted)}`]),
  ].join('; ');
}

/** Every task that delivered, one line each. */
export function plannedList(tasks: readonly TaskState[]): string | undefined {
  const lines = tasks.flatMap((state) => {
    const words = plannedWords(state);
    return words === undefined ? [] : [`- ${state.task.id}: ${words}`];
  });
  return lines.length === 0 ? undefined : lines.join('\n');
}
