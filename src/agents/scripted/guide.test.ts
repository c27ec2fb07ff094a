// The guide makes promises; these are the ones about scripts.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestIn } from '../../../test/contract/agent.ts';
import { processRunner } from '../../containment/process-runner.ts';
import { type Limits, defaultPolicy } from '../../core/policy.ts';
import { parseAnswer } from '../../prompts/parse-answer.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import type { AgentOutcome, AgentRequest } from '../agent.ts';
import { scriptedAgent } from './scripted.ts';

const guide = readFileSync(new URL('../../../docs/guides/scripted-agents.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/```yaml\n(.*?)```/gs)].map((match) => match[1] ?? '');
const [first = '', misbehaving = ''] = blocks.filter((block) => block.includes('do:'));
const processes = processRunner(systemClock());
let workspace = '';

beforeAll(() => {
  workspace = mkdtempSync(path.join(tmpdir(), 'slipway-guide-'));
});
afterAll(() => {
  rmSync(workspace, { recursive: true, force: true });
});

const play = (script: string, changes: Partial<AgentRequest>): Promise<AgentOutcome> =>
  scriptedAgent({ name: 'guide', script, processes }).play(requestIn(workspace, changes));

describe('the guide to scripted agents', () => {
  test('has a first script whose roles answer as roles must, attempt after attempt', async () => {
    const parts = [
      { role: 'implementer', task: 'greet', ordinal: 1 },
      { role: 'implementer', task: 'greet', ordinal: 2 },
      { role: 'reviewer', ordinal: 1 },
    ] as const;
    for (const part of parts) {
      const outcome = await play(first, part);
      if (outcome.ended !== 'answered') throw new Error(JSON.stringify(outcome));
      expect(parseAnswer(part.role, outcome.answer)).toMatchObject({ ok: true });
    }
    const written = readFileSync(path.join(workspace, 'src/greet.js'), 'utf8');
    expect(written).toBe('export const greet = (name) => `Hello, ${name}.`;\n');
  });

  const promised: readonly {
    readonly reason: string;
    readonly part: Partial<AgentRequest>;
    readonly limits?: Partial<Limits>;
  }[] = [
    { reason: 'agent-failed', part: { role: 'planner' } },
    { reason: 'agent-stalled', part: { task: 'slow' }, limits: { silenceMs: 500 } },
    { reason: 'agent-timeout', part: { task: 'chatty' }, limits: { attemptMs: 3_000, silenceMs: 2_500 } },
    { reason: 'agent-output-limit', part: { task: 'loud' } },
    { reason: 'agent-killed', part: { task: 'unlucky' } },
    { reason: 'no-result', part: { role: 'reviewer', task: 'mute' } },
  ];

  test.each(promised)('has an agent that ends in $reason', async ({ reason, part, limits }) => {
    const all = { ...defaultPolicy.limits, ...limits };
    expect(await play(misbehaving, { ...part, limits: all })).toMatchObject({ ended: 'failed', reason });
  });

  test('has a reviewer whose answer is malformed', async () => {
    const outcome = await play(misbehaving, { role: 'reviewer' });
    if (outcome.ended !== 'answered') throw new Error(JSON.stringify(outcome));
    expect(parseAnswer('reviewer', outcome.answer)).toMatchObject({ ok: false });
  });
});
