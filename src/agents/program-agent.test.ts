import {
  chmodSync,
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
import { requestIn } from '../../test/contract/agent.ts';
import type { Containment } from '../containment/containment.ts';
import type { Box } from '../containment/box.ts';
import { processRunner } from '../containment/process-runner.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import type { Agent, AgentOutcome } from './agent.ts';
import { codex } from './codex/kind.ts';
import { codexLauncher, nativePlaces } from './codex/launch.ts';
import type { ProgramConfig } from './known-program.ts';
import { opencode } from './opencode/kind.ts';
import { opencodeLauncher } from './opencode/launch.ts';
import { programAgent } from './program-agent.ts';

const clock = systemClock();
let dir = '';

beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway-program-')));
  for (const name of ['workspace', 'state', 'login', 'home', 'bin']) mkdirSync(path.join(dir, name));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const at = (...names: readonly string[]): string => path.join(dir, ...names);

/** A program that says its version when asked, and else does what `text` says. */
function program(name: string, version: string, text = 'exit 0'): void {
  writeFileSync(
    at('bin', name),
    `#!/bin/sh\nif [ "$1" = --version ]; then echo "${version}"; exit; fi\n${text}\n`,
  );
  chmodSync(at('bin', name), 0o755);
}

interface Given {
  readonly config?: Partial<ProgramConfig>;
  readonly env?: Readonly<Record<string, string>>;
  readonly containment?: Containment;
}

function agent(type: 'codex' | 'opencode', { config, env, containment }: Given = {}): Agent {
  const [kind, launcher] = type === 'codex' ? [codex, codexLauncher] : [opencode, opencodeLauncher];
  return programAgent(kind.program, launcher, {
    name: 'mine',
    config: { type, env: [], egress: [], mcp: {}, skills: [], ...config },
    env: { PATH: `${at('bin')}:/usr/bin:/bin`, ...env },
    processes: processRunner(clock, containment),
    now: clock.now,
    base: dir,
    loginFolder: at('login'),
    homedir: at('home'),
  });
}

const play = (player: Agent, mode: 'execute' | 'review' = 'execute'): Promise<AgentOutcome> =>
  player.play(requestIn(at('workspace'), { mode, state: at('state') }));

describe('an agent that is a known program', () => {
  test('is not usable where the program is not on the PATH, and what installs it is said', async () => {
    const answer = await agent('codex', { env: { PATH: at('bin') } }).usable();
    expect(answer).toEqual({
      ok: false,
      problem:
        'The agent mine cannot be used, because codex is not on the PATH: npm install -g @openai/codex.',
    });
  });

  test('is not usable in a version that is too old', async () => {
    program('codex', 'codex-cli 0.99.0');
    const answer = await agent('codex', { env: { OPENAI_API_KEY: 'x' } }).usable();
    expect(answer).toMatchObject({ ok: false });
    expect(JSON.stringify(answer)).toContain('0.99.0');
  });

  test('is not usable where it says no version', async () => {
    program('codex', 'hello');
    expect(JSON.stringify(await agent('codex').usable())).toContain('does not say its version');
  });

  test('is not usable without a login, and not started without one', async () => {
    program('codex', 'codex-cli 0.200.0', 'touch ../started');
    const player = agent('codex');
    expect(JSON.stringify(await player.usable())).toContain(
      'slipway agents login mine, or set OPENAI_API_KEY',
    );
    const outcome = await play(player);
    expect(outcome).toMatchObject({ ended: 'failed', reason: 'auth', charge: { agentMs: 0 } });
  });

  test('says by what right it talks to its model: a key before a login of its own before that of the user', async () => {
    program('codex', 'codex-cli 0.200.0');
    mkdirSync(at('home', '.codex'));
    writeFileSync(at('home', '.codex', 'auth.json'), '{}\n');
    expect(await agent('codex').usable()).toMatchObject({ ok: false }); // what a logout may leave is no login
    writeFileSync(at('home', '.codex', 'auth.json'), '{"a":1}');
    expect(await agent('codex').usable()).toMatchObject({
      ok: true,
      version: '0.200.0',
      login: `your own login in ${at('home', '.codex')}`,
    });
    writeFileSync(at('login', 'auth.json'), '{"a":1}');
    expect(await agent('codex').usable()).toMatchObject({
      login: expect.stringContaining('slipway agents login'),
    });
    expect(await agent('codex', { env: { OPENAI_API_KEY: 'secret-value' } }).usable()).toMatchObject({
      login: 'OPENAI_API_KEY from the environment',
    });
  });

  test("does not use the user's own login from inside a box", async () => {
    program('codex', 'codex-cli 0.200.0');
    mkdirSync(at('home', '.codex'));
    writeFileSync(at('home', '.codex', 'auth.json'), '{"a":1}');
    const { containment } = observed();
    expect(await agent('codex', { containment }).usable()).toMatchObject({ ok: false });
  });

  test('needs no login where its model is at an address of its own, or where it has models without one', async () => {
    program('codex', 'codex-cli 0.200.0');
    program('opencode', '1.18.33');
    const config = { baseUrl: 'http://127.0.0.1:9/v1' };
    expect(await agent('codex', { config }).usable()).toMatchObject({
      ok: true,
      login: `none, for ${config.baseUrl}`,
    });
    expect(await agent('opencode').usable()).toMatchObject({ ok: true, login: 'none' });
  });

  test('runs with its prompt on its input, its folders made and the files it names written', async () => {
    program(
      'opencode',
      '1.18.33',
      [
        'test -d "$XDG_DATA_HOME" -a -d "$TMPDIR" -a -s "$OPENCODE_CONFIG" || exit 9',
        'cat > ../prompt',
        String.raw`printf '{"type":"text","sessionID":"ses_1","part":{"text":"done"}}\n'`,
        String.raw`printf '{"type":"step_finish","part":{"reason":"stop","cost":0.5,"tokens":{"input":7}}}\n'`,
      ].join('\n'),
    );
    const outcome = await play(agent('opencode', { config: { model: 'a/b' } }));
    expect(outcome).toMatchObject({
      ended: 'answered',
      answer: 'done',
      version: '1.18.33',
      session: { id: 'ses_1' },
      charge: { usd: 0.5, tokens: 7 },
    });
    expect(readFileSync(at('prompt'), 'utf8')).toBe('Please do it.');
  });

  test('writes the same file for many launches at once', async () => {
    program(
      'codex',
      'codex-cli 0.200.0',
      'for one in "$@"; do case "$one" in */schema-*) test -s "$one" || exit 9;; esac; done',
    );
    const player = agent('codex', { env: { OPENAI_API_KEY: 'x' } });
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => play(player)));
    // It ends well and says nothing: that is what is missing, not a file.
    expect(new Set(outcomes.map((outcome) => 'reason' in outcome && outcome.reason))).toEqual(
      new Set(['no-result']),
    );
  });

  test('is missing where the program is', async () => {
    const player = agent('opencode', { config: { program: './nowhere' } });
    expect(await play(player)).toMatchObject({ ended: 'failed', reason: 'agent-missing' });
  });
});

