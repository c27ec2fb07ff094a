// `slipway mcp`: Slipway for a program that speaks the Model Context Protocol, over input and output.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { exitFor } from '../../app/ending/exit-for.ts';
import { UserError } from '../../app/ending/user-error.ts';
import { Reach } from '../../app/home/reach.ts';
import { openReader } from '../../app/home/reader.ts';
import { engineStarter } from '../../app/home/start-engine.ts';
import type { Tools } from '../../app/parts.ts';
import { verbs } from '../../app/verbs/table.ts';
import { mcpChannel } from '../../core/gates/own-run.ts';
import type { LastFrame } from '../../engine/frames.ts';
import { Flow } from '../../mcp/flow.ts';
import type { ProgramCall, Home } from '../../mcp/mcp-server.ts';
import { overStdio } from '../../mcp/over-stdio.ts';
import type { Leave } from '../../mcp/tools.ts';
import { leaves } from '../../mcp/tools.ts';
import { messageOf } from '../../plain/errors.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { personHere } from '../person-here.ts';
import { toolsFor } from '../sitting.ts';

export const command: CommandSpec = {
  usage: '[--allow look|start|steer]',
  about:
    'Speaks the Model Context Protocol over input and output, for a program that starts this command: verbs are its tools, runs its resources. ' +
    'Without --allow it looks and changes nothing; `start` lets it start runs in the repository of this folder, `steer` lets it tell, retry, cancel and ' +
    'the like. To answer a gate it needs a code from you each time (`slipway code`), and what was started this way it does not decide.',
  examples: ['slipway mcp', 'slipway mcp --allow start -C ~/shop'],
  options: {
    allow: {
      type: 'string',
      value: 'WHAT',
      describe: 'what the program may do: look, start or steer (look)',
    },
  },
  wordsMax: 0,
  run: serve,
};

/** Whoever was hung up on gets this long to read why. */
const unreadMs = 2_000;

async function serve(context: CommandContext): Promise<Exit> {
  const leave = leaveIn(context.value('allow') ?? 'look');
  const tools = toolsFor(context);
  const home: Home = {
    ask: (asked, gone) => askedHere(context, tools, asked, gone),
    leave,
    folder: context.dir,
    redact: (text) => tools.screener.redact(text).text,
    clock: tools.clock,
    flow: new Flow(tools.clock),
  };
  return interruptible(context.io, async ({ signal, exit }) => {
    const why = await overStdio(context.io.pipes(), home, signal);
    if (why === undefined) return exit() ?? 'done';
    // What nobody reads would keep this process for as long as its other end is there.
    context.io.exitWithin(unreadMs, 'usage', () => undefined);
    throw new UserError(why, 'usage');
  });
}

function leaveIn(text: string): Leave {
  const leave = leaves.find((one) => one === text);
  if (leave !== undefined) return leave;
  throw new UserError(`--allow takes ${leaves.join(', ')}, and not '${forTerminal(text)}'.`, 'usage');
}

async function askedHere(
  context: CommandContext,
  tools: Tools,
  asked: ProgramCall,
  gone: AbortSignal,
): Promise<LastFrame> {
  try {
    return { output: await outputOf(context, tools, asked, gone) };
  } catch (error) {
    return { trouble: { message: messageOf(error), exit: exitFor(error) } };
  }
}

/** A look is taken in this process, as every command does it; an order goes to the engine of the home. */
async function outputOf(
  { surroundings }: CommandContext,
  tools: Tools,
  { verb, input, id, seen }: ProgramCall,
  gone: AbortSignal,
): Promise<unknown> {
  const entry = verbs[verb];
  const { places, clock } = tools;
  if (entry.kind === 'order') {
    // One of its own for each order: what one of them has to send along is nothing to the others.
    const reach = new Reach(tools, { onTrouble: () => undefined }, engineStarter(places, surroundings));
    const by = { ...personHere(surroundings.uid), channel: mcpChannel };
    return reach.ask(entry, input, { by, id, seen, stop: gone });
  }
  if (entry.kind === 'subscription') throw new Error('invariant: no tool goes on and on');
  const reader = await openReader(places);
  try {
    return await entry.answer({ surroundings, places, clock, journal: reader.journal }, input);
  } finally {
    await reader.close();
  }
}
