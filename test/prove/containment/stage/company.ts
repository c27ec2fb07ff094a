// Who performs a play. Here everybody is a program that does what its script says; `programs.ts` has the real ones.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Level } from '../../../../src/core/roles/modes.ts';
import type { World } from '../world.ts';
import { castCommands } from './cast.ts';
import { land, performLaunch, performRun } from './perform.ts';
import { began, type Play } from './play.ts';
import { type Noted, notedIn, saidOnly } from './noted.ts';

/**
 * What became of a case: `played` began, `refused` was stopped by the rules of the program that was to play it, which is
 * one of the guards, and `untried` proves nothing.
 */
export type Fate = 'played' | 'refused' | 'untried';

export interface Company {
  readonly perform: (world: World, play: Play) => Promise<Noted>;
  /** Of the case with this number. */
  readonly fateOf: (world: World, index: number) => Fate;
}

/** A play and who performs it. */
export interface Act {
  readonly play: Play;
  readonly company: Company;
}

export const commandCompany: Company = {
  perform: async (world, play) => {
    await world.commit(await castCommands(world, play, { level: 'contained' }));
    return performed(world, play, { agent: play.role });
  },
  fateOf: (world, index) => (world.heard().includes(began(world, index)) ? 'played' : 'untried'),
};

/** The same where no box can be made: a program before bubblewrap on the PATH that does nothing but fail. */
export const openCompany: Company = {
  ...commandCompany,
  perform: async (world, play) => {
    await writeFile(path.join(world.userHome, '.local', 'bin', 'bwrap'), '#!/bin/sh\nexit 1\n', {
      mode: 0o755,
    });
    await world.commit(await castCommands(world, play, { level: 'open' }));
    return performed(world, play, { agent: play.role, level: 'open' });
  },
};

/** Exit of a run that waits for its merge. */
const waits = 7;

export interface Lead {
  /** The name of the agent that acts. */
  readonly agent: string;
  /** What it is given beside the owner's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The weakest level its owner accepts. */
  readonly level?: Level;
}

/** Runs it to its end, lands what came of it, and lets the world hear all of it. */
export async function performed(world: World, play: Play, lead: Lead): Promise<Noted> {
  if (play.mode === 'commit') return saidOnly((await performLaunch(world, play, lead)).said);
  const { exit } = await performRun(world, play, lead);
  if (exit === waits) await land(world, lead);
  const noted = await notedIn(world);
  world.hear(noted.texts);
  return noted;
}
