// Refreshed documents onto the run branch, in a commit of their own: written by code, read back by our own git, and a pure
// function of what went in, so that doing it again gives the same commit. What is on the branch then is evaluated and
// reviewed like every other change.

import type { CommitDocsInput, Effect, Head, Outcome } from '../../core/effects.ts';
import type { Repository, Run } from '../../core/run.ts';
import { authorOf, repositoryOf } from '../../core/run.ts';
import { docsMessage } from '../delivery/commit-message.ts';
import type { EffectHandler } from '../effect.ts';
import type { EffectParts } from '../parts.ts';
import { failedWith } from '../parts.ts';
import { never } from '../probe.ts';
import { workspaceName } from '../launches/launch.ts';
import { writeInside } from '../launches/write-inside.ts';

type Parts = Pick<EffectParts, 'workspaces' | 'blobs' | 'screener'>;

export function commitDocs(parts: Parts): EffectHandler<'commit-docs'> {
  return {
    probe: never,
    act: async (effect, { run }) => {
      const name = workspaceName(run.id, effect);
      await parts.workspaces.discard(name); // of a try that a crash cut short
      const workspace = await parts.workspaces.clone(
        repositoryOf(run, effect).repository,
        effect.input.onto,
        name,
      );
      try {
        return await committed(parts, run, { effect, workspace });
      } finally {
        await parts.workspaces.discard(name);
      }
    },
  };
}

async function committed(
  parts: Parts,
  run: Run,
  { effect, workspace }: { readonly effect: Effect<'commit-docs'>; readonly workspace: string },
): Promise<Outcome<'commit-docs'>> {
  const { input } = effect;
  const place = repositoryOf(run, effect);
  const { repository } = place;
  const left = await changedByOthers(parts, place, input);
  const written = input.documents.filter(({ path }) => !left.includes(path));
  for (const { path, blob } of written) {
    const content = await parts.blobs.get(blob);
    if (content === undefined) {
      return failedWith(parts, { reason: 'io' }, `The text for ${path} was erased.`);
    }
    if (!(await writeInside(workspace, { path, content }))) {
      return failedWith(
        parts,
        { reason: 'io' },
        `${path} cannot be written: something else is in its place.`,
      );
    }
  }
  const { tree, changes } = await parts.workspaces.importTree(repository, workspace, input.onto);
  const paths = written.map(({ path }) => path);
  const head =
    changes.length === 0
      ? { commit: input.onto, tree }
      : await commitOf(parts, run, { repository, onto: input.onto, tree, paths });
  return { type: 'done', kind: 'commit-docs', result: { ...head, ...(left.length === 0 ? {} : { left }) } };
}

/** REPOSITORY-DOCS-4 of `core/repository/docs.ts`. */
async function changedByOthers(
  { workspaces }: Parts,
  { repository, base }: Repository,
  { documents }: CommitDocsInput,
): Promise<readonly string[]> {
  const found = await Promise.all(
    documents.map(async ({ path, since }) => {
      if (since === undefined) return [];
      const [then, now] = await Promise.all([
        workspaces.readFile(repository, since, path),
        workspaces.readFile(repository, base.commit, path),
      ]);
      return then === now ? [] : [path];
    }),
  );
  return found.flat();
}

interface Written {
  readonly repository: string;
  readonly onto: string;
  readonly tree: string;
  readonly paths: readonly string[];
}

async function commitOf(
  { workspaces }: Parts,
  run: Run,
  { repository, onto, tree, paths }: Written,
): Promise<Head> {
  const commit = await workspaces.commit(repository, {
    tree,
    parents: [onto],
    message: docsMessage(run, paths),
    at: run.startedAt,
    author: authorOf(run),
  });
  await workspaces.keep(repository, `${run.id}/head`, commit);
  return { commit, tree };
}
