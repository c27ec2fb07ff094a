// A way out of the fence: an attempt turns out to need an ordinary file that is not its task's. What it did is kept, and a
// person, or policy, says whether the task may have the file; then the work is taken in as it is, or the next attempt goes on.
//   WIDENING-1. Nobody is asked about, nor given, a protected path, a test that shows the bug, or a file of a task that is still to
//       be done. What an attempt left beside the tree, through a filter, with a secret or with weaker tests is never kept.
//   WIDENING-2. Without asking a task gets three files at most, each beside files of the plan and in no task of it, none that other
//       changes are checked with, and none in the root of the tree.
//   WIDENING-3. Where no person approves plans, one is asked only where the task would end otherwise: an unattended run waits
//       for nothing that another try may do without.
//   WIDENING-4. A file that is given is one of the task's files: no leave to touch what is protected, or to weaken tests.

import type { Effect, Failed, HandedIn } from '../effects.ts';
import { coverageTask } from '../evidence/coverage.ts';
import type { RunEvent } from '../events.ts';
import { struck } from '../failures/failed-effect.ts';
import { remedyFor } from '../failures/failure.ts';
import { overlap } from '../fence/paths.ts';
import type { Decision, Gate, GateRequest } from '../gates/gate.ts';
import { filesOf } from '../plan/plan.ts';
import type { Run, TaskState } from '../run.ts';
import { isActive, isIn, must, repositoryOf, taskLine } from '../run.ts';
import { collides } from '../tasks/may-touch.ts';

/** What an attempt left that needs more files than its task has, looked through but for those. */
export interface Strayed {
  /** It says it is done: taken in as it is, once the files are the task's. */
  readonly work?: HandedIn;
  /** It only got so far: where the next one goes on. */
  readonly saved?: string;
  /** Why, in the words of whoever did it: a blob. */
  readonly why: string;
  /** Those of the files that other changes are checked with. */
  readonly checking?: readonly string[];
}

/** Work that waits for files its task has not. */
export interface Stray {
  /** The attempt it came of, and what is recorded of it where the answer is no. */
  readonly key: string;
  readonly reason: 'fence-breach' | 'replan-asked';
  readonly detail?: string;
  readonly paths: readonly string[];
  readonly left: Strayed;
}

export interface Widened {
  readonly paths: readonly string[];
  /** The person who said so; policy, where nobody did. */
  readonly by?: string;
}

const unaskedMax = 3;

/** Nothing where it is a failure like any other. */
export function strayed(run: Run, effect: Effect, failed: Failed): readonly RunEvent[] | undefined {
  const state = run.tasks.find(({ task }) => task.id === effect.subject);
  const stray = strayOf(effect, failed);
  const widen = run.policy.scope?.widen ?? 'never';
  if (state === undefined || stray === undefined || widen === 'never') return undefined;
  if (!mayBeAsked(run, state, stray)) return undefined;
  const recorded: RunEvent = { type: 'task.strayed', task: state.task.id, ...stray };
  if (widen === 'planned-folders' && needsNoAsking(run, state, stray)) {
    return [recorded, ...given(run, state, stray)];
  }
  return isWorthAsking(run, stray, effect.line) ? [recorded] : undefined;
}

function strayOf(
  { key, kind }: Effect,
  { reason, detail, paths = [], strayed: left }: Failed,
): Stray | undefined {
  if (kind !== 'attempt' || left === undefined) return undefined;
  if (reason !== 'fence-breach' && reason !== 'replan-asked') return undefined;
  return { key, reason, ...(detail === undefined ? {} : { detail }), paths, left };
}

/** WIDENING-1. A task that only covers more has a gate of its own for what it says it needs. */
function mayBeAsked(run: Run, state: TaskState, { paths }: Stray): boolean {
  if (paths.length === 0 || paths.length > run.policy.plan.filesPerTaskMax) return false;
  if (coverageTask(run, state.task.id) !== undefined) return false;
  return !neighbours(run, state).some(({ at, task }) => at !== 'integrated' && overlap(filesOf(task), paths));
}

