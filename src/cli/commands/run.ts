// `slipway run`: from a ticket to a run, and with it to where it rests.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { exitsInWords } from '../../app/ending/exit-codes.ts';
import { UserError } from '../../app/ending/user-error.ts';
import type { StartInput } from '../../app/verbs/schemas/start.ts';
import { outcomeWords, startedDocument, startedExit } from '../../app/verbs/start.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { levelAccepted, levelOption } from '../consent-asking.ts';
import { follow } from '../follow.ts';
import { endWith, followAndAsk } from '../moving.ts';
import { paperOf, tellWords } from '../print.ts';
import { json } from '../reading.ts';
import { foregroundOption, toolsFor, withSitting } from '../sitting.ts';
import type { Sitting } from '../sitting.ts';
import { startAsking } from '../start/start-asking.ts';
import { planInput, ticketInput } from '../start/ticket-input.ts';

export const command: CommandSpec = {
  usage:
    '[TEXT | TICKET] [--file FILE] [--plan FILE] [--auto | --until plan] [--trust] [--level LEVEL] [--include-changes] [--again] [--foreground]',
  about:
    'Starts a run for a ticket in the repository you are in. At a terminal an engine works on it, and the plan is asked\n' +
    'about first: Ctrl-C detaches, and it goes on. Elsewhere, and with --foreground, this process does, until it is done\n' +
    `or waits for you: Ctrl-C stops the agents and keeps what they did. Exit: ${exitsInWords(['done', 'ended-badly', 'awaits-person', 'awaits-budget'])}.`,
  examples: [
    'slipway run "Add a --json flag to the report command"',
    'slipway run --file ticket.md --auto',
    'slipway run PROJ-12',
    "slipway run '#7'",
    'gh issue view 12 | slipway run --file -',
  ],
  options: {
    file: {
      type: 'string',
      value: 'FILE',
      describe: 'a ticket as Markdown, JSON or text; - reads what is piped in',
    },
    plan: {
      type: 'string',
      value: 'FILE',
      describe:
        "a plan to work by, as a planner's JSON or YAML, or an earlier tasks.yaml; checked and asked about all the same",
    },
    auto: { type: 'boolean', describe: 'no plan gate' },
    until: { type: 'string', value: 'STAGE', describe: 'plan: stop when the plan is ready, and ask nothing' },
    trust: { type: 'boolean', describe: "trust the commands this repository's configuration runs" },
    level: levelOption,
    'include-changes': {
      type: 'boolean',
      describe: 'what is not committed becomes the first commit of the change, as yours',
    },
    again: { type: 'boolean', describe: 'start another run although this ticket has one' },
    foreground: foregroundOption,
  },
  wordsMax: 1,
  takesText: true,
  run: start,
};

async function start(context: CommandContext): Promise<Exit> {
  const { io } = context;
  const until = untilOf(context);
  const tools = toolsFor(context);
  const input: StartInput = {
    dir: context.dir,
    ticket: { ...(await ticketInput(context)), at: tools.clock.now() },
    plan: await planInput(context),
    auto: context.flag('auto'),
    until,
    asksPlan: io.interactive,
    level: levelAccepted(context),
    again: context.flag('again'),
    trust: context.flag('trust') ? true : undefined,
    uncommitted: uncommittedOf(context),
  };
  const begun = async (sitting: Sitting): Promise<Exit> => {
    const started = await startAsking(sitting, input);
    if (started.status === 'started') {
      if (await sitting.attached()) io.err(attachedWords);
      const rest = until === undefined ? followAndAsk : follow;
      const run = await rest(sitting, started.ordered);
      return endWith(sitting, run, { expected: started.opening.expected });
    }
    if (context.json && started.status !== 'uncommitted') io.out(json(startedDocument(started)));
    tellWords(io, outcomeWords(started, paperOf(io)), context.json);
    return startedExit(started);
  };
  return withSitting(context, tools, begun, true);
}

const attachedWords = 'The run is worked on by the engine of this home. Ctrl-C detaches, and it goes on.\n';

/** The run goes as far as its plan and waits there, whoever sits at the terminal. */
function untilOf(context: CommandContext): 'plan' | undefined {
  const stage = context.value('until');
  if (stage === undefined || stage === 'plan') return stage;
  throw new UserError(`--until knows one place to stop: plan. '${stage}' is none.`, 'usage');
}

/** Without a terminal there is nobody to ask: the run goes on from the last commit, and says what it leaves out. */
function uncommittedOf(context: CommandContext): NonNullable<StartInput['uncommitted']> {
  if (context.flag('include-changes')) return 'include';
  return context.io.interactive ? 'ask' : 'leave';
}
