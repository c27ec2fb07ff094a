// An agent that is any program: it reads the prompt from stdin and prints its answer. The role, the mode,
// the task, the attempt and the workspace also come as environment variables (SLIPWAY_*).

import path from 'node:path';
import type { Processes } from '../../containment/process.ts';
import type { Agent } from '../agent.ts';
import { agentBox } from '../agent-box.ts';
import { findProgram } from '../find-program.ts';
import { ownFolders } from '../own-folders.ts';
import { plainReader } from '../readers.ts';
import { runAgent } from '../run-agent.ts';

export interface CommandAgentOptions {
  readonly name: string;
  /** The program and its arguments; no shell looks at them. */
  readonly command: readonly string[];
  /** The whole environment; PATH is where a program without a slash is looked for. */
  readonly env: Readonly<Record<string, string>>;
  readonly processes: Processes;
  /** Hosts it may reach when it is contained. */
  readonly egress?: readonly string[];
  /** Where a program such as `./agent.sh` is looked for. Never the workspace: what works there could replace it. */
  readonly base?: string;
}

export function commandAgent({ name, command, env, processes, egress, base }: CommandAgentOptions): Agent {
  const [program = '', ...args] = command;
  const file = program.includes('/') ? path.resolve(base ?? '', program) : program;
  return {
    name,
    play: async (request) => {
      // A script that an interpreter is to run is named among the arguments.
      const named = args.filter((arg) => path.isAbsolute(arg) && path.normalize(arg) === arg);
      const box = await agentBox(request, { file, readable: named, egress: egress ?? [] });
      const own = await ownFolders(request);
      return runAgent(processes, request, () => ({
        file,
        args,
        env: { ...env, ...own },
        stdin: request.prompt,
        box,
        reader: plainReader(),
      }));
    },
    usable: async () => {
      if (file === '') return problem(name, 'it has no command', 'name a program and its arguments');
      if ((await findProgram(file, env['PATH'])) !== undefined) return { ok: true, version: 'command' };
      return file.includes('/')
        ? problem(name, `${file} is not an executable file`, 'create it, or make it executable (chmod +x)')
        : problem(name, `${file} is not on the PATH`, 'install it, or name it by its whole path');
    },
  };
}

function problem(agent: string, why: string, what: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem: `The agent ${agent} cannot be used, because ${why}: ${what}.` };
}
