// Claude Code, as Slipway knows it.

import { programKind } from '../known-program.ts';
import { claudeKeys, claudeLogin, paidByUse } from './login.ts';
import { claudeTranscript } from './transcript.ts';

export const claude = programKind(
  {
    type: 'claude',
    oldest: '2.1.197',
    install: 'npm install -g @anthropic-ai/claude-code',
    keys: claudeKeys,
    addresses: ['ANTHROPIC_BASE_URL'],
    login: claudeLogin,
    tellsCost: (keys) => keys.some((key) => paidByUse.includes(key)),
    repositoryFiles: ['.claude/', '.mcp.json', 'CLAUDE.md'],
  },
  {
    example: 'claude: { type: claude, model: sonnet, effort: medium }',
    schema: ({ z, mapping, program }) => mapping({ type: z.literal('claude'), ...program }),
    transcript: claudeTranscript,
    launcher: async () => (await import('./launch.ts')).claudeLauncher,
  },
);
