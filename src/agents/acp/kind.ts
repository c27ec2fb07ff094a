// Any program that speaks the Agent Client Protocol, as Slipway knows it.

import type { AgentKind } from '../kind.ts';
import { type OwnCommand, ownCommand, type OwnCommandWritten } from '../own-command.ts';
import { acpTranscript } from './transcript.ts';

export const acp: AgentKind<OwnCommand<'acp'>, OwnCommandWritten<'acp'>> = {
  ...ownCommand(),
  type: 'acp',
  playsAnyRole: true,
  needsConsent: true,
  schema: ({ z, mapping, command, env, egress }) => mapping({ type: z.literal('acp'), command, env, egress }),
  transcript: acpTranscript,
  make: async (config, setting) => {
    const { acpAgent } = await import('./acp.ts');
    return acpAgent({ ...setting, config });
  },
};
