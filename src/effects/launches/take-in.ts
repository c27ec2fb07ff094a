// What somebody left in a workspace becomes a commit of ours: our own git reads the files, the fence is checked, and
// what is outside it, or brings in what looks like a secret, is refused whole. An agent's attempt and a person's own
// work are taken in the same way.
//   TAKE-IN-1. The commit is a pure function of the journal and the tree: the same work gives the same id.
//   TAKE-IN-2. No commit of a run holds what screening knows for a secret: a push would bring it along, and a later commit that
//       takes it out again could not mend that.
//   TAKE-IN-5. A task has as many files as a plan may give it: what an agent makes in a folder or below a glob counts too.
//   TAKE-IN-4. A documenter's task holds documents and comments. Code in it is outside what it may touch, in its own files too.
//   TAKE-IN-3. Nothing that the repository stores through a filter is written, by the attributes of before or of after: no
//       filter is run here, and without it a pointer would be overwritten.

import type { Effect, Failed, HandedIn, HandInput } from '../../core/effects.ts';
import { fenceVerdict } from '../../core/fence/fence.ts';
import type { Run } from '../../core/run.ts';
import { authorOf, repositoryOf } from '../../core/run.ts';
import type { Change } from '../../workspace/workspace.ts';
import { broughtBy, secretsIn } from './brought-in.ts';
import { isDocument, isOnlyComments } from './only-documents.ts';
import { undeliveredBy } from './undelivered-tests.ts';
import { commitMessage } from '../delivery/commit-message.ts';
import type { EffectParts } from '../parts.ts';
import { failedWith } from '../parts.ts';

export type TakenIn =
  | { readonly ok: true; readonly work: HandedIn }
  /** `strayed`: but for ordinary files that are not its task's, there is nothing against it. */
  | { readonly ok: false; readonly failed: Failed; readonly strayed?: HandedIn };

/** Who left it: an agent's work that is refused is dropped, a person's stays theirs, and each is told so. */
type Whose = 'agent' | 'person';

export async function takeIn(
  parts: EffectParts,
  effect: Effect<'attempt' | 'hand-in'>,
  { workspace, run, whose }: { readonly workspace: string; readonly run: Run; readonly whose: Whose },
): Promise<TakenIn> {
  const input: HandInput = effect.input;
  const { repository } = repositoryOf(run, effect);
  const { tree, changes } = await parts.workspaces.importTree(repository, workspace, input.parent);
  if (changes.length === 0) return refused(parts, nothingChanged[whose]);
  const outside = outsideTheFence(input, changes, { run, whose });
  const within = async (): Promise<Problem | undefined> =>
    (await codeAmongDocuments(parts, effect, { run, tree, changes, whose })) ??
    (await filteredAmong(parts, repository, { from: input.parent, to: tree, changes, whose })) ??
    (await bringingSecrets(parts, repository, { from: input.parent, to: tree, whose })) ??
    tooMany(input, changes, { run, whose });
  if (outside !== undefined) {
    const { failed } = await refused(parts, outside);
    const isToldWhole = failed.paths?.every((path, at) => path === outside.paths?.[at]) === true;
    const mayBeKept = whose === 'agent' && outside.ordinary === true && isToldWhole;
    if (!mayBeKept || (await within()) !== undefined) return { ok: false, failed };
    return {
      ok: false,
      failed,
      strayed: await committed(parts, { run, repository, input, tree, changes }, 'strayed'),
    };
  }
  const problem = await within();
  if (problem !== undefined) return refused(parts, problem);
  return { ok: true, work: await committed(parts, { run, repository, input, tree, changes }, 'tasks') };
}

async function refused(
  parts: EffectParts,
  { reason, words, paths }: Problem,
): Promise<{ readonly ok: false; readonly failed: Failed }> {
  const told = paths?.map((path) => parts.screener.redact(path).text);
  const failed = await failedWith(parts, { reason, ...(told === undefined ? {} : { paths: told }) }, words);
  return { ok: false, failed };
}

