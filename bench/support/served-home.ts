// A home that is served by this process, with visitors in another one.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Owner } from '../../src/app/home/owner.ts';
import { becomeOwner } from '../../src/app/home/owner.ts';
import { placesOf } from '../../src/app/home/home-places.ts';
import { toolsOf } from '../../src/app/parts.ts';
import { openListener } from '../../src/server/listener.ts';
import { systemClock } from '../../src/telemetry/system-clock.ts';

export interface ServedHome {
  readonly owner: Owner;
  /** What the visitors measured. */
  readonly tell: (order: object) => Promise<unknown>;
  /** Signs one browser in, once. */
  readonly link: () => string;
  readonly close: () => Promise<void>;
}

const by = { who: 'bench', authenticated: 'os', channel: 'cli' } as const;
const said = z.object({ answer: z.unknown(), problem: z.string().optional() });

export async function servedHome(dir: string, say: (line: string) => void): Promise<ServedHome> {
  const env = { SLIPWAY_HOME: path.join(dir, 'home'), XDG_RUNTIME_DIR: path.join(dir, 'rt') };
  mkdirSync(env.XDG_RUNTIME_DIR, { recursive: true, mode: 0o700 });
  const surroundings = { env, homedir: dir, tmp: dir, uid: process.getuid?.() ?? 0, cores: 2 };
  const owner = await becomeOwner(toolsOf(placesOf(surroundings), surroundings, systemClock()), {
    onTrouble: (error) => say(String(error)),
    openListener,
  });
  if (owner === undefined) throw new Error('Somebody else owns the home of the bench.');
  const listener = await owner.listening.open({ host: '127.0.0.1', port: 0 }, owner);
  const child = fork(fileURLToPath(new URL('visitors.ts', import.meta.url)), []);
  const tell = async (order: object): Promise<unknown> => {
    child.send(order);
    const [message] = await once(child, 'message');
    const { answer, problem } = said.parse(message);
    if (problem !== undefined) throw new Error(problem);
    return answer;
  };
  const link = (): string => listener.newLink(by);
  await tell({ do: 'enter', port: listener.at.port, code: new URL(link()).hash.replace('#code=', '') });
  return {
    owner,
    tell,
    link,
    close: async () => {
      child.kill();
      await owner.close();
    },
  };
}
