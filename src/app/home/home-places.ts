// Where things lie in a home. The one file that spells the names.

import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { chmod, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { homeFolder, socketPath } from '../../config/home.ts';
import { codeOf } from '../../plain/errors.ts';
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
  /** Which variables the agents of each run were given, by name. */
  readonly given: string;
  /** What the engine has to say, where no terminal hears it. */
  readonly engineLog: string;
  /** Who besides the user of this machine may look, decide or administer. */
  readonly people: string;
  /** Browsers that are signed in, by hashes. */
  readonly signedIn: string;
  /** Codes for answers that come through MCP, by hashes. */
  readonly codes: string;
  readonly lock: string;
  /** Says where the socket of the owner is (`owner-address.ts`). */
  readonly address: string;
  /** Where this process would listen; the owner may have been started in other surroundings. */
  readonly socket: string;
}

export function placesOf(surroundings: Surroundings): Places {
  const home = realPathOf(homeFolder(surroundings.env, surroundings.homedir));
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
    given: path.join(home, 'given'),
    engineLog: path.join(home, 'engine.log'),
    people: path.join(home, 'people.json'),
    signedIn: path.join(home, 'signed-in.json'),
    codes: path.join(home, 'codes.json'),
    lock: path.join(home, 'owner.lock'),
    address: path.join(home, 'owner.address'),
    socket: socketPath({ env, home, tmp, uid }),
  };
}

/** One home has one path, through whatever links somebody comes to it; what is not there yet has no links in it. */
function realPathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    const around = path.dirname(folder);
    return around === folder ? folder : path.join(realPathOf(around), path.basename(folder));
  }
}

export interface AgentAtWork {
  readonly run: string;
  readonly agent: string;
  /** The work it judges, where it does. */
  readonly judging: string | undefined;
}

/**
 * Where one agent keeps its conversations, settings and temporary files of one run, made where that is not there yet. What those
 * write who make something, or the tests of theirs that a reviewer runs, no judge finds in its own. No agent is called by a dot.
 */
export async function agentFolders(
  { sessions }: Places,
  { run, agent, judging }: AgentAtWork,
): Promise<{ readonly state: string; readonly counts: string }> {
  const ofRun = path.join(sessions, run);
  // Short, because programs put sockets into what lies in it, whose paths have to be.
  const state = path.join(ofRun, judging === undefined ? agent : `.judge-${shortName(agent, judging)}`);
  const counts = path.join(ofRun, '.counts', agent);
  for (const folder of [state, counts]) await mkdir(folder, { recursive: true, mode: 0o700 });
  return { state, counts };
}

function shortName(...words: readonly string[]): string {
  return createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 12);
}

/** Where the login of an agent lies, whether there is one or not. */
export function loginFolder(places: Places, agent: string): string {
  return path.join(places.logins, agent);
}

/** Makes the home, for its user's eyes only. */
export async function makeHome(places: Places): Promise<void> {
  await refuseForeign(places.home);
  try {
    await makeFolder(places.home);
    await chmod(places.home, 0o700);
    for (const dir of foldersOf(places)) {
      await makeFolder(dir);
      await chmod(dir, 0o700); // it may have been made by somebody with other habits
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

/** What `root` makes in somebody's home, as under `sudo`, they could neither read nor change afterwards. */
async function refuseForeign(home: string): Promise<void> {
  const owner = await stat(home).then(
    ({ uid }) => uid,
    () => undefined, // whoever makes it says what is wrong
  );
  const user = process.geteuid?.();
  if (owner === undefined || user === undefined || owner === user) return;
  throw new UserError(
    `The home ${home} belongs to another user (number ${owner}, and this is ${user}). Nothing was changed there. ` +
      'Work as that user, without sudo, or point SLIPWAY_HOME at a folder of your own.',
    'missing',
  );
}

/**
 * With the folders above it. Node's own way to do that never ends where a system says of a new folder in one that is there that it
 * does not exist, as /proc does.
 */
async function makeFolder(dir: string): Promise<void> {
  try {
    await makeOne(dir);
  } catch (error) {
    const above = path.dirname(dir);
    if (codeOf(error) !== 'ENOENT' || above === dir) throw error;
    await makeFolder(above); // or finds that somebody else made it meanwhile
    await makeOne(dir);
  }
}

async function makeOne(dir: string): Promise<void> {
  try {
    await mkdir(dir, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !(await stat(dir)).isDirectory()) throw error;
  }
}

/** Also those that others fill and would make when they need them, with whatever mode is usual there. */
function foldersOf({ home, anchors, blobs, runs, receipts, agentHome }: Places): readonly string[] {
  const filled = ['repos', 'scratch', 'tracker', 'workspaces'].map((name) => path.join(home, name));
  return [anchors, blobs, runs, receipts, agentHome, ...filled];
}
