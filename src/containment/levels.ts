// How strongly processes can be contained on this machine: found out by trying (`probe.ts`), because a program that is
// installed need not work.
//
// The answer is looked for when somebody asks for it, remembered by this process, and kept in the home until the machine is
// started again or the program changes. Only a success is kept: what is missing may be there the next time.

import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Level } from '../core/roles/modes.ts';
import { systemMounts } from './box-places.ts';
import { bubblewrapArgs, deafToTerm } from './bubblewrap-args.ts';
import { bubblewrap, filterIn } from './bubblewrap.ts';
import type { Containment } from './containment.ts';
import { firstOther } from './inherited.ts';
import { mountsOf, type DiskPlace } from './mounts.ts';
import { openContainment } from './open.ts';
import { type BoxedProgram, type ProbePlaces, type Tried, tryBox } from './probe.ts';
import { raiseByInstalling, raiseNamespaces } from './raise.ts';
import { seatbelt, seatbeltProfile, seatbeltProgram } from './seatbelt.ts';
import type { Program, ViewMeans } from './overlays.ts';

export interface LevelFound {
  readonly level: Level;
  /** What holds it: `bubblewrap`. */
  readonly by?: string;
  /** What was found, in a sentence. */
  readonly why: string;
  /** The one thing to do that raises it, where there is one: mostly a command. */
  readonly raise?: string;
}

export interface LevelOptions {
  /** The user's home. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly uid: number;
  readonly gid: number;
  readonly tmp: string;
  /** The home of Slipway: never shown, and where the answer is kept. */
  readonly slipwayHome: string;
  /** Hosts of the user's own configuration, which may lie in a private network. */
  readonly ownHosts: () => readonly string[];
  readonly platform: NodeJS.Platform;
  /** How views are mounted here; asked when the first one is needed. */
  readonly means: () => Promise<ViewMeans | undefined>;
}

export interface FoundContainment extends Containment {
  readonly found: () => LevelFound;
}

interface Here {
  readonly found: LevelFound;
  readonly containment: Containment;
}

/** Raised when boxes are made differently, so that an answer about older ones is not believed. */
const boxesVersion = 3;

/**
 * How a person has processes run in the open where a box gets in the way of their tools. Only they can set it: what a
 * repository asks for still counts, and no ticket is read here.
 */
const levelVariable = 'SLIPWAY_LEVEL';

/** Tries nothing until the level is asked for or a box is needed. */
export function containmentHere(options: LevelOptions): FoundContainment {
  let known: Here | undefined;
  const here = (): Here => (known ??= find(options));
  return {
    get level() {
      return here().found.level;
    },
    found: () => here().found,
    confine: (request, box) => here().containment.confine(request, box),
  };
}

function find(options: LevelOptions): Here {
  if (options.env[levelVariable] === 'open') {
    return open(options, `${levelVariable} asks for it.`, `unset ${levelVariable}`);
  }
  if (options.platform === 'linux') return findBubblewrap(options);
  if (options.platform === 'darwin') return findSeatbelt(options);
  return open(options, `Slipway has no way yet to contain processes on ${options.platform}.`);
}

function open({ means }: LevelOptions, why: string, raise?: string): Here {
  return {
    found: { level: 'open', why, ...(raise === undefined ? {} : { raise }) },
    containment: openContainment(means),
  };
}

function findBubblewrap(options: LevelOptions): Here {
  const bwrap = onPath('bwrap', options.env['PATH']);
  if (bwrap === undefined)
    return open(options, 'bubblewrap is not installed.', raiseByInstalling(readText('/etc/os-release')));
  const { slipwayHome, ...rest } = options;
  const here: Here = {
    found: { level: 'contained', by: 'bubblewrap', why: 'A box of bubblewrap was tried and holds.' },
    containment: bubblewrap({ ...rest, bwrap, never: [slipwayHome], ownHosts: options.ownHosts() }),
  };
  const kept = path.join(slipwayHome, 'cache', 'level');
  const key = keyOf(bwrap);
  if (key !== undefined && readText(kept) === key) return here;
  const tried = tryBox(options.tmp, (program, places) => inBubblewrap(bwrap, options, program, places));
  if (!tried.ok) {
    return open(
      options,
      `bubblewrap is installed, but ${whyNot(tried)}`,
      raiseOf(tried, raiseNamespaces(readText)),
    );
  }
  if (key !== undefined) keep(kept, key);
  return here;
}

