// The integration queue: accepted tasks merged one onto the other, and what is known of each point of that chain.
//   QUEUE-1. The run branch moves only to a point with good evidence for its own tree.
//   QUEUE-2. Where the last point is bad, halving finds the first bad one: its task is the culprit, nobody is guessed at.

import type { Head, Kinds } from '../effects.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { allGood, completeFor } from '../evidence/evidence.ts';
import type { Repository, Run } from '../run.ts';
import { checksFor } from './task-checks.ts';
import { must, repositoryOf } from '../run.ts';
import { changed } from '../evolve/within.ts';

/** One point of the chain: the run branch with this task and all before it. */
export interface ChainCandidate extends Head {
  readonly task: string;
  /** What the checks said of it, once they ran. */
  readonly evidence?: readonly Evidence[];
}

/** A task with the commit that is to be merged, and the commit that one was made on. */
export interface Merging {
  readonly task: string;
  readonly commit: string;
  readonly parent: string;
}

/** What is on the run branch of a task, and the commit it became there. */
export interface ChainStep extends Merging {
  readonly as: string;
}

/** Journals of before know integrations of one task each. */
export function mergingOf(input: Kinds['integrate']['input']): readonly Merging[] {
  return 'tasks' in input ? input.tasks : [input];
}

/** What is known of a chain: undecided while there is a `next`. */
export interface ChainStanding {
  /** The point whose checks say most now. */
  readonly next?: ChainCandidate;
  /** How many of the chain may be integrated, and whose task makes the next point bad. */
  readonly good: number;
  readonly culprit?: ChainCandidate;
}

export function standing(run: Run, chain: readonly ChainCandidate[]): ChainStanding {
  const good = chain.findLastIndex((item) => isGood(run, item)); // QUEUE-1: what a later task mended is mended
  if (good === chain.length - 1) return { good: chain.length };
  const bad = chain.findIndex((item, at) => at > good && item.evidence !== undefined);
  if (bad < 0) return { good: good + 1, next: pointAt(chain, chain.length - 1) };
  if (bad === good + 1) return { good: bad, culprit: pointAt(chain, bad) };
  return { good: good + 1, next: pointAt(chain, Math.floor((good + bad) / 2)) }; // QUEUE-2
}

function pointAt(chain: readonly ChainCandidate[], index: number): ChainCandidate {
  return must(chain[index], 'a point of the chain is looked at');
}

/** Evidence is about a tree: a task on top of the head it was made on is checked already. */
function isGood(run: Run, { task, tree, evidence = [] }: ChainCandidate): boolean {
  const own = run.tasks.filter((state) => state.task.id === task);
  const checks = checksFor(run, own);
  return [evidence, ...own.map((state) => state.evidence)].some(
    (known) => completeFor(tree, checks, known) && allGood(known),
  );
}

/** What belongs to a task belongs to the repository of that task. */
export function isOf(run: Run, { alias }: Repository, { task }: { readonly task: string }): boolean {
  return repositoryOfTask(run, task).alias === alias;
}

export function chainIn(run: Run, repository: Repository): readonly ChainCandidate[] {
  return (run.queue ?? []).filter((item) => isOf(run, repository, item));
}

/** A chain takes the place of the one before it in its repository. */
export function withChain(run: Run, chain: readonly ChainCandidate[]): Run {
  const others = (run.queue ?? []).filter(
    (item) => !chain.some(({ task }) => isOf(run, repositoryOfTask(run, task), item)),
  );
  return changed(run, { queue: [...others, ...chain] });
}

export function repositoryOfTask(run: Run, id: string): Repository {
  return repositoryOf(run, run.tasks.find((state) => state.task.id === id)?.task ?? {});
}

/** What is left of a chain once one of its points is on the run branch. */
export function withoutIntegrated(run: Run, commit: string): Run {
  const left = (run.queue ?? []).filter((item) => item.commit !== commit);
  return left.length === 0 ? withoutQueue(run) : changed(run, { queue: left });
}

export function withoutQueue(run: Run): Run {
  return changed(run, { queue: undefined });
}
