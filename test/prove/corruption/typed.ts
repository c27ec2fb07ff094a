// Commands as a person types them, in this process or by the compiled command line, and what came of each.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { codeOf } from '../../../src/app/ending/exit-codes.ts';
import { exitFor, explainError } from '../../../src/app/ending/exit-for.ts';
import type { CommandEntry, Io } from '../../../src/cli/command.ts';
import { dispatch } from '../../../src/cli/program.ts';
import type { World } from '../support/world.ts';
import { surroundingsOf } from '../support/world.ts';

export interface Said {
  readonly words: readonly string[];
  readonly code: number;
  readonly text: string;
}

export type Typing = (world: World, words: readonly string[]) => Promise<Said>;

const commands: Readonly<Record<string, CommandEntry>> = {
  explain: { summary: '', load: () => import('../../../src/cli/commands/explain.ts') },
  status: { summary: '', load: () => import('../../../src/cli/commands/status.ts') },
  verify: { summary: '', load: () => import('../../../src/cli/commands/verify.ts') },
  land: { summary: '', load: () => import('../../../src/cli/commands/land.ts') },
  resume: { summary: '', load: () => import('../../../src/cli/commands/resume.ts') },
};

/** As `main.ts` does it. */
export const typedHere: Typing = async (world, words) => {
  let text = '';
  const say = (more: string): void => void (text += more);
  const surroundings = surroundingsOf(world);
  const io: Io = {
    env: surroundings.env,
    cwd: world.repository,
    out: say,
    err: say,
    interactive: false,
    live: false,
    colors: false,
    outColors: false,
    width: () => 100,
    outWidth: () => 100,
    height: () => 40,
    readLine: () => Promise.resolve(undefined),
    hush: () => () => undefined,
    edit: () => Promise.resolve('There is no editor'),
    lend: () => Promise.resolve(undefined),
    pipes: () => {
      throw new Error('no protocol is spoken here');
    },
    readInput: () => Promise.resolve(''),
    exit: () => undefined,
    exitWithin: () => undefined,
    onSignal: () => () => undefined,
  };
  try {
    return { words, code: codeOf(await dispatch(commands, words, { io, surroundings })), text };
  } catch (error) {
    say(explainError(error, io.env));
    return { words, code: codeOf(exitFor(error)), text };
  }
};

const cli = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

export const typedElsewhere: Typing = async (world, words) => {
  const child = spawn(process.execPath, [cli, ...words], {
    cwd: world.repository,
    env: { ...surroundingsOf(world).env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (piece: string) => (text += piece));
  }
  await once(child, 'close');
  return { words, code: child.exitCode ?? 1, text };
};
