import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestIn } from '../../../test/contract/agent.ts';
import { processRunner } from '../../containment/process-runner.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import type { Agent, AgentOutcome, AgentRequest } from '../agent.ts';
import { type Loose, objectAt, objectIn, textAt } from '../loose.ts';
import { acpAgent } from './acp.ts';

const clock = systemClock();
const processes = processRunner(clock);
const fixture = path.resolve(import.meta.dirname, '../../../test/fixtures/acp-agent.mjs');
let dir = '';

beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway-acp-')));
  for (const name of ['workspace', 'state']) mkdirSync(path.join(dir, name));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

function agent(script: object): Agent {
  const command = [process.execPath, fixture, JSON.stringify(script)];
  const config = { type: 'acp', command, env: [], egress: [] } as const;
  return acpAgent({
    name: 'mine',
    config,
    env: { PATH: '/usr/bin:/bin' },
    processes,
    now: clock.now,
    base: dir,
  });
}

function play(script: object, changes: Partial<AgentRequest> = {}): Promise<AgentOutcome> {
  return agent(script).play(requestIn(path.join(dir, 'workspace'), changes));
}

const inWorkspace = (name: string): string => path.join(dir, 'workspace', name);

/** What the program was told, in order. */
function heard(): readonly (Loose | undefined)[] {
  return readFileSync(path.join(dir, 'state', 'heard'), 'utf8')
    .trim()
    .split('\n')
    .map(objectIn);
}

test('an agent that answers is answered for, though it stays when the conversation is over', async () => {
  const outcome = await play({ steps: [{ say: 'It is ' }, { say: 'done.' }] });
  expect(outcome).toMatchObject({
    ended: 'answered',
    answer: 'It is done.',
    session: { id: 's-new' },
    version: '3.2.1',
  });
  expect(heard().map((message) => textAt(message, 'method'))).toEqual([
    'initialize',
    'session/new',
    'session/prompt',
  ]);
  expect(JSON.stringify(heard()[2])).toContain('Please do it.');
});

test('nothing is offered to an agent: no files, no terminal', async () => {
  const outcome = await play({
    steps: [{ ask: 'fs/read_text_file', params: { path: '/etc/passwd' } }, { say: 'tried' }],
  });
  expect(outcome).toMatchObject({ ended: 'answered', answer: 'tried' });
  const capabilities = objectAt(objectAt(heard()[0], 'params'), 'clientCapabilities');
  expect(capabilities).toEqual({ fs: { readTextFile: false, writeTextFile: false }, terminal: false });
  expect(heard().map((message) => objectAt(message, 'error'))).toContainEqual({
    code: -32_601,
    message: 'This client has no fs/read_text_file.',
  });
});

test('the session is told as soon as it is known', async () => {
  const told: unknown[] = [];
  await play({ steps: [{ say: 'x' }] }, { onSession: (session) => told.push(session) });
  expect(told).toEqual([{ id: 's-new' }]);
});

test('an edit inside the workspace is allowed in a mode that edits, and refused outside of it', async () => {
  const inside = inWorkspace('new.txt');
  const outside = path.join(dir, 'outside.txt');
  const outcome = await play({ steps: [{ edit: inside }, { edit: outside }, { say: 'tried' }] });
  expect(outcome).toMatchObject({
    ended: 'answered',
    answer: 'tried',
    denials: [`edit Write ${outside}`],
  });
  expect(readFileSync(inside, 'utf8')).toBe('edited\n');
  expect(existsSync(outside)).toBe(false);
});

test('no edit is allowed in a mode that only looks, and ending there without a word is to be denied', async () => {
  const outcome = await play({ steps: [{ edit: inWorkspace('new.txt') }] }, { mode: 'review' });
  expect(outcome).toMatchObject({ ended: 'failed', reason: 'denied' });
  expect(existsSync(inWorkspace('new.txt'))).toBe(false);
});

test('what was said before a tool was used is not the answer', async () => {
  const outcome = await play({ steps: [{ say: 'I will.' }, { edit: inWorkspace('a') }, { say: 'I have.' }] });
  expect(outcome).toMatchObject({ ended: 'answered', answer: 'I have.' });
});

const spent = (amount: number, currency = 'USD'): object => ({
  update: { sessionUpdate: 'usage_update', used: 5, size: 10, cost: { amount, currency } },
});

test('a session is gone on with, its past is no part of the answer, and only the new cost is charged', async () => {
  const outcome = await play(
    {
      capabilities: { loadSession: true },
      sessions: ['s-old'],
      past: [
        { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'long ago' } },
        spentUpdate(0.5),
      ],
      steps: [
        { say: 'now' },
        spent(0.75),
        { result: { stopReason: 'end_turn', usage: { totalTokens: 900 } } },
      ],
    },
    { session: { id: 's-old' } },
  );
  expect(outcome).toMatchObject({ ended: 'answered', answer: 'now', session: { id: 's-old' } });
  expect(outcome.charge.usd).toBeCloseTo(0.25);
  expect(outcome.charge.tokens).toBeUndefined();
});

