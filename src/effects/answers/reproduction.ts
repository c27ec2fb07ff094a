// A reproduction as data: a path and a content become a commit on the base that holds just that file more. Whether it
// is red is for the checks to say.

import type { Analysis } from '../../core/effects.ts';
import { isProtected } from '../../core/fence/protected-paths.ts';
import { isFile, isInside } from '../../core/fence/paths.ts';
import type { Run } from '../../core/run.ts';
import { authorOf } from '../../core/run.ts';
import type { AnalysisAnswer } from '../../prompts/prompts.ts';
import { reproductionMessage } from '../delivery/commit-message.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';
import { writeInside } from '../launches/write-inside.ts';

type Given = NonNullable<AnalysisAnswer['reproduction']>;

type Reproduction = NonNullable<Analysis['reproduction']>;

interface Place {
  readonly run: Run;
  readonly repository: string;
  readonly commit: string;
}

export type Reproduced =
  | { readonly ok: true; readonly reproduction: Reproduction }
  | { readonly ok: false; readonly problem: string };

export async function reproductionFrom(parts: EffectParts, given: Given, place: Place): Promise<Reproduced> {
  const { run, repository, commit } = place;
  const problem = await problemWith(parts, given, place);
  if (problem !== undefined) return { ok: false, problem };
  const name = `${run.id}-${run.visit.n}-reproduction`;
  await parts.workspaces.discard(name); // of a try that a crash cut short
  const workspace = await parts.workspaces.clone(repository, commit, name);
  try {
    if (!(await writeInside(workspace, given))) {
      return {
        ok: false,
        problem: `the reproduction cannot be written to '${given.path}': a link is in the way`,
      };
    }
    const { tree } = await parts.workspaces.importTree(repository, workspace, commit);
    const made = await parts.workspaces.commit(repository, {
      tree,
      parents: [commit],
      message: reproductionMessage(run),
      at: run.startedAt,
      author: authorOf(run),
    });
    await parts.workspaces.keep(repository, `${run.id}/reproduction`, made);
    const blob = await keepText(parts, given.content);
    return { ok: true, reproduction: { commit: made, tree, path: given.path, blob, parent: commit } };
  } finally {
    await parts.workspaces.discard(name);
  }
}

async function problemWith(
  parts: EffectParts,
  { path: file, content }: Given,
  { run, repository, commit }: Place,
): Promise<string | undefined> {
  if (!isInside(file) || !isFile(file)) {
    return `'${file}' is not a path inside the repository for the reproduction`;
  }
  if (isProtected(run.policy.protectedPaths, file))
    return `the reproduction may not be '${file}': it is protected`;
  if ([content, file].some((text) => parts.screener.redact(text).text !== text)) {
    return 'the reproduction holds what looks like a secret; show the bug without it';
  }
  const files = await parts.workspaces.listFiles(repository, commit);
  return files.includes(file)
    ? `'${file}' exists already; give the reproduction as a test file of its own`
    : undefined;
}
