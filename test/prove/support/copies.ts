// Runs that are watched at their boundaries: once to see which there are, once to copy the world at chosen ones.

import path from 'node:path';
import type { Acknowledged } from './drive.ts';
import { drive } from './drive.ts';
import type { Facts } from './facts.ts';
import { factsOf } from './facts.ts';
import { frozen } from './frozen.ts';
import type { Point } from './points.ts';
import { nameOf, pointOf } from './points.ts';
import type { World } from './world.ts';
import { copyWorld } from './world.ts';

export interface Control {
  readonly facts: Facts;
  readonly points: readonly Point[];
}

/** A run nobody disturbs: what every other one is measured against. */
export async function controlRun(world: World): Promise<Control> {
  const points: Point[] = [];
  await drive(world, {
    onBoundary: (boundary, _run, effect) => void points.push(pointOf(boundary, effect)),
  });
  return { facts: await factsOf(world), points };
}

/** The world as it was at a point, and the last event that was acknowledged by then. */
export interface Copy {
  readonly point: Point;
  readonly world: World;
  readonly acknowledged: readonly Acknowledged[];
}

/** Runs to the end as well, so that the copying itself is shown to disturb nothing. */
export async function copyingRun(
  world: World,
  into: string,
  isChosen: (point: Point) => boolean,
): Promise<{ readonly facts: Facts; readonly copies: readonly Copy[] }> {
  const copies: Copy[] = [];
  const taken = new Set<string>();
  let acknowledged: readonly Acknowledged[] = [];
  await drive(world, {
    onAcknowledged: (event) => (acknowledged = [event]),
    onBoundary: (boundary, _run, effect) => {
      const point = pointOf(boundary, effect);
      if (taken.has(nameOf(point)) || !isChosen(point)) return;
      taken.add(nameOf(point));
      const to = path.join(into, String(copies.length + 1).padStart(4, '0'));
      copies.push({ point, world: frozen(() => copyWorld(world, to)), acknowledged });
    },
  });
  return { facts: await factsOf(world), copies };
}
