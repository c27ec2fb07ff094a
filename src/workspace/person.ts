// Who the user is, as their own git would name them in a commit: from the configuration of their repository, else from their own.

import { picked } from '../plain/pick.ts';
import type { FoundCheckout } from './find-checkout.ts';
import type { Context } from './places.ts';
import type { Person } from './workspace.ts';

const charsMax = 200;
/** What git leaves out of a name itself, and what would end a line. */
const notInNames = /[<>\p{Cc}]/gu;

/** Undefined where git does not say both: a guess is no name. */
export async function personIn(
  { git }: Pick<Context, 'git'>,
  { commonDir }: FoundCheckout,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Person | undefined> {
  const user = picked(env, ['HOME', 'XDG_CONFIG_HOME', 'GIT_CONFIG_GLOBAL']);
  const said = async (key: string): Promise<string | undefined> => {
    const result = await git.run({ gitDir: commonDir, args: ['config', '--get', key], user });
    const value = result.stdout.replaceAll(notInNames, '').trim().slice(0, charsMax);
    return result.exit === 0 && value !== '' ? value : undefined;
  };
  const [name, email] = await Promise.all([said('user.name'), said('user.email')]);
  return name === undefined || email === undefined ? undefined : { name, email };
}