function spentUpdate(amount: number): object {
  return { sessionUpdate: 'usage_update', cost: { amount, currency: 'USD' } };
}

test('a session that is lost, or cannot be loaded at all, is begun anew', async () => {
  const steps = [{ say: 'fresh' }];
  for (const capabilities of [{ loadSession: true }, {}]) {
    const outcome = await play({ capabilities, steps }, { session: { id: 's-gone' } });
    expect(outcome).toMatchObject({ ended: 'answered', answer: 'fresh', session: { id: 's-new' } });
  }
});

test('a copy of a session is gone on with where the agent can make one; what it cost before is not known', async () => {
  const sessionCapabilities = { fork: {} };
  const steps = [{ say: 'now' }, spent(0.75)];
  const session = { id: 's-old', fork: true } as const;
  const able = { capabilities: { sessionCapabilities }, sessions: ['s-old'], steps };
  const forked = await play(able, { session });
  expect(forked).toMatchObject({ ended: 'answered', answer: 'now', session: { id: 's-copy' } });
  expect(forked.charge.usd).toBeUndefined();
  for (const world of [
    { ...able, capabilities: { loadSession: true } },
    { ...able, sessions: [] },
  ]) {
    expect(await play(world, { session })).toMatchObject({ ended: 'answered', session: { id: 's-new' } });
  }
});

test('what a fresh session cost is charged; money of another kind is unknown', async () => {
  const result = { stopReason: 'end_turn', usage: { totalTokens: 321 } };
  const usd = await play({ steps: [{ say: 'x' }, spent(0.25), { result }] });
  expect(usd.charge).toMatchObject({ usd: 0.25, tokens: 321 });
  const other = await play({ steps: [{ say: 'x' }, spent(0.25, 'XYZ')] });
  expect(other.charge.usd).toBeUndefined();
});

test.each([
  ['max_turn_requests', 'max-turns'],
  ['max_tokens', 'malformed-answer'],
  ['refusal', 'denied'],
  ['cancelled', 'agent-killed'],
  ['something-new', 'agent-failed'],
])('an agent that stops because of %s has failed with %s', async (stopReason, reason) => {
  expect(await play({ steps: [{ say: 'x' }, { result: { stopReason } }] })).toMatchObject({
    ended: 'failed',
    reason,
  });
});

test.each([
  [{ code: -32_000, message: 'Authentication required' }, 'auth'],
  [
    { code: -32_603, message: 'Internal error', data: { details: 'API Error: 529 overloaded' } },
    'overloaded',
  ],
  [{ code: -32_603, message: 'Internal error: API Error: 429 slow down' }, 'quota'],
])('an error %j is a failure with %s', async (error, reason) => {
  expect(await play({ steps: [{ error }] })).toMatchObject({ ended: 'failed', reason });
});

test('an agent that speaks another version is not talked with', async () => {
  const outcome = await play({ protocolVersion: 2 });
  expect(outcome).toMatchObject({ ended: 'failed', reason: 'agent-failed' });
  if (outcome.ended === 'failed') expect(outcome.detail).toContain('version 2');
  expect(heard()).toHaveLength(1);
});

test('an agent that dies in the middle has failed, whatever its exit says', async () => {
  expect(await play({ steps: [{ say: 'half' }, { crash: 3 }] })).toMatchObject({
    ended: 'failed',
    reason: 'agent-failed',
  });
  expect(await play({ steps: [{ say: 'half' }, { crash: 0 }] })).toMatchObject({
    ended: 'failed',
    reason: 'no-result',
  });
});

test('an agent that is to stop is told so, and is stopped', async () => {
  const stop = new AbortController();
  const outcome = await play(
    { steps: [{ say: 'working' }, { hang: true }] },
    {
      signal: stop.signal,
      onOutput: (piece) => {
        if (piece.includes('working')) stop.abort();
      },
    },
  );
  expect(outcome.ended).toBe('stopped');
  expect(heard().at(-1)).toMatchObject({ method: 'session/cancel', params: { sessionId: 's-new' } });
  expect(outcome.charge.agentMs).toBeLessThan(5_000);
});

test('a program that is not there is not usable, and what to do is said', async () => {
  expect(await agent({}).usable()).toEqual({ ok: true, version: 'acp' });
  const config = { type: 'acp', command: ['./nowhere'], env: [], egress: [] } as const;
  const nowhere = acpAgent({ name: 'mine', config, env: {}, processes, now: clock.now, base: dir });
  expect(await nowhere.usable()).toEqual({
    ok: false,
    problem: `The agent mine cannot be used, because ${path.join(dir, 'nowhere')} is not there: install it, or correct its command.`,
  });
  expect(await nowhere.play(requestIn(path.join(dir, 'workspace')))).toMatchObject({
    ended: 'failed',
    reason: 'agent-missing',
  });
});
