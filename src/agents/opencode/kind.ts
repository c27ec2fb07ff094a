// opencode, as Slipway knows it.

import path from 'node:path';
import { programKind } from '../known-program.ts';
import { services } from './services.ts';
import { opencodeTranscript } from './transcript.ts';

export const opencode = programKind(
  {
    type: 'opencode',
    oldest: '1.18.0',
    install: 'npm install -g opencode-ai',
    keys: Object.keys(services),
    addresses: [],
    login: {
      args: ['auth', 'login'],
      variables: (folder) => ({ XDG_DATA_HOME: folder }),
      file: path.join('opencode', 'auth.json'),
      usersFolder: (homedir) => path.join(homedir, '.local', 'share'),
      isNeeded: false, // it has models that need none
    },
    tellsCost: () => true,
    repositoryFiles: ['.opencode/', 'opencode.json', 'AGENTS.md'],
  },
  {
    schema: ({ z, mapping, program }) => mapping({ type: z.literal('opencode'), ...program }),
    transcript: opencodeTranscript,
    launcher: async () => (await import('./launch.ts')).opencodeLauncher,
  },
);
