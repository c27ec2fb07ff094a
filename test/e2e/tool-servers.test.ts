// MCP servers that slipway.yaml names, from the first look to the pull request: what doctor says of them, what a run warns of before
// anybody is launched, and a tool whose answer is a check like any other.

import { afterEach, expect, test } from 'vitest';
import type { Sample, SampleOptions } from '../support/sample.ts';
import { makeSample } from '../support/sample.ts';
import { toolServerText } from '../support/tool-server.ts';

let sample: Sample | undefined;
afterEach(async () => {
  await sample?.remove();
  sample = undefined;
});

async function sampleWith(checks: string): Promise<Sample> {
  const options: SampleOptions = {
    config: `checks:\n  test: node a.test.js\n  licences: ${checks}\n`,
    files: { 'tools/server.mjs': toolServerText },
  };
  sample = await makeSample(options);
  return sample;
}

const lacking = (words: string): string =>
  `{ mcp: { server: [node, tools/server.mjs], tool: lacks, arguments: { file: a.js, words: "${words}" } }, kind: security }`;

test('a tool is asked about each tree, and its answer is evidence [E1]', async () => {
  const { slipway } = await sampleWith(lacking('a = 3'));
  const asked = await slipway('run', 'Change a', '--auto');
  expect(asked.err).toContain('check licences: MCP tool lacks of node tools/server.mjs with {"file":"a.js"');
  const run = await slipway('run', 'Change a', '--auto', '--trust');
  expect(run.err).toContain('merge: waits for you: the merge gate');
  const { out } = await slipway('logs', '--check', 'licences');
  expect(out).toContain('the server was started');
  expect(out).toContain('a.js lacks a = 3');
});

test('a tool that fails on the change, and not at its base, keeps it from being delivered [E1]', async () => {
  const { slipway } = await sampleWith(lacking('a = 2'));
  const run = await slipway('run', 'Change a', '--auto', '--trust');
  expect(run.exit).toBe(5);
  const { out } = await slipway('logs', '--check', 'licences');
  expect(out).toContain('a.js holds a = 2');
  expect(out).toContain('The tool lacks says that it failed');
});

test('doctor starts nothing that nobody trusted, and says which server does not answer [C5]', async () => {
  const { slipway } = await sampleWith('{ mcp: { server: "http://127.0.0.1:9/mcp", tool: scan } }');
  const before = await slipway('doctor');
  expect(before.out).toMatch(/mcp +not started/);
  await slipway('doctor', '--checks', '--trust');
  const after = await slipway('doctor');
  expect(after.out).toContain("the MCP server of check 'licences' (http://127.0.0.1:9/mcp) does not answer");
  const run = await slipway('run', 'Change a', '--auto', '--until', 'plan');
  expect(run.err + run.out).toContain("of check 'licences' (http://127.0.0.1:9/mcp) does not answer");
});
