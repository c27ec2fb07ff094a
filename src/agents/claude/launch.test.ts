// Claude as an agent, with a program of ours in the place of the real one: it writes down how it was started and tells
// a short story. The real one has a suite of its own.

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requestIn } from '../../../test/contract/agent.ts';
import type { Box } from '../../containment/box.ts';
import type { Containment } from '../../containment/containment.ts';
import { processRunner } from '../../containment/process-runner.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import type { Agent, AgentOutcome, AgentRequest } from '../agent.ts';
import type { ProgramConfig } from '../known-program.ts';
import { programAgent } from '../program-agent.ts';
import { claude } from './kind.ts';
import { claudeLauncher } from './launch.ts';

const clock = systemClock();
const id = '11111111-2222-4333-8444-555555555555';
const story = [
  { type: 'system', subtype: 'init', session_id: id, claude_code_version: '2.1.325' },
  {
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: 'done',
    model_usage_since_last_result: { m: { costUSD: 0.5, inputTokens: 4 } },
  },
];
let dir = '';

beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway-claude-')));
  for (const name of ['workspace', 'login', 'home/.claude', 'bin']) mkdirSync(at(name), { recursive: true });
  program('2.1.325');
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const at = (...names: readonly string[]): string => path.join(dir, ...names);

function program(version: string, text = 'cat "$0.story"'): void {
  const file = at('bin', 'claude');
  writeFileSync(`${file}.story`, story.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const started = `env > "${at('env')}"; printf '%s\\n' "$@" > "${at('args')}"; cat > "${at('stdin')}"`;
  writeFileSync(
    file,
    `#!/bin/sh\nif [ "$1" = --version ]; then echo "${version} (Claude Code)"; exit; fi\n${started}\n${text}\n`,
  );
  chmodSync(file, 0o755);
}

/** Holds nobody, but says that it does, and remembers the boxes. */
class Remembering implements Containment {
  readonly level = 'contained';
  readonly boxes: Box[] = [];

  confine(request: Parameters<Containment['confine']>[0], box: Box): ReturnType<Containment['confine']> {
    this.boxes.push(box);
    return Promise.resolve({ request, close: () => Promise.resolve({ refused: [] }) });
  }
}

interface Given {
  readonly config?: Partial<ProgramConfig>;
  readonly env?: Readonly<Record<string, string>>;
  readonly containment?: Containment;
}

function agent({ config, env, containment }: Given): Agent {
  return programAgent(claude.program, claudeLauncher, {
    name: 'claude',
    config: { type: 'claude', env: [], egress: [], mcp: {}, skills: [], ...config },
    env: { PATH: `${at('bin')}:/usr/bin:/bin`, HOME: at('nobody'), ...env },
    processes: processRunner(clock, containment),
    now: clock.now,
    base: dir,
    loginFolder: at('login'),
    homedir: at('home'),
  });
}

const play = (given: Given, changes: Partial<AgentRequest> = {}): Promise<AgentOutcome> =>
  agent(given).play(requestIn(at('workspace'), { state: at('state'), usdMax: 1, ...changes }));

const withKey: Given = { env: { ANTHROPIC_API_KEY: 'dummy' } };
const line = (file: string, start: string): string | undefined =>
  readFileSync(at(file), 'utf8')
    .split('\n')
    .find((each) => each.startsWith(start));
/** The file a login leaves, as this machine has it. */
const loginFile = process.platform === 'darwin' ? '.claude.json' : '.credentials.json';
const usersLogin = process.platform === 'darwin' ? ['home'] : ['home', '.claude'];

describe('claude', () => {
  test('answers, with its session, its version and its price', async () => {
    expect(await play(withKey)).toMatchObject({
      ended: 'answered',
      answer: 'done',
      session: { id },
      version: '2.1.325',
      charge: { usd: 0.5, tokens: 4 },
    });
  });

  test('gets the prompt by its input and starts a session under a name of ours', async () => {
    await play(withKey, { prompt: 'Größe: 1 €' });
    expect(readFileSync(at('stdin'), 'utf8')).toBe('Größe: 1 €');
    expect(readFileSync(at('args'), 'utf8')).toMatch(/--session-id\n[0-9a-f-]{36}\n/);
  });

  test('goes on with a session, and begins anew where that is lost', async () => {
    const lost = `case "$*" in *--resume*) echo 'No conversation found with session ID: x' >&2; exit 1;; esac; cat "$0.story"`;
    program('2.1.325', lost);
    const outcome = await play(withKey, { session: { id: 'old' } });
    expect(outcome).toMatchObject({ ended: 'answered', session: { id } });
    expect(readFileSync(at('args'), 'utf8')).toContain('--session-id');
  });

  test('is told apart from a failure that only its last words explain', async () => {
    program('2.1.325', 'echo "error: unknown option" >&2; exit 1');
    const outcome = await play(withKey);
    expect(outcome).toMatchObject({ ended: 'failed', reason: 'agent-failed' });
    if (outcome.ended === 'failed') expect(outcome.detail).toContain('unknown option');
  });

  test('is ended at the first refusal of its key', async () => {
    const refused = JSON.stringify({ type: 'system', subtype: 'api_retry', error_status: 401 });
    program('2.1.325', `echo '${refused}'; exec sleep 1000`);
    const outcome = await play(withKey);
    expect(outcome).toMatchObject({ ended: 'failed', reason: 'auth' });
    expect(outcome.charge.agentMs).toBeLessThan(10_000);
  });
});

describe('the login of claude', () => {
  test('by a key keeps its sessions in the folder of the run', async () => {
    await play(withKey);
    expect(line('env', 'CLAUDE_CONFIG_DIR=')).toBe(`CLAUDE_CONFIG_DIR=${at('state', 'config')}`);
    expect(line('env', 'HOME=')).toBe(`HOME=${at('state', 'home')}`);
    expect(readFileSync(at('args'), 'utf8')).toContain('--max-budget-usd\n1.00\n');
  });

  test('of Slipway’s own is reached from a folder of the run, and what it costs is unknown', async () => {
    writeFileSync(at('login', loginFile), '{"a":1}');
    const outcome = await play({});
    const folder = process.platform === 'darwin' ? at('login') : at('state', 'config');
    expect(line('env', 'CLAUDE_CONFIG_DIR=')).toBe(`CLAUDE_CONFIG_DIR=${folder}`);
    expect(outcome).toMatchObject({ ended: 'answered', charge: { tokens: 4 } });
    expect(outcome.charge.usd).toBeUndefined();
    expect(readFileSync(at('args'), 'utf8')).not.toContain('--max-budget-usd');
  });

  test('by a subscription’s token is not paid by use either', async () => {
    const { charge } = await play({ env: { CLAUDE_CODE_OAUTH_TOKEN: 'dummy' } });
    expect(charge.usd).toBeUndefined();
  });

  test('of the user’s own is used in place, but never in a box', async () => {
    writeFileSync(at(...usersLogin, loginFile), '{"a":1}');
    expect(await play({})).toMatchObject({ ended: 'answered' });
    expect(line('env', 'HOME=')).toBe(`HOME=${at('home')}`);
    expect(line('env', 'CLAUDE_CONFIG_DIR=')).toBeUndefined();
    rmSync(at('env'));
    expect(await play({ containment: new Remembering() })).toMatchObject({ ended: 'failed', reason: 'auth' });
    expect(existsSync(at('env'))).toBe(false);
  });

  test('that is missing is said before anything is started', async () => {
    const outcome = await play({});
    expect(outcome).toMatchObject({ ended: 'failed', reason: 'auth' });
    if (outcome.ended === 'failed') expect(outcome.detail).toContain('slipway agents login claude');
    expect(existsSync(at('env'))).toBe(false);
  });

  test('never copies a credential', async () => {
    writeFileSync(at('login', loginFile), 'refreshable');
    await play({});
    const found = lstatSync(at('state', 'config', loginFile), { throwIfNoEntry: false });
    expect(found?.isSymbolicLink() ?? true).toBe(true);
    expect(existsSync(at('state', 'home', '.claude', loginFile))).toBe(false);
  });
});

async function boxOf(given: Given, changes: Partial<AgentRequest> = {}): Promise<Box> {
  const containment = new Remembering();
  await play({ ...withKey, ...given, containment }, changes);
  const [box] = containment.boxes;
  if (box === undefined) throw new Error('it was not put into a box');
  return box;
}

describe('the box of claude', () => {
  test('reaches the model’s service and nothing else', async () => {
    expect((await boxOf({})).egress).toEqual(['api.anthropic.com']);
    expect((await boxOf({ config: { egress: ['example.com'] } })).egress).toEqual([
      'api.anthropic.com',
      'example.com',
    ]);
  });

  test('reaches the service that was named instead, in the configuration or in the environment', async () => {
    expect((await boxOf({ config: { baseUrl: 'http://127.0.0.1:8080' } })).egress).toEqual([
      '127.0.0.1:8080',
    ]);
    const env = { ANTHROPIC_API_KEY: 'dummy', ANTHROPIC_BASE_URL: 'https://gateway.example' };
    expect((await boxOf({ env })).egress).toEqual(['gateway.example']);
  });

  test('has a workspace to write in only where the mode writes, and never its git folder', async () => {
    for (const mode of ['investigate', 'execute', 'commit', 'coverage', 'review'] as const) {
      const { writable, readable } = await boxOf({}, { mode });
      const writes = mode === 'execute' || mode === 'coverage';
      expect([mode, writable.includes(at('workspace')), readable.includes(at('workspace'))]).toEqual([
        mode,
        writes,
        !writes,
      ]);
      expect(readable).toContain(at('workspace', '.git'));
      expect(writable).toContain(at('state'));
      expect(readable).toContain(at('bin', 'claude'));
    }
  });

  test('is where it works unasked, and it is told so', async () => {
    await boxOf({});
    expect(line('env', 'IS_SANDBOX=')).toBe('IS_SANDBOX=1');
    expect(readFileSync(at('args'), 'utf8')).toContain('--permission-mode\nbypassPermissions\n');
    await boxOf({}, { mode: 'review' });
    expect(line('env', 'IS_SANDBOX=')).toBeUndefined();
  });
});

describe('whether claude can be used', () => {
  test('is said with its version and its login', async () => {
    expect(await agent(withKey).usable()).toEqual({
      ok: true,
      version: '2.1.325',
      login: 'ANTHROPIC_API_KEY from the environment',
    });
  });

  test('depends on its version', async () => {
    program('2.1.196');
    const answer = await agent(withKey).usable();
    expect(answer).toMatchObject({ ok: false });
    expect(JSON.stringify(answer)).toContain('2.1.196');
  });
});
