// What a command is, and what it is given. stdout is data, stderr is talk.

import type { Readable, Writable } from 'node:stream';
import type { Exit } from '../app/ending/exit-codes.ts';
import type { Surroundings } from '../app/home/home-places.ts';

export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether a person sits at both ends: input and talk are a terminal, and CI is not set. */
  readonly interactive: boolean;
  /** Whether talk (stderr) is a terminal, and so may be drawn over. */
  readonly live: boolean;
  /** Whether talk may be coloured. */
  readonly colors: boolean;
  /** Whether data (stdout) may be coloured: it may go into a file while talk goes to a terminal. */
  readonly outColors: boolean;
  /** Columns of the terminal that talk goes to. */
  readonly width: () => number;
  /** Columns of the terminal that data goes to; endless where it goes elsewhere. */
  readonly outWidth: () => number;
  /** Lines of the terminal. */
  readonly height: () => number;
  /** One line from the person; undefined at the end of input, and where the question is taken back. */
  readonly readLine: (prompt: string, takenBack?: AbortSignal) => Promise<string | undefined>;
  /** What is typed is not shown on the terminal until the answer is called: it would stand in what is drawn over. */
  readonly hush: () => () => void;
  /** Opens a file in the person's editor and waits; gives the problem, where there is one, without its full stop. */
  readonly edit: (file: string) => Promise<string | undefined>;
  /** Gives the terminal to a program until it ends, and then its exit; undefined where it could not be started or was killed. */
  readonly lend: (program: Lent) => Promise<number | undefined>;
  /** What is piped in, whole, cut at the limit. */
  readonly readInput: (charsMax: number) => Promise<string>;
  /** Input and output as they are, for a protocol that is spoken over them. */
  readonly pipes: () => Pipes;
  /** Leaves at once, whatever is under way. */
  readonly exit: (exit: Exit) => void;
  /** Leaves when everything is let go of, and after that long at the latest; then it tells what was still held. */
  readonly exitWithin: (ms: number, exit: Exit, onHeld: (what: string) => void) => void;
  /** Calls back on SIGINT and SIGTERM; gives back how to stop listening. */
  readonly onSignal: (listener: (signal: 'SIGINT' | 'SIGTERM') => void) => () => void;
}

/** A program of the person's own that talks to them itself; no shell looks at it. */
export interface Lent {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Pipes {
  readonly input: Readable;
  readonly output: Writable;
}

export interface Option {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  /** How its value is called in the help. */
  readonly value?: string;
  readonly describe: string;
}

export interface CommandSpec {
  /** What follows the name in the usage line, such as `[RUN] [--json]`. */
  readonly usage: string;
  /** A few sentences for `--help`. */
  readonly about: string;
  readonly examples: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** The most words the command takes. */
  readonly wordsMax: number;
  /** One of them is text, which is easily typed without quotes. The first example shows them. */
  readonly takesText?: true;
  /** The folder that `--dir` names is made where it is not there. */
  readonly makesFolder?: true;
  readonly run: (context: CommandContext) => Promise<Exit>;
}

export interface CommandContext {
  readonly io: Io;
  readonly surroundings: Surroundings;
  readonly words: readonly string[];
  readonly flag: (name: string) => boolean;
  readonly value: (name: string) => string | undefined;
  /** `--json`: one JSON document on stdout instead of words. */
  readonly json: boolean;
  /** `-C DIR`, or where the command was called. */
  readonly dir: string;
  /** All there are. */
  readonly commands: Readonly<Record<string, CommandEntry>>;
}

export interface CommandFile {
  readonly command: CommandSpec;
}

export interface CommandEntry {
  /** One line for the list of commands. */
  readonly summary: string;
  /** At a terminal an engine works on what it orders. */
  readonly attaches?: true;
  readonly load: () => Promise<CommandFile>;
}
