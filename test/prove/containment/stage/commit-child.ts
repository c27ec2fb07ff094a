// Launches one agent in the mode `commit`, as a process of its own with the environment of a world: no stage of a run
// launches anybody in this mode yet, so the same parts a run is made of are put together here.
//
//   commit-child.ts <agent> <prompt>

import { tmpdir } from 'node:os';
import { agentsByName } from '../../../../src/app/agents/make-agents.ts';
import { toolsOf } from '../../../../src/app/parts.ts';
import { agentFolders, placesOf } from '../../../../src/app/home/home-places.ts';
import { prepareRun } from '../../../../src/app/starting/prepare-run.ts';
import { defaultPolicy } from '../../../../src/core/policy.ts';
import { jsonSchemaOf } from '../../../../src/prompts/answers.ts';
import { randomIds, systemClock } from '../../../../src/telemetry/system-clock.ts';

const { limits } = defaultPolicy;
const [name = '', prompt = ''] = process.argv.slice(2);
const surroundings = {
  env: process.env,
  homedir: process.env['HOME'] ?? '',
  tmp: tmpdir(),
  uid: process.getuid?.() ?? 0,
  cores: 2,
};
const tools = toolsOf(placesOf(surroundings), surroundings, systemClock());
const { checkout, config, run } = await prepareRun(tools, randomIds(), {
  dir: process.cwd(),
  ticket: { text: prompt },
  auto: true,
  interactive: false,
  by: { who: 'owner', authenticated: 'os', channel: 'cli' },
});
const agent = (await agentsByName(tools, config, checkout.root)).get(name);
if (agent === undefined) throw new Error(`there is no agent ${name}`);
const workspace = await tools.workspaces.clone(checkout.repository, checkout.commit, `${run}-commit`);
const outcome = await agent.play({
  role: 'documenter',
  mode: 'commit',
  ordinal: 1,
  prompt,
  schema: jsonSchemaOf('documenter'),
  workspace,
  ...(await agentFolders(tools.places, { run, agent: name, judging: undefined })),
  limits: {
    ...limits,
    attemptMs: 60_000,
    silenceMs: 20_000,
    graceMs: 500,
    turns: { ...limits.turns, commit: 50 },
  },
  tag: run,
  signal: new AbortController().signal,
  onOutput: (piece) => process.stdout.write(piece),
  onSession: () => undefined,
});
for (const denial of outcome.denials ?? []) process.stdout.write(`\n[not allowed: ${denial}]\n`);
process.stdout.write(`\n${JSON.stringify(outcome)}\n`);
const { changes } = await tools.workspaces.importTree(checkout.repository, workspace, checkout.commit);
if (changes.length > 0) process.stdout.write(`[fence breach: ${JSON.stringify(changes)}]\n`);
await tools.workspaces.discard(`${run}-commit`);
