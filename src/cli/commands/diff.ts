// `slipway diff`: what a run changes, from Slipway's own store.

import { toolsOf } from '../../app/parts.ts';
import { findRun, readRun } from '../../app/reader.ts';
import { UserError } from '../../app/user-error.ts';
import type { Run } from '../../core/run.ts';
import { only } from '../../core/run.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import type { CommandSpec } from '../command.ts';
import { nextFor, nextLine } from '../../app/words/next.ts';
import { hereOf, journalOf, json, reading } from '../reading.ts';
import { renderDiff, renderStat, statOf } from '../../app/words/diff-text.ts';
import { styleOf } from '../../app/words/style.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--task ID] [--stat]',
  about:
    'Shows what a run changes: from its base to the tip of its branch, or what one task delivered. ' +
    'Without RUN it is the newest run of the repository you are in.',
  examples: [
    'slipway diff',
    'slipway diff --stat',
    'slipway diff r-4f8zk2 --task greet',
    'slipway diff | git apply',
  ],
  options: {
    task: { type: 'string', value: 'ID', describe: 'what one task delivered' },
    stat: { type: 'boolean', describe: 'files and counts of lines only' },
  },
  wordsMax: 1,
  run: (context) =>
    reading(context, async (home) => {
      const { io } = context;
      const summary = await findRun(home.journal, context.words[0], hereOf(context));
      const { run } = await readRun(journalOf(home), summary.run);
      const { from, to } = endsOf(run, context.value('task'));
      const { workspaces } = toolsOf(home.places, context.surroundings, systemClock());
      const diff = from === to ? '' : await workspaces.diff(only(run).repository, from, to);
      const stats = statOf(diff);
      if (context.json) {
        io.out(json({ run: run.id, from, to, files: stats, ...(context.flag('stat') ? {} : { diff }) }));
        return 'done';
      }
      if (diff === '') io.err(`Run ${run.id} has changed nothing yet.\n`);
      else if (context.flag('stat')) io.out(renderStat(stats, styleOf(io.outColors)));
      // Elsewhere than on a terminal the bytes matter more than how they look: `| git apply` has to work.
      else io.out(Number.isFinite(io.outWidth()) ? renderDiff(diff, styleOf(io.outColors)) : diff);
      const gates = (await journalOf(home).inbox()).filter((item) => item.run === run.id);
      io.err(nextLine(nextFor(summary, gates).filter((next) => !next.command.startsWith('slipway diff '))));
      return 'done';
    }),
};

function endsOf(run: Run, task: string | undefined): { readonly from: string; readonly to: string } {
  const { base, head } = only(run);
  if (task === undefined) return { from: base.commit, to: head.commit };
  const state = run.tasks.find((item) => item.task.id === task);
  if (state === undefined) {
    const ids = run.tasks.map((item) => item.task.id);
    const known = ids.length === 0 ? 'It has no tasks yet.' : `Its tasks are ${ids.join(', ')}.`;
    throw new UserError(`Run ${run.id} has no task '${task}'. ${known}`, 'refused');
  }
  const { delivered } = state;
  if (delivered !== undefined) return { from: delivered.parent, to: delivered.commit };
  throw new UserError(`Task ${task} of run ${run.id} has delivered nothing yet.`, 'refused');
}
