// What a plan says about the repository, looked up in it: files it changes, and what its tasks take for granted. What
// code can look up, no role is asked about.

import type { Assumption, PlanAnswer } from '../../prompts/prompts.ts';
import type { Workspaces } from '../../workspace/workspace.ts';
import { covers, isFile, isGlob, isInside, overlap } from '../../core/fence/paths.ts';
import { declares } from './manifests.ts';

export interface PlanPlace {
  readonly repository: string;
  /** The commit the plan is made for. */
  readonly commit: string;
}

type Task = PlanAnswer['tasks'][number];
type Reader = Pick<Workspaces, 'listFiles' | 'readFile' | 'filesWith' | 'filtered'>;

/** A plan that takes more for granted than this is not looked up to the end. */
const assumptionsMax = 100;

export async function factProblems(
  workspaces: Reader,
  answer: PlanAnswer,
  place: PlanPlace & { readonly files: readonly string[] },
): Promise<readonly string[]> {
  const { files } = place;
  const tree = treeOf(files);
  const changes = [
    ...workingFolderProblems(answer, tree),
    ...answer.tasks.flatMap((task) => fileProblems(task, answer.tasks, tree)),
    ...(await filterProblems(workspaces, answer, place)),
  ];
  const assumed = answer.tasks.flatMap((task) =>
    (task.assumes ?? []).map((assumption) => ({ task: task.id, assumption })),
  );
  const look = lookup(workspaces, place, files);
  const missing = await Promise.all(
    assumed.slice(0, assumptionsMax).map(async ({ task, assumption }) => {
      const why = await look(assumption, tree);
      return why === undefined ? [] : [`task ${task} takes ${why}`];
    }),
  );
  return [
    ...changes,
    ...missing.flat(),
    ...(assumed.length > assumptionsMax
      ? [`the plan takes ${assumed.length} things for granted; name the ${assumptionsMax} that matter`]
      : []),
  ];
}

/** Roles are told to work from there, so it has to be there. What is no path at all is told by the contract. */
function workingFolderProblems({ validationPolicy }: PlanAnswer, tree: Tree): readonly string[] {
  const folder = validationPolicy?.workingDirectory ?? '.';
  if (folder === '.' || !isInside(folder) || tree(folder.endsWith('/') ? folder : `${folder}/`)) return [];
  return [`the working directory '${folder}' is not a folder of the repository`];
}

/** Whether one thing a plan, or somebody who judges it, speaks of is there. */
export async function isFact(workspaces: Reader, assumption: Assumption, place: PlanPlace): Promise<boolean> {
  const files = await workspaces.listFiles(place.repository, place.commit);
  return (await lookup(workspaces, place, files)(assumption, treeOf(files))) === undefined;
}

/** What is stored through a filter cannot be changed by an attempt: it would be written past the filter. */
async function filterProblems(
  workspaces: Reader,
  { tasks }: PlanAnswer,
  { repository, commit }: PlanPlace,
): Promise<readonly string[]> {
  const named = tasks.map(({ files, creates = [] }) =>
    [...files, ...creates].filter(isFile).filter(isInside),
  );
  const found = await workspaces.filtered(repository, commit, [...new Set(named.flat())]);
  return found.flatMap(({ path, filter }) =>
    tasks
      .filter((_, index) => named[index]?.includes(path))
      .map(
        ({ id }) =>
          `task ${id} changes '${path}', which is stored through a filter (${filter}) that is not run here; only a person's own git can change it`,
      ),
  );
}

type Tree = (path: string) => boolean;

/** Whether a file is there, or any that a folder or a glob stands for. */
function treeOf(files: readonly string[]): Tree {
  const known = new Set(files);
  return (entry) => known.has(entry) || (!isFile(entry) && files.some((file) => covers([entry], file)));
}

/** Test files may be new without saying so; whatever else is new says so, or comes from a task that is waited for. */
function fileProblems(task: Task, tasks: readonly Task[], tree: Tree): readonly string[] {
  const creates = task.creates ?? [];
  const before = earlier(task, tasks).flatMap(madeBy);
  const changed = task.files.filter((file) => isInside(file) && !overlap([file], creates) && !tree(file));
  return [
    ...changed
      .filter((file) => !overlap([file], before) && !overlap([file], task.tests))
      .map((file) => {
        const maker = tasks.find((other) => other !== task && overlap([file], madeBy(other)));
        return maker === undefined
          ? `task ${task.id} changes '${file}', ${isGlob(file) ? 'which stands for no file that exists' : 'which does not exist'}; list it in creates if it is new`
          : `task ${task.id} changes '${file}', which task ${maker.id} creates; let it depend on ${maker.id}`;
      }),
    ...creates
      .filter((file) => isInside(file) && isFile(file) && tree(file))
      .map((file) => `task ${task.id} creates '${file}', which exists already`),
  ];
}

function madeBy(task: Task): readonly string[] {
  return [...(task.creates ?? []), ...task.tests];
}

/** The tasks that are integrated before this one begins; a circle ends it, and is told elsewhere. */
function earlier(task: Task, tasks: readonly Task[]): readonly Task[] {
  const found = new Set<Task>();
  const open = [task];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { dependsOn } = next;
    const fresh = tasks.filter((other) => dependsOn.includes(other.id) && !found.has(other));
    for (const other of fresh) found.add(other);
    open.push(...fresh);
  }
  return [...found];
}

/** Says what is not there, as the end of "task x takes …"; undefined where it is. */
function lookup(workspaces: Reader, { repository, commit }: PlanPlace, files: readonly string[]) {
  const read = (file: string): Promise<string | undefined> => workspaces.readFile(repository, commit, file);
  return async ({ kind, name, file }: Assumption, tree: Tree): Promise<string | undefined> => {
    if (kind !== 'file' && file !== undefined && !tree(file)) {
      return `the ${kind} '${name}' for granted in '${file}', a file that does not exist`;
    }
    const where = file === undefined ? '' : ` in '${file}'`;
    const missing = `the ${kind} '${name}' for granted${where}, and there is none`;
    switch (kind) {
      case 'file':
        return tree(name) ? undefined : missing;
      case 'symbol': {
        const text = file === undefined ? undefined : await read(file);
        const words = name.split(/[^\p{L}\p{N}_$]+/u).filter((word) => word !== '');
        if (words.length === 0) return missing;
        if (text !== undefined) return words.every((word) => hasWord(text, word)) ? undefined : missing;
        const last = words.at(-1) ?? '';
        return (await workspaces.filesWith(repository, commit, last)).length > 0 ? undefined : missing;
      }
      case 'script':
      case 'dependency':
        return (await declares({ kind, name, files: file === undefined ? files : [file], read }))
          ? undefined
          : missing;
    }
  };
}

function hasWord(text: string, word: string): boolean {
  const escaped = word.replaceAll('$', String.raw`\$`);
  return new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped}(?![\\p{L}\\p{N}_$])`, 'u').test(text);
}
