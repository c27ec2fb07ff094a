// What drives Slipway through MCP is taken for a model, and no model approves itself: who started a run that way decides nothing of
// it the same way, unless policy says so. A person decides it at the terminal, on the page, or wherever else they are.

import type { Refusal } from '../commands.ts';
import type { Run } from '../run.ts';
import type { Decider } from './gate.ts';

/** The channel of whoever comes through MCP. */
export const mcpChannel = 'mcp';

export function ownRun(
  { id, by: starter, policy }: Pick<Run, 'id' | 'by' | 'policy'>,
  by: Decider,
): Refusal | undefined {
  const isOwn = starter.channel === mcpChannel && by.channel === mcpChannel;
  return isOwn && policy.mcp?.decidesOwn !== true ? { refused: 'own-run', run: id } : undefined;
}