/** TAKE-IN-1. Kept by a name of its own, since what was delivered before may still be needed where this is refused. */
async function committed(
  parts: EffectParts,
  {
    run,
    repository,
    input,
    tree,
    changes,
  }: {
    readonly run: Run;
    readonly repository: string;
    readonly input: HandInput;
    readonly tree: string;
    readonly changes: readonly Change[];
  },
  under: 'tasks' | 'strayed',
): Promise<HandedIn> {
  const commit = await parts.workspaces.commit(repository, {
    tree,
    parents: [input.parent],
    message: commitMessage(run, input.task),
    at: run.startedAt,
    author: authorOf(run),
  });
  await parts.workspaces.keep(repository, `${run.id}/${under}/${input.task}`, commit);
  const touched = changes.slice(0, touchedMax).map((change) => parts.screener.redact(change.path).text);
  const undelivered = await undeliveredBy(parts, run, input, changes, async (path) =>
    parts.workspaces.readFile(repository, commit, path),
  );
  return { commit, tree, parent: input.parent, files: changes.length, touched, ...undelivered };
}

/** A plan's task has ten files at most; a folder may hold more, and the journal is no place for all of them. */
const touchedMax = 100;

interface Problem {
  readonly reason: Failed['reason'];
  readonly words: string;
  readonly paths?: readonly string[];
  /** Files that its task could be given (FENCE-3). */
  readonly ordinary?: true;
}

const nothingChanged: Readonly<Record<Whose, Problem>> = {
  agent: { reason: 'no-change', words: 'The attempt ended without changing any file.' },
  person: {
    reason: 'no-change',
    words: 'You changed no file. Where the agents should go on instead, give the task back with --drop.',
  },
};

const fate: Readonly<Record<Whose, string>> = {
  agent: 'All of it was dropped.',
  person: 'All of it is still there.',
};

function outsideTheFence(
  input: HandInput,
  changes: readonly Change[],
  { run, whose }: { readonly run: Run; readonly whose: Whose },
): Problem | undefined {
  const { protectedPaths } = run.policy;
  const kept = input.kept ?? [];
  const verdict = fenceVerdict(changes, {
    files: input.fence,
    grants: input.grants,
    protectedPaths,
    kept,
  });
  if (verdict.inside) return undefined;
  const { inside: _inside, ...breach } = verdict;
  return { ...breach, words: fenceWords(breach.reason, breach.paths, { input, changes, whose }) };
}

/** TAKE-IN-5. A person knows what they do. */
function tooMany(
  { fence, grants }: HandInput,
  changes: readonly Change[],
  { run, whose }: { readonly run: Run; readonly whose: Whose },
): Problem | undefined {
  const most = Math.max(run.policy.plan.filesPerTaskMax, fence.length + grants.length);
  if (whose === 'person' || changes.length <= most) return undefined;
  const words = [
    `The attempt changed ${changes.length} files; a task has at most ${most}, because more are neither planned nor reviewed as one. ${fate[whose]}`,
    "Do the task with fewer files, or answer with status 'replan' and say how it is to be divided.",
  ].join('\n');
  return { reason: 'too-large', words };
}

/** TAKE-IN-4. */
async function codeAmongDocuments(
  { workspaces }: EffectParts,
  effect: Effect<'attempt' | 'hand-in'>,
  {
    run,
    tree,
    changes,
    whose,
  }: { readonly run: Run; readonly tree: string; readonly changes: readonly Change[]; readonly whose: Whose },
): Promise<Problem | undefined> {
  const { parent, task: id }: HandInput = effect.input;
  const { repository } = repositoryOf(run, effect);
  const task = run.tasks.find((state) => state.task.id === id)?.task;
  if (task?.executor !== 'documenter') return undefined;
  const looked = await Promise.all(
    changes
      .filter(({ path }) => !isDocument(path))
      .map(async ({ path }) => {
        const [before, after] = await Promise.all(
          [parent, tree].map((at) => workspaces.readFile(repository, at, path)),
        );
        return isOnlyComments(path, before, after) ? [] : [path];
      }),
  );
  const paths = looked.flat();
  if (paths.length === 0) return undefined;
  const words = [
    `Task ${id} is a documenter's: it changes documents, and nothing but comments in program texts. There is more than that in: ${paths.join(', ')}.`,
    `Code that it changes would come without tests. ${fate[whose]}`,
    whose === 'agent'
      ? "Write the documents only, or answer with status 'replan' and say which code has to change and why."
      : 'Put that code back as it was, then give the task again.',
  ].join('\n');
  return { reason: 'fence-breach', words, paths };
}

