// By what right a program talks to its model, in order: a key or token named in its environment; a login of its own in a
// folder of Slipway's; the user's own login where it lies, but never from inside a box. No credential is ever copied:
// a copy that is refreshed logs the user out.

import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Level } from '../core/roles/modes.ts';

export type Login =
  | { readonly by: 'key'; readonly variable: string }
  | { readonly by: 'slipway' | 'user'; readonly folder: string }
  | { readonly by: 'nothing' };

export interface LoginPlaces {
  /** Variables that may hold a key, in order. */
  readonly keys: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly level: Level;
  /** The folder of Slipway's own that `slipway agents login` fills. */
  readonly own: string;
  /** The folder the user's own login lies in. */
  readonly users: string;
  /** The file inside either that holds something after a login. */
  readonly file: string;
}

export async function loginOf({ keys, env, level, own, users, file }: LoginPlaces): Promise<Login> {
  const variable = keys.find((name) => (env[name] ?? '') !== '');
  if (variable !== undefined) return { by: 'key', variable };
  if (await holdsLogin(path.join(own, file))) return { by: 'slipway', folder: own };
  if (level !== 'contained' && (await holdsLogin(path.join(users, file))))
    return { by: 'user', folder: users };
  return { by: 'nothing' };
}

export function loginWords(login: Login): string {
  switch (login.by) {
    case 'key':
      return `${login.variable} from the environment`;
    case 'slipway':
      return 'a login of its own, made by slipway agents login';
    case 'user':
      return `your own login in ${login.folder}`;
    case 'nothing':
      return 'none';
  }
}

/** Some programs leave an empty object where a login was. Its size tells that without looking at a credential. */
const emptyBytesMax = 4;

async function holdsLogin(file: string): Promise<boolean> {
  return stat(file).then(
    ({ size }) => size > emptyBytesMax,
    () => false,
  );
}