/** The other tasks of its repository, as far as anything is left of them. */
function neighbours(run: Run, { task }: TaskState): readonly TaskState[] {
  const repository = repositoryOf(run, task);
  return run.tasks.filter(
    (other) => other.task.id !== task.id && other.at !== 'dropped' && isIn(run, other.task, repository),
  );
}

/** WIDENING-2. */
function needsNoAsking(run: Run, state: TaskState, { paths, left }: Stray): boolean {
  const before = (state.widened ?? []).flatMap((item) => (item.by === undefined ? item.paths : []));
  if (before.length + paths.length > unaskedMax || (left.checking ?? []).length > 0) return false;
  const others = neighbours(run, state);
  if (others.some(({ task }) => overlap(filesOf(task), paths))) return false;
  const { tasks } = must(run.accepted, 'work follows an accepted plan');
  const repository = repositoryOf(run, state.task);
  const planned = tasks.filter((task) => isIn(run, task, repository)).flatMap(filesOf);
  const folders = new Set(planned.map(folderOf));
  return paths.every((path) => folderOf(path) !== '' && folders.has(folderOf(path)));
}

/** Of an entry that is a folder itself, that one. */
function folderOf(entry: string): string {
  return entry.slice(0, entry.lastIndexOf('/') + 1);
}

/** WIDENING-3. */
function isWorthAsking({ policy, failures }: Run, { reason }: Stray, line: string): boolean {
  return policy.gates.plan || remedyFor({ reason }, failures[line] ?? {}, policy).type === 'person';
}

/** What is complete goes on to its checks, unless somebody else is at work on those files by now; then it is done again after them. */
function given(run: Run, state: TaskState, { paths, left }: Stray, by?: string): readonly RunEvent[] {
  const { id } = state.task;
  const wider: TaskState = { ...state, task: { ...state.task, files: [...state.task.files, ...paths] } };
  const isFree = !run.tasks.some((other) => other !== state && isActive(other) && collides(other, wider));
  const saved = left.saved ?? left.work?.commit;
  const goesOn: readonly RunEvent[] =
    saved === undefined ? [] : [{ type: 'task.saved', task: id, commit: saved, why: 'milestone' }];
  return [
    { type: 'task.widened', task: id, paths, ...(by === undefined ? {} : { by }) },
    ...(left.work !== undefined && isFree && state.at === 'todo'
      ? [{ type: 'task.delivered' as const, task: id, ...left.work }]
      : goesOn),
  ];
}

/** Protected paths, what a tester needs, and ordinary files: each breach is a question of its own, however often its line failed. */
export function widenGates(run: Run): readonly GateRequest[] {
  return run.tasks.flatMap(({ task, breach, stray }) => {
    if (breach === undefined) return [];
    const before = run.gates.filter(
      (gate) => gate.kind === 'widen-scope' && gate.subject === task.id && gate.decision !== undefined,
    );
    const left = stray?.left.work?.commit ?? stray?.left.saved ?? 'none';
    const digest = [task.id, before.length + 1, left, breach.join('+')].join('.');
    const strays = stray?.left.work === undefined ? ('words' as const) : ('work' as const);
    return [
      {
        kind: 'widen-scope',
        subject: task.id,
        digest,
        paths: breach,
        ...(stray === undefined ? {} : { strays, blob: stray.left.why }),
      },
    ];
  });
}

/** What an answer gives at once. Where a person took the task meanwhile, a no changes nothing: it is theirs. */
export function widenedBy(run: Run, gate: Gate, { answer, by, comment }: Decision): readonly RunEvent[] {
  const state = run.tasks.find(({ task }) => task.id === gate.subject);
  const paths = gate.paths ?? [];
  if (state?.stray === undefined) {
    return answer === 'approve' ? [{ type: 'task.granted', task: gate.subject, paths }] : [];
  }
  if (answer === 'approve') return given(run, state, state.stray, by.who);
  if (answer === 'revise' || state.at !== 'todo') return [];
  const { key, reason, detail } = state.stray;
  const words = comment ?? detail;
  const failed = { reason, paths, ...(words === undefined ? {} : { detail: words }) };
  const remedy = remedyFor(failed, run.failures[taskLine(gate.subject)] ?? {}, run.policy);
  return struck({ key, line: taskLine(gate.subject), task: gate.subject }, failed, remedy);
}
