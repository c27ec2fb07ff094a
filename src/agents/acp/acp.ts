// Any program that speaks the Agent Client Protocol over its input and output, as an agent. Its rights are decided call
// by call, as far as it asks; inside a box the box holds whatever it does.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Session } from '../../core/effects.ts';
import { agentBox } from '../agent-box.ts';
import type { Agent, AgentRequest } from '../agent.ts';
import { findProgram } from '../find-program.ts';
import type { AgentSetting } from '../kind.ts';
import type { Loose } from '../loose.ts';
import type { OwnCommand } from '../own-command.ts';
import { lineReader } from '../readers.ts';
import { type AgentProgram, runAgent } from '../run-agent.ts';
import { concludeConversation } from './conclude.ts';
import { cancelling, type Conversation, greeting, hear, type Plan, type Turn } from './conversation.ts';

export interface AcpAgentOptions extends Pick<AgentSetting, 'name' | 'env' | 'processes' | 'now' | 'base'> {
  readonly config: OwnCommand<'acp'>;
}

export function acpAgent(options: AcpAgentOptions): Agent {
  const { name, config, env, processes, base } = options;
  const [program = '', ...args] = config.command;
  const file = program.includes('/') ? path.resolve(base, program) : program;
  return {
    name,
    play: async (request) => {
      const found = (await findProgram(file, env['PATH'])) ?? file;
      const tmp = path.join(request.state, 'tmp');
      await mkdir(tmp, { recursive: true, mode: 0o700 });
      const box = await agentBox(request, { file: found, egress: config.egress });
      return runAgent(processes, request, (session) => ({
        file: found,
        args,
        env: { ...env, HOME: request.state, TMPDIR: tmp },
        stdin: '',
        box,
        ...talkOver(request, session, options),
      }));
    },
    usable: async () => {
      const found = await findProgram(file, env['PATH']);
      if (found !== undefined) return { ok: true, version: 'acp' };
      const problem = `The agent ${name} cannot be used, because ${file} is not there: install it, or correct its command.`;
      return { ok: false, problem };
    },
  };
}

/** Input and reader are two ends of one conversation: what is read decides what is written next. */
function talkOver(
  request: AgentRequest,
  before: Session | undefined,
  { processes, now }: AcpAgentOptions,
): Pick<AgentProgram, 'onInput' | 'reader'> {
  const { prompt, mode, workspace, signal } = request;
  const plan: Plan = { prompt, before, rights: { mode, workspace, level: processes.level } };
  let write: ((text: string) => void) | undefined;
  const say = (messages: readonly Loose[]): void => {
    for (const message of messages) write?.(`${JSON.stringify(message)}\n`);
  };
  const first = greeting();
  let state: Conversation = first.state;
  const take = (turn: Turn): Conversation => {
    state = turn.state;
    say(turn.say);
    return state;
  };
  const reader = lineReader<Heard>(
    {
      start: { state },
      see: (_, line) => heard(take(hear(state, line, plan))),
      conclude: (seen, end) => concludeConversation(seen.state, before, end.now),
    },
    { before, wantsSchema: true, now },
  );
  return {
    reader,
    onInput: (input) => {
      write = input;
      say(first.say);
      signal.addEventListener('abort', () => say(cancelling(state)), { once: true });
    },
  };
}

interface Heard {
  readonly state: Conversation;
  readonly session?: Session;
  /** Some programs stay when the conversation is over. */
  readonly hopeless?: true;
}

function heard(state: Conversation): Heard {
  return {
    state,
    ...(state.session === undefined ? {} : { session: state.session }),
    ...(state.step === 'ended' ? { hopeless: true } : {}),
  };
}
