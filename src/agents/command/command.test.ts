import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestIn } from '../../../test/contract/agent.ts';
import { processRunner } from '../../containment/process-runner.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import type { Agent } from '../agent.ts';
import { commandAgent } from './command.ts';

const processes = processRunner(systemClock());
let dir = '';

beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway-command-')));
  mkdirSync(path.join(dir, 'workspace'));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const agent = (command: readonly string[], env: Readonly<Record<string, string>> = {}): Agent =>
  commandAgent({ name: 'mine', command, env: { PATH: '/usr/bin:/bin', ...env }, processes, base: dir });

const request = (): ReturnType<typeof requestIn> => requestIn(path.join(dir, 'workspace'));

function program(name: string, text: string, mode: number): void {
  writeFileSync(path.join(dir, name), `#!/bin/sh\n${text}\n`);
  chmodSync(path.join(dir, name), mode);
}

test('a command gets the prompt on its input', async () => {
  const outcome = await agent(['cat']).play({ ...request(), prompt: 'Größe: 1 €' });
  expect(outcome).toMatchObject({ ended: 'answered', answer: 'Größe: 1 €' });
});

test('a command gets its arguments as they are, without a shell', async () => {
  const outcome = await agent(['printf', '%s|', '$HOME', 'a b', '`id`']).play(request());
  expect(outcome).toMatchObject({ ended: 'answered', answer: '$HOME|a b|`id`|' });
});

test('a command sees its own environment and our facts, which it cannot be lied to about, and nothing else', async () => {
  const env = { MINE: 'yes', SLIPWAY_ROLE: 'reviewer' };
  const outcome = await agent(['env'], env).play({ ...request(), task: 'greet' });
  if (outcome.ended !== 'answered') throw new Error(JSON.stringify(outcome));
  const names = outcome.answer
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0] ?? '');
  expect(names.toSorted()).toEqual([
    'HOME',
    'MINE',
    'PATH',
    'SLIPWAY_ATTEMPT',
    'SLIPWAY_MODE',
    'SLIPWAY_PROCESS_TAG',
    'SLIPWAY_ROLE',
    'SLIPWAY_ROUND',
    'SLIPWAY_TASK',
    'SLIPWAY_WORKSPACE',
    'TMPDIR',
  ]);
  expect(outcome.answer).toContain('SLIPWAY_ROLE=implementer\n');
});

test('a command costs an unknown sum of money, never none', async () => {
  const outcome = await agent(['echo', 'ok']).play(request());
  expect(outcome.charge.usd).toBeUndefined();
  expect(outcome.charge.tokens).toBeUndefined();
});

test('a command with a relative path is the one beside the configuration, not one in the workspace', async () => {
  program('agent.sh', 'echo from the base', 0o755);
  program('workspace/agent.sh', 'echo from the workspace', 0o755);
  const mine = agent(['./agent.sh']);
  expect(await mine.usable()).toEqual({ ok: true, version: 'command' });
  expect(await mine.play(request())).toMatchObject({ ended: 'answered', answer: 'from the base\n' });
});

test('a program that is nowhere is not usable, and an attempt with it is missing its agent', async () => {
  const nowhere = agent(['no-such-program-here']);
  expect(await nowhere.usable()).toEqual({
    ok: false,
    problem:
      'The agent mine cannot be used, because no-such-program-here is not on the PATH: install it, or name it by its whole path.',
  });
  const outcome = await nowhere.play(request());
  expect(outcome).toMatchObject({ ended: 'failed', reason: 'agent-missing' });
  if (outcome.ended === 'failed') expect(outcome.detail).toContain('no-such-program-here');
});

test('a file that is not executable, a folder and no command at all are not usable, each with what to do', async () => {
  program('agent.sh', 'echo ok', 0o644);
  const file = await agent(['./agent.sh']).usable();
  expect(file).toMatchObject({ ok: false });
  expect(JSON.stringify(file)).toContain('chmod +x');
  expect(await agent([dir]).usable()).toMatchObject({ ok: false });
  expect(JSON.stringify(await agent([]).usable())).toContain('it has no command');
});

test('what a failing command said last is in the detail, but only the end of it', async () => {
  const outcome = await agent(['sh', '-c', 'yes 😀 | head -n 9000 >&2; echo the reason >&2; exit 1']).play(
    request(),
  );
  if (outcome.ended !== 'failed') throw new Error(JSON.stringify(outcome));
  expect(outcome.detail).toMatch(/the reason$/);
  expect(outcome.detail.length).toBeLessThan(2_100);
  expect(outcome.detail.isWellFormed()).toBe(true);
});
