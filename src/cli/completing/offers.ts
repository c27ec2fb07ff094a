// What a shell can offer behind each command: read off the same specs that `--help` prints, so that it is never another list.

import { everywhere } from '../everywhere.ts';
import type { CommandEntry, CommandSpec, Option } from '../command.ts';

/** What an option takes, or a command where no option stands. */
export type Takes = 'nothing' | 'text' | 'file' | 'folder' | 'run';

export interface OfferedOption {
  readonly long: string;
  readonly short?: string;
  readonly takes: Takes;
  readonly describe: string;
}

export interface Offer {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OfferedOption[];
  /** Words that mean something behind it, such as `status` behind `engine`. */
  readonly words: readonly string[];
  readonly takes: Takes;
}

export async function offersOf(commands: Readonly<Record<string, CommandEntry>>): Promise<readonly Offer[]> {
  return Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) =>
      offerOf(name, summary, (await load()).command),
    ),
  );
}

function offerOf(name: string, summary: string, { usage, options }: CommandSpec): Offer {
  return {
    name,
    summary,
    options: Object.entries({ ...options, ...everywhere }).map(([long, option]) => optionOf(long, option)),
    words: Array.from(usage.matchAll(/[[|] *([a-z][a-z-]*)/g), ([, word = '']) => word),
    takes: /^\[?RUN\b/.test(usage) ? 'run' : /^\[?(?:FILE|SCRIPT)\b/.test(usage) ? 'file' : 'nothing',
  };
}

function optionOf(long: string, { type, short, value, describe }: Option): OfferedOption {
  return {
    long,
    ...(short === undefined ? {} : { short }),
    takes: type === 'boolean' ? 'nothing' : valueOf(value),
    describe,
  };
}

function valueOf(value: string | undefined): Takes {
  switch (value) {
    case 'FILE':
      return 'file';
    case 'DIR':
      return 'folder';
    case 'RUN':
      return 'run';
    case undefined:
    default:
      return 'text';
  }
}

/** As it is typed: every way to write the options that take this. */
export function flagsTaking({ options }: Offer, ...takes: readonly Takes[]): readonly string[] {
  return options.filter((option) => takes.includes(option.takes)).flatMap(flagsOf);
}

export function flagsOf({ long, short }: OfferedOption): readonly string[] {
  return short === undefined ? [`--${long}`] : [`--${long}`, `-${short}`];
}
