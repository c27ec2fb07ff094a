// What somebody left in a workspace becomes a commit of ours: our own git reads the files, the fence is checked, and
// what is outside it, or brings in what looks like a secret, is refused whole. An agent's attempt and a person's own
// work are taken in the same way.
//   Y1. The commit is a pure function of the journal and the tree: the same work gives the same id.
//   Y2. No commit of a run holds what screening knows for a secret: a push would bring it along, and a later commit that
//       takes it out again could not mend that.

import type { Failed, HandedIn, HandInput } from '../core/effects.ts';
import { fenceVerdict } from '../core/fence.ts';
import type { Run } from '../core/run.ts';
import { only } from '../core/run.ts';
import type { Change } from '../workspace/workspace.ts';
import { broughtBy, secretsIn } from './brought-in.ts';
import { commitMessage } from './commit-message.ts';
import type { EffectParts } from './parts.ts';
import { failedWith } from './parts.ts';

export type TakenIn =
  | { readonly ok: true; readonly work: HandedIn }
  | { readonly ok: false; readonly failed: Failed };

export async function takeIn(
  parts: EffectParts,
  input: HandInput,
  workspace: string,
  run: Run,
): Promise<TakenIn> {
  const { repository } = only(run);
  const { tree, changes } = await parts.workspaces.importTree(repository, workspace, input.parent);
  const problem =
    changes.length === 0
      ? nothingChanged
      : (outsideTheFence(input, changes, run) ??
        (await bringingSecrets(parts, repository, { from: input.parent, to: tree })));
  if (problem !== undefined) {
    const { reason, words } = problem;
    const paths = problem.paths?.map((path) => parts.screener.redact(path).text);
    const failed = await failedWith(parts, { reason, ...(paths === undefined ? {} : { paths }) }, words);
    return { ok: false, failed };
  }
  const commit = await parts.workspaces.commit(repository, {
    tree,
    parents: [input.parent],
    message: commitMessage(run, input.task),
    at: run.startedAt,
  }); // Y1
  await parts.workspaces.keep(repository, `${run.id}/tasks/${input.task}`, commit);
  const touched = changes.slice(0, touchedMax).map((change) => parts.screener.redact(change.path).text);
  return { ok: true, work: { commit, tree, parent: input.parent, files: changes.length, touched } };
}

/** A plan's task has ten files at most; a folder may hold more, and the journal is no place for all of them. */
const touchedMax = 100;

interface Problem {
  readonly reason: Failed['reason'];
  readonly words: string;
  readonly paths?: readonly string[];
}

const nothingChanged: Problem = {
  reason: 'no-change',
  words: 'The attempt ended without changing any file.',
};

function outsideTheFence(input: HandInput, changes: readonly Change[], run: Run): Problem | undefined {
  const { protectedPaths } = run.policy;
  const kept = input.kept ?? [];
  const verdict = fenceVerdict(changes, {
    files: input.fence,
    grants: input.grants,
    protectedPaths,
    kept,
  });
  if (verdict.inside) return undefined;
  const { reason, paths } = verdict;
  return { reason, paths, words: fenceWords(reason, paths, input, changes) };
}

/** Y2. Told by file and rule, so that whoever comes next knows what to leave out; never by value. */
async function bringingSecrets(
  { workspaces, screener }: EffectParts,
  repository: string,
  change: { readonly from: string; readonly to: string },
): Promise<Problem | undefined> {
  const found = [...secretsIn(screener, await broughtBy(workspaces, repository, change))];
  if (found.length === 0) return undefined;
  const words = [
    'The change would bring in what looks like a secret. All of it was dropped.',
    ...found.map(([file, rules]) => `- ${file}: ${rules.join(', ')}`),
    'Read a secret from the environment or from a file that is not committed. Where a test needs something that only',
    'looks like one, put it together at run time.',
  ].join('\n');
  return { reason: 'secret-in-change', words, paths: found.map(([file]) => file) };
}

function fenceWords(
  reason: string,
  paths: readonly string[],
  input: HandInput,
  changes: readonly Change[],
): string {
  const what =
    reason === 'protected-path'
      ? 'These files are protected and the plan has no leave to touch them'
      : 'These files are outside what the task may touch';
  return [
    `${what}: ${paths.join(', ')}.`,
    `The task's files are: ${input.fence.join(', ')}.`,
    ...(input.kept ?? [])
      .filter((path) => paths.includes(path))
      .map((path) => `${path} is the test that shows the bug. It stays as it is: mend the bug instead.`),
    `The attempt changed: ${changes.map((change) => change.path).join(', ')}. All of it was dropped.`,
    ...(reason === 'protected-path'
      ? [
          "Where they are listed with the task's files now, a person gave leave since; elsewhere leave them alone.",
        ]
      : []),
    "Do the task with its own files only, or answer with status 'replan' and say which file is missing.",
  ].join('\n');
}