function at(name: string, kind: DiskPlace['kind']): DiskPlace {
  return { path: name, real: name, kind };
}

/** The same words every box is made with, around the probe. */
function inBubblewrap(
  bwrap: string,
  { uid, gid }: LevelOptions,
  program: Program,
  places: ProbePlaces,
): BoxedProgram {
  const filter = filterIn(places.nothing, {});
  const args = bubblewrapArgs({
    uid,
    gid,
    mounts: mountsOf({
      system: systemMounts(),
      programs: [],
      writable: [at(places.writable, 'folder')],
      readable: [at(places.readable, 'folder')],
      hidden: [at(places.hidden, 'file')],
      scratch: [],
      nothing: { file: path.join(places.nothing, 'file'), folder: places.nothing },
    }),
    cwd: places.writable,
    program: [program.file, ...program.args],
    limits: false,
    ...(filter === undefined ? {} : { filter: firstOther }),
  });
  return {
    file: deafToTerm.file,
    args: [...deafToTerm.args, bwrap, ...args],
    ...(filter === undefined ? {} : { opened: filter }),
  };
}

/** A fence leaves reading and processes open, so that only its own promises are looked at. */
function findSeatbelt(options: LevelOptions): Here {
  const keeping = { home: options.home, never: [options.slipwayHome] };
  const tried = tryBox(options.tmp, (program, { writable, readable, hidden }) => {
    const box = { writable: [writable], readable: [readable], hidden: [hidden], egress: [], views: [] };
    return {
      file: seatbeltProgram,
      args: ['-p', seatbeltProfile(box, keeping), program.file, ...program.args],
    };
  });
  const isFence =
    !tried.ok && tried.because === 'leaks' && !tried.leaks.some((leak) => / write|hidden/.test(leak));
  if (!isFence) return open(options, `Seatbelt was tried, but ${whyNot(tried)}`);
  return {
    found: {
      level: 'fenced',
      by: 'Seatbelt, which is untested',
      why: 'A fence of Seatbelt was tried and holds writes; Slipway has not been tested on this system.',
    },
    containment: seatbelt({ ...keeping, env: options.env, ownHosts: options.ownHosts() }),
  };
}

function whyNot(tried: Tried): string {
  if (tried.ok) return 'it cannot be told what it does.';
  switch (tried.because) {
    case 'not-made':
      return `it cannot make a box here: ${tried.said}`;
    case 'leaks':
      return `a box of it does not hold: ${tried.leaks.join(', ')}.`;
  }
}

/** Nothing to do is known about a box that leaks. */
function raiseOf(tried: Tried, raise: string): string | undefined {
  return !tried.ok && tried.because === 'not-made' ? raise : undefined;
}

function onPath(name: string, value: string | undefined): string | undefined {
  const dirs = (value ?? '').split(path.delimiter).filter((dir) => path.isAbsolute(dir));
  return [...dirs, '/usr/bin', '/bin'].map((dir) => path.join(dir, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The boot and the program; undefined where the machine does not tell its boots apart. */
function keyOf(bwrap: string): string | undefined {
  const boot = readText('/proc/sys/kernel/random/boot_id')?.trim();
  if (boot === undefined) return undefined;
  const { size, mtimeMs, ino } = statSync(bwrap);
  return `${boxesVersion} ${boot} ${bwrap} ${ino} ${size} ${mtimeMs}\n`;
}

/** A home that is not there yet is not made for this: whoever only looks changes nothing. */
function keep(file: string, key: string): void {
  try {
    if (!existsSync(path.dirname(file))) mkdirSync(path.dirname(file), { mode: 0o700 });
    writeFileSync(file, key, { mode: 0o600 });
  } catch {
    // It is tried again the next time.
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