/** Boxes that hold nothing but remember what they were to hold. */
function observed(): { readonly containment: Containment; readonly boxes: Box[] } {
  const boxes: Box[] = [];
  const containment: Containment = {
    level: 'contained',
    confine: (request, box) => {
      boxes.push(box);
      return Promise.resolve({ request, close: () => Promise.resolve({ refused: ['evil.example:443'] }) });
    },
  };
  return { containment, boxes };
}

describe('the box of an agent', () => {
  test('has the workspace writable only in a mode that edits, and .git never', async () => {
    program('codex', 'codex-cli 0.200.0');
    const { containment, boxes } = observed();
    const player = agent('codex', { containment, env: { OPENAI_API_KEY: 'x' } });
    await play(player, 'execute');
    await play(player, 'review');
    const [edits, looks] = boxes;
    expect(edits?.writable).toContain(at('workspace'));
    expect(looks?.writable).not.toContain(at('workspace'));
    expect(looks?.readable).toContain(at('workspace'));
    for (const box of [edits, looks]) {
      expect(box?.readable).toContain(at('workspace', '.git'));
      expect(box?.readable).toContain(at('bin', 'codex'));
      expect(box?.writable).toContain(at('state'));
      expect(box?.egress).toEqual(['api.openai.com']);
    }
  });

  test('reaches the address of its model and what is configured, and what it refused is told', async () => {
    program('codex', 'codex-cli 0.200.0');
    const { containment, boxes } = observed();
    for (const baseUrl of ['https://m.example/v1', 'http://m.example/v1', 'http://m.example:81/v1']) {
      const outcome = await play(
        agent('codex', { containment, config: { baseUrl, egress: ['docs.example'] } }),
      );
      expect(outcome.denials).toEqual(['reach evil.example:443']);
    }
    expect(boxes.map((box) => box.egress)).toEqual([
      ['m.example', 'docs.example'],
      ['m.example:80', 'docs.example'],
      ['m.example:81', 'docs.example'],
    ]);
  });

  test('reaches the address the environment names', async () => {
    program('codex', 'codex-cli 0.200.0');
    const { containment, boxes } = observed();
    const env = { OPENAI_API_KEY: 'x', OPENAI_BASE_URL: 'https://gate.example/v1' };
    await play(agent('codex', { containment, env }));
    expect(boxes[0]?.egress).toEqual(['gate.example']);
  });

  test('reaches the services an agent has keys for, and no others', async () => {
    program('opencode', '1.18.33');
    const { containment, boxes } = observed();
    await play(agent('opencode', { containment, env: { GROQ_API_KEY: 'x', XAI_API_KEY: 'y' } }));
    expect(boxes[0]?.egress).toEqual(['api.groq.com', 'api.x.ai']);
  });
});

test('the native codex is looked for beside, below and inside the package of its wrapper', () => {
  const wrapper = '/n/node_modules/@openai/codex/bin/codex.js';
  const native = 'vendor/x86_64-unknown-linux-musl/bin/codex';
  expect(nativePlaces(wrapper, 'linux', 'x64')).toEqual([
    `/n/node_modules/@openai/codex/node_modules/@openai/codex-linux-x64/${native}`,
    `/n/node_modules/@openai/codex-linux-x64/${native}`,
    `/n/node_modules/@openai/codex/${native}`,
  ]);
  expect(nativePlaces('/usr/bin/codex', 'linux', 'x64')).toEqual([]);
  expect(nativePlaces(wrapper, 'sunos', 'sparc')).toEqual([]);
});