/** TAKE-IN-3. A file that is deleted needs no filter. */
async function filteredAmong(
  { workspaces }: EffectParts,
  repository: string,
  change: {
    readonly from: string;
    readonly to: string;
    readonly changes: readonly Change[];
    readonly whose: Whose;
  },
): Promise<Problem | undefined> {
  const written = change.changes.filter(({ kind }) => kind !== 'deleted').map(({ path }) => path);
  const before = await workspaces.filtered(repository, change.from, written);
  const found = before.length > 0 ? before : await workspaces.filtered(repository, change.to, written);
  if (found.length === 0) return undefined;
  const words = [
    `These files are stored through a filter (${[...new Set(found.map(({ filter }) => filter))].join(', ')}), and what lies in the workspace in their place is a pointer: ${found.map(({ path }) => path).join(', ')}.`,
    `What would be committed is not what the filter makes of it, so changes to them are refused. ${fate[change.whose]}`,
    change.whose === 'agent'
      ? "Leave them as they are, or answer with status 'replan' and say which of them has to change."
      : 'Put them back as they were, and change them in your own checkout, where git runs the filter.',
  ].join('\n');
  return { reason: 'fence-breach', words, paths: found.map(({ path }) => path) };
}

/** TAKE-IN-2. Told by file and rule, so that whoever comes next knows what to leave out; never by value. */
async function bringingSecrets(
  { workspaces, screener }: EffectParts,
  repository: string,
  { whose, ...change }: { readonly from: string; readonly to: string; readonly whose: Whose },
): Promise<Problem | undefined> {
  const found = [...secretsIn(screener, await broughtBy(workspaces, repository, change))];
  if (found.length === 0) return undefined;
  const words = [
    `The change would bring in what looks like a secret. ${fate[whose]}`,
    ...found.map(([file, rules]) => `- ${file}: ${rules.join(', ')}`),
    'Read a secret from the environment or from a file that is not committed. Where a test needs something that only',
    'looks like one, put it together at run time.',
  ].join('\n');
  return { reason: 'secret-in-change', words, paths: found.map(([file]) => file) };
}

function fenceWords(
  reason: string,
  paths: readonly string[],
  {
    input,
    changes,
    whose,
  }: { readonly input: HandInput; readonly changes: readonly Change[]; readonly whose: Whose },
): string {
  const what =
    reason === 'protected-path'
      ? 'These files are protected and the plan has no leave to touch them'
      : 'These files are outside what the task may touch';
  const changed = changes.map((change) => change.path).join(', ');
  return [
    `${what}: ${paths.join(', ')}.`,
    `The task's files are: ${input.fence.join(', ')}.`,
    ...(input.kept ?? [])
      .filter((path) => paths.includes(path))
      .map((path) => `${path} is the test that shows the bug. It stays as it is: mend the bug instead.`),
    `${whose === 'agent' ? 'The attempt' : 'You'} changed: ${changed}. ${fate[whose]}`,
    ...(whose === 'agent'
      ? advice(reason)
      : ['Put those files back as they were, then give the task again.']),
  ].join('\n');
}

function advice(reason: string): readonly string[] {
  const leave =
    "Where they are listed with the task's files now, a person gave leave since; elsewhere leave them alone.";
  return [
    ...(reason === 'protected-path' ? [leave] : []),
    "Do the task with its own files only, or answer with status 'replan' and say which file is missing.",
  ];
}
