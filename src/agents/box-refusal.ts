// Whether a program ended because its box did not let it write where it wanted to. That does not pass by itself: the same
// program is refused the same the next time, so that whoever reads of it is told of the box and of how it is left out.

import path from 'node:path';
import type { Box } from '../containment/box.ts';
import type { Level } from '../core/roles/modes.ts';

export interface Boxed {
  readonly level: Level;
  readonly box: Box | undefined;
}

const readOnly = /\bEROFS\b|read-only file ?system/i;
const noRight = /\bEACCES\b|\bEPERM\b|permission denied|operation not permitted/i;
const absolutePath = /(?<![\w.:/-])\/[^\s'"`:;,()]+/g;

/** `said` are the last words of the program. A sentence for people, or nothing where the box has no part in it. */
export function boxRefusal(said: string, { level, box }: Boxed): string | undefined {
  if (level === 'open' || box === undefined) return undefined;
  const line = said.split('\n').find((each) => isRefused(each, box));
  if (line === undefined) return undefined;
  return (
    `The agent's box refused it that: at level ${level} it can write only to ${box.writable.join(', ')}. ` +
    'SLIPWAY_LEVEL=open in the environment of slipway has agents and checks work without a box; ' +
    '`--level open` alone only permits that.'
  );
}

function isRefused(line: string, box: Box): boolean {
  const places = line.match(absolutePath) ?? [];
  const isOutside = places.some((place) => !box.writable.some((folder) => isIn(place, folder)));
  return (readOnly.test(line) && (isOutside || places.length === 0)) || (noRight.test(line) && isOutside);
}

function isIn(place: string, folder: string): boolean {
  return place === folder || place.startsWith(`${folder}${path.sep}`);
}
