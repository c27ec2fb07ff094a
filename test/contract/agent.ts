// What every agent must do, whatever program is behind it. A maker builds an agent that behaves in a named
// way; the suite looks only at what comes back through the port.

import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Agent, AgentOutcome, AgentRequest } from '../../src/agents/agent.ts';
import { defaultPolicy, type Limits } from '../../src/core/policy.ts';

export type Behaviour =
  /** Prints the JSON `{"done":true}` as its answer and `working` beside it. */
  | 'answers'
  /** Answers after it wrote its role, mode, task, attempt and workspace, comma-separated, to the file `facts`. */
  | 'writes-facts'
  /** Prints `ready`, then does nothing until it is ended. */
  | 'hangs'
  /** The same, but SIGTERM does not end it. */
  | 'hangs-deaf'
  /** Prints without an end. */
  | 'floods'
  /** Prints two million characters on stdout and ends well. */
  | 'prints-too-much'
  /** Says `no luck` on stderr and ends with exit 3. */
  | 'fails'
  /** Ends well without a word on stdout. */
  | 'prints-nothing'
  /** Is killed from outside. */
  | 'is-killed'
  /** Leaves a process behind that left the group, its pid in the file `child`, then answers. */
  | 'leaves-a-process';

const roomy: Limits = { ...defaultPolicy.limits, attemptMs: 30_000, silenceMs: 30_000, graceMs: 5_000 };

export function agentContract(name: string, make: (behaviour: Behaviour) => Agent): void {
  describe(`an agent (${name})`, () => {
    let workspace = '';

    beforeEach(() => {
      workspace = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway-agent-')));
    });
    afterEach(() => {
      rmSync(workspace, { recursive: true, force: true });
    });

    const play = (behaviour: Behaviour, changes: Partial<AgentRequest> = {}): Promise<AgentOutcome> =>
      make(behaviour).play(requestIn(workspace, changes));

    test('that is there says that it is usable', async () => {
      expect(await make('answers').usable()).toMatchObject({ ok: true });
    });

    test('gives its answer back, and the time it took as its charge', async () => {
      const outcome = await play('answers');
      if (outcome.ended !== 'answered') throw new Error(JSON.stringify(outcome));
      expect(JSON.parse(outcome.answer)).toEqual({ done: true });
      expect(outcome.charge.agentMs).toBeGreaterThan(0);
    });

    test('has everything it prints handed on while it works', async () => {
      const pieces: string[] = [];
      await play('answers', { onOutput: (piece) => pieces.push(piece) });
      expect(pieces.join('')).toContain('working');
      expect(pieces.join('')).toContain('{"done":true}');
    });

    test('works in the workspace and knows what it is asked to be', async () => {
      expect(await play('writes-facts', { task: 'greet', ordinal: 2 })).toMatchObject({ ended: 'answered' });
      const facts = readFileSync(path.join(workspace, 'facts'), 'utf8').trim();
      expect(facts).toBe(`implementer,execute,greet,2,${workspace}`);
    });

    test('knows of no task where there is none', async () => {
      await play('writes-facts');
      expect(readFileSync(path.join(workspace, 'facts'), 'utf8').trim()).toBe(
        `implementer,execute,,1,${workspace}`,
      );
    });

    test('that is asked to stop is stopped, not failed, and well within the grace', async () => {
      const stop = new AbortController();
      const outcome = await play('hangs', { signal: stop.signal, onOutput: () => stop.abort() });
      expect(outcome.ended).toBe('stopped');
      expect(outcome.charge.agentMs).toBeLessThan(5_000);
    });

    test('that does not listen is stopped all the same, once the grace is over', async () => {
      const stop = new AbortController();
      const limits = { ...roomy, graceMs: 300 };
      const outcome = await play('hangs-deaf', { signal: stop.signal, limits, onOutput: () => stop.abort() });
      expect(outcome.ended).toBe('stopped');
      expect(outcome.charge.agentMs).toBeGreaterThanOrEqual(290);
    });

    test('that is stopped before it starts does nothing', async () => {
      const outcome = await play('writes-facts', { signal: AbortSignal.abort() });
      expect(outcome.ended).toBe('stopped');
      expect(existsSync(path.join(workspace, 'facts'))).toBe(false);
    });

    const failures: readonly {
      readonly what: string;
      readonly behaviour: Behaviour;
      readonly reason: string;
      readonly says: string;
      readonly limits?: Partial<Limits>;
    }[] = [
      {
        what: 'takes longer than an attempt may',
        behaviour: 'hangs',
        reason: 'agent-timeout',
        says: '1 s',
        limits: { attemptMs: 1_000 },
      },
      {
        what: 'says nothing for too long',
        behaviour: 'hangs',
        reason: 'agent-stalled',
        says: '1 s',
        limits: { silenceMs: 1_000 },
      },
      {
        what: 'floods',
        behaviour: 'floods',
        reason: 'agent-output-limit',
        says: '3000000',
        limits: { outputBytesMax: 3_000_000 },
      },
      { what: 'ends badly', behaviour: 'fails', reason: 'agent-failed', says: 'exit 3' },
      { what: 'ends badly, in its own words', behaviour: 'fails', reason: 'agent-failed', says: 'no luck' },
      { what: 'is killed', behaviour: 'is-killed', reason: 'agent-killed', says: 'signal' },
      {
        what: 'ends well without an answer',
        behaviour: 'prints-nothing',
        reason: 'no-result',
        says: 'no answer',
      },
      {
        what: 'answers at endless length',
        behaviour: 'prints-too-much',
        reason: 'malformed-answer',
        says: '1048576',
      },
    ];

    test.each(failures)('that $what has failed with $reason', async ({ behaviour, reason, says, limits }) => {
      const outcome = await play(behaviour, { limits: { ...roomy, ...limits } });
      expect(outcome).toMatchObject({ ended: 'failed', reason });
      if (outcome.ended === 'failed') expect(outcome.detail).toContain(says);
    });

    test('hands on no more than its limit of output', async () => {
      let chars = 0;
      const limits = { ...roomy, outputBytesMax: 100_000 };
      await play('floods', { limits, onOutput: (piece) => (chars += piece.length) });
      expect(chars).toBeLessThanOrEqual(100_000);
      expect(chars).toBeGreaterThan(90_000);
    });

    test('without a workspace is missing, not broken', async () => {
      const outcome = await play('answers', { workspace: path.join(workspace, 'nowhere') });
      expect(outcome).toMatchObject({ ended: 'failed', reason: 'agent-missing' });
    });

    test.runIf(existsSync('/proc/self/environ'))(
      'leaves no process behind that carries its tag',
      async () => {
        expect(await play('leaves-a-process')).toMatchObject({ ended: 'answered' });
        const pid = Number(readFileSync(path.join(workspace, 'child'), 'utf8'));
        expect(pid).toBeGreaterThan(1);
        for (let turn = 0; turn < 200 && isWorking(pid); turn += 1) await wait(10);
        expect(isWorking(pid)).toBe(false);
      },
    );
  });
}

let tags = 0;

export function requestIn(workspace: string, changes: Partial<AgentRequest> = {}): AgentRequest {
  tags += 1;
  return {
    role: 'implementer',
    mode: 'execute',
    ordinal: 1,
    prompt: 'Please do it.',
    schema: {},
    workspace,
    state: path.join(path.dirname(workspace), 'state'),
    limits: roomy,
    tag: `test-${process.pid}/${path.basename(workspace)}/${tags}`,
    signal: new AbortController().signal,
    onOutput: () => undefined,
    onSession: () => undefined,
    ...changes,
  };
}

function isWorking(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
