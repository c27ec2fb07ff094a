// Who judges finds nothing that who made the work left for it: with real programs, in the open and in boxes.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aTask } from '../../../test/support/core.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import type { Agent } from '../../agents/agent.ts';
import { codex } from '../../agents/codex/kind.ts';
import { makeAgent } from '../../agents/kinds.ts';
import type { Role } from '../../core/roles/modes.ts';
import { modeOf } from '../../core/roles/modes.ts';
import type { LaunchRequest } from './launch.ts';
import { launch } from './launch.ts';

let world: TestParts;
afterEach(() => world.close());

/** Whoever makes something leaves notes wherever programs look for some; whoever judges says what it finds there. */
const program = `#!/bin/sh
[ "$1" = --version ] && { echo codex-cli 0.200.0; exit; }
cat > /dev/null
places="$HOME $TMPDIR \${CODEX_HOME:-$HOME}"
case "$SLIPWAY_ROLE" in
  implementer)
    for place in $places; do mkdir -p "$place/.memory"; echo planted > "$place/.memory/CLAUDE.md"; echo planted > "$place/AGENTS.md"; done
    echo renewed > "\${CODEX_HOME:-$HOME}/new" && mv "\${CODEX_HOME:-$HOME}/new" "\${CODEX_HOME:-$HOME}/auth.json" ;;
  *) for place in $places; do find "$place" -type f; cat "$place/auth.json"; done 2>/dev/null ;;
esac
echo "[done]"
`;

type Kind = 'command' | 'codex with a key' | 'codex with a login of Slipway’s';

function agentOf(kind: Kind): Promise<Agent> {
  const file = path.join(world.repository.root, 'bin', 'codex');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, program);
  chmodSync(file, 0o755);
  const login = path.join(world.home, 'logins', 'mine');
  mkdirSync(login, { recursive: true });
  if (kind === 'codex with a login of Slipway’s') writeFileSync(path.join(login, 'auth.json'), 'a login\n');
  const key = kind === 'codex with a key' ? { OPENAI_API_KEY: 'dummy' } : undefined;
  const config =
    kind === 'command'
      ? ({ type: 'command', command: [file], env: [], egress: [] } as const)
      : codex.found(file);
  return makeAgent(config, {
    name: 'mine',
    env: { PATH: '/usr/bin:/bin', HOME: path.join(world.home, 'agent-home'), ...key },
    processes: world.parts.processes,
    now: () => 0,
    base: world.repository.root,
    loginFolder: login,
    homedir: path.join(world.repository.root, 'nobody'),
  });
}

async function said(agent: Agent, role: Role, visit = 1): Promise<string> {
  const run = await world.run({
    tasks: [{ task: aTask('one', { files: ['a.txt'] }), at: 'working', grants: [], evidence: [] }],
  });
  let text = '';
  const heard: Agent = {
    ...agent,
    play: (request) => agent.play({ ...request, onOutput: (piece) => void (text += piece) }),
  };
  const parts = { ...world.parts, agentFor: () => Promise.resolve({ agent: heard }) };
  const request: LaunchRequest = { role, mode: modeOf[role], ordinal: 1, commit: world.base, inputs: [] };
  const input = { role, mode: modeOf[role], ordinal: 1, commit: world.base, inputs: [] };
  const effect = { ...effectOf('ask', input), visit, subject: role };
  await (
    await launch(parts, effect, request, world.context(run))
  ).sealed;
  return text;
}

describe.each(['open', 'contained'])('at the level %s', (level) => {
  beforeEach(async () => {
    world = await startParts(undefined, { SLIPWAY_LEVEL: level === 'open' ? 'open' : '' });
  });

  test.for<Kind>(['command', 'codex with a key', 'codex with a login of Slipway’s'])(
    'a judge that is %s reads nothing of those who made the work',
    async (kind, context) => {
      if (world.parts.processes.level !== level) context.skip('no boxes here');
      const agent = await agentOf(kind);
      expect(await said(agent, 'implementer')).toContain('[done]');
      for (const judge of ['reviewer', 'auditor', 'assumption-verifier', 'executability-verifier'] as const) {
        const found = await said(agent, judge);
        expect(found).toContain('[done]');
        expect(found).not.toMatch(/CLAUDE|AGENTS/);
      }
    },
  );

  test('a login that was renewed by a new file is renewed for everybody', async (context) => {
    if (world.parts.processes.level !== level) context.skip('no boxes here');
    const agent = await agentOf('codex with a login of Slipway’s');
    await said(agent, 'implementer');
    expect(readFileSync(path.join(world.home, 'logins/mine/auth.json'), 'utf8')).toBe('renewed\n');
    expect(existsSync(path.join(world.home, 'logins/mine/AGENTS.md'))).toBe(false);
    expect(await said(agent, 'reviewer')).toContain('renewed');
  });
});

test('what an agent left goes with its run, be it closed to its owner', async () => {
  world = await startParts();
  const { state } = await world.parts.agentFolders('R1', 'mine', undefined);
  const closed = path.join(state, 'home', 'go', 'mod');
  mkdirSync(closed, { recursive: true });
  writeFileSync(path.join(closed, 'file'), '');
  chmodSync(closed, 0o500);
  await world.parts.dropSessions('R1');
  expect(existsSync(state)).toBe(false);
});

test('a judge begins each of its works with nothing, for the tests it ran are not its own', async () => {
  world = await startParts();
  const folders = (judging: string | undefined) => world.parts.agentFolders('R1', 'mine', judging);
  const [made, first, again, second] = await Promise.all(
    [undefined, '1-ask-reviewer', '1-ask-reviewer', '2-ask-reviewer'].map(folders),
  );
  expect(again).toEqual(first);
  expect(new Set([made?.state, first?.state, second?.state]).size).toBe(3);
  expect(path.relative(made?.state ?? '', first?.state ?? '')).toMatch(/^\.\./);
  expect(new Set([made?.counts, first?.counts, second?.counts]).size).toBe(1);
});
