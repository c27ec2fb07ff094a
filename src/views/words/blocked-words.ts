// Why a run is blocked, and where, in words: said by status, explain, the log, the report and the summary of a block. Pure.

import type { BlockedAt } from '../../core/pipeline/blocked-at.ts';
import { blockedAt } from '../../core/pipeline/blocked-at.ts';
import type { Run } from '../../core/run.ts';
import { reasonWords } from '../artifacts/failure-words.ts';
import { nameOf } from './gate-name.ts';
import { list, plural } from './words.ts';

/** "a task used up its attempts: task two (a check failed), at the check test". The stage is said beside it. */
export function blockedWords(run: Run): string {
  const at = blockedAt(run);
  const place = at === undefined ? '' : placeWords(at);
  return `${run.blocked ?? ''}${place === '' ? '' : `: ${place}`}`;
}

const namesMax = 5;

function placeWords({
  gate,
  tasks = [],
  checks = [],
  files = [],
  work,
  pullRequests = [],
}: BlockedAt): string {
  const said = [
    ...(gate === undefined ? [] : [`the ${nameOf(gate)} (${gate.id})`]),
    ...(tasks.length === 0 ? [] : [tasksWords(tasks)]),
    ...(checks.length === 0 ? [] : [`at the ${checks.length === 1 ? 'check' : 'checks'} ${some(checks)}`]),
    ...(files.length === 0 ? [] : [`in ${some(files)}`]),
    ...(work === undefined ? [] : [`${work.line.replaceAll('/', ' ')} (${reasonWords[work.reason]})`]),
    ...(pullRequests.length === 0
      ? []
      : [`pull request ${some(pullRequests.map((number) => `#${number}`))}`]),
  ];
  return said.join(', ');
}

function tasksWords(tasks: BlockedAt['tasks'] & {}): string {
  return some(
    tasks.map(({ task, reason }) => `task ${task}${reason === undefined ? '' : ` (${reasonWords[reason]})`}`),
  );
}

function some(names: readonly string[]): string {
  const left = names.length - namesMax;
  return left > 0
    ? `${names.slice(0, namesMax).join(', ')} and ${plural(left, 'more', 'more')}`
    : list(names);
}
