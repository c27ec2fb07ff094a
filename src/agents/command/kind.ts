// Any program that reads a prompt and prints an answer, as Slipway knows it.

import type { AgentKind } from '../kind.ts';
import { type OwnCommand, ownCommand, type OwnCommandWritten } from '../own-command.ts';

export const command: AgentKind<OwnCommand<'command'>, OwnCommandWritten<'command'>> = {
  ...ownCommand(),
  type: 'command',
  example: 'mine: { type: command, command: ["./agent.sh"], env: [MY_KEY] }',
  playsAnyRole: false,
  needsConsent: true,
  schema: ({ z, mapping, command: words, env, egress }) =>
    mapping({ type: z.literal('command'), command: words, env, egress }),
  make: async (config, setting) => {
    const { commandAgent } = await import('./command.ts');
    return commandAgent({ ...setting, ...config, env: setting.env });
  },
};
