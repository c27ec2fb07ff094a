// `slipway logs`: what agents and checks printed, in order.

import type { Exit } from '../../app/exit-codes.ts';
import { findRun, readRun } from '../../app/reader.ts';
import type { Texts } from '../../app/texts.ts';
import { openTexts } from '../../app/texts.ts';
import { transcriptDialects } from '../../app/transcript-dialects.ts';
import { UserError } from '../../app/user-error.ts';
import type { Run } from '../../core/run.ts';
import { openGates } from '../../core/run.ts';
import { statusOf } from '../../core/status.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import type { LogEntry, LogFilter } from '../../views/run/logs.ts';
import { logsOf } from '../../views/run/logs.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { LogPrinter } from '../log-printer.ts';
import { lookOn, tellUnowned } from '../look-on.ts';
import type { Home } from '../reading.ts';
import { hereOf, journalOf, json, reading } from '../reading.ts';
import { styleOf } from '../../app/words/style.ts';
import { Unread } from '../unread.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--task ID] [--check NAME] [--follow] [--raw]',
  about:
    'Prints the transcripts of agents and the output of checks, in the order in which they happened. What agents print ' +
    'for machines is put into words; --raw shows their lines as they are. With --follow it goes on until the run comes ' +
    'to rest. Without RUN it is the newest run of the repository you are in.',
  examples: ['slipway logs', 'slipway logs --follow', 'slipway logs r-4f8zk2 --check test'],
  options: {
    task: { type: 'string', value: 'ID', describe: 'only what belongs to one task' },
    check: { type: 'string', value: 'NAME', describe: 'only the output of one check' },
    follow: { type: 'boolean', short: 'f', describe: 'go on while the run is at work' },
    raw: { type: 'boolean', describe: 'the lines of agents as they printed them' },
  },
  wordsMax: 1,
  run: (context) =>
    reading(context, async (home) => {
      const summary = await findRun(home.journal, context.words[0], hereOf(context));
      const texts = await openTexts(home.places);
      const { run, events } = await readRun(journalOf(home), summary.run);
      const filter = filterOf(context, run);
      if (context.json) return printJson(context, run.id, logsOf(events, filter), texts);
      const unread = new Unread(texts, {
        run: run.id,
        raw: context.flag('raw'),
        dialects: transcriptDialects,
      });
      const printer = new LogPrinter(context.io, unread, styleOf(context.io.outColors));
      const entries = logsOf(events, filter);
      await printer.print(entries);
      if (context.flag('follow')) return follow(context, home, { run: run.id, filter, printer });
      if (entries.length === 0) context.io.err('Nothing was printed yet.\n');
      else if (entries.some((entry) => entry.type === 'launch' && entry.ended === undefined)) {
        context.io.err(`Still at work: \`slipway logs ${run.id} --follow\` goes on.\n`);
      }
      return 'done';
    }),
};

function filterOf(context: CommandContext, run: Run): LogFilter {
  const [task, check] = [context.value('task'), context.value('check')];
  const tasks = run.tasks.map((state) => state.task.id);
  if (task !== undefined && !tasks.includes(task)) {
    const known = tasks.length === 0 ? 'It has no tasks yet.' : `Its tasks are ${tasks.join(', ')}.`;
    throw new UserError(`Run ${run.id} has no task '${task}'. ${known}`, 'refused');
  }
  const checks = run.checks.map((item) => item.name);
  if (check !== undefined && !checks.includes(check)) {
    const known = checks.length === 0 ? 'It has no checks yet.' : `Its checks are ${checks.join(', ')}.`;
    throw new UserError(`Run ${run.id} has no check '${check}'. ${known}`, 'refused');
  }
  return { ...(task === undefined ? {} : { task }), ...(check === undefined ? {} : { check }) };
}

async function printJson(
  context: CommandContext,
  run: string,
  entries: readonly LogEntry[],
  texts: Texts,
): Promise<Exit> {
  if (context.flag('follow')) {
    throw new UserError(
      '--json is one document, so it does not go with --follow. Leave one of them out.',
      'usage',
    );
  }
  const told = await Promise.all(
    entries.map(async (entry) => {
      const hash = entry.type === 'check' ? entry.evidence.log : entry.ended?.transcript;
      if (hash !== undefined) return { ...entry, text: await texts.get(hash) };
      const piece = entry.type === 'launch' ? await texts.growing(run, entry.effect, 0) : undefined;
      return { ...entry, text: piece?.text };
    }),
  );
  context.io.out(json({ run, entries: told }));
  return 'done';
}

interface Following {
  readonly run: string;
  readonly filter: LogFilter;
  readonly printer: LogPrinter;
}

async function follow(context: CommandContext, home: Home, following: Following): Promise<Exit> {
  const { io } = context;
  const looked = await lookOn({ io, home, clock: systemClock() }, async () => {
    const { run, events } = await readRun(journalOf(home), following.run);
    await following.printer.print(logsOf(events, following.filter));
    return isAtRest(run);
  });
  if (looked !== 'over' && looked !== 'unowned') return looked;
  if (looked === 'unowned') tellUnowned(io, following.run);
  return 'done';
}

/** A wait that ends by itself is no rest; one that needs a person is. */
function isAtRest(run: Run): boolean {
  const status = statusOf(run);
  if (status === 'running') return false;
  return status !== 'waiting' || run.paused || openGates(run).length > 0;
}
