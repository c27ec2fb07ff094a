// What every command that only looks does first and last: open the journal for reading, close it.

import type { Exit, SignalExit } from '../app/ending/exit-codes.ts';
import type { Here } from '../app/starting/which-repository.ts';
import type { Places } from '../app/home/home-places.ts';
import { placesOf } from '../app/home/home-places.ts';
import { notMovedWords } from '../app/home/imported.ts';
import { inItsHome } from '../app/home/in-its-home.ts';
import { openReader } from '../app/home/reader.ts';
import type { LookEntry, SubscriptionEntry, Words } from '../app/verbs/verb.ts';
import type { Journal } from '../journal/journal.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import type { CommandContext } from './command.ts';
import { interruptible } from './interruptible.ts';
import { paperOf, tellWords } from './print.ts';

interface Home {
  readonly places: Places;
  /** Undefined in a home where nothing has run yet. */
  readonly journal: Journal | undefined;
}

async function reading<T extends Exit | object>(
  context: CommandContext,
  use: (home: Home) => Promise<T>,
): Promise<T> {
  const places = placesOf(context.surroundings);
  const reader = await openReader(places);
  try {
    return await use({ places, journal: reader.journal });
  } finally {
    await reader.close();
  }
}

/** A verb that only looks, in this process: the journal is opened for reading, and nobody has to be there. */
export function looking<In, Out extends object>(
  context: CommandContext,
  { load, withoutJournal }: LookEntry<In, Out>,
  input: In,
): Promise<Out> {
  const { surroundings } = context;
  const looked = async ({ places, journal }: Home): Promise<Out> => {
    const { look } = await load();
    const here = { surroundings, places, journal, clock: systemClock() };
    return inItsHome(here, input, (where, imported) => {
      if (imported !== undefined && !context.json) context.io.err(`${notMovedWords(imported)}\n`);
      return look(where, input);
    });
  };
  return withoutJournal === true
    ? looked({ places: placesOf(surroundings), journal: undefined })
    : reading(context, looked);
}

/** Looks, and prints the words or the document. */
export async function show<In, Out extends object>(
  context: CommandContext,
  entry: LookEntry<In, Out>,
  input: In,
  documentOf: (output: Out) => unknown = (output) => output,
): Promise<Exit> {
  const output = await looking(context, entry, input);
  const { words, exit } = await entry.load();
  if (context.json) context.io.out(json(documentOf(output)));
  else tellWords(context.io, words(output, paperOf(context.io)));
  return exit?.(output) ?? 'done';
}

/** A verb that goes on, in this process: each item as it comes, until it ends or a signal does. */
export function followed<In, Item extends object>(
  context: CommandContext,
  { load }: SubscriptionEntry<In, Item>,
  input: In,
  take: (item: Item, words: Words) => void,
): Promise<SignalExit | undefined> {
  const { io, surroundings } = context;
  return interruptible(io, async ({ signal, exit }) => {
    await reading(context, async ({ places, journal }) => {
      const { follow, words } = await load();
      const here = { surroundings, places, journal, clock: systemClock() };
      await inItsHome(here, input, async (where) => {
        for await (const item of follow(where, input, signal)) take(item, words(item, paperOf(io)));
      });
      return 'done';
    });
    return exit();
  });
}

/** Where the person stands: without a word they mean the newest run of the repository there. */
export function hereOf({ surroundings, dir }: CommandContext): Here {
  return { home: placesOf(surroundings).home, dir };
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
