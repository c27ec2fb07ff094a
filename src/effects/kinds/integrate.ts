// Putting accepted tasks onto the run branch: each is merged onto the one before it without a work tree, and becomes a
// commit that is a pure function of what went in. Doing it again gives the same commits. Whether the branch moves
// to them is not said here.

import type { Effect } from '../../core/effects.ts';
import type { Chained, Joined, Joining } from '../../core/onto-branch.ts';
import type { ChainCandidate, Merging } from '../../core/tasks/queue.ts';
import { mergingOf } from '../../core/tasks/queue.ts';
import type { Repository, Run } from '../../core/run.ts';
import { authorOf, repositoryOf } from '../../core/run.ts';
import type { Merged } from '../../workspace/workspace.ts';
import { commitMessage, joinMessage } from '../delivery/commit-message.ts';
import type { EffectHandler } from '../effect.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';
import { never } from '../probe.ts';

type Parts = Pick<EffectParts, 'workspaces' | 'blobs' | 'screener'> & {
  readonly memory: Pick<EffectParts['memory'], 'gather'>;
};

export function integrate(parts: Parts): EffectHandler<'integrate'> {
  return {
    probe: never,
    act: async (effect, { run }) => {
      const { input } = effect;
      const result: Chained =
        'join' in input
          ? { chain: [], joined: await joined(parts, run, repositoryOf(run, effect), input.join) }
          : await chainOf(parts, run, effect);
      const top = result.joined ?? result.chain.at(-1);
      await Promise.all([
        // The top holds all others; where only some of them are integrated, they are held all the same.
        top && parts.workspaces.keep(repositoryOf(run, effect).repository, `${run.id}/head`, top.commit),
        parts.memory.gather(run), // the tasks are done: what they taught is known by now
      ]);
      return { type: 'done', kind: 'integrate', result };
    },
  };
}

async function chainOf(parts: Parts, run: Run, effect: Effect<'integrate'>): Promise<Chained> {
  const { input } = effect;
  const { repository } = repositoryOf(run, effect);
  const chain: ChainCandidate[] = [];
  const left = new Set<string>();
  let conflict: Chained['conflict'];
  for (const task of mergingOf(input)) {
    // What stands on something that does not fit comes after it.
    if (standsOn(run, task.task, left)) {
      left.add(task.task);
      continue;
    }
    const onto = chain.at(-1)?.commit ?? input.onto;
    const merged = await parts.workspaces.merge(repository, {
      base: task.parent,
      ours: onto,
      theirs: task.commit,
    });
    if (merged.ok) {
      chain.push(await candidate(parts, run, { repository, task, onto, tree: merged.tree }));
      continue;
    }
    left.add(task.task);
    // With another candidate it may only seem to conflict: that one could turn out to be bad. It is tried again.
    if (chain.length === 0 && conflict === undefined) conflict = await told(parts, task, merged);
  }
  return { chain, ...(conflict === undefined ? {} : { conflict }) };
}

/** Both as one commit with both as its parents; where they conflict, what others did stands, and what is left out of ours is told. */
async function joined(
  parts: Parts,
  run: Run,
  { repository, base: { branch } }: Repository,
  join: Joining,
): Promise<Joined> {
  const { workspaces } = parts;
  const { base, ours, theirs, isTarget } = join;
  const as = { at: run.startedAt, author: authorOf(run) };
  const merged = await workspaces.merge(repository, { base, ours, theirs });
  const both = isTarget === true ? [ours, theirs] : [theirs, ours];
  const message = joinMessage(run, isTarget === true ? branch : undefined);
  if (merged.ok) {
    const commit = await workspaces.commit(repository, {
      tree: merged.tree,
      parents: both,
      message,
      ...as,
    });
    return { commit, tree: merged.tree };
  }
  const { conflicts: paths, detail } = merged;
  const marked = await workspaces.commit(repository, { tree: merged.tree, parents: [ours], message, ...as });
  const { tree } = await workspaces.vary(repository, { commit: marked, as: { commit: theirs, paths } });
  const commit = await workspaces.commit(repository, { tree, parents: both, message, ...as });
  const others = isTarget === true ? `The branch ${branch}` : 'Somebody who pushed to the branch';
  const words = `${others} changed the same places of ${paths.join(', ')}. These files are as they made them now, and what was done there before has to be done again on top, without taking back what they did.\n\n${detail}`;
  return { commit, tree, left: { paths, detail: await keepText(parts, words) } };
}

function standsOn(run: Run, id: string, left: ReadonlySet<string>): boolean {
  const task = run.tasks.find((state) => state.task.id === id)?.task;
  return left.has(id) || (task?.dependsOn ?? []).some((other) => left.has(other));
}

async function candidate(
  parts: Parts,
  run: Run,
  made: { readonly repository: string; readonly task: Merging; readonly onto: string; readonly tree: string },
): Promise<ChainCandidate> {
  const { task } = made.task;
  const commit = await parts.workspaces.commit(made.repository, {
    tree: made.tree,
    parents: [made.onto],
    message: commitMessage(run, task),
    at: run.startedAt,
    author: authorOf(run),
  });
  return { task, commit, tree: made.tree };
}

async function told(
  parts: Parts,
  { task }: Merging,
  { conflicts, detail }: Extract<Merged, { ok: false }>,
): Promise<NonNullable<Chained['conflict']>> {
  const words = `The branch moved on and both sides changed ${conflicts.join(', ')}.\n\n${detail}`;
  return { task, paths: conflicts, detail: await keepText(parts, words) };
}
