// Servers of MCP, asked with the official client. They are programs and places of others: nothing they say is believed but what is
// asked, and time, output and messages have limits.

import type { Processes } from '../containment/process.ts';
import type { Clock } from '../telemetry/clock.ts';
import type { ToolServers } from './tool-servers.ts';

export interface McpServersOptions {
  readonly processes: Processes;
  readonly clock: Pick<Clock, 'monotonic'>;
}

export function mcpServers({ processes, clock }: McpServersOptions): ToolServers {
  return {
    ask: async (request) => {
      const startedMs = clock.monotonic();
      // Few runs ask any, and no other waits for the client.
      const { asked } = await import('./asked.ts');
      const heard = await asked(processes, request);
      return { ...heard, ms: Math.round(clock.monotonic() - startedMs) };
    },
  };
}
