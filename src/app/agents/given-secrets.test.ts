import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentConfig } from '../../agents/kinds.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import { placesOf } from '../home/home-places.ts';
import type { Tools } from '../parts.ts';
import { toolsOf } from '../parts.ts';
import { givenTo } from './given-secrets.ts';
import { agentsByName } from './make-agents.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'slipway-given-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

const agents: Readonly<Record<string, AgentConfig>> = {
  mine: { type: 'command', command: ['sh'], env: ['MY_KEY'], egress: [] },
  other: { type: 'command', command: ['sh'], env: [], egress: [] },
};

function toolsWith(env: Readonly<Record<string, string>>): Tools {
  const surroundings = { env: { SLIPWAY_HOME: dir, ...env }, homedir: dir, tmp: dir, uid: 0, cores: 1 };
  return toolsOf(placesOf(surroundings), surroundings, systemClock());
}

test('the screener knows what a reference leads to, and not the reference, before an agent has it', async () => {
  const file = path.join(dir, 'key');
  writeFileSync(file, 'a-word-nobody-may-read\n');
  const tools = toolsWith({ MY_KEY: `file:${file}` });
  expect((await givenTo(tools, agents)).values['MY_KEY']).toBe('a-word-nobody-may-read');
  const { text } = tools.screener.redact(`a-word-nobody-may-read is in file:${file}`);
  expect(text).not.toContain('nobody');
  expect(text).toContain(`file:${file}`);
});

test('an agent whose key is not where it was said to be is not launched, and says why; others are', async () => {
  const tools = toolsWith({ MY_KEY: `file:${dir}/none`, PATH: process.env['PATH'] ?? '' });
  const made = await agentsByName(tools, { agents }, dir);
  const problem = expect.stringContaining('that MY_KEY names cannot be read');
  expect(await made.get('mine')?.usable()).toEqual({ ok: false, problem });
  expect(await made.get('other')?.usable()).toMatchObject({ ok: true });
});
