// The program of a child: it drives the world it is told of, writes down what is acknowledged before it goes on, and
// answers with what the finished world holds. It may be killed at any moment; that is what it is for.

import { appendFileSync } from 'node:fs';
import type { Answer, Request } from './children.ts';
import { drive } from './drive.ts';
import { factsOf } from './facts.ts';
import { planted } from './plant.ts';
import { worldAt } from './world.ts';

const say = (answer: Answer): void => void process.send?.(answer);

async function work({ root, story, acknowledgedFile, plant }: Request): Promise<Answer> {
  const world = worldAt(root, story);
  const tools = planted(plant);
  await drive(world, {
    ...(tools === undefined ? {} : { tools }),
    ...(acknowledgedFile === undefined
      ? {}
      : { onAcknowledged: (event) => appendFileSync(acknowledgedFile, `${JSON.stringify(event)}\n`) }),
  });
  return { type: 'finished', facts: await factsOf(world) };
}

process.on('message', (request: Request) => {
  work(request).then(say, (error: unknown) => {
    say({ type: 'threw', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  });
});
say({ type: 'ready' });
