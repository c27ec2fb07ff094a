// What of the disk a box shows: the places its lists name, looked at with care, and the machine's own.
//
// Invariants
//   BOX-PLACES-1. A path that a process could have replaced by a link, because it lies in something writable, is not followed.
//   BOX-PLACES-2. Credentials inside a shown folder are hidden, unless the box names exactly them.

import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import type { Box } from './box.ts';
import type { Mount, DiskPlace } from './mounts.ts';
import { isWithin } from './paths.ts';
import { lookAt } from './program-roots.ts';
import {
  etcPlaces,
  homeCredentials,
  rootCredentials,
  settingsPlaces,
  systemCredentials,
  systemPlaces,
} from './system-places.ts';

export interface BoxPlaces {
  readonly writable: readonly DiskPlace[];
  readonly readable: readonly DiskPlace[];
  readonly hidden: readonly DiskPlace[];
  readonly instead: ReadonlyMap<string, string>;
}

export interface Keeping {
  /** The user's home. */
  readonly home: string;
  /** What no box is shown as a whole: the home of Slipway. */
  readonly never: readonly string[];
}

export function boxPlaces(box: Box, programs: readonly DiskPlace[], keeping: Keeping): BoxPlaces {
  const look = (places: readonly string[]): readonly DiskPlace[] => lookAtAll(places, box.writable);
  return {
    writable: look(box.writable),
    readable: look(box.readable),
    hidden: look([...box.hidden, ...credentialsIn(box, programs, keeping)]),
    instead: insteadOf(box),
  };
}

/** A copy that is not there is an end in words: what it was to keep apart must not be written into. */
function insteadOf({ copies = [], writable }: Box): ReadonlyMap<string, string> {
  return new Map(
    copies.map(({ copy, at }): readonly [string, string] => {
      const [from, to] = [lookAt(copy), lookAt(at)];
      if (from?.kind !== 'folder' || to?.kind !== 'folder' || !writable.includes(at))
        throw new Error(`${copy} cannot be shown at ${at}`);
      return [to.real, from.real];
    }),
  );
}

/** BOX-PLACES-1: below something writable only what is there under its own name counts. */
function lookAtAll(places: readonly string[], writable: readonly string[]): readonly DiskPlace[] {
  const found = Array.from(new Set(places), lookAt);
  return found.filter((place): place is DiskPlace => {
    if (place === undefined) return false;
    const above = writable.find((each) => each !== place.path && isWithin(place.path, each));
    return above === undefined || !hasLinkBelow(above, place.path);
  });
}

function hasLinkBelow(above: string, place: string): boolean {
  const names = path.relative(above, place).split('/');
  return names.some((_, index) => {
    try {
      return lstatSync(path.join(above, ...names.slice(0, index + 1))).isSymbolicLink();
    } catch {
      return true;
    }
  });
}

/** BOX-PLACES-2. */
function credentialsIn(
  box: Box,
  programs: readonly DiskPlace[],
  { home, never }: Keeping,
): readonly string[] {
  const named = [...box.writable, ...box.readable];
  const roots = programs.filter((place) => place.kind === 'folder').map((place) => place.path);
  const known = [
    ...homeCredentials.map((name) => path.join(home, name)),
    ...roots.flatMap((root) => rootCredentials.map((name) => path.join(root, name))),
    ...systemCredentials,
    ...never,
  ];
  return known.filter((place) => !named.some((each) => isWithin(each, place)));
}

export function systemMounts(): readonly Mount[] {
  const places = systemPlaces.flatMap((at): readonly Mount[] => {
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (found === undefined) return [];
    return found.isSymbolicLink()
      ? [{ type: 'link', to: readlinkSync(at), at }]
      : [{ type: 'readable', from: at, at }];
  });
  const etc = etcPlaces
    .filter((at) => existsSync(at))
    .map((at): Mount => ({ type: 'readable', from: at, at }));
  // A box of the root user is made of its files: what only root may write in /proc, it could.
  const settings = settingsPlaces
    .filter((at) => existsSync(at))
    .map((at): Mount => ({ type: 'readable', from: at, at }));
  return [...places, ...etc, ...settings];
}
