// What a run changes, from Slipway's own store: from its base to the tip of its branch, or what one task delivered.

import type { Run } from '../../core/run.ts';
import { eachOf, repositoryOf } from '../../core/run.ts';
import { toolsOf } from '../parts.ts';
import { isImported } from '../home/imported.ts';
import { readRun } from '../home/reader.ts';
import { UserError } from '../ending/user-error.ts';
import type { FileStat } from '../words/diff-text.ts';
import { renderDiff, renderStat, statOf } from '../words/diff-text.ts';
import type { Next } from '../words/next.ts';
import { nextFor, nextLine } from '../words/next.ts';
import type { DiffInput } from './schemas/reads.ts';
import type { Look } from './verb.ts';
import { noTask, runSeen } from './which-run.ts';

export interface Diffed {
  readonly run: string;
  /** Commits; in a run of several repositories, each with its alias. */
  readonly from: string;
  readonly to: string;
  readonly files: readonly FileStat[];
  /** Left out where only files and counts were asked for. */
  readonly diff?: string | undefined;
  readonly next: readonly Next[];
}

export const diff: Look<DiffInput, Diffed> = {
  look: async (context, { task, stat = false, ...which }) => {
    const { places, surroundings, clock } = context;
    const { summary, journal } = await runSeen(context, which);
    const { run } = await readRun(journal, summary.run);
    if (isImported(places)) throw new UserError(noCommits(run.id), 'refused');
    const ends = endsOf(run, task);
    const { workspaces } = toolsOf(places, surroundings, clock);
    const texts = await Promise.all(
      ends.map(async ({ repository, from, to }) =>
        from === to ? '' : workspaces.diff(repository, from, to),
      ),
    );
    const text = texts.join('');
    const gates = (await journal.inbox()).filter((item) => item.run === run.id);
    return {
      run: run.id,
      from: eachOf({ repositories: ends }, ({ from }) => from),
      to: eachOf({ repositories: ends }, ({ to }) => to),
      files: statOf(text),
      ...(stat ? {} : { diff: text }),
      next: nextFor(summary, gates).filter((item) => !item.command.startsWith('slipway diff ')),
    };
  },
  words: ({ run, files, diff: text, next }, { style, width }) => {
    const talk = nextLine(next);
    if (files.length === 0 && (text ?? '') === '') {
      return { talk: `Run ${run} has changed nothing yet.\n${talk}` };
    }
    if (text === undefined) return { data: renderStat(files, style), talk };
    // Elsewhere than on a terminal the bytes matter more than how they look: `| git apply` has to work.
    return { data: Number.isFinite(width) ? renderDiff(text, style) : text, verbatim: true, talk };
  },
};

function noCommits(run: string): string {
  return `Run ${run} was imported, and commits do not come with a run: what it changes lies in its repository, and its pull request. \`slipway report ${run}\` shows what was planned, checked and reviewed.`;
}

/** What is compared in a repository. */
interface Ends {
  readonly alias: string;
  readonly repository: string;
  readonly from: string;
  readonly to: string;
}

/** In every repository of the run, or in that of the task. */
function endsOf(run: Run, task: string | undefined): readonly Ends[] {
  if (task === undefined) {
    return run.repositories.map(({ alias, repository, base, head }) => {
      return { alias, repository, from: base.commit, to: head.commit };
    });
  }
  const state = run.tasks.find((item) => item.task.id === task);
  if (state === undefined) throw noTask(run, task);
  const { delivered } = state;
  const { alias, repository } = repositoryOf(run, state.task);
  if (delivered !== undefined) return [{ alias, repository, from: delivered.parent, to: delivered.commit }];
  throw new UserError(`Task ${task} of run ${run.id} has delivered nothing yet.`, 'refused');
}
