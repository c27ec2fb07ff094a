// Starts the engine while the command that will need it is still being loaded: both take about as long, and a person waits
// for the slower of the two. It is a guess; whoever brings the order looks for itself.

import { existsSync } from 'node:fs';
import type { Surroundings } from '../app/home/home-places.ts';
import { placesOf } from '../app/home/home-places.ts';
import { ownerSocket } from '../app/home/owner-address.ts';
import { engineStarter } from '../app/home/start-engine.ts';
import type { Io } from './command.ts';
import { isAtTerminal } from './at-terminal.ts';

const noEngine = ['--foreground', '--help', '-h'];

export async function startEarly(
  { io, surroundings }: { readonly io: Io; readonly surroundings: Surroundings },
  words: readonly string[],
): Promise<void> {
  if (!isAtTerminal(io) || words.some((word) => noEngine.includes(word))) return;
  try {
    const places = placesOf(surroundings);
    if (!existsSync(ownerSocket(places))) await engineStarter(places, surroundings).start();
  } catch {
    // the command itself finds out, and says so
  }
}
