// What a box is made of: mounts, in the order they are made. Pure; what lies on the disk was looked at before.
//
// Invariants
//   MOUNTS-1. The more specific path wins: a mount is made after every mount above it.
//   MOUNTS-2. What is hidden is hidden last, over everything else.
//   MOUNTS-3. Where one path is both writable and readable, it is only readable.

import path from 'node:path';
import { depthOf, isWithin, isWithinAny } from './paths.ts';

export type Mount =
  | { readonly type: 'readable' | 'writable'; readonly from: string; readonly at: string }
  /** An empty folder of its own, gone with the box. */
  | { readonly type: 'scratch'; readonly at: string; readonly mode: '1777' | '0700' | '0755' }
  | { readonly type: 'link'; readonly to: string; readonly at: string }
  | { readonly type: 'processes' | 'devices'; readonly at: string };

/** Something on the disk: the name it goes by, where that leads, and what is there. */
export interface DiskPlace {
  readonly path: string;
  readonly real: string;
  readonly kind: 'file' | 'folder';
}

export interface MountPlan {
  /** Programs and libraries of the machine. */
  readonly system: readonly Mount[];
  /** Folders with programs of the user's own. */
  readonly programs: readonly DiskPlace[];
  readonly writable: readonly DiskPlace[];
  readonly readable: readonly DiskPlace[];
  readonly hidden: readonly DiskPlace[];
  /** Folders among those, by what they really are, with what is shown in their place. */
  readonly instead?: ReadonlyMap<string, string>;
  /** What the environment calls HOME and TMPDIR; a scratch folder where the box does not have it yet. */
  readonly scratch: readonly string[];
  /** An empty file and an empty folder, shown in the place of what is hidden. */
  readonly nothing: { readonly file: string; readonly folder: string };
}

export function mountsOf(plan: MountPlan): readonly Mount[] {
  const usual: readonly Mount[] = [
    { type: 'processes', at: '/proc' },
    { type: 'devices', at: '/dev' },
    { type: 'scratch', at: '/tmp', mode: '1777' },
    { type: 'scratch', at: '/run', mode: '0755' },
    { type: 'scratch', at: '/var/tmp', mode: '1777' },
    { type: 'link', to: '../run', at: '/var/run' },
  ];
  const boxed = [
    ...plan.writable.flatMap((place) => bindsOf('writable', place)),
    ...plan.readable.flatMap((place) => bindsOf('readable', place)), // MOUNTS-3
  ];
  const programs = uncovered(plan.programs, [...plan.system, ...boxed]);
  const shown = withoutAliases([...plan.system, ...programs, ...boxed]).map((mount) => inStead(mount, plan));
  const scratch = [...new Set(plan.scratch)]
    .filter((at) => !isWithinAny(at, [...shown.map((mount) => mount.at), '/proc', '/dev']))
    .filter((at) => !usual.some((mount) => mount.at === at))
    .map((at): Mount => ({ type: 'scratch', at, mode: '0700' }));
  const hidden = plan.hidden.flatMap((place) => hiddenAt(place, shown, plan.nothing[place.kind]));
  return [...inOrder([...usual, ...scratch, ...shown]), ...inOrder(hidden)];
}

/** Under its own name, and where that is a link also under the name it leads to, which programs may have been built with. */
function bindsOf(type: 'readable' | 'writable', { path: name, real }: DiskPlace): readonly Mount[] {
  const at = (each: string): Mount => ({ type, from: real, at: each });
  return name === real ? [at(name)] : [at(real), at(name)];
}

/** What is shown anyway needs no mount of its own, which would also make a program inside a workspace unwritable. */
function uncovered(places: readonly DiskPlace[], others: readonly Mount[]): readonly Mount[] {
  const folders = places.filter((place) => place.kind === 'folder').map((place) => place.real);
  const taken = others.map((mount) => mount.at);
  return places
    .filter(({ real, kind }) => !isWithinAny(real, kind === 'file' ? [...taken, ...folders] : taken))
    .flatMap((place) => bindsOf('readable', place));
}

/** A name inside a shown folder is there already, as the link it is. */
function withoutAliases(mounts: readonly Mount[]): readonly Mount[] {
  const isAlias = (mount: Mount): boolean => 'from' in mount && mount.from !== mount.at;
  return mounts.filter(
    (mount) =>
      !isAlias(mount) || !mounts.some((other) => other.at !== mount.at && isWithin(mount.at, other.at)),
  );
}

function inStead(mount: Mount, { instead }: MountPlan): Mount {
  return mount.type === 'writable' ? { ...mount, from: instead?.get(mount.from) ?? mount.from } : mount;
}

/** Everywhere the same thing can be seen. */
function hiddenAt({ real }: DiskPlace, shown: readonly Mount[], nothing: string): readonly Mount[] {
  return shown
    .filter((mount) => 'from' in mount && isWithin(real, mount.from))
    .map((mount): Mount => ({
      type: 'readable',
      from: nothing,
      at: path.join(mount.at, 'from' in mount ? path.relative(mount.from, real) : ''),
    }));
}

/** MOUNTS-1; of two mounts at one place the later one counts. */
function inOrder(mounts: readonly Mount[]): readonly Mount[] {
  const last = new Map(mounts.map((mount) => [mount.at, mount]));
  return [...last.values()].toSorted((a, b) => depthOf(a.at) - depthOf(b.at));
}
