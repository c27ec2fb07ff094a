// Slipway's own client, as the suite calls it: with the address of a server, and the name of a scenario in the environment.

import { processRunner } from '../../../src/containment/process-runner.ts';
import { systemClock } from '../../../src/telemetry/system-clock.ts';
import type { ToolRequest } from '../../../src/tool-servers/tool-servers.ts';
import { mcpServers } from '../../../src/tool-servers/mcp-servers.ts';

const server = process.argv[2] ?? '';
/** What is called where; other scenarios are about the greeting. */
const calls: Readonly<Record<string, ToolRequest['call']>> = {
  tools_call: { tool: 'add_numbers', arguments: { a: 5, b: 3 } },
  'sse-retry': { tool: 'test_reconnection', arguments: {} },
};
const call = calls[process.env['MCP_CONFORMANCE_SCENARIO'] ?? ''];
const clock = systemClock();
const heard = await mcpServers({ processes: processRunner(clock), clock }).ask({
  server,
  ...(call === undefined ? {} : { call }),
  cwd: process.cwd(),
  env: {},
  box: { writable: [], readable: [], hidden: [], egress: [], views: [] },
  limits: { timeMs: 10_000, silenceMs: 10_000, outputBytesMax: 1_000_000, graceMs: 1_000 },
  signal: new AbortController().signal,
});
if (heard.heard === 'nothing' || (heard.heard === 'answer' && heard.answer.isError))
  throw new Error(JSON.stringify(heard));
