// What happens to the real programs when something dies: Slipway itself, or the model of the first agent.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ModelRequest } from '../../support/model-server/request.ts';
import { startModel } from '../../support/model-server/server.ts';
import { answer, call, type Turn } from '../../support/model-server/turn.ts';
import { installProgram } from '../install.ts';
import { type ProgramName, programNames } from '../programs.ts';
import { newText, obedient, roleIn, work } from './obedient.ts';
import { type AgentWorld, agentLine, worldWith } from './world.ts';

const worlds: AgentWorld[] = [];

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function start(...given: Parameters<typeof worldWith>): Promise<AgentWorld> {
  const world = await worldWith(...given);
  worlds.push(world);
  return world;
}

const ticket = 'Add the world to the greeting';

describe.each(programNames)('%s', (name) => {
  test('goes on after Slipway was killed in the middle of an attempt, with its session where it keeps one', async () => {
    const seen: ModelRequest[] = [];
    // The first time it writes the change and then hangs on its model; the second time it remembers and answers.
    const script = (request: ModelRequest): Turn => {
      if (roleIn(request) !== 'implementer') return obedient(request);
      seen.push(request);
      if (seen.length === 1) return call({ do: 'write', path: 'greet.js', text: newText });
      return seen.length === 2 ? { type: 'hang' } : answer(work);
    };
    const world = await start(name, { script, config: 'profile: quick\n' });
    const { sample, model } = world;
    const first = sample.start('run', ticket, '--trust', '--level', 'open');
    await model.waitFor(
      (request) => roleIn(request) === 'implementer' && request.toolResults.length > 0,
      120_000,
    );
    // Killed before its session was heard of it would begin afresh, and rightly so: a program prints when it likes.
    await vi.waitFor(
      () => expect(notedSessions(sample.home)).toContainEqual(expect.stringContaining('/attempt/')),
      {
        timeout: 60_000,
        interval: 20,
      },
    );
    first.child.kill('SIGKILL');
    await first.ended;

    const resumed = await sample.slipway('resume');
    expect([resumed.exit, resumed.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
    // The planner, the attempt that was cut, the one that went on, the reviewer: each counted once.
    expect(await sample.json('status')).toMatchObject({ launches: 4 });
    const last = seen.at(-1);
    const prompts = last?.userTexts.filter((text) => text.includes('# Your role: implementer'));
    expect(prompts).toHaveLength(2);
    expect(last?.assistantTurns ?? 0).toBeGreaterThan(0);
    expect(survivorsOf(sample.home)).toEqual([]);
    expect((await sample.decides('land')).exit).toBe(0);
  });
});

describe('a plan that is sent back', () => {
  /** opencode goes on with a session only in the folder it began in, which is another one in the next visit. */
  const remembered: readonly (readonly [ProgramName, number])[] = [
    ['claude', 2],
    ['codex', 2],
    ['opencode', 1],
  ];

  test.each(remembered)('is revised by %s with %i of its prompts in mind', async (name, prompts) => {
    const world = await start(name, { script: obedient, config: 'profile: quick\n' });
    const { sample, model } = world;
    const planned = await sample.slipway('run', ticket, '--trust', '--level', 'open', '--until', 'plan');
    expect(planned.exit).toBe(7);
    const revised = await sample.decides('revise', '--comment', 'Say hello twice.');
    expect(revised.exit).toBe(7);
    const last = model.requests.filter((request) => roleIn(request) === 'planner').at(-1);
    expect(last?.userTexts.filter((text) => text.includes('# Your role: planner'))).toHaveLength(prompts);
  });
});

describe('where the model of one agent stays away', () => {
  /** opencode tries for more than a minute before it gives up on an overloaded model; a refused key it tells at once. */
  const pairs: readonly (readonly [ProgramName, ProgramName, number])[] = [
    ['claude', 'codex', 529],
    ['codex', 'claude', 503],
    ['opencode', 'codex', 401],
  ];

  test.each(pairs)('%s hands its work to %s, which starts afresh (%i)', async (away, there, status) => {
    const broken = await startModel(() => ({ type: 'status', status, error: { message: 'Not now' } }));
    try {
      const helper = await installProgram(there);
      const world = await start(away, {
        model: broken.url,
        script: obedient,
        agents: (url) => `  ${there}: ${agentLine(there, helper, url)}`,
        config: [
          'profile: quick',
          'retries: { model_unavailable: 0, transient: 0 }',
          `roles: { default: { agent: ${away}, fallbacks: [${there}] } }`,
          '',
        ].join('\n'),
      });
      const said = await world.sample.slipway('run', ticket, '--trust', '--level', 'open');
      expect(said.err).toContain('another agent takes over');
      expect([said.exit, said.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
      expect(world.model.requests.map(roleIn)).toEqual(
        expect.arrayContaining(['planner', 'implementer', 'reviewer']),
      );
    } finally {
      await broken.close();
    }
  });
});

/** The launches whose sessions Slipway could go on with if it were killed now. */
function notedSessions(home: string): readonly string[] {
  const receipts = path.join(home, 'receipts');
  return readdirSync(receipts, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.session'))
    .map((name) => readFileSync(path.join(receipts, name), 'utf8'));
}

/** Processes that still carry the mark of a home. */
function survivorsOf(home: string): readonly string[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(home);
      } catch {
        return false;
      }
    });
}
