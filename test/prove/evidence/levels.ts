// Whether a scene is played in boxes or without them. A guard that holds at one level need not hold at the other: a box hides what a
// check would have seen, and shows a tree at another place.

import { createHash } from 'node:crypto';
import type { Dishonest, Honest } from './case.ts';

export type Level = 'open' | 'contained';

/** Where a scene needs a file outside every workspace, which is there without boxes only. */
export const worldMark = '{world}';

export function levelFrom(text: string | undefined): Level | 'both' | undefined {
  if (text === undefined || text === 'open' || text === 'contained' || text === 'both') return text;
  throw new Error('--level is open, contained or both');
}

const sliceOf = 12;

/** `slice`: without boxes, and every twelfth in them as well. */
export function levelsOf(scene: Dishonest | Honest, wanted: Level | 'both' | 'slice'): readonly Level[] {
  const may = needsWorld(scene) ? (['open'] as const) : (['open', 'contained'] as const);
  switch (wanted) {
    case 'both':
      return may;
    case 'open':
    case 'contained':
      return may.filter((level) => level === wanted);
    case 'slice':
      return may.filter((level) => level === 'open' || isInSlice(scene.name));
  }
}

function needsWorld(scene: Dishonest | Honest): boolean {
  return 'pidFile' in scene || JSON.stringify([scene.work, scene.files, scene.config]).includes(worldMark);
}

function isInSlice(name: string): boolean {
  return (createHash('sha256').update(name).digest()[1] ?? 0) % sliceOf === 0;
}
