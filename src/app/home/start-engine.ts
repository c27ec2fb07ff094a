// Starts the engine of a home as a process of its own: in its own session, so that no terminal ends it; in `/`, so that it
// holds no folder; with a log for its words, nothing inherited, and of the environment only what it needs for itself.

import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { packageFile } from '../../config/package-file.ts';
import { cleanEnvironment } from '../../containment/environment.ts';
import { firstOther, nothingInherited } from '../../containment/inherited.ts';
import { picked } from '../../plain/pick.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { codeOf } from '../ending/exit-codes.ts';
import { UserError } from '../ending/user-error.ts';
import { putAside } from './engine-log.ts';
import type { Places, Surroundings } from './home-places.ts';
import { makeHome } from './home-places.ts';

export interface Starting {
  /** It comes after one that was asked to leave, and goes on with all that one waited for. */
  readonly succeeds?: boolean;
}

export interface EngineStarter {
  /** Starts one, unless the last one is still on its way. Throws where that one could not be started. */
  readonly start: (how?: Starting) => Promise<void>;
  /** Somebody answered: how the last one ends says nothing about starting another. */
  readonly reached: () => void;
  /** How often one was started. */
  readonly starts: () => number;
}

/** What the engine itself needs; what runs need comes with the orders. */
const ownNames = ['HOME', 'XDG_RUNTIME_DIR', 'SLIPWAY_LEVEL', 'SLIPWAY_ENGINE_GRACE'];

/** Room for young objects: a run appends many small events, and most of what is made for one is gone after it. */
export const engineNodeOptions = ['--max-semi-space-size=64'];

interface Launched {
  /** Where its words begin in the log. */
  readonly from: number;
  /** Undefined while it lives; one that was not needed has ended well. */
  ended?: 'well' | 'badly';
}

const starters = new Map<string, EngineStarter>();

/** One for each home, so that nobody starts what is on its way already. */
export function engineStarter(places: Places, surroundings: Surroundings): EngineStarter {
  const known = starters.get(places.home) ?? newStarter(places, surroundings);
  starters.set(places.home, known);
  return known;
}

function newStarter(places: Places, surroundings: Surroundings): EngineStarter {
  let starts = 0;
  let last: Launched | undefined;
  return {
    starts: () => starts,
    reached: () => {
      last = undefined;
    },
    start: async ({ succeeds = false } = {}) => {
      if (last !== undefined && last.ended === undefined) return;
      if (last?.ended === 'badly') throw notStarted(places, last);
      await makeHome(places);
      starts += 1;
      last = launch(places, surroundings, succeeds ? ['--timers'] : []);
    },
  };
}

function launch(places: Places, { env }: Surroundings, more: readonly string[]): Launched {
  putAside(places.engineLog);
  const log = openSync(places.engineLog, 'a', 0o600);
  try {
    const launched: Launched = { from: statSync(places.engineLog).size };
    const main = packageFile('dist/cli/main.js');
    const child = spawn(process.execPath, [...engineNodeOptions, main, 'engine', 'serve', ...more], {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log, ...nothingInherited(firstOther)],
      env: { ...cleanEnvironment(env, picked(env, ownNames)), SLIPWAY_HOME: places.home },
    });
    child.on('error', () => (launched.ended = 'badly'));
    child.on('exit', (code) => (launched.ended = code === codeOf('done') ? 'well' : 'badly'));
    child.unref();
    return launched;
  } finally {
    closeSync(log);
  }
}

function notStarted({ engineLog }: Places, { from }: Launched): UserError {
  const said = readFileSync(engineLog).subarray(from).toString('utf8').trim();
  return new UserError(
    forTerminal(
      `The engine of this home could not be started${said === '' ? '.' : `: ${said}`}\n` +
        'With --foreground a run is worked on in the command itself; `slipway engine logs` has more.',
    ),
    'missing',
  );
}
