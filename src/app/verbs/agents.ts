// The agents that would work somewhere, and a person's word that the login of one is mended.

import { forTerminal } from '../../screening/terminal.ts';
import { list } from '../../views/words/words.ts';
import type { AgentsHere } from '../agents/agents-here.ts';
import { agentsHere } from '../agents/agents-here.ts';
import { installHints } from '../agents/find-agents.ts';
import { levelWords, raiseWords } from '../starting/level-here.ts';
import { UserError } from '../ending/user-error.ts';
import { renderAgents } from '../words/agents-text.ts';
import { onceAtHome } from './once-at-home.ts';
import type { AgentsInput, MendInput } from './schemas/agents.ts';
import type { Look, Order, OrderContext } from './verb.ts';

export const agents: Look<AgentsInput, AgentsHere> = {
  look: ({ surroundings, places }, { dir = places.home }) => agentsHere(surroundings, dir),
  words: (found, paper) => {
    if (found.agents.length === 0) {
      return {
        talk: `No agent is configured here and none is on the PATH. Install one: ${installHints()}\n`,
      };
    }
    const { containment } = found;
    return {
      data: renderAgents(found, paper),
      talk:
        (found.isFound ? 'slipway.yaml names no agent, so these are the programs on your PATH.\n' : '') +
        forTerminal(`Level ${levelWords(containment)}\n`) +
        (containment.level === 'contained' ? '' : forTerminal(`${raiseWords(containment)}\n`)),
    };
  },
};

export interface Mended {
  readonly agent: string;
  /** Those that waited for it. */
  readonly runs: readonly string[];
}

/** Every run that waits for the agent goes on. */
export const mend: Order<MendInput, Mended> = {
  order: (context, { agent }) =>
    onceAtHome(context, {
      kept: () => import('./schemas/kept.ts').then((file) => file.mended),
      first: async (take) => {
        const mended = await mendedNow(context, agent);
        await take(mended);
        return mended;
      },
      again: (came) => Promise.resolve(came),
    }),
  words: ({ agent, runs }) => {
    const waited =
      runs.length === 0
        ? 'No run waited for it.'
        : `${list(runs)} waited for it and ${runs.length === 1 ? 'goes' : 'go'} on.`;
    return { talk: forTerminal(`${agent} may be launched again. ${waited}\n`) };
  },
};

async function mendedNow({ owner, by, again }: OrderContext, agent: string): Promise<Mended> {
  const { halts } = await owner.home.state();
  // Sent again, and not told as taken: whoever took it in may have died in the middle of it.
  if (!halts.has(agent) && !again) {
    const others = [...halts.keys()];
    const known = others.length === 0 ? 'No agent is halted.' : `Halted: ${others.join(', ')}.`;
    throw new UserError(
      forTerminal(`The agent '${agent}' is not halted, so nothing waits for it. ${known}`),
      'refused',
    );
  }
  return { agent, runs: await owner.engine.resumeAgent(agent, by) };
}
