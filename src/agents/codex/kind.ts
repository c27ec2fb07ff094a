// Codex, as Slipway knows it.

import path from 'node:path';
import { programKind } from '../known-program.ts';
import { codexTranscript } from './transcript.ts';

export const codex = programKind(
  {
    type: 'codex',
    oldest: '0.166.0',
    install: 'npm install -g @openai/codex',
    keys: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
    addresses: ['OPENAI_BASE_URL'],
    login: {
      args: ['login'],
      variables: (folder) => ({ CODEX_HOME: folder }),
      file: 'auth.json',
      usersFolder: (homedir) => path.join(homedir, '.codex'),
      isNeeded: true,
    },
    tellsCost: () => false,
    repositoryFiles: ['.codex/', 'AGENTS.md'],
  },
  {
    example: 'codex: { type: codex }',
    schema: ({ z, mapping, program }) => mapping({ type: z.literal('codex'), ...program }),
    transcript: codexTranscript,
    launcher: async () => (await import('./launch.ts')).codexLauncher,
  },
);
