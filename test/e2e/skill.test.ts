// The Agent Skill that `slipway init --skill` writes is true: every command of it is called, every tool and word of it is there.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { start as starting } from '../../src/app/verbs/schemas/start.ts';
import { described, idKey, seenKey } from '../../src/mcp/described.ts';
import { leaves, toolsWith } from '../../src/mcp/tools.ts';
import { isRecord, parseJson } from '../../src/plain/json.ts';
import { atPlanGate, preparedSample } from '../support/prepared.ts';
import type { Sample } from '../support/sample.ts';

let sample: Sample;
let skill = '';
let spans: readonly string[] = [];

beforeAll(async () => {
  sample = await preparedSample(atPlanGate);
  const written = await sample.json('init', '--skill');
  const files = isRecord(written) && Array.isArray(written['written']) ? written['written'] : [];
  expect(files).toEqual(['.agents/skills/slipway/SKILL.md']);
  skill = await readFile(path.join(sample.repository.dir, String(files[0])), 'utf8');
  spans = [...new Set([...skill.matchAll(/`([^`]+)`/g)].map(([, span]) => span ?? ''))];
});
afterAll(async () => {
  await sample.slipway('engine', 'stop');
  await sample.remove();
});

test('it has the head of a skill, and is written once', async () => {
  const [, name, description = ''] = /^---\nname: (.*)\ndescription: (.*)\n---\n/.exec(skill) ?? [];
  expect(name).toBe('slipway');
  expect(description.length).toBeLessThanOrEqual(1_024);
  const again = await sample.slipway('init', '--skill');
  expect([again.exit, again.err]).toEqual([6, expect.stringContaining('is there already')]);
});

test('each of its commands can be called as it stands, and answers as data', async () => {
  const commands = spans.filter((span) => span.startsWith('slipway ') && span !== 'slipway mcp');
  expect(commands.length).toBeGreaterThanOrEqual(7);
  const [gate] = await gates();
  for (const command of commands) {
    const words = command
      .split(' ')
      .slice(1)
      .map((word) => ({ RUN: gate.run, GATE: gate.gate })[word] ?? word);
    const seen = words[0] === 'code' ? ['--seen', gate.digest] : [];
    const { exit, out, err } = await sample.slipway(...words, ...seen, '--json');
    expect([command, isRecord(parseJson(out)), err]).toEqual([command, true, expect.any(String)]);
    expect([command, exit]).toEqual([command, 0]);
  }
});

interface Waiting {
  readonly run: string;
  readonly gate: string;
  readonly digest: string;
}

async function gates(): Promise<readonly [Waiting]> {
  const { out } = await sample.slipway('gates', '--json');
  const found: unknown = JSON.parse(out);
  const list = isRecord(found) && Array.isArray(found['gates']) ? found['gates'] : found;
  const [first] = Array.isArray(list) ? list : [];
  if (!isRecord(first)) throw new Error(`nothing waits: ${out}`);
  return [{ run: String(first['run']), gate: String(first['gate']), digest: String(first['digest']) }];
}

test('what it names is a tool, a leave, or a word of what they take and give', async () => {
  const tools = toolsWith('steer');
  const start = tools.find(({ verb }) => verb === 'start');
  const decide = tools.find(({ verb }) => verb === 'decide');
  if (start === undefined || decide === undefined) throw new Error('there is no such tool');
  const takes = JSON.stringify([(await described(start)).input, (await described(decide)).input]);
  const keys = ['ticket', 'text', idKey, seenKey, 'code'].filter((key) => takes.includes(`"${key}"`));
  expect(keys).toEqual(['ticket', 'text', idKey, seenKey, 'code']);
  const known = new Set([
    ...tools.map(({ name }) => name),
    ...leaves.map((leave) => `--allow ${leave}`),
    'ticket.text',
    idKey,
    seenKey,
    'code',
    '--json',
    'slipway mcp',
    ...statuses(z.toJSONSchema(starting.output, { unrepresentable: 'any' })),
  ]);
  expect(spans.filter((span) => !known.has(span) && !span.startsWith('slipway '))).toEqual([]);
  expect(spans.filter((span) => tools.some(({ name }) => name === span)).length).toBeGreaterThanOrEqual(7);
});

function statuses(schema: unknown): readonly string[] {
  return JSON.stringify(schema).match(/not-[a-z]+/g) ?? [];
}
