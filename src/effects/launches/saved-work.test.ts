// Work that is saved while an agent is at work: with a clock of the test's own, real git and real files.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Agent, AgentOutcome, AgentRequest } from '../../agents/agent.ts';
import type { AttemptInput } from '../../core/effects.ts';
import type { SavedWork } from '../../core/tasks/saved-work.ts';
import type { FailureReason } from '../../core/failures/failure.ts';
import type { Run } from '../../core/run.ts';
import { aTask } from '../../../test/support/core.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import { attempt } from '../kinds/attempt.ts';
import type { EffectParts } from '../parts.ts';

let world: TestParts;
let run: Run;
beforeEach(async () => {
  world = await startParts();
  run = await world.run({
    tasks: [{ task: aTask('one', { files: ['a.txt'] }), at: 'working', grants: [], evidence: [] }],
  });
});
afterEach(() => world.close());

const charge = { usd: 0.5, tokens: 9, agentMs: 7 };
const answered: AgentOutcome = {
  ended: 'answered',
  answer: '{"type":"work","status":"done","summary":"Did it."}',
  charge,
};

/** Time passes when the test says so. */
class HandClock {
  #waiting: { readonly at: number; readonly go: () => void } | undefined;
  #asked: (() => void) | undefined;
  readonly asked: number[] = [];

  readonly now = (): number => 0;

  readonly until = (at: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      this.asked.push(at);
      this.#waiting = { at, go: resolve };
      this.#asked?.();
      this.#asked = undefined;
      signal.addEventListener('abort', () => resolve());
    });

  /** Lets one interval pass, and waits until what was due then is done. */
  async pass(): Promise<void> {
    const next = new Promise<void>((resolve) => (this.#asked = resolve));
    this.#waiting?.go();
    await next;
  }
}

function inputOf(change: Partial<AttemptInput> = {}): AttemptInput {
  return { task: 'one', ordinal: 1, parent: world.base, fence: ['a.txt'], grants: [], inputs: [], ...change };
}

/** An attempt whose agent does this while the clock is the test's; what was saved comes out in order. */
async function working(
  play: (request: AgentRequest, clock: HandClock) => Promise<AgentOutcome>,
  change: Partial<EffectParts> = {},
): Promise<{ readonly saved: readonly SavedWork[]; readonly type: string; readonly clock: HandClock }> {
  const clock = new HandClock();
  const agent: Agent = {
    name: 'hand',
    play: (request) => play(request, clock),
    usable: () => Promise.resolve({ ok: true, version: '1' }),
  };
  const saved: SavedWork[] = [];
  const parts = { ...world.parts, agentFor: () => Promise.resolve({ agent }), waiting: clock, ...change };
  const outcome = await attempt(parts).act(effectOf('attempt', inputOf()), {
    ...world.context(run),
    save: (work) => {
      saved.push(work);
      return Promise.resolve();
    },
  });
  return { saved, type: outcome.type, clock };
}

const inA = (commit: string): Promise<string | undefined> =>
  world.parts.workspaces.readFile(world.id, commit, 'a.txt');

const write = ({ workspace }: AgentRequest, text: string): Promise<void> =>
  writeFile(path.join(workspace, 'a.txt'), text);

describe('an agent at work [M8]', () => {
  test('has what it did saved at every interval, and is done as if nothing had been', async () => {
    const { saved, type, clock } = await working(async (request, time) => {
      await write(request, 'half\n');
      await time.pass();
      await write(request, 'more\n');
      await time.pass();
      return answered;
    });
    expect(await Promise.all(saved.map(({ commit }) => inA(commit)))).toEqual(['half\n', 'more\n']);
    expect(saved[0]).toMatchObject({ why: 'periodic', changed: 1, files: ['a.txt'] });
    expect(type).toBe('done');
    expect(clock.asked[0]).toBe(300_000);
  });

  test('has nothing saved where nothing changed (SAVED-WORK-2)', async () => {
    const { saved } = await working(async (request, time) => {
      await time.pass();
      await write(request, 'half\n');
      await time.pass();
      await time.pass();
      return answered;
    });
    expect(saved).toHaveLength(1);
  });

  test('keeps its own git as it was (SAVED-WORK-1)', async () => {
    const own = ['.git/HEAD', '.git/index', '.git/refs/heads/slipway'];
    const read = ({ workspace }: AgentRequest) =>
      Promise.all(own.map((name) => readFile(path.join(workspace, name), 'base64')));
    const seen: (readonly string[])[] = [];
    const { saved } = await working(async (request, time) => {
      await write(request, 'half\n');
      seen.push(await read(request));
      await time.pass();
      seen.push(await read(request));
      return answered;
    });
    expect(saved).toHaveLength(1);
    expect(seen[1]).toEqual(seen[0]);
  });

  test('goes on where a save does not work out, and the next one does (SAVED-WORK-3)', async () => {
    let tries = 0;
    const { workspaces } = world.parts;
    const importTree: EffectParts['workspaces']['importTree'] = (...given) => {
      tries += 1;
      return tries === 1
        ? Promise.reject(new Error('a file went away while it was read'))
        : workspaces.importTree(...given);
    };
    const { saved, type } = await working(
      async (request, time) => {
        await write(request, 'half\n');
        await time.pass();
        await time.pass();
        return answered;
      },
      { workspaces: { ...workspaces, importTree } },
    );
    expect(saved).toHaveLength(1);
    expect(type).toBe('done');
  });

  test.each([
    ['agent-timeout', 'slow-call'],
    ['agent-stalled', 'slow-call'],
    ['quota', 'token-limit'],
    ['max-turns', 'token-limit'],
    ['agent-killed', 'failure'],
  ] as const)('that ends with %s has what it did saved as %s', async (reason, why) => {
    const { saved, type } = await working(async (request) => {
      await write(request, 'half\n');
      return ended(reason);
    });
    expect(saved).toMatchObject([{ why, files: ['a.txt'] }]);
    expect(type).toBe('failed');
  });

  test('that filled the disk has nothing saved', async () => {
    const { saved } = await working(async (request) => {
      await write(request, 'half\n');
      return ended('disk-full');
    });
    expect(saved).toEqual([]);
  });
});

function ended(reason: FailureReason): AgentOutcome {
  return { ended: 'failed', reason, detail: 'it ended', charge };
}

test('whoever takes up saved work is shown what it is', async () => {
  const { saved } = await working(async (request) => {
    await write(request, 'half\n');
    return ended('agent-killed');
  });
  const prompts: string[] = [];
  const agent: Agent = {
    name: 'hand',
    play: async (request) => {
      prompts.push(request.prompt, await readFile(path.join(request.workspace, 'a.txt'), 'utf8'));
      return answered;
    },
    usable: () => Promise.resolve({ ok: true, version: '1' }),
  };
  const next = effectOf('attempt', inputOf({ ordinal: 2, saved: saved[0]?.commit ?? '' }));
  await attempt({ ...world.parts, agentFor: () => Promise.resolve({ agent }) }).act(next, world.context(run));
  expect(prompts[0]).toContain(
    '### what an earlier attempt left unfinished, which is in the workspace already',
  );
  expect(prompts[0]).toContain('+half');
  expect(prompts[1]).toBe('half\n');
});
