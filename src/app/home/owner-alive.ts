// Whether a process owns a home now. Asks nothing of it: a connection that is taken is answer enough.

import { existsSync } from 'node:fs';
import type { Places } from './home-places.ts';
import { ownerSocket } from './owner-address.ts';

const answerMs = 1_000;

export async function ownerAlive(places: Places): Promise<boolean> {
  const socket = ownerSocket(places);
  if (!existsSync(socket)) return false;
  const { createConnection } = await import('node:net');
  return new Promise((resolve) => {
    const connection = createConnection(socket);
    const answer = (alive: boolean): void => {
      connection.destroy();
      resolve(alive);
    };
    connection.setTimeout(answerMs, () => answer(true));
    connection.once('connect', () => answer(true));
    connection.once('error', () => answer(false));
  });
}
