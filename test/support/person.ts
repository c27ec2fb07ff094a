// A person at a terminal: answers what is asked, in order, and sees what is written.

import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { codeOf } from '../../src/app/ending/exit-codes.ts';
import type { CommandContext, CommandSpec, Io } from '../../src/cli/command.ts';
import type { Sample } from './sample.ts';

export interface Person {
  /** Calls a command in this process, as if it were typed. */
  readonly types: (command: CommandSpec, words: readonly string[], options?: Options) => Promise<number>;
  readonly out: () => string;
  readonly err: () => string;
  /** What was asked, as the prompts said it. */
  readonly asked: () => readonly string[];
}

type Options = Readonly<Record<string, string | boolean>>;

/** `answers` are the lines typed, one for each question; when they run out, input has ended. */
export function personAt(
  sample: Sample,
  answers: readonly string[],
  live = false,
  edit: Io['edit'] = () => Promise.resolve('There is no editor'),
): Person {
  let out = '';
  let err = '';
  const asked: string[] = [];
  const left = [...answers];
  const io: Io = {
    env: sample.env,
    cwd: sample.repository.dir,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    interactive: true,
    live,
    colors: false,
    outColors: false,
    outWidth: () => 80,
    width: () => 80,
    height: () => 24,
    readLine: (prompt) => {
      asked.push(prompt);
      return Promise.resolve(left.shift());
    },
    hush: () => () => undefined,
    edit: (file) => Promise.resolve(edit(file)),
    pipes: () => {
      throw new Error('no protocol is spoken here');
    },
    lend: ({ file, args, cwd, env }) =>
      Promise.resolve(spawnSync(file, args, { cwd, env, stdio: 'ignore' }).status ?? undefined),
    readInput: () => Promise.resolve(''),
    exitWithin: () => undefined,
    exit: (exit) => {
      throw new Error(`left with ${codeOf(exit)}`);
    },
    onSignal: () => () => undefined,
  };
  return {
    types: async (command, words, options = {}) =>
      codeOf(await command.run(contextOf(io, sample, words, options))),
    out: () => out,
    err: () => err,
    asked: () => asked,
  };
}

function contextOf(io: Io, sample: Sample, words: readonly string[], options: Options): CommandContext {
  return {
    io,
    surroundings: { env: io.env, homedir: sample.repository.root, tmp: tmpdir(), uid: 0, cores: 2 },
    words,
    // What is asked is the same with an engine; `engine.test.ts` has terminals that start one.
    flag: (name) => name === 'foreground' || options[name] === true,
    value: (name) => {
      const value = options[name];
      return typeof value === 'string' ? value : undefined;
    },
    json: options['json'] === true,
    dir: io.cwd,
    commands: {},
  };
}
