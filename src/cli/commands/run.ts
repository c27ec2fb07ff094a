// `slipway run`: from a ticket to a run, and with it to where it rests.

import type { Exit } from '../../app/exit-codes.ts';
import { exitsInWords } from '../../app/exit-codes.ts';
import type { Prepared } from '../../app/start.ts';
import { prepareRun } from '../../app/start.ts';
import { UserError } from '../../app/user-error.ts';
import { randomIds } from '../../telemetry/system-clock.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { personHere } from '../person-here.ts';
import { endingOf, tellEnding } from '../ending.ts';
import { follow } from '../follow.ts';
import { endWith, followAndAsk } from '../moving.ts';
import { json } from '../reading.ts';
import { exitOf } from '../../app/words/rest.ts';
import type { Sitting } from '../sitting.ts';
import { toolsFor, withSitting } from '../sitting.ts';
import { claim } from '../start/claim.ts';
import { consents, goesOnFromHead, levelAccepted, trusts } from '../start/consent.ts';
import { expectedOf, openingText } from '../start/opening.ts';
import { planInput, ticketInput } from '../start/ticket-input.ts';

export const command: CommandSpec = {
  usage: '[TEXT] [--file FILE] [--plan FILE] [--auto | --until plan] [--trust] [--level LEVEL] [--again]',
  about:
    'Starts a run for a ticket in the repository you are in, and works on it until it is done or waits for you. At a\n' +
    'terminal the plan is asked about first; elsewhere only where slipway.yaml says so. Ctrl-C stops the agents and\n' +
    `keeps what they did. Exit: ${exitsInWords(['done', 'ended-badly', 'awaits-person', 'awaits-budget'])}.`,
  examples: [
    'slipway run "Add a --json flag to the report command"',
    'slipway run --file ticket.md --auto',
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
    level: {
      type: 'string',
      value: 'LEVEL',
      describe: 'let agents work below contained here: fenced or open (asked once at a terminal)',
    },
    again: { type: 'boolean', describe: 'start another run although this ticket has one' },
    foreground: { type: 'boolean', describe: 'work in this process (it always does)' },
  },
  wordsMax: 1,
  run: start,
};

async function start(context: CommandContext): Promise<Exit> {
  const ticket = await ticketInput(context);
  const level = levelAccepted(context);
  const until = untilOf(context);
  const plan = await planInput(context);
  const tools = toolsFor(context);
  const prepared = await prepareRun(tools, randomIds(), {
    dir: context.dir,
    ticket,
    ...(plan === undefined ? {} : { plan }),
    auto: context.flag('auto'),
    ...(until === undefined ? {} : { until }),
    interactive: context.io.interactive,
    ...(level === undefined ? {} : { level }),
    by: personHere(context.surroundings.uid),
  });
  context.io.err(openingText(prepared));
  return withSitting(context, tools, (sitting) => begin(sitting, prepared));
}

/** The run goes as far as its plan and waits there, whoever sits at the terminal. */
function untilOf(context: CommandContext): 'plan' | undefined {
  const stage = context.value('until');
  if (stage === undefined || stage === 'plan') return stage;
  throw new UserError(`--until knows one place to stop: plan. '${stage}' is none.`, 'usage');
}

async function begin(sitting: Sitting, prepared: Prepared): Promise<Exit> {
  if (!(await trusts(sitting, prepared))) return notTrusted(sitting, prepared);
  if (!(await consents(sitting, prepared))) return notConsented(sitting, prepared);
  if (!(await goesOnFromHead(sitting, prepared))) {
    sitting.io.err('Nothing was started. Commit what the run should see, then start it again.\n');
    return 'awaits-person';
  }
  const taken = await claim(sitting, prepared);
  if (taken !== undefined) return answerWith(sitting, taken, prepared);
  await prepared.ticket.keep();
  await sitting.submit(prepared.run, prepared.command);
  const also = { expected: expectedOf(prepared) };
  const rest = untilOf(sitting.context) === undefined ? followAndAsk : follow;
  return endWith(sitting, await rest(sitting, prepared.run), also);
}

function notTrusted(sitting: Sitting, prepared: Prepared): Exit {
  const { io, context } = sitting;
  if (context.json) {
    const { commands, commandsHash } = prepared;
    io.out(json({ status: 'not-trusted', commands, commandsHash, expected: expectedOf(prepared) }));
  }
  io.err(
    'Nothing was started: nobody has said yet that these commands may run. ' +
      'Read them, then start again with --trust; it holds until they change.\n',
  );
  return 'awaits-person';
}

function notConsented(sitting: Sitting, prepared: Prepared): Exit {
  const { io, context } = sitting;
  const { containment } = prepared;
  if (context.json) io.out(json({ status: 'not-consented', ...containment, expected: expectedOf(prepared) }));
  io.err(
    `Nothing was started: nobody has said yet that agents may work at level ${containment.level} here. ` +
      `Start again with --level ${containment.level} if they may; it holds for this repository.\n`,
  );
  return 'awaits-person';
}

async function answerWith(sitting: Sitting, taken: RunSummary, prepared: Prepared): Promise<Exit> {
  const state = await sitting.stateOf(taken.run);
  sitting.io.err(
    `Ticket ${prepared.ticket.id} has a run already: ${taken.run}, ${taken.status}. ` +
      (prepared.ticket.isChanged
        ? 'The text of the ticket has changed since; that run has the text it was started with. '
        : '') +
      '--again starts another.\n',
  );
  tellEnding(sitting.io, sitting.context.json, endingOf(state, taken.updatedAt));
  return taken.status === 'running' && !(await sitting.isMoved(taken.run)) ? 'awaits-person' : exitOf(state);
}
