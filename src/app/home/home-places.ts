// Where things lie in a home. The one file that spells the names.

import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { homeFolder, socketPath } from '../../config/home.ts';
import { UserError } from '../ending/user-error.ts';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homedir: string;
  readonly tmp: string;
  readonly uid: number;
  readonly cores: number;
}

export interface Places {
  readonly home: string;
  readonly database: string;
  readonly anchors: string;
  readonly blobs: string;
  readonly runs: string;
  readonly receipts: string;
  /** HOME of agents and of nothing else: the user's own has their logins and keys in it. */
  readonly agentHome: string;
  /** What agents keep of their conversations, a folder for each run. */
  readonly sessions: string;
  /** Logins of agents that belong to Slipway, a folder for each agent: `slipway agents login` fills them. */
  readonly logins: string;
  readonly lock: string;
  readonly socket: string;
}

export function placesOf(surroundings: Surroundings): Places {
  const home = homeFolder(surroundings.env, surroundings.homedir);
  const { env, tmp, uid } = surroundings;
  return {
    home,
    database: path.join(home, 'slipway.db'),
    anchors: path.join(home, 'anchors'),
    blobs: path.join(home, 'blobs'),
    runs: path.join(home, 'runs'),
    receipts: path.join(home, 'receipts'),
    agentHome: path.join(home, 'agent-home'),
    sessions: path.join(home, 'sessions'),
    logins: path.join(home, 'logins'),
    lock: path.join(home, 'owner.lock'),
    socket: socketPath({ env, home, tmp, uid }),
  };
}

/** Where one agent keeps its conversations of one run, made where it is not there yet. */
export async function sessionFolder(places: Places, run: string, agent: string): Promise<string> {
  const folder = path.join(places.sessions, run, agent);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Where the login of an agent lies, whether there is one or not. */
export function loginFolder(places: Places, agent: string): string {
  return path.join(places.logins, agent);
}

/** Makes the home, for its user's eyes only. */
export async function makeHome(places: Places): Promise<void> {
  try {
    await mkdir(places.home, { recursive: true, mode: 0o700 });
    await chmod(places.home, 0o700);
    for (const dir of [places.anchors, places.blobs, places.runs, places.receipts, places.agentHome]) {
      await mkdir(dir, { recursive: true, mode: 0o700 });
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError(
      `Slipway cannot write to its home ${places.home} (${why}). ` +
        'Make the folder writable, or point SLIPWAY_HOME at one that is.',
      'missing',
    );
  }
}
