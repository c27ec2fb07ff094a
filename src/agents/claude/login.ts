// By what right `claude` talks to its model, and where a login of it lies.

import path from 'node:path';
import type { ProgramLogin } from '../known-program.ts';

/** Those that are paid by use; it tells what that costs. */
export const paidByUse: readonly string[] = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'];
/** A token of a subscription: it tells list prices with it too, which nobody pays. */
export const subscriptionToken = 'CLAUDE_CODE_OAUTH_TOKEN';
export const claudeKeys: readonly string[] = [...paidByUse, subscriptionToken];

/** On macOS the credential itself is in the keychain; what a login leaves in a file is the account it is for. */
export const inKeychain = process.platform === 'darwin';

export const claudeLogin: ProgramLogin = {
  args: ['auth', 'login'],
  variables: (folder) => ({ CLAUDE_CONFIG_DIR: folder }),
  file: inKeychain ? '.claude.json' : '.credentials.json',
  usersFolder: (homedir) => (inKeychain ? homedir : path.join(homedir, '.claude')),
  isNeeded: true,
};
