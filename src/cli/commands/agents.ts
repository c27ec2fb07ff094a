// `slipway agents`: who would work here, and their logins.

import type { AgentsHere } from '../../app/agents/agents-here.ts';
import { agentsHere, loginCall } from '../../app/agents/agents-here.ts';
import type { Exit } from '../../app/ending/exit-codes.ts';
import { UserError } from '../../app/ending/user-error.ts';
import { verbs } from '../../app/verbs/table.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { paperOf, tellWords } from '../print.ts';
import { json, show } from '../reading.ts';
import { toolsFor, withSitting } from '../sitting.ts';

export const command: CommandSpec = {
  usage: '[login NAME | resume NAME]',
  about:
    'Lists the agents that would work in the folder you are in: those slipway.yaml names, else the programs on your\n' +
    'PATH; where each program is, its version, its login, and the roles it plays. `login NAME` lets the program log\n' +
    "you in itself, with its files in a folder of Slipway's own, so that your own login is left alone. An agent whose\n" +
    'login did not work is halted: no run launches it until you logged it in, or said with `resume NAME` that you\n' +
    'mended it another way; then every run that waits for it goes on.',
  examples: [
    'slipway agents',
    'slipway agents --json',
    'slipway agents login claude',
    'slipway agents resume claude',
  ],
  options: {},
  wordsMax: 2,
  run: (context) => {
    const [verb, name] = context.words;
    if (verb === undefined) return listed(context);
    if (verb === 'login' && name !== undefined) return loggedIn(context, name);
    if (verb === 'resume' && name !== undefined) return goOnWith(context, name);
    const isVerb = verb === 'login' || verb === 'resume';
    const wrong = isVerb ? 'Say which agent.' : `There is no \`slipway agents ${verb}\`.`;
    throw new UserError(`${wrong} Usage: slipway agents [login NAME | resume NAME]`, 'usage');
  },
};

function listed(context: CommandContext): Promise<Exit> {
  return show(context, verbs.agents, { dir: context.dir }, documentOf);
}

function documentOf({ agents, containment, isFound }: AgentsHere): unknown {
  return {
    source: isFound ? 'path' : 'slipway.yaml',
    level: containment,
    agents: agents.map(({ usable, ...agent }) => ({ ...agent, level: containment.level, ...usable })),
  };
}

async function loggedIn(context: CommandContext, name: string): Promise<Exit> {
  const { io } = context;
  if (!io.interactive) {
    throw new UserError(
      'A login asks you things, so it needs a terminal. Without one, give the agent a key through its variables (see `slipway agents`).',
      'usage',
    );
  }
  const call = await loginCall(context.surroundings, context.dir, name);
  io.err(forTerminal(`${call.file} ${call.args.join(' ')}, with its login in ${call.cwd}\n`));
  const status = await io.lend(call);
  if (status !== 0) {
    throw new UserError(
      `${call.file} ended with ${status === undefined ? 'no exit' : `exit ${status}`}, so the agent ${name} may not be logged in. Try again.`,
      'missing',
    );
  }
  if (call.key !== undefined) {
    io.err(`${call.key} is set in your environment and goes before this login; unset it to use the login.\n`);
  }
  return tellLogin(context, name);
}

async function tellLogin(context: CommandContext, name: string): Promise<Exit> {
  const { io } = context;
  const { agents } = await agentsHere(context.surroundings, context.dir);
  const { usable, halted } = agents.find((agent) => agent.name === name) ?? {};
  if (context.json) io.out(json({ name, ...usable }));
  if (usable?.ok === true) {
    io.err(forTerminal(`${name} is ready: ${usable.login ?? 'it needs no login'}.\n`));
    return halted === undefined ? 'done' : goOnWith(context, name);
  }
  io.err(forTerminal(`${usable?.problem ?? `The agent ${name} is gone.`}\n`));
  return 'missing';
}

/** Every run that waits for the agent goes on: here, or in the process that owns the home. */
function goOnWith(context: CommandContext, agent: string): Promise<Exit> {
  return withSitting(context, toolsFor(context), async (sitting) => {
    const mended = await sitting.call(verbs.mend, { agent });
    tellWords(context.io, (await verbs.mend.load()).words(mended, paperOf(context.io)));
    return 'done';
  });
}
