// What is on the run branch, step by step, and how it comes onto a base that moved. A step is a change as it was
// delivered, with the commit it was made on, so that it can be merged onto anything.
//   REPLAY-1. Every step of the run branch is merged onto the new base again, in the order in which it came onto the old one.
//   REPLAY-2. A step that is redone is not replayed as well, and one that waits for it is replayed after it.
//   REPLAY-3. A task is integrated once all of its steps are.
//   REPLAY-4. A person's order to merge holds for the same steps and documents on the new base; it does not for what was redone.
//   REPLAY-6. What a person included comes first, as a commit of its own, and no task stands for it.
//   REPLAY-5. What was made on the test that shows the bug brings that test along: the branch begins without it.

import { driftAfter } from '../plan/drift.ts';
import type { Head } from '../effects.ts';
import type { MovedBase } from '../remarks/seen.ts';
import type { Merging } from './queue.ts';
import { isOf, repositoryOfTask } from './queue.ts';
import type { Repository, Run, TaskState } from '../run.ts';
import { headsOf, isActive, must } from '../run.ts';
import { changed, inRepository } from '../evolve/within.ts';

/** REPLAY-1. The tree of the base is what the run branch has now. */
export function onMovedBase(run: Run, repository: Repository, moved: MovedBase): Run {
  const { drift: _drift, included, ...base } = moved;
  const { branch } = repository.base;
  const isHere = (item: { readonly task: string }): boolean => isOf(run, repository, item);
  const live = run.tasks.filter((state) => state.at !== 'dropped' && isHere({ task: state.task.id }));
  const known = new Set(live.map((state) => state.task.id));
  // A plan may have been made anew since, or a task given up: a step whose task is gone counts as the last one's.
  const last = must(live.at(-1), 'a change that was delivered has a task').task.id;
  const replay = run.steps
    .filter(isHere)
    .map(({ as: _as, ...step }) => (known.has(step.task) ? step : { ...step, task: last }))
    .map((step) => withItsTest(run, step));
  const head = included === undefined ? base : { commit: included.commit, tree: included.tree };
  const onIt = inRepository(run, repository, { base: { branch, ...base }, head, included });
  return changed(onIt, {
    ...driftAfter(run, moved),
    steps: run.steps.filter((step) => !isHere(step)),
    replay: [...run.replay.filter((step) => !isHere(step)), ...replay],
    docs: { ...run.docs, committed: [] }, // written anew onto the new branch
    proofs: run.proofs.map((proof) => (proof.onto === undefined ? proof : { ...proof, moved: true })),
    ...movedOrder(run, headsOf(onIt)),
    tasks: run.tasks.map((state) =>
      state.at === 'integrated' && isHere({ task: state.task.id }) ? { ...state, at: 'accepted' } : state,
    ),
  });
}

/** REPLAY-5. */
function withItsTest({ proofs }: Run, step: Merging): Merging {
  const onto = proofs.find(({ commit }) => commit === step.parent)?.onto;
  return onto === undefined ? step : { ...step, parent: onto };
}

/** REPLAY-4. */
export function movedOrder(run: Run, to: string): Pick<Run, 'mergeOrder'> {
  const head = headsOf(run);
  const approved = run.gates.find(
    (gate) => gate.kind === 'merge' && gate.digest === head && gate.decision?.answer === 'approve',
  );
  const by = run.mergeOrder?.head === head ? run.mergeOrder.by : approved?.decision?.by;
  return {
    mergeOrder: by === undefined ? run.mergeOrder : { head: to, by, documents: run.docs.committed },
  };
}

/** What is to be merged next: steps that come again, and tasks that come for the first time. */
export function mergingNow(run: Run): readonly Merging[] {
  const ready = run.tasks.filter((state) => isReady(run, state));
  const ids = new Set(ready.map((state) => state.task.id));
  const again = run.replay.filter((step) => ids.has(step.task));
  const seen = new Set(again.map((step) => step.task));
  const fresh = ready.filter((state) => !seen.has(state.task.id)).map(delivery);
  const needed = (step: Merging): readonly Merging[] =>
    fresh.filter((item) =>
      ready.some(({ task }) => task.id === step.task && task.dependsOn.includes(item.task)),
    );
  return [...new Set([...again.flatMap((step) => [...needed(step), step]), ...fresh])]; // REPLAY-2
}

/** REPLAY-2: nothing is merged before what it depends on. */
function isReady(run: Run, { at, task }: TaskState): boolean {
  return (
    at === 'accepted' &&
    run.tasks.every(
      (other) => !task.dependsOn.includes(other.task.id) || other.at === 'integrated' || isReady(run, other),
    )
  );
}

/** At work, or on its way to the run branch; not what waits in the queue for somebody else. */
export function isUnderWay(run: Run, state: TaskState): boolean {
  return isActive(state) && (state.at !== 'accepted' || isReady(run, state));
}

function delivery({ task, delivered }: TaskState): Merging {
  const { commit, parent } = must(delivered, 'a task is integrated after it delivered');
  return { task: task.id, commit, parent };
}

/** It was done on the old base, and nobody works on it. */
export function comesAgain(run: Run, { at, task }: TaskState): boolean {
  return at === 'accepted' && run.replay.some((step) => step.task === task.id);
}

/** One more step of a task is on the run branch. */
export function withStep(run: Run, id: string, head: Head): Run {
  const at = run.replay.findIndex((step) => step.task === id);
  const own = run.tasks.filter((state) => state.task.id === id && state.at !== 'dropped');
  const step = at < 0 ? own.map(delivery) : run.replay.slice(at, at + 1);
  const replay = run.replay.filter((_, index) => index !== at);
  const isWhole = replay.every((item) => item.task !== id); // REPLAY-3
  const { mergeOrder } = run;
  const follows = at >= 0 && mergeOrder?.head === headsOf(run); // REPLAY-4
  const next = inRepository(run, repositoryOfTask(run, id), { head });
  return changed(next, {
    ...(follows ? { mergeOrder: { ...mergeOrder, head: headsOf(next) } } : {}),
    steps: [...run.steps, ...step.map((item) => ({ ...item, as: head.commit }))],
    replay,
    tasks: run.tasks.map((state) =>
      own.includes(state) && isWhole ? { ...state, at: 'integrated' } : state,
    ),
  });
}

/** REPLAY-2. What a task delivers anew stands for everything of it that was not merged yet. */
export function redone(run: Run, id: string): readonly Merging[] {
  return run.replay.filter((step) => step.task !== id);
}

/** The change of a task that did not fit: all of it that has to come again, or what it delivered. */
export function changeOf(run: Run, state: TaskState): Pick<Merging, 'commit' | 'parent'> | undefined {
  const again = run.replay.filter((step) => step.task === state.task.id);
  const [first, last] = [again[0], again.at(-1)];
  return first === undefined || last === undefined
    ? state.delivered
    : { parent: first.parent, commit: last.commit };
}
