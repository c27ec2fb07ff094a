// What is done to the processes of a home: killed, stopped and let go on, taken over from, asked to go, and terminals that are
// closed. Each finds the owner by asking who listens; where nobody does, there is nobody to do it to.

import { rm } from 'node:fs/promises';
import { placesIn } from '../support/world.ts';
import { pause } from './eye.ts';
import type { Scene } from './scene.ts';
import { join } from './scene.ts';
import { ownerOf, signal } from './parties.ts';

type Deed = (scene: Scene) => Promise<void>;

export const deedNames = [
  'kill the owner',
  'stop the owner',
  'take over',
  'close the terminals',
  'press Ctrl-C',
  'end the owner',
  'restart the engine',
] as const;
export type DeedName = (typeof deedNames)[number];

const moveMs = 2_500;

export const deeds: Readonly<Record<DeedName, Deed>> = {
  'kill the owner': ({ world }) => toOwner(world, 'SIGKILL'),
  'end the owner': ({ world }) => toOwner(world, 'SIGTERM'),
  'stop the owner': async (scene) => {
    const owner = await ownerOf(scene.world);
    if (owner === undefined) return;
    signal(owner, 'SIGSTOP');
    const sight = await scene.eye.look();
    if (sight !== undefined) join(scene, ['foreground', 'resume', sight.run]);
    await pause(scene.random.between(50, 400));
    signal(owner, 'SIGCONT');
  },
  // The kernel keeps the lock of a process that is stopped. Whoever takes the file away, as one that is taken for stale, has
  // another owner come beside it: then the epoch decides.
  'take over': async (scene) => {
    const { world, eye, random } = scene;
    const owner = await ownerOf(world);
    const before = await eye.look();
    if (owner === undefined || before === undefined) return;
    signal(owner, 'SIGSTOP');
    const { lock, address } = placesIn(world);
    for (const file of [lock, address]) await rm(file, { force: true });
    const next = join(scene, ['foreground', 'resume', before.run]);
    const after = before.events + random.between(1, 8);
    await eye.until((sight) => (sight?.events ?? 0) >= after || next.isOver(), moveMs);
    signal(owner, 'SIGCONT');
  },
  'close the terminals': ({ parties }) => {
    for (const party of parties) if (party.at === 'terminal') party.close();
    return Promise.resolve();
  },
  'press Ctrl-C': ({ parties, random }) => {
    const party = random.maybe(parties.filter((one) => !one.isOver()));
    if (party?.at === 'terminal') party.press('\u0003');
    else if (party !== undefined) signal(party.pid, 'SIGINT');
    return Promise.resolve();
  },
  'restart the engine': async (scene) => {
    await join(scene, ['foreground', 'engine', scene.random.pick(['stop', 'restart'])]).ended;
  },
};

async function toOwner(world: Scene['world'], name: NodeJS.Signals): Promise<void> {
  const owner = await ownerOf(world);
  if (owner !== undefined) signal(owner, name);
}
