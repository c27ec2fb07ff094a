// The reproduction comes first [P1]: once the plan is approved, the test that was seen red is a commit of its own on the
// run branch, made by Slipway, and every task starts from there.
//   REPRODUCTION-FIRST-1. Only where code can tell this test from the others: its runner names every test that fails. Otherwise whoever
//       mends the bug brings the test along, and its proof is the same.
//   REPRODUCTION-FIRST-2. The branch is red then by exactly these tests. They are excused until every task that is to mend them is in the
//       tree; from there on, and when the whole change is evaluated, they are asked for like any other.
//   REPRODUCTION-FIRST-3. Nobody but Slipway writes the file.

import type { Analysis, NamedBlob } from '../effects.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { RunEvent } from '../events.ts';
import { covers } from '../fence/paths.ts';
import { filesOf } from '../plan/plan.ts';
import type { Proof } from '../evidence/bug-proof.ts';
import type { Repository, Run, TaskState } from '../run.ts';
import { must, repositoryOf, startedIn } from '../run.ts';
import { trying } from './analysis.ts';
import { againstBaseline } from './baseline.ts';

type Reproduction = NonNullable<Analysis['reproduction']>;

/** The reproduction that comes first, where there is one to commit. */
function comesFirst(run: Run): Reproduction | undefined {
  const made = run.analysis?.reproduction;
  const seen = run.proofs.find(({ commit }) => commit === made?.commit);
  return seen !== undefined && made?.parent === startedIn(run).head.commit && isTold(seen.tried)
    ? made
    : undefined;
}

/** REPRODUCTION-FIRST-1. Besides, nothing but tests may fail with it: nobody could mend that, because nobody may touch the file. */
function isTold(tried: readonly Evidence[]): boolean {
  return tried
    .filter(({ verdict }) => verdict === 'FAIL')
    .every(
      ({ kind, counts, fresh = 0, known = 0 }) =>
        kind === 'test' && counts !== undefined && fresh > 0 && fresh + known >= counts.failed,
    );
}

/** What belongs to the move into implementation. */
export function committedFirst(run: Run): readonly RunEvent[] {
  const made = comesFirst(run);
  if (made === undefined) return [];
  const { path, commit, tree } = made;
  return [{ type: 'reproduction.committed', path, head: { commit, tree } }];
}

/** REPRODUCTION-FIRST-3. */
export function keptPaths(run: Run): { readonly kept?: readonly string[] } {
  const paths = committed(run)
    .filter(({ moved }) => moved === undefined)
    .map(({ path }) => path);
  return paths.length === 0 ? {} : { kept: paths };
}

function committed({ proofs }: Run): readonly Proof[] {
  return proofs.filter(({ onto }) => onto !== undefined);
}

/** What a tree is held against that has these tasks in it (REPRODUCTION-FIRST-2). The newest test was tried beside those before it. */
export function againstFor(
  run: Run,
  repository: Repository,
  within: readonly string[],
): { readonly against?: readonly Evidence[] } {
  const open = committed(run).findLast((proof) => !isMended(run, proof, within));
  if (open === undefined || repository.alias !== startedIn(run).alias) return againstBaseline(repository);
  const { evidence } = must(repository.baseline, 'a bug is seen red after the base was checked');
  const tests = open.tried.filter(({ kind }) => kind === 'test');
  return { against: evidence.map((item) => tests.find(({ check }) => check === item.check) ?? item) };
}

function isMended({ tasks }: Run, { path }: Proof, within: readonly string[]): boolean {
  const live = tasks.filter(({ at }) => at !== 'dropped');
  const named = live.filter(({ task }) => covers(filesOf(task), path));
  return (named.length === 0 ? live : named).every(({ task }) => within.includes(task.id));
}

/** The tasks that are surely in what a task delivered: itself, and those on the branch it stands on. */
export function tasksWithin(run: Run, { task, delivered }: TaskState): readonly string[] {
  return [...(delivered?.parent === repositoryOf(run, task).head.commit ? integratedIn(run) : []), task.id];
}

export function integratedIn({ tasks }: Run): readonly string[] {
  return tasks.filter(({ at }) => at === 'integrated').map(({ task }) => task.id);
}

/** The test that was seen failing, or is being tried, and who brings it along. */
export function reproductionText(run: Run): readonly NamedBlob[] {
  const reproduction = run.analysis?.reproduction;
  if (reproduction === undefined) return [];
  const { path, blob } = reproduction;
  if (run.analysis?.reproduced !== true) return notSeen(run, reproduction);
  const isThere = run.proofs.some(
    (proof) => proof.path === path && proof.onto !== undefined && proof.moved === undefined,
  );
  const what = isThere
    ? `committed first as ${path}: leave it as it is`
    : comesFirst(run) === undefined
      ? `a test to add unchanged as ${path}`
      : `a test that Slipway commits first as ${path}`;
  return [{ name: `reproduction of the bug, ${what}`, blob }];
}

/** The planner need not wait until it was tried; and what a plan may speak of is told as what it is where it was not red. */
function notSeen(run: Run, { path, blob }: Reproduction): readonly NamedBlob[] {
  if (run.analysis?.unrun !== undefined) {
    return [
      { name: `no reproduction of the bug, because no runner picked it up: ${path}`, blob },
      { name: 'why no runner picked it up', blob: run.analysis.unrun },
    ];
  }
  if (run.analysis?.tried !== undefined) {
    return [
      { name: `no reproduction of the bug, because it does not fail without the change: ${path}`, blob },
    ];
  }
  const what = `tried while you plan: a test to add unchanged as ${path}, unless Slipway commits it first`;
  return trying(run).length === 0 ? [] : [{ name: `reproduction of the bug, ${what}`, blob }];
}
