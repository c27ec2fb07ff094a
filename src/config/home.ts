// Where Slipway keeps things on this machine. Pure: the environment and the folders of the user are
// given. Making the folders, with the right modes, belongs to whoever uses them.

import { createHash } from 'node:crypto';
import { isAbsolute, join, resolve } from 'node:path';

import { ConfigProblem } from './config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Socket paths are cut off by the kernel at 104 bytes on macOS and 108 on Linux. */
const socketBytesMax = 99;

/** The one home of this user: SLIPWAY_HOME, else the state folder of the XDG rules. */
export function homeFolder(env: Environment, homedir: string): string {
  const own = env['SLIPWAY_HOME'];
  if (own !== undefined && own !== '') {
    if (!isAbsolute(own)) {
      throw new ConfigProblem(
        `SLIPWAY_HOME is '${own}', which is not an absolute path, so it would mean another folder in every directory. Set it to a path that begins with '/'.`,
      );
    }
    return resolve(own);
  }
  return join(absolute(env['XDG_STATE_HOME']) ?? join(homedir, '.local', 'state'), 'slipway');
}

interface RuntimeRequest {
  readonly env: Environment;
  readonly home: string;
  /** The folder for temporary files of this machine. */
  readonly tmp: string;
  readonly uid: number;
}

/**
 * Where the socket of a home's owner lies. It is short, and each home has its own: the home's path is in
 * its name as a hash. The first folder that leaves the socket path short enough is taken.
 */
export function runtimeFolder(request: RuntimeRequest): string {
  const id = createHash('sha256').update(request.home, 'utf8').digest('hex').slice(0, 12);
  const runtime = absolute(request.env['XDG_RUNTIME_DIR']);
  const places = [
    ...(runtime === undefined ? [] : [join(runtime, 'slipway', id)]),
    join(request.tmp, `slipway-${request.uid}`, id),
  ];
  return places.find(isShort) ?? join('/tmp', `slipway-${request.uid}`, id);
}

/** The socket in the runtime folder of a home. */
export function socketPath(request: RuntimeRequest): string {
  return join(runtimeFolder(request), socketName);
}

const socketName = 'owner.sock';

function isShort(folder: string): boolean {
  return Buffer.byteLength(join(folder, socketName)) <= socketBytesMax;
}

/** The XDG rules say that a relative path is to be ignored. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
